//! When two moving frames meet of which one at least is a tetrahedron: every candidate axis of the
//! resting pair, along each of which the two pass each other. Twin:
//! `shaders/parts/contact_axes.wgsl`.
//!
//! Every axis allows one interval, and the contact interval is what all of them allow. An outer
//! bound holds whatever axes are left out; for the inner ones all must count. Nothing is known
//! of the product of nearly parallel edges `e` and `f`, but what is said of those in
//! [`super::axes`] holds at every `t`: along the arc of directions at which `e` is furthest out,
//! which is shorter than half a turn, the depth is that of one vertex at a time, a positive
//! combination of the depths at both ends of the vertex' stretch. Leaving out all but the middle
//! one of the vertices that nearly parallel edges join costs the lengths of two of these at most,
//! as seen along `e`; each is `2 |e x f| / |e|` at the most where `f` is no longer than `e`. A
//! longer one makes an end of the stretch, whose own product counts among the arc of `f`: from the
//! longest edge down, each level costs as much again. With lengths of [`NULL_PASS`] two tetrahedra
//! need 3 over two levels, and 6 are counted; others need 5, and 7 where edges of one direction
//! have three sizes, nearly null from each to the next and each at its worst, and 8 are counted.
//! The inner bounds count that price, and are bounds where they leave some `t` at all.

use super::axes::{Axis, Sink, side, visit};
use super::lanes::{Lanes, Real};
use super::moving_operand::{MovingOperands, Swept};
use super::operand::Scaled;
use super::passing::{Contact, Errors, Passing};
use super::shape::Plain;
use super::vector::{Vec3, add, dot, sub};
use crate::num::band;

/// A product of edges counts as null where its length is less than this times the extent and the
/// longer edge. More than for the best axis: of two tetrahedra's parallel edges the computed
/// product may be this long.
pub const NULL_PASS: f32 = 1.0 / 524_288.0; // 2^-19

/// The price of null products of two tetrahedra, per unit of an axis' length and of the extent.
pub const NULL_PASSES: f32 = 6.0 * NULL_PASS;

/// The price of null products of a tetrahedron and a cuboid.
pub const NULL_PASSES_MIXED: f32 = 8.0 * NULL_PASS;

/// Takes every axis in.
struct Keep<V: Lanes> {
    v: Vec3<V>,
    contact: Contact<V>,
    nulls: V::Mask,
    /// Per unit of an axis' size: the bands of the gaps and of the slope, and of the length that
    /// null products are compared with.
    gap_band: V,
    slope_band: V,
    null_band: V,
    /// [`NULL_PASS`] and the price times the extent.
    null: V,
    price: V,
}

/// No less than the length of `n`, and no more than `sqrt(3)` times that.
#[inline(always)]
fn length_above<V: Real>(n: Vec3<V>) -> V {
    n[0].abs() + n[1].abs() + n[2].abs()
}

impl<V: Lanes> Keep<V> {
    /// Lanes in which the axis is known, with its slope; one of zero bounds nothing.
    #[inline(always)]
    fn pass_axis(&mut self, axis: Axis<V>, length: V, slope: V) -> V::Mask {
        let flush = length.splat(band::FLUSH);
        let gap = self.gap_band.mul_add(axis.size, flush);
        let errors = Errors {
            gap,
            inner: self.price.mul_add(length, gap),
            slope: self.slope_band.mul_add(axis.size, flush),
        };
        self.contact.take_passing(Passing { ahead: axis.ahead, behind: axis.behind, slope }, errors)
    }
}

impl<V: Lanes> Sink<V> for Keep<V> {
    #[inline(always)]
    fn face(&mut self, axis: Axis<V>) {
        let known = self.pass_axis(axis, length_above(axis.normal), dot(axis.normal, self.v));
        self.contact.known = self.contact.known & known;
    }

    #[inline(always)]
    fn product(&mut self, axis: Axis<V>) {
        let length = length_above(axis.normal);
        let null = self.null_band.mul_add(axis.size, length).lt(self.null * axis.longest);
        let slope = V::select(null, length.splat(0.0), dot(axis.normal, self.v));
        let known = self.pass_axis(axis, length, slope);
        self.nulls = self.nulls | null;
        self.contact.known = self.contact.known & (known | null);
    }
}

/// Bounds of when each pair meets, clipped to `[0, 1]`.
#[inline(always)]
pub fn contact<V: Lanes, A: Plain, B: Plain>(moving: MovingOperands<V>) -> Contact<V> {
    let Swept { pair, v, speed } = moving.swept_if_odd();
    let Scaled { a, b, d, a_norms, b_norms, apart } = pair;
    let zero = apart.splat(0.0);
    let (a, a_middle, a_extent) = side::<V, A>(a, a_norms);
    let (b, b_middle, b_extent) = side::<V, B>(b, b_norms);
    let between = sub(add(d, b_middle), a_middle);
    let extent = (apart + speed) + (a_extent + b_extent);
    let mut keep = Keep {
        v,
        contact: Contact::anytime(zero),
        nulls: zero.lt(zero),
        gap_band: extent * zero.splat(band::CONTACT_AXES),
        slope_band: speed * zero.splat(band::CONTACT_AXES),
        // Three components.
        null_band: zero.splat(3.0 * band::AXES_NORMAL),
        null: extent * zero.splat(NULL_PASS),
        price: extent
            * zero.splat(if A::IS_SIMPLEX && B::IS_SIMPLEX {
                NULL_PASSES
            } else {
                NULL_PASSES_MIXED
            }),
    };
    visit(&a, &b, between, &mut keep);
    let Keep { mut contact, nulls, .. } = keep;
    let finite = extent.abs().lt(zero.splat(f32::MAX));
    contact.known = contact.known & finite & (contact.is_within() | !nulls);
    contact.clipped()
}
