//! Two triangles: the half-planes of each that leave the other out, and the normal of the velocity.
//! Twin: `shaders/parts/plane_triangles.wgsl`.

use super::super::lanes::{Lanes, Real};
use super::super::operand::{Certain, Margins, certainly_negative};
use super::operand::{Edges, Operands, Scaled, Vec2, add, cross, scale, sub};
use crate::motion::Motion;
use crate::num::band;

/// A triangle's edges turned so that it lies to their left, and its doubled area.
#[derive(Clone, Copy)]
pub struct Triangle<V> {
    /// Both edges from the origin, negative where the triangle is left-handed.
    pub turned: Edges<V>,
    /// Positive, but for rounding.
    pub area: V,
}

impl<V: Real> Triangle<V> {
    /// The barycentric coordinates of vertices 1 and 2 at `x` measured from the origin, times the
    /// area, and what they leave of `whole`, which belongs to vertex 0.
    #[inline(always)]
    pub fn three(&self, whole: V, x: Vec2<V>) -> [V; 3] {
        let (p, q) = (cross(x, self.turned[1]), cross(self.turned[0], x));
        [p, q, whole - (p + q)]
    }

    /// How the three change along `x`.
    #[inline(always)]
    pub fn change(&self, x: Vec2<V>) -> [V; 3] {
        #[expect(clippy::eq_op, reason = "zero, whatever the number")]
        let none = self.area - self.area;
        self.three(none, x)
    }
}

/// The largest value of each functional of a triangle at the vertices of another one, whose origin
/// `d` and edges `b` are seen from its own.
#[inline(always)]
pub fn highest<V: Real>(triangle: &Triangle<V>, d: Vec2<V>, b: &Edges<V>) -> [V; 3] {
    let start = triangle.three(triangle.area, d);
    let [p, q] =
        [triangle.three(triangle.area, add(d, b[0])), triangle.three(triangle.area, add(d, b[1]))];
    [start[0].max(p[0]).max(q[0]), start[1].max(p[1]).max(q[1]), start[2].max(p[2]).max(q[2])]
}

/// The gap along the normal of the velocity `v`.
#[inline(always)]
pub fn sweep_gap<V: Real>(a: &Edges<V>, b: &Edges<V>, d: Vec2<V>, v: Vec2<V>) -> V {
    #[expect(clippy::eq_op, reason = "zero, whatever the number")]
    let none = v[0] - v[0];
    let of_a = [cross(v, a[0]), cross(v, a[1])];
    let of_b = [cross(v, d), cross(v, add(d, b[0])), cross(v, add(d, b[1]))];
    let above = of_b[0].min(of_b[1]).min(of_b[2]) - none.max(of_a[0]).max(of_a[1]);
    let below = none.min(of_a[0]).min(of_a[1]) - of_b[0].max(of_b[1]).max(of_b[2]);
    above.max(below)
}

/// A triangle prepared for the tests.
pub struct Prepared<V: Lanes> {
    /// Its edges and area.
    pub triangle: Triangle<V>,
    /// The bounds of the three functionals' normals.
    pub sizes: [V; 3],
    /// Lanes in which the triangle is certainly not flat.
    pub solid: V::Mask,
}

/// Turns the triangle, and finds whether it is certainly solid.
#[inline(always)]
pub fn prepare<V: Lanes>(edges: &Edges<V>, norms: [V; 2]) -> Prepared<V> {
    let area = cross(edges[0], edges[1]);
    let zero = area.splat(0.0);
    let hand = V::select(area.lt(zero), zero.splat(-1.0), zero.splat(1.0));
    let triangle =
        Triangle { turned: [scale(edges[0], hand), scale(edges[1], hand)], area: area * hand };
    let flat = zero
        .splat(band::PLANE_DETERMINANT)
        .mul_add(norms[0] * norms[1], zero.splat(band::FLUSH_VOLUME));
    let solid = flat.lt(triangle.area) & triangle.area.lt(zero.splat(f32::MAX));
    Prepared { triangle, sizes: [norms[1], norms[0], norms[0] + norms[1]], solid }
}

/// What the sizes of the three functionals' normals are multiplied by to give their bands: so much
/// of `extent` for those through the origin, and for the third.
#[inline(always)]
pub fn units<V: Lanes>(extent: V, through: f32, third: f32) -> [V; 3] {
    let (through, third) = (extent * extent.splat(through), extent * extent.splat(third));
    [through, through, third]
}

/// The extent of the pair.
#[inline(always)]
fn pair_extent<V: Lanes, M: Motion>(pair: &Scaled<V>) -> V {
    let Scaled { a_norms, b_norms, apart, speed, .. } = *pair;
    let apart = if M::MOVES { apart + speed } else { apart };
    apart + (a_norms[0].max(a_norms[1]) + b_norms[0].max(b_norms[1]))
}

/// Which pairs are certainly separate, which certainly overlap; of moving ones, over all of `[0,
/// 1]` and at some `t`.
#[inline(always)]
pub fn test<V: Lanes, M: Motion>(pair: Operands<V>) -> Certain<V::Mask> {
    let (pair, extent) = pair.scaled_if_odd::<M>(pair_extent::<V, M>);
    let Scaled { a, b, d, v, a_norms, b_norms, speed, .. } = pair;
    let zero = d[0].splat(0.0);
    let (a_prepared, b_prepared) = (prepare(&a, a_norms), prepare(&b, b_norms));
    let units = units(extent, band::TRIANGLES, band::TRIANGLES_THIRD);
    let (a_sizes, b_sizes) = (a_prepared.sizes, b_prepared.sizes);
    let back = sub([zero, zero], d);
    let f = highest(&a_prepared.triangle, d, &b);
    let g = highest(&b_prepared.triangle, back, &a);
    let solid = a_prepared.solid & b_prepared.solid & f[0].abs().lt(zero.splat(f32::MAX));

    let mut margins = Margins::new(zero);
    if !M::MOVES {
        for k in 0..3 {
            margins.take_depth(f[k], a_sizes[k], units[k]);
            margins.take_depth(g[k], b_sizes[k], units[k]);
        }
        return Certain {
            separate: margins.separate() & solid,
            overlapping: margins.overlapping() & solid,
        };
    }
    // At `t = 1` the highest values have changed by as much. Where the frames overlap at the start,
    // the velocity's normal need not be asked.
    let mut start = zero.splat(-1.0);
    let (forth, away) =
        (a_prepared.triangle.change(v), b_prepared.triangle.change(sub([zero, zero], v)));
    for k in 0..3 {
        let rise = forth[k].max(zero);
        start = start.max(margins.take_depth(f[k] + rise, a_sizes[k], units[k]) + rise);
        let rise = away[k].max(zero);
        start = start.max(margins.take_depth(g[k] + rise, b_sizes[k], units[k]) + rise);
    }
    let unit = extent * zero.splat(band::TRIANGLES_SWEEP);
    margins.take_times(sweep_gap(&a, &b, d, v), speed, unit);
    let solid = solid & forth[0].abs().lt(zero.splat(f32::MAX));
    let overlapping = margins.overlapping() | certainly_negative(start);
    Certain { separate: margins.separate() & solid, overlapping: overlapping & solid }
}
