//! The best axis of two resting frames in the plane: the normals of all edges, 4 of two
//! parallelograms, 5 of a triangle and a parallelogram, 6 of two triangles. No edge of a valid
//! frame is null, so none is left out. Twin: `shaders/parts/plane_axes.wgsl`.

use super::super::bounds::Best;
use super::super::lanes::{Lanes, Real};
use super::super::shape::Plain;
use super::operand::{Edges, Operands, Scaled, Vec2, add, cross, scale, sub};
use crate::motion::Resting;
use crate::num::band;
use std::marker::PhantomData;

/// A triangle by the edges from its origin, or a parallelogram by half its edges, seen from its
/// centre.
#[derive(Clone, Copy)]
pub struct Side<V, S> {
    /// The edges, of a parallelogram halved.
    pub edges: Edges<V>,
    /// Every direction of an edge; a parallelogram has only the first two.
    pub directions: [Vec2<V>; 3],
    /// What the errors of the directions go by: norms of edges, and for the third no less than
    /// those of the others.
    pub sizes: [V; 3],
    shape: PhantomData<S>,
}

/// The edge on which the extent of a solid at right angles to each of its directions depends.
const OTHER: [usize; 3] = [1, 0, 0];

impl<V: Real, S: Plain> Side<V, S> {
    /// How many directions there are.
    pub const DIRECTIONS: usize = if S::IS_SIMPLEX { 3 } else { 2 };

    /// The solid with these fields.
    #[inline(always)]
    pub fn of(edges: Edges<V>, directions: [Vec2<V>; 3], sizes: [V; 3]) -> Self {
        Self { edges, directions, sizes, shape: PhantomData }
    }

    /// The lowest and the highest value of `p x x` over the solid.
    #[inline(always)]
    fn extent(&self, p: Vec2<V>, zero: V) -> [V; 2] {
        let [x, y] = [cross(p, self.edges[0]), cross(p, self.edges[1])];
        if S::IS_SIMPLEX {
            [zero.min(x.min(y)), zero.max(x.max(y))]
        } else {
            let radius = x.abs() + y.abs();
            [zero - radius, radius]
        }
    }

    /// The lowest and the highest value of `p x x` where `p` is one of the solid's directions.
    #[inline(always)]
    fn extent_beside(&self, direction: usize, zero: V) -> [V; 2] {
        let x = cross(self.directions[direction], self.edges[OTHER[direction]]);
        if S::IS_SIMPLEX {
            [zero.min(x), zero.max(x)]
        } else {
            let radius = x.abs();
            [zero - radius, radius]
        }
    }
}

/// A candidate axis.
#[derive(Clone, Copy)]
pub struct Axis<V> {
    /// The direction that it is the normal of: the axis is this turned to the left.
    pub direction: Vec2<V>,
    /// The gap between the second frame ahead of the first and it, times the axis' length.
    pub ahead: V,
    /// The gap where the second lies behind: another one, since triangles are not symmetric.
    pub behind: V,
    /// What the error of the direction goes by.
    pub size: V,
}

impl<V: Real> Axis<V> {
    /// Returns the axis with its gaps over all of `t` in `[0, 1]`, in which the second frame moves
    /// by `v` as seen from the first.
    #[inline(always)]
    pub fn swept(self, v: Vec2<V>) -> Self {
        let slope = cross(self.direction, v);
        #[expect(clippy::eq_op, reason = "zero, whatever the number")]
        let zero = slope - slope;
        let ahead = self.ahead + zero.min(slope);
        Self { ahead, behind: self.behind - zero.max(slope), ..self }
    }
}

/// The normal of the velocity `v` of the second frame as seen from the first, whose norm is
/// `speed`.
#[inline(always)]
pub fn axis_of_sweep<V: Real, A: Plain, B: Plain>(
    a: &Side<V, A>,
    b: &Side<V, B>,
    between: Vec2<V>,
    (v, speed): (Vec2<V>, V),
) -> Axis<V> {
    #[expect(clippy::eq_op, reason = "zero, whatever the number")]
    let zero = between[0] - between[0];
    axis(v, [a.extent(v, zero), b.extent(v, zero)], between, speed)
}

/// The normal of a direction of A. `between` leads from the first frame's centre (of a
/// parallelogram) or origin to the second's.
#[inline(always)]
pub fn axis_of_a<V: Real, A: Plain, B: Plain>(
    a: &Side<V, A>,
    b: &Side<V, B>,
    between: Vec2<V>,
    i: usize,
) -> Axis<V> {
    #[expect(clippy::eq_op, reason = "zero, whatever the number")]
    let zero = between[0] - between[0];
    let p = a.directions[i];
    axis(p, [a.extent_beside(i, zero), b.extent(p, zero)], between, a.sizes[i])
}

/// The normal of a direction of B.
#[inline(always)]
pub fn axis_of_b<V: Real, A: Plain, B: Plain>(
    a: &Side<V, A>,
    b: &Side<V, B>,
    between: Vec2<V>,
    j: usize,
) -> Axis<V> {
    #[expect(clippy::eq_op, reason = "zero, whatever the number")]
    let zero = between[0] - between[0];
    let p = b.directions[j];
    axis(p, [a.extent(p, zero), b.extent_beside(j, zero)], between, b.sizes[j])
}

#[inline(always)]
fn axis<V: Real>(
    direction: Vec2<V>,
    [[a_low, a_high], [b_low, b_high]]: [[V; 2]; 2],
    between: Vec2<V>,
    size: V,
) -> Axis<V> {
    let offset = cross(direction, between);
    Axis { direction, ahead: offset + (b_low - a_high), behind: (a_low - b_high) - offset, size }
}

/// Pairs whose largest number is between this and its reciprocal are tested.
pub const SMALL: f32 = 8.077_936e-28; // 2^-90

/// Shorter directions than this, of scaled pairs, cannot be normalised.
pub const SHORT: f32 = 8.881_784e-16; // 2^-50

/// What rounding adds to a quotient, its sum with a band and their scaling, relative to the extent.
/// The sum of two squares rounds twice, which counts half, the root, the reciprocal, the product
/// and the sum once each, of a quotient of at most `2 sqrt(2)` of the extent: 14.2, and an eighth.
const ROUNDING: f32 = 16.0 * band::U32;

/// The largest gap so far, and what is known of the others.
struct Keep<V: Lanes> {
    zero: V,
    /// Bands, per unit of an axis' size.
    gap_band: V,
    own_band: V,
    rounding: V,
    direction: Vec2<V>,
    per_length: V,
    low: V,
    high: V,
    own: V,
    others: V,
    known: V::Mask,
}

impl<V: Lanes> Keep<V> {
    /// Takes an axis in.
    #[inline(always)]
    fn take_axis(&mut self, axis: Axis<V>) {
        let one = self.zero.splat(1.0);
        let [x, y] = axis.direction;
        let length = x.mul_add(x, y * y).sqrt();
        let short = length.lt(self.zero.splat(SHORT));
        self.known = self.known & !short;
        let per_length = one / V::select(short, one, length);
        let gap = axis.ahead.max(axis.behind) * per_length;
        let band = self.gap_band.mul_add(axis.size, self.zero.splat(band::FLUSH)) * per_length
            + self.rounding;
        let (low, high) = (gap - band, gap + band);
        let better = self.low.lt(low);
        let turned = V::select(axis.ahead.lt(axis.behind), self.zero - per_length, per_length);
        self.others = self.others.max(V::select(better, self.high, high));
        self.high = V::select(better, high, self.high);
        self.low = V::select(better, low, self.low);
        self.per_length = V::select(better, turned, self.per_length);
        self.own = V::select(better, (self.own_band * axis.size) * per_length, self.own);
        for (kept, new) in self.direction.iter_mut().zip(axis.direction) {
            *kept = V::select(better, new, *kept);
        }
    }
}

/// A solid, its middle as seen from its origin, and its part of the extent.
#[inline(always)]
pub fn side<V: Lanes, S: Plain>([e0, e1]: Edges<V>, [n0, n1]: [V; 2]) -> (Side<V, S>, Vec2<V>, V) {
    let zero = n0.splat(0.0);
    if S::IS_SIMPLEX {
        let third = sub(e1, e0);
        let longer = n0.max(n1);
        let size = third[0].abs().max(third[1].abs()).max(longer);
        let side = Side::of([e0, e1], [e0, e1, third], [n0, n1, size]);
        return (side, [zero; 2], longer);
    }
    let half = zero.splat(0.5);
    let (e0, e1, n0, n1) = (scale(e0, half), scale(e1, half), n0 * half, n1 * half);
    let side = Side::of([e0, e1], [e0, e1, e0], [n0, n1, n0]);
    (side, add(e0, e1), n0 + n1)
}

/// The axis along which each pair is furthest apart, or parts soonest.
#[inline(always)]
pub fn best<V: Lanes, A: Plain, B: Plain>(pair: Operands<V>) -> Best<V, Vec2<V>> {
    let unscaled = pair.unscaled::<Resting>();
    let size = unscaled.size();
    let scale_by = size.unit_scale();
    let Scaled { a, b, d, a_norms, b_norms, apart, .. } = unscaled.times(scale_by);
    let (zero, one) = (apart.splat(0.0), apart.splat(1.0));
    let (a, a_middle, a_extent) = side::<V, A>(a, a_norms);
    let (b, b_middle, b_extent) = side::<V, B>(b, b_norms);
    let between = sub(add(d, b_middle), a_middle);
    let extent = apart + (a_extent + b_extent);
    let (gap, direction) = match (A::IS_SIMPLEX, B::IS_SIMPLEX) {
        (false, false) => (band::PLANE_AXES_PARALLELOGRAMS, 0.0),
        _ => (band::PLANE_AXES, band::PLANE_AXES_DIRECTION),
    };
    let mut keep = Keep {
        zero,
        gap_band: extent * zero.splat(gap),
        // `sqrt(2)` for the direction's error, and for the extent, which is twice the largest norm
        // there is.
        own_band: extent * zero.splat(4.0 * direction),
        rounding: extent * zero.splat(ROUNDING),
        direction: [zero; 2],
        per_length: zero,
        low: zero.splat(-f32::MAX),
        high: zero.splat(-f32::MAX),
        own: zero,
        others: zero.splat(-f32::MAX),
        known: zero.splat(SMALL).lt(size) & size.lt(zero.splat(1.0 / SMALL)),
    };
    for i in 0..Side::<V, A>::DIRECTIONS {
        keep.take_axis(axis_of_a(&a, &b, between, i));
    }
    for j in 0..Side::<V, B>::DIRECTIONS {
        keep.take_axis(axis_of_b(&a, &b, between, j));
    }
    let back = one / scale_by;
    let [x, y] = scale(keep.direction, keep.per_length);
    let finite =
        keep.low.abs().lt(zero.splat(f32::MAX)) & keep.others.abs().lt(zero.splat(f32::MAX));
    Best {
        axis: [zero - y, x],
        low: keep.low * back,
        own: (keep.own + keep.rounding) * back,
        others: keep.others * back,
        highest: keep.others.max(keep.high) * back,
        nulls: zero.lt(zero),
        extent: extent * back,
        known: keep.known & finite,
    }
}
