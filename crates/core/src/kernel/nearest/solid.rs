//! The lowest points of frames.

use super::simplex::select;
use crate::kernel::lanes::Lanes;
use crate::kernel::operand::{Edges, scale_edges};
use crate::kernel::shape::Plain;
use crate::kernel::vector::{Vec3, add, dot, norm};
use std::marker::PhantomData;

/// A tetrahedron by the edges from its origin, or a cuboid by half its edges, seen from its centre.
pub struct Solid<V, S> {
    edges: Edges<V>,
    /// The centre of a cuboid as seen from its origin; zero for a tetrahedron.
    pub middle: Vec3<V>,
    /// The sum of the norms of the edges.
    pub size: V,
    shape: PhantomData<S>,
}

/// A vertex of a solid.
pub struct Corner<V> {
    /// Where it is.
    pub at: Vec3<V>,
    /// A whole number, from which [`Solid::corner`] finds the vertex again. Of a tetrahedron: the
    /// number of the edge to the vertex, from one, or zero. Of a cuboid: the sum of the signs of
    /// the edges, the second one twice and the third four times.
    pub mark: V,
}

/// Half of this is above the magnitude of every mark.
pub const MARKS: f32 = 16.0;

/// The marks of a tetrahedron's vertices other than its origin.
const NUMBERS: [f32; 3] = [1.0, 2.0, 3.0];

/// How often the signs of a cuboid's edges count.
const PLACES: [f32; 3] = [1.0, 2.0, 4.0];

impl<V: Lanes, S: Plain> Solid<V, S> {
    /// The solid of these edges.
    #[inline(always)]
    pub fn new(edges: Edges<V>) -> Self {
        let size = norm(edges[0]) + norm(edges[1]) + norm(edges[2]);
        let zero = size.splat(0.0);
        if S::IS_SIMPLEX {
            return Self { edges, middle: [zero; 3], size, shape: PhantomData };
        }
        let edges = scale_edges(&edges, zero.splat(0.5));
        let middle = add(add(edges[0], edges[1]), edges[2]);
        Self { edges, middle, size, shape: PhantomData }
    }

    /// The vertex that is lowest along `n`.
    #[inline(always)]
    pub fn lowest(&self, n: Vec3<V>) -> Corner<V> {
        let zero = n[0].splat(0.0);
        let one = n[0].splat(1.0);
        let mut point = [zero; 3];
        let (mut least, mut mark) = (zero, zero);
        for i in 0..3 {
            let edge = self.edges[i];
            let height = dot(n, edge);
            if S::IS_SIMPLEX {
                let lower = height.lt(least);
                least = V::select(lower, height, least);
                point = select(lower, edge, point);
                mark = V::select(lower, zero.splat(NUMBERS[i]), mark);
            } else {
                let sign = V::select(zero.lt(height), zero - one, one);
                point = add_times(point, sign, edge);
                mark = sign.mul_add(zero.splat(PLACES[i]), mark);
            }
        }
        Corner { at: point, mark }
    }

    /// The vertex with a mark. `marks` holds the mark times `unit` and a rest below half of `unit`,
    /// which takes the place of the mark.
    #[inline(always)]
    #[allow(clippy::needless_range_loop, reason = "the loops are over the edges too")]
    pub fn corner(&self, marks: V, unit: f32) -> Corner<V> {
        let zero = marks.splat(0.0);
        let one = marks.splat(1.0);
        let mut point = [zero; 3];
        let mut rest = marks;
        if S::IS_SIMPLEX {
            for i in 0..3 {
                let reached = zero.splat(unit * (NUMBERS[i] - 0.5)).lt(marks);
                point = select(reached, self.edges[i], point);
                rest = V::select(reached, marks - zero.splat(unit * NUMBERS[i]), rest);
            }
            return Corner { at: point, mark: rest };
        }
        let mut signs = [zero; 3];
        for i in [2, 1, 0] {
            signs[i] = V::select(rest.lt(zero), zero - one, one);
            rest = signs[i].mul_add(zero.splat(-unit * PLACES[i]), rest);
        }
        // In the order of `lowest`, so that a vertex has the same coordinates.
        for i in 0..3 {
            point = add_times(point, signs[i], self.edges[i]);
        }
        Corner { at: point, mark: rest }
    }
}

/// `a + s b`.
#[inline(always)]
fn add_times<V: Lanes>(a: Vec3<V>, s: V, b: Vec3<V>) -> Vec3<V> {
    [s.mul_add(b[0], a[0]), s.mul_add(b[1], a[1]), s.mul_add(b[2], a[2])]
}
