//! The axis with the largest gap.

use super::side::Side;
use super::visit::{Axis, Sink, visit};
use crate::kernel::lanes::Lanes;
use crate::kernel::operand::{Operands, Scaled, largest, scale_edges};
use crate::kernel::vector::{Vec3, add, scale, sub};
use crate::num::band;

/// The best axis of each pair, in the units of the frames.
pub struct Best<V: Lanes> {
    /// A unit vector, right within a few roundings, from the first solid towards the second.
    pub axis: Vec3<V>,
    /// A lower bound of the gap along it; negative where the projections may overlap.
    pub low: V,
    /// How far the gap along the candidate that it stands for may be above that along itself.
    pub own: V,
    /// An upper bound of the gap along every other candidate that is not nearly null.
    pub others: V,
    /// An upper bound of the gap along every one that is not nearly null.
    pub highest: V,
    /// Lanes in which some product of edges is nearly null. For pairs that meet, that adds at most
    /// [`NULLS`] times `reach` to the two upper bounds; for others it may add anything.
    pub nulls: V::Mask,
    /// What the bounds go by: the norm of the difference of the origins, and of each cuboid half
    /// the sum of its edges' norms, of each tetrahedron the norm of its longest edge.
    pub reach: V,
    /// Lanes in which anything could be told.
    pub told: V::Mask,
}

/// A product of edges counts as null where its length is less than this times the reach and the
/// longer edge.
pub const NEARLY_NULL: f32 = 1.0 / 2_097_152.0; // 2^-21

/// The price of nearly null products: three lengths, one of them `2 |n| / |e|` at the most, since a
/// cuboid's edges are halved.
pub const NULLS: f32 = 6.0 * NEARLY_NULL;

/// Pairs whose largest number is between this and its reciprocal are judged.
const SMALL: f32 = 8.077_936e-28; // 2^-90

/// Shorter normals than this, of scaled pairs, cannot be normalised.
pub const SHORT: f32 = 8.881_784e-16; // 2^-50

/// What rounding adds to a quotient, its sum with a band and their scaling, relative to the reach:
/// each is at most `2 sqrt(3)` of it.
const ROUNDING: f32 = 24.0 * band::U32;

struct Keep<V: Lanes> {
    zero: V,
    /// Bands, per unit of the product of an axis' edges: of its gap, and of its direction times all
    /// that the pair reaches.
    gap_band: V,
    own_band: V,
    null_band: V,
    /// [`NEARLY_NULL`] times the reach.
    null: V,
    rounding: V,
    normal: Vec3<V>,
    per_length: V,
    low: V,
    high: V,
    own: V,
    others: V,
    nulls: V::Mask,
    told: V::Mask,
}

impl<V: Lanes> Keep<V> {
    /// The lanes in `counts` only; the others are left as they are.
    #[inline(always)]
    fn take(&mut self, axis: Axis<V>, length: V, counts: V::Mask) {
        let one = self.zero.splat(1.0);
        let lowest = self.zero.splat(-f32::MAX);
        let short = length.lt(self.zero.splat(SHORT));
        self.told = self.told & !(short & counts);
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
pub fn best<V: Lanes, const A_TETRA: bool, const B_TETRA: bool>(pair: Operands<V>) -> Best<V> {
    let unscaled = pair.unscaled();
    let size = unscaled.size();
    let scale_by = size.unit_scale();
    let Scaled { a, b, d, a_norms, b_norms, apart } = unscaled.times(scale_by);
    let (zero, one) = (apart.splat(0.0), apart.splat(1.0));
    let (a, a_middle, a_reach) = side::<V, A_TETRA>(a, a_norms);
    let (b, b_middle, b_reach) = side::<V, B_TETRA>(b, b_norms);
    let between = sub(add(d, b_middle), a_middle);
    let reach = apart + (a_reach + b_reach);
    let (gap, direction) = match (A_TETRA, B_TETRA) {
        (false, false) => (band::AXES_CUBOIDS, band::AXES_CUBOIDS_NORMAL),
        _ => (band::AXES, band::AXES_NORMAL),
    };
    let ordinary = zero.splat(SMALL).lt(size) & size.lt(zero.splat(1.0 / SMALL));
    let mut keep = Keep {
        zero,
        gap_band: reach * zero.splat(gap),
        // `sqrt(3)` for the direction's error and for the reach, which is twice the largest norm
        // there is.
        own_band: reach * zero.splat(6.0 * direction),
        null_band: zero.splat(2.0 * direction),
        null: reach * zero.splat(NEARLY_NULL),
        rounding: reach * zero.splat(ROUNDING),
        normal: [zero; 3],
        per_length: zero,
        low: zero.splat(-f32::MAX),
        high: zero.splat(-f32::MAX),
        own: zero,
        others: zero.splat(-f32::MAX),
        nulls: zero.lt(zero),
        told: ordinary,
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
        reach: reach * back,
        told: keep.told & finite,
    }
}

/// A solid, its middle as seen from its origin, and its part of the reach.
#[inline(always)]
pub fn side<V: Lanes, const TETRA: bool>(
    edges: crate::kernel::operand::Edges<V>,
    norms: [V; 3],
) -> (Side<V, TETRA>, Vec3<V>, V) {
    let zero = norms[0].splat(0.0);
    if TETRA {
        return (Side::new(edges, norms), [zero; 3], largest(norms));
    }
    let half = zero.splat(0.5);
    let (edges, norms) = (scale_edges(&edges, half), scale(norms, half));
    let middle = add(add(edges[0], edges[1]), edges[2]);
    (Side::new(edges, norms), middle, norms[0] + norms[1] + norms[2])
}
