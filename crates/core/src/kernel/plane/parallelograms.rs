//! Two parallelograms: the four normals of their edges, and that of the velocity. Twin:
//! `shaders/parts/plane_parallelograms.wgsl`.

use super::super::lanes::{Lanes, Real};
use super::super::operand::{Certain, Margins, certainly_negative};
use super::operand::{Edges, Operands, Scaled, Vec2, add, cross, sub};
use crate::motion::Motion;
use crate::num::band;

/// The gap between two parallelograms along each of the four axes, twice and times the axis'
/// length.
pub struct Gaps<V> {
    /// Along the normals of A's edges.
    pub a: [V; 2],
    /// Along those of B's.
    pub b: [V; 2],
    /// The determinants' magnitudes.
    pub areas: [V; 2],
    /// Not finite when any input is not.
    pub sentinel: V,
}

/// The gaps for a doubled difference of the centres of `c`: polynomials of degree two.
#[inline(always)]
pub fn gaps<V: Real>(a: &Edges<V>, b: &Edges<V>, c: Vec2<V>) -> Gaps<V> {
    let r = [
        [cross(a[0], b[0]).abs(), cross(a[0], b[1]).abs()],
        [cross(a[1], b[0]).abs(), cross(a[1], b[1]).abs()],
    ];
    let areas = [cross(a[0], a[1]).abs(), cross(b[0], b[1]).abs()];
    let sentinel = cross(a[0], c);
    Gaps {
        a: [
            sentinel.abs() - (areas[0] + (r[0][0] + r[0][1])),
            cross(a[1], c).abs() - (areas[0] + (r[1][0] + r[1][1])),
        ],
        b: [
            cross(b[0], c).abs() - (areas[1] + (r[0][0] + r[1][0])),
            cross(b[1], c).abs() - (areas[1] + (r[0][1] + r[1][1])),
        ],
        areas,
        sentinel,
    }
}

/// What the velocity adds: it is one more edge of B, of half the length to either side of where B
/// is at `t = 1/2`.
pub struct Sweep<V> {
    /// The radii that it adds along the normals of A's edges,
    pub on_a: [V; 2],
    /// and of B's.
    pub on_b: [V; 2],
    /// The gap along its own normal, twice and times its length.
    pub gap: V,
}

/// The sweep for a doubled difference of the centres, at `t = 1/2`, of `c`.
#[inline(always)]
pub fn sweep<V: Real>(a: &Edges<V>, b: &Edges<V>, c: Vec2<V>, v: Vec2<V>) -> Sweep<V> {
    let on_a = [cross(a[0], v).abs(), cross(a[1], v).abs()];
    let on_b = [cross(b[0], v).abs(), cross(b[1], v).abs()];
    let gap = cross(v, c).abs() - ((on_a[0] + on_a[1]) + (on_b[0] + on_b[1]));
    Sweep { on_a, on_b, gap }
}

/// Twice the difference of the centres.
#[inline(always)]
pub fn centre<V: Real>(a: &Edges<V>, b: &Edges<V>, d: Vec2<V>) -> Vec2<V> {
    sub(add(add(add(d, d), b[0]), b[1]), add(a[0], a[1]))
}

/// Twice the extent of the pair.
#[inline(always)]
pub fn pair_extent<V: Lanes, M: Motion>(pair: &Scaled<V>) -> V {
    let Scaled { a_norms, b_norms, apart, speed, .. } = *pair;
    let twice = apart + apart;
    let apart = if M::MOVES { twice + speed } else { twice };
    apart + ((a_norms[0] + a_norms[1]) + (b_norms[0] + b_norms[1]))
}

/// Which pairs are certainly separate, which certainly overlap; of moving ones, over all of `[0,
/// 1]` and at some `t`.
#[inline(always)]
pub fn test<V: Lanes, M: Motion>(pair: Operands<V>) -> Certain<V::Mask> {
    let (pair, extent) = pair.scaled_if_odd::<M>(pair_extent::<V, M>);
    let Scaled { a, b, d, v, a_norms, b_norms, speed, .. } = pair;
    let zero = d[0].splat(0.0);
    let c = if M::MOVES { add(centre(&a, &b, d), v) } else { centre(&a, &b, d) };
    let gaps = gaps(&a, &b, c);
    let unit = extent * zero.splat(band::PARALLELOGRAMS);

    let [determinant, flush_area] =
        [zero.splat(band::PLANE_DETERMINANT), zero.splat(band::FLUSH_VOLUME)];
    let a_flat = determinant.mul_add(a_norms[0] * a_norms[1], flush_area);
    let b_flat = determinant.mul_add(b_norms[0] * b_norms[1], flush_area);
    let finite = gaps.sentinel.abs().lt(zero.splat(f32::MAX));
    let solid = a_flat.lt(gaps.areas[0]) & b_flat.lt(gaps.areas[1]) & finite;

    let mut margins = Margins::new(zero);
    if !M::MOVES {
        for i in 0..2 {
            margins.take_times(gaps.a[i], a_norms[i], unit);
            margins.take_times(gaps.b[i], b_norms[i], unit);
        }
        return Certain {
            separate: margins.separate() & solid,
            overlapping: margins.overlapping() & solid,
        };
    }
    let sweep = sweep(&a, &b, c, v);
    // At `t = 1/2` alone the velocity adds no radius. Where the frames overlap then, its normal
    // need not be asked.
    let mut then = zero.splat(-1.0);
    for i in 0..2 {
        let upper = margins.take_times(gaps.a[i] - sweep.on_a[i], a_norms[i], unit);
        then = then.max(upper + sweep.on_a[i]);
        let upper = margins.take_times(gaps.b[i] - sweep.on_b[i], b_norms[i], unit);
        then = then.max(upper + sweep.on_b[i]);
    }
    margins.take_times(sweep.gap, speed, unit);
    let overlapping = margins.overlapping() | certainly_negative(then);
    Certain { separate: margins.separate() & solid, overlapping: overlapping & solid }
}
