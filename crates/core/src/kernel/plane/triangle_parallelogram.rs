//! A triangle A and a parallelogram B: A's half-planes, the normals of B's edges and that of the
//! velocity. Twin: `shaders/parts/plane_triangle_parallelogram.wgsl`.

use super::super::lanes::{Lanes, Real};
use super::super::operand::{Certain, Margins, certainly_negative};
use super::operand::{Edges, Operands, Scaled, Vec2, add, cross};
use super::triangles::{Triangle, prepare, units};
use crate::motion::Motion;
use crate::num::band;

/// Twice the highest value of each functional of the triangle on a parallelogram with twice its
/// centre at `centre`.
#[inline(always)]
pub fn highest<V: Real>(triangle: &Triangle<V>, centre: Vec2<V>, b: &Edges<V>) -> [V; 3] {
    let middle = triangle.three(triangle.area + triangle.area, centre);
    let (p, q) = (triangle.change(b[0]), triangle.change(b[1]));
    [
        middle[0] + (p[0].abs() + q[0].abs()),
        middle[1] + (p[1].abs() + q[1].abs()),
        middle[2] + (p[2].abs() + q[2].abs()),
    ]
}

/// Twice the gap between the triangle and what extends by `radius` to either side of `centre / 2`,
/// along the normal of `n`.
#[inline(always)]
pub fn side_gap<V: Real>(n: Vec2<V>, a: &Edges<V>, centre: Vec2<V>, radius: V) -> V {
    let h = [cross(n, add(a[0], a[0])), cross(n, add(a[1], a[1]))];
    let middle = cross(n, centre);
    #[expect(clippy::eq_op, reason = "zero, whatever the number")]
    let none = middle - middle;
    let above = middle - none.max(h[0]).max(h[1]);
    let below = none.min(h[0]).min(h[1]) - middle;
    above.max(below) - radius
}

/// The extent of the pair.
#[inline(always)]
fn pair_extent<V: Lanes, M: Motion>(pair: &Scaled<V>) -> V {
    let Scaled { a_norms, b_norms, apart, speed, .. } = *pair;
    let apart = if M::MOVES { apart + speed } else { apart };
    apart + (a_norms[0].max(a_norms[1]) + (b_norms[0] + b_norms[1]))
}

/// Which pairs are certainly separate, which certainly overlap; of moving ones, over all of `[0,
/// 1]` and at some `t`. A is the triangle.
#[inline(always)]
pub fn test<V: Lanes, M: Motion>(pair: Operands<V>) -> Certain<V::Mask> {
    let (pair, once) = pair.scaled_if_odd::<M>(pair_extent::<V, M>);
    let Scaled { a, b, d, v, a_norms, b_norms, speed, .. } = pair;
    let zero = d[0].splat(0.0);
    let a_prepared = prepare(&a, a_norms);
    let extent = once + once;
    let units = units(extent, band::TRIANGLE_PARALLELOGRAM, band::TRIANGLE_PARALLELOGRAM_THIRD);
    let unit = extent * zero.splat(band::TRIANGLE_PARALLELOGRAM_SIDE);
    let sizes = a_prepared.sizes;
    let rest = add(add(add(d, d), b[0]), b[1]);
    // Of a moving parallelogram, where it is at `t = 1/2`.
    let centre = if M::MOVES { add(rest, v) } else { rest };
    let b_area = cross(b[0], b[1]).abs();
    let f = highest(&a_prepared.triangle, centre, &b);
    let flush_area = zero.splat(band::FLUSH_VOLUME);
    let b_flat = zero.splat(band::PLANE_DETERMINANT).mul_add(b_norms[0] * b_norms[1], flush_area);
    let solid = a_prepared.solid & b_flat.lt(b_area) & f[0].abs().lt(zero.splat(f32::MAX));

    let mut margins = Margins::new(zero);
    if !M::MOVES {
        for k in 0..3 {
            margins.take_depth(f[k], sizes[k], units[k]);
        }
        for j in 0..2 {
            margins.take_times(side_gap(b[j], &a, centre, b_area), b_norms[j], unit);
        }
        return Certain {
            separate: margins.separate() & solid,
            overlapping: margins.overlapping() & solid,
        };
    }
    // At `t = 1/2` alone the velocity adds nothing. Where the frames overlap then, its normal need
    // not be asked.
    let mut then = zero.splat(-1.0);
    let by_v = a_prepared.triangle.change(v);
    for k in 0..3 {
        let radius = by_v[k].abs();
        then = then.max(margins.take_depth(f[k] + radius, sizes[k], units[k]) + radius);
    }
    let on_b = [cross(b[0], v).abs(), cross(b[1], v).abs()];
    for j in 0..2 {
        let gap = side_gap(b[j], &a, centre, b_area + on_b[j]);
        then = then.max(margins.take_times(gap, b_norms[j], unit) + on_b[j]);
    }
    margins.take_times(side_gap(v, &a, centre, on_b[0] + on_b[1]), speed, unit);
    let solid = solid & by_v[0].abs().lt(zero.splat(f32::MAX));
    let overlapping = margins.overlapping() | certainly_negative(then);
    Certain { separate: margins.separate() & solid, overlapping: overlapping & solid }
}
