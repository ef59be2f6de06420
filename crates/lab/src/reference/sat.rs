//! The separating-axis test that fmb-2019 validates itself against (annex 9.1).
//!
//! Two convex polyhedra that do not meet are separated along the normal of a face of one of them or
//! along the product of an edge of each. Every vertex is projected on every such axis.
//!
//! # What is corrected
//!
//! - **Contact has a value of its own**: the annex counts touching as meeting, the elimination it
//!   validates as apart.
//! - **Null axes are left out.** The product of parallel edges is zero, and so are all projections
//!   on it. Where contact counts as meeting that is harmless; where it has a value, the null axis
//!   would turn every overlap of equally turned boxes into a touch.

use super::number::Field;
use super::solid::{Solid, Vector, cross, dot};
use motzkin_core::error::FrameError;
use motzkin_core::geom::Frame3;
use motzkin_core::verdict::Verdict;
use std::cmp::Ordering;

/// Computes the verdict of two frames: exact where `N` is.
///
/// # Errors
///
/// Returns a [`FrameError`] if a frame is not valid.
pub fn verdict<N: Field>(a: &Frame3, b: &Frame3) -> Result<Verdict, FrameError> {
    let (a, b) = (Solid::<N>::new(a)?, Solid::<N>::new(b)?);
    let (a_vertices, b_vertices) = (a.vertices(), b.vertices());
    let mut verdict = Verdict::Overlapping;
    for axis in axes(&a, &b) {
        let ((a_low, a_high), (b_low, b_high)) =
            (extent(&a_vertices, &axis), extent(&b_vertices, &axis));
        if a_high < b_low || b_high < a_low {
            return Ok(Verdict::Separate);
        }
        if a_high == b_low || b_high == a_low {
            verdict = Verdict::Touching;
        }
    }
    Ok(verdict)
}

/// The candidates that are not null: 15 for two cuboids, up to 44 for two tetrahedra.
fn axes<N: Field>(a: &Solid<N>, b: &Solid<N>) -> Vec<Vector<N>> {
    let mut axes = a.face_normals();
    axes.extend(b.face_normals());
    for edge in a.edge_directions() {
        axes.extend(b.edge_directions().iter().map(|other| cross(&edge, other)));
    }
    axes.retain(|axis| axis.iter().any(|x| x.sign_of() != Ordering::Equal));
    axes
}

/// The smallest and the largest projection of the vertices on the axis.
fn extent<N: Field>(vertices: &[Vector<N>], axis: &Vector<N>) -> (N, N) {
    let mut projections = vertices.iter().map(|vertex| dot(axis, vertex));
    let first = projections.next().unwrap_or_else(N::zero);
    projections.fold((first.clone(), first), |(low, high), x| {
        if x < low {
            (x, high)
        } else if x > high {
            (low, x)
        } else {
            (low, high)
        }
    })
}
