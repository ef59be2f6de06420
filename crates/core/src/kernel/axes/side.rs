//! One solid of a pair as its candidate axes see it.

use crate::kernel::lanes::Real;
use crate::kernel::operand::Edges;
use crate::kernel::shape::Plain;
use crate::kernel::vector::{Vec3, dot, norm, sub};
use std::marker::PhantomData;

/// The two other edges on which the extent of a solid along a product with this one depends.
///
/// The first three are the edges at the origin. The last three belong to tetrahedra: `e1 - e0`, `e2
/// - e1`, `e0 - e2`, both ends of which project on one point.
pub(super) const BESIDE: [(usize, usize); 6] = [(1, 2), (2, 0), (0, 1), (0, 2), (1, 0), (2, 1)];

/// A tetrahedron by the edges from its origin, or a cuboid by half its edges, seen from its centre.
#[derive(Clone, Copy)]
pub struct Side<V, S> {
    /// The edges, of a cuboid halved.
    pub edges: Edges<V>,
    /// Every direction of an edge; a cuboid has only the first three.
    pub directions: [Vec3<V>; 6],
    /// The norms of the directions.
    pub lengths: [V; 6],
    /// What the errors of the directions go by: their norms, and for a difference no less than
    /// those of the two edges.
    pub sizes: [V; 6],
    shape: PhantomData<S>,
}

impl<V: Real, S: Plain> Side<V, S> {
    /// How many directions there are.
    pub const DIRECTIONS: usize = if S::IS_SIMPLEX { 6 } else { 3 };

    /// The solid of these edges, whose norms are given.
    #[inline(always)]
    pub fn new(edges: Edges<V>, norms: [V; 3]) -> Self {
        let [e0, e1, e2] = edges;
        let [n0, n1, n2] = norms;
        let mut side = Self {
            edges,
            directions: [e0, e1, e2, e0, e1, e2],
            lengths: [n0, n1, n2, n0, n1, n2],
            sizes: [n0, n1, n2, n0, n1, n2],
            shape: PhantomData,
        };
        if S::IS_SIMPLEX {
            let opposite = [sub(e1, e0), sub(e2, e1), sub(e0, e2)];
            let ends = [n0.max(n1), n1.max(n2), n2.max(n0)];
            for i in 0..3 {
                side.directions[3 + i] = opposite[i];
                side.lengths[3 + i] = norm(opposite[i]);
                side.sizes[3 + i] = side.lengths[3 + i].max(ends[i]);
            }
        }
        side
    }

    /// The lowest and the highest value of `n . x` over the solid.
    #[inline(always)]
    pub(super) fn extent(&self, n: Vec3<V>, zero: V) -> [V; 2] {
        let [x, y, z] = [dot(n, self.edges[0]), dot(n, self.edges[1]), dot(n, self.edges[2])];
        if S::IS_SIMPLEX {
            [zero.min(x).min(y.min(z)), zero.max(x).max(y.max(z))]
        } else {
            let radius = x.abs() + (y.abs() + z.abs());
            [zero - radius, radius]
        }
    }

    /// The lowest and the highest value of `n . x` where `n` is at right angles to a direction.
    #[inline(always)]
    pub(super) fn extent_beside(&self, direction: usize, n: Vec3<V>, zero: V) -> [V; 2] {
        let (k, l) = BESIDE[direction];
        let (x, y) = (dot(n, self.edges[k]), dot(n, self.edges[l]));
        if S::IS_SIMPLEX {
            [zero.min(x.min(y)), zero.max(x.max(y))]
        } else {
            let radius = x.abs() + y.abs();
            [zero - radius, radius]
        }
    }

    /// The lowest and the highest value of `n . x` where `n` is the normal of the face that is not
    /// along this edge.
    #[inline(always)]
    pub(super) fn extent_across(&self, edge: usize, n: Vec3<V>, zero: V) -> [V; 2] {
        let x = dot(n, self.edges[edge]);
        if S::IS_SIMPLEX {
            [zero.min(x), zero.max(x)]
        } else {
            let radius = x.abs();
            [zero - radius, radius]
        }
    }
}
