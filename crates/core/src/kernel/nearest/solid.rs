//! The lowest points of frames.

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

    /// The point that is lowest along `n`.
    #[inline(always)]
    pub fn lowest(&self, n: Vec3<V>) -> Vec3<V> {
        let zero = n[0].splat(0.0);
        let one = n[0].splat(1.0);
        let mut point = [zero; 3];
        let mut least = zero;
        for edge in self.edges {
            let height = dot(n, edge);
            if S::IS_SIMPLEX {
                let lower = height.lt(least);
                least = V::select(lower, height, least);
                for axis in 0..3 {
                    point[axis] = V::select(lower, edge[axis], point[axis]);
                }
            } else {
                let sign = V::select(zero.lt(height), zero - one, one);
                for axis in 0..3 {
                    point[axis] = sign.mul_add(edge[axis], point[axis]);
                }
            }
        }
        point
    }
}
