//! The certificates of a moving pair, evaluated straight through in any ordered ring.
//!
//! Seen from A, B moves by `v t`, where `v` is the difference of the velocities. Let `D` be the
//! differences `b - a` of their points at `t = 0`, a convex polytope. The frames meet at `t` if
//! `-v t` lies in `D`, and their interiors meet if it lies in the interior of `D`.
//!
//! *The contact interval.* `D` is the intersection of the half-spaces of its facets. The normals of
//! the facets are among the candidate axes of the resting pair: they do not depend on `t`. Along an
//! axis `n` the differences fill `low ..= high` at `t = 0` and move by `n . v` per unit of time, so
//! each axis allows one interval of `t`. What all of them allow, cut off at 0 and 1, is the contact
//! interval.
//!
//! *The verdict.* The frames meet at some `t` in `[0, 1]` if `D + [0, 1] v` holds 0. This swept
//! polytope is the sum of `D` and a segment. The normals of its facets are those of `D` and the
//! products of an edge of `D` with `v`. An edge of `D` is parallel to an edge of A or of B. The
//! sign of the largest gap over the non-null axes among them is the verdict, as for a resting pair:
//! 21 axes for two cuboids, 34 for a cuboid and a tetrahedron, 56 for two tetrahedra. The length of
//! the contact interval does not decide: a pair that slides along a face touches for long, and axes
//! that allow an interval each may allow none together.
//!
//! *The ends count, and it makes no difference.* The interior of the swept polytope is the interior
//! of `D` plus `[0, 1] v`, and also plus the open `(0, 1) v`: interiors that meet at `t = 0` still
//! meet a moment later.

use super::axes::{Axes, Dimension, is_null};
use super::input::Input;
use super::solid::{Solid, Vector, cross, dot, sub};
use crate::num::{Ring, band};
use std::cmp::Ordering;

/// What depends on the dimension of a moving pair.
pub(super) trait SweptAxes<const D: usize>: Axes<D> {
    /// The error band of a gap, of each end of a projection and of a slope of a moving pair in
    /// `f64`.
    const MOVING_BAND: f64;

    /// Calls `visit` with the axes that a velocity adds, which are at right angles to it, and with
    /// the numbers of edges of each solid that the axis is a product of. `visit` returns false to
    /// stop.
    fn visit_swept<N: Ring>(
        a: &Solid<N, D>,
        b: &Solid<N, D>,
        velocity: &Vector<N, D>,
        visit: impl FnMut(Vector<N, D>, [i32; 2]) -> bool,
    );

    /// Returns true if an axis of a moving pair that is computed as zero in `f64` is zero.
    fn nulls_are_exact(input: &Input<D>) -> bool;
}

impl SweptAxes<3> for Dimension<3> {
    const MOVING_BAND: f64 = band::SWEPT_F64;

    /// The products of the edges with the velocity.
    fn visit_swept<N: Ring>(
        a: &Solid<N>,
        b: &Solid<N>,
        velocity: &Vector<N>,
        mut visit: impl FnMut(Vector<N>, [i32; 2]) -> bool,
    ) {
        let _ = a.edge_directions().iter().all(|edge| visit(cross(edge, velocity), [1, 0]))
            && b.edge_directions().iter().all(|edge| visit(cross(edge, velocity), [0, 1]));
    }

    fn nulls_are_exact(input: &Input) -> bool {
        let stored = input.frames.iter().all(|frame| frame.span.stores_every_edge());
        velocity_is_exact(input) && (stored || input.scale().width <= EXACT_PRODUCTS)
    }
}

/// Numbers of so many bits have differences of differences whose products `f64` holds: a vector
/// product that is computed as zero then is zero.
const EXACT_PRODUCTS: u32 = 24;

/// The bits of an `f64` that are zero where at most 26 are significant.
const LONG: u64 = (1 << 27) - 1;

/// Returns true if the difference of the velocities is not rounded, and so short that its product
/// with a stored number is not rounded either.
fn velocity_is_exact(input: &Input) -> bool {
    let [a, b] = input.velocities(f64::from);
    a.into_iter().zip(b).all(|(a, b)| {
        let v = b - a;
        // The smaller of the two is what the larger one and the difference leave, unless that was
        // rounded.
        v + a == b && b - v == a && v.to_bits() & LONG == 0
    })
}

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
    /// Where the differences of points, B's less A's, begin along the axis at `t = 0`.
    pub low: N,
    /// Where they end.
    pub high: N,
    /// How far they move until `t = 1`.
    pub slope: N,
    /// The numbers of edges of A, of edges of B and of velocities that the axis is a product of.
    pub degree: [i32; 3],
}

impl<N: Ring, const D: usize> Moving<N, D>
where
    Dimension<D>: SweptAxes<D>,
{
    pub fn new(input: &Input<D>, convert: impl Fn(f32) -> N) -> Self {
        let [v_a, v_b] = input.velocities(&convert);
        let [a, b] = input.solids(&convert);
        Self { between: sub(&b.origin, &a.origin), velocity: sub(&v_b, &v_a), a, b }
    }

    fn pass(&self, axis: Vector<N, D>, degree: [i32; 3]) -> Pass<N, D> {
        let (a_low, a_high) = self.a.extent(&axis);
        let (b_low, b_high) = self.b.extent(&axis);
        let offset = dot(&axis, &self.between);
        let low = offset.clone() + b_low - a_high;
        let high = offset + b_high - a_low;
        Pass { slope: dot(&axis, &self.velocity), axis, low, high, degree }
    }

    /// Calls `visit` with every axis of the resting pair: those that bound the contact interval.
    /// `visit` returns false to stop; then so does this.
    pub fn visit_resting(&self, mut visit: impl FnMut(Pass<N, D>) -> bool) -> bool {
        Dimension::<D>::visit_resting(&self.a, &self.b, |axis, [a, b]| {
            visit(self.pass(axis, [a, b, 0]))
        })
    }

    /// Calls `visit` with every axis of the swept pair. `visit` returns false to stop.
    pub fn visit(&self, mut visit: impl FnMut(Pass<N, D>) -> bool) {
        if !self.visit_resting(&mut visit) || is_null(&self.velocity) {
            return;
        }
        Dimension::<D>::visit_swept(&self.a, &self.b, &self.velocity, |axis, [a, b]| {
            visit(self.pass(axis, [a, b, 1]))
        });
    }
}

impl<N: Ring, const D: usize> Pass<N, D> {
    /// Returns the distance between the projections when they are closest, times the length of the
    /// axis. It is negative where they overlap.
    pub fn gap(&self) -> N {
        let (first, last) = match self.slope.sign_of() {
            Ordering::Less => (self.slope.clone(), N::zero()),
            _ => (N::zero(), self.slope.clone()),
        };
        let b_above = self.low.clone() + first;
        let b_below = -(self.high.clone() + last);
        if b_above > b_below { b_above } else { b_below }
    }

    /// Returns the numerators of the times when the projections begin and cease to meet, and the
    /// magnitude of the slope, their common denominator.
    pub fn times(self) -> (N, N, N) {
        match self.slope.sign_of() {
            Ordering::Less => (self.low, self.high, -self.slope),
            _ => (-self.high, -self.low, self.slope),
        }
    }
}
