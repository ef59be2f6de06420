//! The axis with the largest gap.

use super::side::Side;
use super::visit::{Axis, Sink, visit};
use crate::kernel::bounds::Best;
use crate::kernel::lanes::Lanes;
use crate::kernel::operand::{Edges, Operands, Scaled, largest, scale_edges};
use crate::kernel::shape::Plain;
use crate::kernel::vector::{Vec3, add, scale, sub};
use crate::num::band;

/// A product of edges counts as null where its length is less than this times the extent and the
/// longer edge.
pub const NEARLY_NULL: f32 = 1.0 / 2_097_152.0; // 2^-21

/// The price of nearly null products: three lengths, one of them `2 |n| / |e|` at the most, since a
/// cuboid's edges are halved.
pub const NULLS: f32 = 6.0 * NEARLY_NULL;

/// Pairs whose largest number is between this and its reciprocal are tested.
const SMALL: f32 = 8.077_936e-28; // 2^-90

/// Shorter normals than this, of scaled pairs, cannot be normalised.
pub const SHORT: f32 = 8.881_784e-16; // 2^-50

/// What rounding adds to a quotient, its sum with a band and their scaling, relative to the extent:
/// each is at most `2 sqrt(3)` of it.
const ROUNDING: f32 = 24.0 * band::U32;

struct Keep<V: Lanes> {
    zero: V,
    /// Bands, per unit of the product of an axis' edges: of its gap, and of its direction times the
    /// whole extent of the pair.
    gap_band: V,
    own_band: V,
    null_band: V,
    /// [`NEARLY_NULL`] times the extent.
    null: V,
    rounding: V,
    normal: Vec3<V>,
    per_length: V,
    low: V,
    high: V,
    own: V,
    others: V,
    nulls: V::Mask,
    known: V::Mask,
}

impl<V: Lanes> Keep<V> {
    /// The lanes in `counts` only; the others are left as they are.
    #[inline(always)]
    fn take(&mut self, axis: Axis<V>, length: V, counts: V::Mask) {
        let one = self.zero.splat(1.0);
        let lowest = self.zero.splat(-f32::MAX);
        let short = length.lt(self.zero.splat(SHORT));
        self.known = self.known & !(short & counts);
        let counts = counts & !short;
        let per_length = one / V::select(short, one, length);
        let gap = axis.ahead.max(axis.behind) * per_length;
        let band = self.gap_band.mul_add(axis.size, self.zero.splat(band::FLUSH)) * per_length
            + self.rounding;
        let low = V::select(counts, gap - band, lowest);
        let high = V::select(counts, gap + band, lowest);
        let better = self.low.lt(low);
        let behind = axis.ahead.lt(axis.behind);
        let turned = V::select(behind, self.zero - per_length, per_length);
        self.others = self.others.max(V::select(better, self.high, high));
        self.high = V::select(better, high, self.high);
        self.low = V::select(better, low, self.low);
        self.per_length = V::select(better, turned, self.per_length);
        self.own = V::select(better, (self.own_band * axis.size) * per_length, self.own);
        for (kept, new) in self.normal.iter_mut().zip(axis.normal) {
            *kept = V::select(better, new, *kept);
        }
    }
}

#[inline(always)]
fn length<V: Lanes>([x, y, z]: Vec3<V>) -> V {
    z.mul_add(z, y.mul_add(y, x * x)).sqrt()
}

impl<V: Lanes> Sink<V> for Keep<V> {
    #[inline(always)]
    fn face(&mut self, axis: Axis<V>) {
        let all = self.zero.lt(self.zero.splat(1.0));
        self.take(axis, length(axis.normal), all);
    }

    #[inline(always)]
    fn product(&mut self, axis: Axis<V>) {
        let length = length(axis.normal);
        let null = self.null_band.mul_add(axis.size, length).lt(self.null * axis.longest);
        self.nulls = self.nulls | null;
        self.take(axis, length, !null);
    }
}

/// The axis along which each pair is furthest apart, or parts soonest, among all candidates.
#[inline(always)]
pub fn best<V: Lanes, A: Plain, B: Plain>(pair: Operands<V>) -> Best<V, Vec3<V>> {
    let unscaled = pair.unscaled();
    let size = unscaled.size();
    let scale_by = size.unit_scale();
    let Scaled { a, b, d, a_norms, b_norms, apart } = unscaled.times(scale_by);
    let (zero, one) = (apart.splat(0.0), apart.splat(1.0));
    let (a, a_middle, a_extent) = side::<V, A>(a, a_norms);
    let (b, b_middle, b_extent) = side::<V, B>(b, b_norms);
    let between = sub(add(d, b_middle), a_middle);
    let extent = apart + (a_extent + b_extent);
    let (gap, direction) = match (A::IS_SIMPLEX, B::IS_SIMPLEX) {
        (false, false) => (band::AXES_CUBOIDS, band::AXES_CUBOIDS_NORMAL),
        _ => (band::AXES, band::AXES_NORMAL),
    };
    let ordinary = zero.splat(SMALL).lt(size) & size.lt(zero.splat(1.0 / SMALL));
    let mut keep = Keep {
        zero,
        gap_band: extent * zero.splat(gap),
        // `sqrt(3)` for the direction's error and for the extent, which is twice the largest norm
        // there is.
        own_band: extent * zero.splat(6.0 * direction),
        null_band: zero.splat(2.0 * direction),
        null: extent * zero.splat(NEARLY_NULL),
        rounding: extent * zero.splat(ROUNDING),
        normal: [zero; 3],
        per_length: zero,
        low: zero.splat(-f32::MAX),
        high: zero.splat(-f32::MAX),
        own: zero,
        others: zero.splat(-f32::MAX),
        nulls: zero.lt(zero),
        known: ordinary,
    };
    visit(&a, &b, between, &mut keep);
    let back = one / scale_by;
    let finite =
        keep.low.abs().lt(zero.splat(f32::MAX)) & keep.others.abs().lt(zero.splat(f32::MAX));
    Best {
        axis: scale(keep.normal, keep.per_length),
        low: keep.low * back,
        own: (keep.own + keep.rounding) * back,
        others: keep.others * back,
        highest: keep.others.max(keep.high) * back,
        nulls: keep.nulls,
        extent: extent * back,
        known: keep.known & finite,
    }
}

/// A solid, its middle as seen from its origin, and its part of the extent.
#[inline(always)]
pub fn side<V: Lanes, S: Plain>(edges: Edges<V>, norms: [V; 3]) -> (Side<V, S>, Vec3<V>, V) {
    let zero = norms[0].splat(0.0);
    if S::IS_SIMPLEX {
        return (Side::new(edges, norms), [zero; 3], largest(norms));
    }
    let half = zero.splat(0.5);
    let (edges, norms) = (scale_edges(&edges, half), scale(norms, half));
    let middle = add(add(edges[0], edges[1]), edges[2]);
    (Side::new(edges, norms), middle, norms[0] + norms[1] + norms[2])
}
