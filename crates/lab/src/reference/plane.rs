//! Fourier-Motzkin elimination for two frames in 2D, resting and moving, after fmb-2019.
//!
//! The unknowns are the two coordinates of a point of B in B's own axes, and the time where the
//! frames move; the rows are those of [`fourier_motzkin`](super::fourier_motzkin) and
//! [`motion`](super::motion) with one coordinate less.
//!
//! # What is corrected
//!
//! Beside what those two modules name:
//!
//! - **The matrix is not transposed.** The listing for resting 2D frames fills it with `comp[0][1]`
//!   where `comp[1][0]` is meant, which gives one random pair of six a wrong verdict; it prints
//!   debug lines too.
//! - **No column, row or coefficient is missing.** The listing for moving 2D frames drops the
//!   column of the time, lacks `t <= 1`, and leaves coefficients uninitialised.

use super::fourier_motzkin::{Row, eliminate, rows_within, sign_of_rows};
use super::motion::{solve, time_within};
use super::number::Field;
use super::solid::{Vector, sub};
use dashu_ratio::RBig;
use motzkin_core::error::FrameError;
use motzkin_core::geom::{Frame2, ShapeKind2, Stored};
use motzkin_core::verdict::Verdict;
use std::array::from_fn;

/// A parallelogram or triangle by one vertex and the two edges from it.
pub(super) struct Solid<N> {
    kind: ShapeKind2,
    pub origin: Vector<N, 2>,
    pub edges: [Vector<N, 2>; 2],
}

impl<N: Field> Solid<N> {
    /// Refuses what [`Frame2::validate`] refuses.
    pub fn new(frame: &Frame2) -> Result<Self, FrameError> {
        let kind = frame.validate_resting()?;
        let [origin, e0, e1] = [0, 1, 2].map(|row| frame.row(row).to_array().map(N::from_f32));
        let edges = match kind.stored() {
            Stored::Edges => [e0, e1],
            Stored::Vertices => [sub(&e0, &origin), sub(&e1, &origin)],
        };
        Ok(Self { kind, origin, edges })
    }

    /// 4 vertices of a parallelogram, 3 of a triangle.
    pub fn vertices(&self) -> Vec<Vector<N, 2>> {
        let add = |p: &Vector<N, 2>, q: &Vector<N, 2>| from_fn(|i| p[i].clone() + q[i].clone());
        let [e0, e1] = &self.edges;
        let mut vertices = vec![self.origin.clone(), add(&self.origin, e0), add(&self.origin, e1)];
        match self.kind {
            ShapeKind2::Parallelogram => vertices.push(add(&vertices[1], e1)),
            ShapeKind2::Triangle | ShapeKind2::TriangleByVertices => {}
        }
        vertices
    }

    /// The coordinates whose sums are at most 1 within the frame: each coordinate, or both.
    fn bounded_sums(&self) -> &'static [&'static [usize]] {
        match self.kind {
            ShapeKind2::Parallelogram => &[&[0], &[1]],
            ShapeKind2::Triangle | ShapeKind2::TriangleByVertices => &[&[0, 1]],
        }
    }

    /// The directions of the sides: two of a parallelogram, three of a triangle.
    pub fn sides(&self) -> Vec<Vector<N, 2>> {
        let mut sides = self.edges.to_vec();
        match self.kind {
            ShapeKind2::Parallelogram => {}
            ShapeKind2::Triangle | ShapeKind2::TriangleByVertices => {
                sides.push(sub(&self.edges[1], &self.edges[0]));
            }
        }
        sides
    }

    /// A vector in the frame's own axes: through the inverse of its edges, by Cramer's rule.
    fn seen(&self, v: &Vector<N, 2>) -> Vector<N, 2> {
        let [e0, e1] = &self.edges;
        let cross = |p: &Vector<N, 2>, q: &Vector<N, 2>| {
            p[0].clone() * q[1].clone() - p[1].clone() * q[0].clone()
        };
        let determinant = cross(e0, e1);
        [cross(v, e1) / determinant.clone(), cross(e0, v) / determinant]
    }
}

/// Returns the rows of two frames: those of B, then those of A, in the order of
/// [`fourier_motzkin::system`](super::fourier_motzkin::system).
///
/// # Errors
///
/// Returns a [`FrameError`] if a frame is not valid.
pub fn system<N: Field>(a: &Frame2, b: &Frame2) -> Result<Vec<Row<N, 2>>, FrameError> {
    rows(a, b, |_| None)
}

/// Returns the rows of two moving frames in `x_0, x_1, t`: those of B, those of A, then `t >= 0`
/// and `t <= 1`.
///
/// # Errors
///
/// Returns a [`FrameError`] if a frame is not valid.
pub fn moving_system<N: Field>(a: &Frame2, b: &Frame2) -> Result<Vec<Row<N, 3>>, FrameError> {
    a.validate()?;
    b.validate()?;
    let velocity = |frame: &Frame2| frame.velocity().to_array().map(N::from_f32);
    let drift = sub(&velocity(b), &velocity(a));
    let mut rows = rows(a, b, |a: &Solid<N>| Some(a.seen(&drift)))?;
    for row in time_within() {
        rows.push(Row { history: 1 << rows.len(), ..row });
    }
    Ok(rows)
}

/// The rows of both frames, with a third column where `drift` has one.
fn rows<N: Field, const D: usize>(
    a: &Frame2,
    b: &Frame2,
    drift: impl FnOnce(&Solid<N>) -> Option<Vector<N, 2>>,
) -> Result<Vec<Row<N, D>>, FrameError> {
    let (a, b) = (Solid::<N>::new(a)?, Solid::<N>::new(b)?);
    let own = from_fn(|k| from_fn(|i| if i == k { N::one() } else { N::zero() }));
    let mut rows = rows_within(b.bounded_sums(), own, [N::zero(), N::zero()]);
    let mut columns = b.edges.each_ref().map(|edge| a.seen(edge)).to_vec();
    columns.extend(drift(&a));
    let coordinates = from_fn(|k| from_fn(|i| columns[i][k].clone()));
    rows.extend(rows_within(a.bounded_sums(), coordinates, a.seen(&sub(&b.origin, &a.origin))));
    for (i, row) in rows.iter_mut().enumerate() {
        row.history = 1 << i;
    }
    Ok(rows)
}

/// Computes the verdict of two resting frames: exact where `N` is.
///
/// # Errors
///
/// Returns a [`FrameError`] if a frame is not valid.
pub fn verdict_in<N: Field>(a: &Frame2, b: &Frame2) -> Result<Verdict, FrameError> {
    Ok(verdict_of(system::<N>(a, b)?))
}

/// Computes the exact verdict of two resting frames by elimination in rationals. Takes some tens of
/// microseconds a pair.
///
/// # Errors
///
/// Returns a [`FrameError`] if a frame is not valid.
pub fn verdict(a: &Frame2, b: &Frame2) -> Result<Verdict, FrameError> {
    verdict_in::<RBig>(a, b)
}

/// Computes the verdict of a system of rows.
pub fn verdict_of<N: Field>(rows: Vec<Row<N, 2>>) -> Verdict {
    sign_of_rows(&(0..2).fold(rows, |rows, variable| eliminate(&rows, variable)))
}

/// Computes the verdict over `t` in `[0, 1]`, and the first and the last contact of frames that
/// meet: exact where `N` is.
///
/// # Errors
///
/// Returns a [`FrameError`] if a frame is not valid.
pub fn sweep<N: Field>(a: &Frame2, b: &Frame2) -> Result<(Verdict, Option<[N; 2]>), FrameError> {
    Ok(solve(moving_system(a, b)?))
}
