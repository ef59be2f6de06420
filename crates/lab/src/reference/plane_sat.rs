//! The separating-axis test for two frames in the plane, as fmb-2019 qualifies its elimination
//! against (annex 9.1).
//!
//! Two convex polygons that do not meet are separated at right angles to a side of one of them.
//! Every vertex is projected on every such axis. As in [`sat`](super::sat), contact has a value of
//! its own here; no side is null, so no axis is.

use super::number::Field;
use super::plane::Solid;
use super::solid::Vector;
use motzkin_core::error::FrameError;
use motzkin_core::geom::Frame2;
use motzkin_core::verdict::Verdict;

/// Computes the verdict of two frames: exact where `N` is.
///
/// # Errors
///
/// Returns a [`FrameError`] if a frame is not valid.
pub fn verdict<N: Field>(a: &Frame2, b: &Frame2) -> Result<Verdict, FrameError> {
    let (a, b) = (Solid::<N>::new(a)?, Solid::<N>::new(b)?);
    let (a_vertices, b_vertices) = (a.vertices(), b.vertices());
    let mut verdict = Verdict::Overlapping;
    for side in a.sides().into_iter().chain(b.sides()) {
        let across =
            |v: &Vector<N, 2>| v[0].clone() * side[1].clone() - v[1].clone() * side[0].clone();
        let ((a_low, a_high), (b_low, b_high)) =
            (extent(&a_vertices, across), extent(&b_vertices, across));
        if a_high < b_low || b_high < a_low {
            return Ok(Verdict::Separate);
        }
        if a_high == b_low || b_high == a_low {
            verdict = Verdict::Touching;
        }
    }
    Ok(verdict)
}

/// The smallest and the largest projection of the vertices.
fn extent<N: Field>(vertices: &[Vector<N, 2>], project: impl Fn(&Vector<N, 2>) -> N) -> (N, N) {
    let mut projections = vertices.iter().map(project);
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
