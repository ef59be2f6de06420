//! When two moving frames in the plane meet: the normals of all edges, along each of which the two
//! pass each other. Twin: `shaders/parts/plane_contact.wgsl`.
//!
//! Every normal allows one interval, and the contact interval is what all of them allow. No edge of
//! a valid frame is null, so each is known unless the frames hardly move along it.

use super::super::lanes::{Lanes, Real};
use super::super::passing::{Contact, Errors, Passing};
use super::super::shape::Plain;
use super::axes::{Axis, Side, axis_of_a, axis_of_b, side};
use super::operand::{Operands, Scaled, Vec2, add, cross, sub};
use crate::motion::Moving;
use crate::num::band;

/// How two frames pass along an axis, times its length, of which the second moves by `v`.
#[inline(always)]
pub fn passing<V: Real>(axis: Axis<V>, v: Vec2<V>) -> Passing<V> {
    Passing { ahead: axis.ahead, behind: axis.behind, slope: cross(axis.direction, v) }
}

/// The extent of the pair, for its scale.
#[inline(always)]
fn pair_extent<V: Lanes>(pair: &Scaled<V>) -> V {
    let Scaled { a_norms, b_norms, apart, speed, .. } = *pair;
    (apart + speed) + ((a_norms[0] + a_norms[1]) + (b_norms[0] + b_norms[1]))
}

/// Bounds of when each pair meets, clipped to `[0, 1]`.
#[inline(always)]
pub fn contact<V: Lanes, A: Plain, B: Plain>(pair: Operands<V>) -> Contact<V> {
    let (pair, _) = pair.scaled_if_odd::<Moving>(pair_extent);
    let Scaled { a, b, d, v, a_norms, b_norms, apart, speed } = pair;
    let zero = apart.splat(0.0);
    let (a, a_middle, a_extent) = side::<V, A>(a, a_norms);
    let (b, b_middle, b_extent) = side::<V, B>(b, b_norms);
    let between = sub(add(d, b_middle), a_middle);
    let extent = (apart + speed) + (a_extent + b_extent);
    let band = zero.splat(band::PLANE_CONTACT);
    let (gap_band, slope_band, flush) = (extent * band, speed * band, zero.splat(band::FLUSH));
    let mut out = Contact::anytime(zero);
    for i in 0..Side::<V, A>::DIRECTIONS + Side::<V, B>::DIRECTIONS {
        let of_a = Side::<V, A>::DIRECTIONS;
        let axis = if i < of_a {
            axis_of_a(&a, &b, between, i)
        } else {
            axis_of_b(&a, &b, between, i - of_a)
        };
        let gap = gap_band.mul_add(axis.size, flush);
        let errors = Errors { gap, inner: gap, slope: slope_band.mul_add(axis.size, flush) };
        out.known = out.known & out.take_passing(passing(axis, v), errors);
    }
    out.known = out.known & extent.abs().lt(zero.splat(f32::MAX));
    out.clipped()
}
