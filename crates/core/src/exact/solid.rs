//! A frame in exact (or f64) numbers.

use crate::geom::{Frame3, ShapeKind};
use crate::num::Ring;
use std::array::from_fn;

/// A vector of numbers.
pub(super) type Vector<N, const D: usize = 3> = [N; D];

#[inline]
pub(super) fn sub<N: Ring, const D: usize>(a: &Vector<N, D>, b: &Vector<N, D>) -> Vector<N, D> {
    from_fn(|i| a[i].clone() - b[i].clone())
}

#[inline]
pub(super) fn dot<N: Ring, const D: usize>(a: &Vector<N, D>, b: &Vector<N, D>) -> N {
    let first = a[0].clone() * b[0].clone();
    (1..D).fold(first, |sum, i| sum + a[i].clone() * b[i].clone())
}

#[inline]
pub(super) fn cross<N: Ring>(a: &Vector<N>, b: &Vector<N>) -> Vector<N> {
    let minor = |i: usize, j: usize| a[i].clone() * b[j].clone() - a[j].clone() * b[i].clone();
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

/// The max-norm.
pub(super) fn norm<const D: usize>(v: &Vector<f64, D>) -> f64 {
    v.iter().fold(0.0, |m, x| m.max(x.abs()))
}

/// A cuboid or tetrahedron (in the plane a parallelogram or triangle) by one vertex and the edge
/// vectors from it.
pub(super) struct Solid<N, const D: usize = 3> {
    pub tetra: bool,
    pub origin: Vector<N, D>,
    pub edges: [Vector<N, D>; D],
}

impl<N: Ring> Solid<N> {
    /// Converts a frame of known kind; vertices become edges in `N`'s arithmetic.
    pub fn new(frame: &Frame3, kind: ShapeKind, convert: impl Fn(f32) -> N) -> Self {
        let [origin, rows @ ..] = frame.rows.map(|[x, y, z, _]| [x, y, z].map(&convert));
        let edges = match kind {
            ShapeKind::TetraByVertices => rows.map(|vertex| sub(&vertex, &origin)),
            _ => rows,
        };
        Self { tetra: kind.is_tetra(), origin, edges }
    }

    /// Every edge direction once: 3 of a cuboid, 6 of a tetrahedron.
    pub fn edge_directions(&self) -> impl Iterator<Item = Vector<N>> {
        let [e0, e1, e2] = &self.edges;
        let opposite = || [sub(e1, e0), sub(e2, e1), sub(e0, e2)];
        self.edges.iter().cloned().chain(self.tetra.then(opposite).into_iter().flatten())
    }

    /// Every face normal once, up to sign: 3 of a cuboid, 4 of a tetrahedron.
    pub fn face_normals(&self) -> impl Iterator<Item = Vector<N>> {
        let [e0, e1, e2] = &self.edges;
        let opposite = || cross(&sub(e1, e0), &sub(e2, e0));
        let through_origin = [(e1, e2), (e2, e0), (e0, e1)];
        through_origin.into_iter().map(|(e, f)| cross(e, f)).chain(self.tetra.then(opposite))
    }
}

impl<N: Ring, const D: usize> Solid<N, D> {
    /// The interval of `axis . x` over the solid, measured from its origin.
    #[inline]
    pub fn extent(&self, axis: &Vector<N, D>) -> (N, N) {
        let mut low = N::zero();
        let mut high = N::zero();
        for edge in &self.edges {
            let reach = dot(axis, edge);
            // A cuboid's reaches add up; of a tetrahedron's the furthest counts.
            let (below, above) = match self.tetra {
                true => (reach.clone(), reach),
                false => (low.clone() + reach.clone(), high.clone() + reach),
            };
            if below < low {
                low = below;
            }
            if above > high {
                high = above;
            }
        }
        (low, high)
    }
}
