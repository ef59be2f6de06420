//! The certificates of a moving pair, evaluated straight through in any ordered ring.
//!
//! Seen from A, B moves by `v t`, with `v` the difference of the velocities. Let `D` be the
//! differences `b - a` of their points at `t = 0`, a convex polytope. The frames meet at `t` where
//! `-v t` lies in `D`, their interiors where it lies in the interior of `D`.
//!
//! *The contact interval.* `D` is what the half-spaces of its facets leave, and the normals of its
//! facets are among the candidate axes of the resting pair: they do not depend on `t`. Along an
//! axis `n` the differences fill `low ..= high` at `t = 0` and move by `n . v` a unit of time, so
//! that each axis allows one interval of `t`. What all of them allow, cut off at 0 and 1, is the
//! contact interval.
//!
//! *The verdict.* The frames meet at some `t` in `[0, 1]` where `D + [0, 1] v` holds 0. This swept
//! polytope is the sum of `D` and a segment, so its facets' normals are those of `D` and products
//! of an edge of `D` with `v`; an edge of `D` is parallel to an edge of A or of B. The sign of the
//! largest gap over the non-null axes among them is the verdict, as for a resting pair: 21 axes for
//! two cuboids, 34 for a cuboid and a tetrahedron, 56 for two tetrahedra. The length of the contact
//! interval tells less: a pair that slides along a face touches for long, and axes that allow an
//! interval each may allow none together.
//!
//! *The ends count, and it makes no difference.* The interior of the swept polytope is the interior
//! of `D` plus `[0, 1] v`, and also plus the open `(0, 1) v`: interiors that meet at `t = 0` still
//! meet a moment later.

use super::separating_axes::visit_axes;
use super::solid::{Solid, Vector, cross, dot, sub};
use crate::geom::{Frame3, ShapeKind};
use crate::num::Ring;
use std::cmp::Ordering;

/// Two solids, B moving as seen from A.
pub(super) struct Moving<N, const D: usize = 3> {
    pub a: Solid<N, D>,
    pub b: Solid<N, D>,
    /// From A's origin to B's at `t = 0`.
    pub between: Vector<N, D>,
    /// B's velocity less A's.
    pub velocity: Vector<N, D>,
}

/// One axis, and how the projections of the two solids pass each other along it.
pub(super) struct Pass<N, const D: usize = 3> {
    /// The axis, not normalised.
    pub axis: Vector<N, D>,
    /// Where the differences of points, B's less A's, begin and end along the axis at `t = 0`.
    pub low: N,
    pub high: N,
    /// How far they move until `t = 1`.
    pub slope: N,
    /// How many edges of A and of B and how many velocities the axis is a product of.
    pub degree: [i32; 3],
}

/// The axes of a pair, which its dimension decides.
pub(super) trait Axes<N, const D: usize> {
    /// Calls `visit` with every axis of the resting pair: those that bound the contact interval.
    /// `visit` returns false to stop; false when it did.
    fn visit_resting(&self, visit: impl FnMut(Pass<N, D>) -> bool) -> bool;

    /// Calls `visit` with every axis of the swept pair. `visit` returns false to stop.
    fn visit(&self, visit: impl FnMut(Pass<N, D>) -> bool);
}

impl<N: Ring> Moving<N> {
    pub fn new(a: &Frame3, b: &Frame3, kinds: [ShapeKind; 2], convert: impl Fn(f32) -> N) -> Self {
        let [v_a, v_b] = [a, b].map(|frame| frame.velocity().to_array().map(&convert));
        let (a, b) = (Solid::new(a, kinds[0], &convert), Solid::new(b, kinds[1], &convert));
        Self { between: sub(&b.origin, &a.origin), velocity: sub(&v_b, &v_a), a, b }
    }
}

impl<N: Ring, const D: usize> Moving<N, D> {
    pub fn pass(&self, axis: Vector<N, D>, degree: [i32; 3]) -> Pass<N, D> {
        let (a_low, a_high) = self.a.extent(&axis);
        let (b_low, b_high) = self.b.extent(&axis);
        let offset = dot(&axis, &self.between);
        let low = offset.clone() + b_low - a_high;
        let high = offset + b_high - a_low;
        Pass { slope: dot(&axis, &self.velocity), axis, low, high, degree }
    }

    pub fn rests(&self) -> bool {
        self.velocity.iter().all(|x| x.sign_of() == Ordering::Equal)
    }
}

impl<N: Ring> Axes<N, 3> for Moving<N> {
    fn visit_resting(&self, mut visit: impl FnMut(Pass<N>) -> bool) -> bool {
        visit_axes(&self.a, &self.b, |axis, (a, b)| visit(self.pass(axis, [a, b, 0])))
    }

    fn visit(&self, mut visit: impl FnMut(Pass<N>) -> bool) {
        if !self.visit_resting(&mut visit) || self.rests() {
            return;
        }
        let mut along = |edge: Vector<N>, [a, b]: [i32; 2]| {
            visit(self.pass(cross(&edge, &self.velocity), [a, b, 1]))
        };
        let _ = self.a.edge_directions().all(|edge| along(edge, [1, 0]))
            && self.b.edge_directions().all(|edge| along(edge, [0, 1]));
    }
}

impl<N: Ring, const D: usize> Pass<N, D> {
    /// Distance between the projections when they are closest, times the axis' length; negative
    /// where they overlap.
    pub fn gap(&self) -> N {
        let (first, last) = match self.slope.sign_of() {
            Ordering::Less => (self.slope.clone(), N::zero()),
            _ => (N::zero(), self.slope.clone()),
        };
        let b_above = self.low.clone() + first;
        let b_below = -(self.high.clone() + last);
        if b_above > b_below { b_above } else { b_below }
    }

    /// True for a product of parallel vectors, which separates nothing.
    pub fn is_null(&self) -> bool {
        self.axis.iter().all(|x| x.sign_of() == Ordering::Equal)
    }

    /// The numerators of the `t` when the projections begin and cease to meet, and the magnitude of
    /// the slope, their common denominator.
    pub fn times(self) -> (N, N, N) {
        match self.slope.sign_of() {
            Ordering::Less => (self.low, self.high, -self.slope),
            _ => (-self.high, -self.low, self.slope),
        }
    }
}
