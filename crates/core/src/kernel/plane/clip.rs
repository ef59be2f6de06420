//! What two frames in the plane have in common: a box round it and a point of it. Twin:
//! `shaders/parts/plane_clip.wgsl`.
//!
//! As in space a solid is rows, each a slab between two parallel lines, of which a triangle has
//! three. What is clipped twice here, by slabs that are wider and by slabs that are narrower than
//! the true ones, is the edges: every corner of what the frames share lies on the wider parts, and
//! all of the narrower parts are shared.

use super::super::bounds::{Common, TOLERANCE};
use super::super::lanes::{Lanes, Real};
use super::super::shape::Plain;
use super::operand::{Edges, Operands, Scaled, Vec2, add, cross, scale, sub};
use crate::motion::Resting;
use crate::num::band;

/// How many rows a solid has. A triangle's third holds the sum of its coordinates, and two of its
/// six lines more than it needs are harmless.
pub const fn rows_of<S: Plain>() -> usize {
    if S::IS_SIMPLEX { 3 } else { 2 }
}

/// A point `x`, seen from the solid's origin, is inside where `|2 n x x - area| <= |area|` for each
/// row.
#[derive(Clone, Copy)]
pub struct Rows<V> {
    /// The edges, which make the rows' normals.
    pub edges: Edges<V>,
    /// The determinant, of either sign.
    pub area: V,
}

/// The rows of a solid.
#[inline(always)]
pub fn rows<V: Real>(e: &Edges<V>) -> Rows<V> {
    Rows { edges: *e, area: cross(e[0], e[1]) }
}

impl<V: Real> Rows<V> {
    /// The change of each row along `x`.
    #[inline(always)]
    pub fn along(&self, x: Vec2<V>) -> [V; 3] {
        let twice = add(x, x);
        let [p, q] = [cross(twice, self.edges[1]), cross(self.edges[0], twice)];
        [p, q, p + q]
    }

    /// The value of each row at `x`.
    #[inline(always)]
    pub fn at(&self, x: Vec2<V>) -> [V; 3] {
        let [p, q, r] = self.along(x);
        [p - self.area, q - self.area, r - self.area]
    }
}

/// A cross product with sums for differences: what the errors of the rows go by.
#[inline(always)]
pub fn permanent<V: Real>(a: Vec2<V>, b: Vec2<V>) -> V {
    a[0].abs().mul_add(b[1], a[1].abs() * b[0])
}

/// One row along one direction of edges.
#[derive(Clone, Copy)]
struct Run<V> {
    per_rise: V,
    /// Half the length of what lies in the slab that has been widened,
    wide: V,
    /// and in the one that has been narrowed; negative where nothing does.
    narrow: V,
}

/// A row that rises by less than its error counts as rising by so much, which is wrong by twice
/// that at most: the slab is widened and narrowed by that too.
#[inline(always)]
fn row_run<V: Lanes>(rise: V, area: V, error: V) -> Run<V> {
    let flat = rise.abs().lt(error);
    let per_rise = error.splat(1.0) / V::select(flat, error, rise);
    let off = V::select(flat, error + error + error, error);
    Run { per_rise, wide: (area + off) * per_rise.abs(), narrow: (area - off) * per_rise.abs() }
}

/// The rows along one direction of edges.
#[inline(always)]
fn row_runs<V: Lanes, BY: Plain>(rise: [V; 3], area: V, errors: &[V; 3]) -> [Run<V>; 3] {
    let [x, y] = [row_run(rise[0], area, errors[0]), row_run(rise[1], area, errors[1])];
    [x, y, if BY::IS_SIMPLEX { row_run(rise[2], area, errors[2]) } else { y }]
}

/// Ends of parts of edges.
struct Hull<V> {
    low: Vec2<V>,
    high: Vec2<V>,
    /// Bounds of the ends that are certainly common.
    inner_low: Vec2<V>,
    inner_high: Vec2<V>,
    /// The sum of those, and how many edges have such a part.
    sum: Vec2<V>,
    edges: V,
}

impl<V: Lanes> Hull<V> {
    #[inline(always)]
    fn new(zero: V) -> Self {
        let most = zero.splat(f32::MAX);
        let (low, high) = ([most; 2], [zero - most; 2]);
        Self { low, high, inner_low: low, inner_high: high, sum: [zero; 2], edges: zero }
    }

    /// Takes in what the runs leave of an edge, at whose start the rows have these values.
    #[inline(always)]
    fn take_edge<BY: Plain>(
        &mut self,
        start: Vec2<V>,
        edge: Vec2<V>,
        runs: &[Run<V>; 3],
        values: [V; 3],
    ) {
        let (zero, one) = (self.edges.splat(0.0), self.edges.splat(1.0));
        let (mut from, mut to, mut inner_from, mut inner_to) = (zero, one, zero, one);
        for k in 0..rows_of::<BY>() {
            let middle = values[k] * runs[k].per_rise;
            from = from.max(zero - (middle + runs[k].wide));
            to = to.min(runs[k].wide - middle);
            inner_from = inner_from.max(zero - (middle + runs[k].narrow));
            inner_to = inner_to.min(runs[k].narrow - middle);
        }
        let (cut_off, doubtful) = (to.lt(from), inner_to.lt(inner_from));
        let weight = V::select(doubtful, zero, one);
        for axis in 0..2 {
            let (x, along) = (start[axis], edge[axis]);
            let (p, q) = (along.mul_add(from, x), along.mul_add(to, x));
            let (low, high) = (self.low[axis], self.high[axis]);
            self.low[axis] = V::select(cut_off, low, low.min(p.min(q)));
            self.high[axis] = V::select(cut_off, high, high.max(p.max(q)));
            let (p, q) = (along.mul_add(inner_from, x), along.mul_add(inner_to, x));
            let (low, high) = (self.inner_low[axis], self.inner_high[axis]);
            self.inner_low[axis] = V::select(doubtful, low, low.min(p.min(q)));
            self.inner_high[axis] = V::select(doubtful, high, high.max(p.max(q)));
            self.sum[axis] = (p + q).mul_add(weight, self.sum[axis]);
        }
        self.edges = self.edges + weight;
    }
}

/// Clips all edges of a solid, which has its origin at `start`, by the rows of another, whose
/// origin is `apart` from that.
#[inline(always)]
fn clip_edges<V: Lanes, S: Plain, BY: Plain>(
    hull: &mut Hull<V>,
    (start, edges): (Vec2<V>, &Edges<V>),
    (rows, errors): (&Rows<V>, &[V; 3]),
    apart: Vec2<V>,
) {
    let area = rows.area.abs();
    let along = [rows.along(edges[0]), rows.along(edges[1])];
    let runs =
        [row_runs::<V, BY>(along[0], area, errors), row_runs::<V, BY>(along[1], area, errors)];
    let origin = rows.at(apart);
    let at_near = add3(origin, along[0]);
    hull.take_edge::<BY>(start, edges[0], &runs[0], origin);
    hull.take_edge::<BY>(start, edges[1], &runs[1], origin);
    let near = add(start, edges[0]);
    if S::IS_SIMPLEX {
        let (third, rise) = opposite(edges, &along);
        hull.take_edge::<BY>(near, third, &row_runs::<V, BY>(rise, area, errors), at_near);
    } else {
        let (far, at_far) = (add(start, edges[1]), add3(origin, along[1]));
        hull.take_edge::<BY>(far, edges[0], &runs[0], at_far);
        hull.take_edge::<BY>(near, edges[1], &runs[1], at_near);
    }
}

/// A triangle's edge opposite its origin, and the change of the rows along it.
#[inline(always)]
pub fn opposite<V: Real>(edges: &Edges<V>, along: &[[V; 3]; 2]) -> (Vec2<V>, [V; 3]) {
    let [from, to] = along;
    (sub(edges[1], edges[0]), [to[0] - from[0], to[1] - from[1], to[2] - from[2]])
}

/// The sum of two rows' values.
#[inline(always)]
pub fn add3<V: Real>(a: [V; 3], b: [V; 3]) -> [V; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// The magnitude of each component.
#[inline(always)]
fn magnitudes<V: Real>(x: Vec2<V>) -> Vec2<V> {
    [x[0].abs(), x[1].abs()]
}

/// The errors of the rows.
#[inline(always)]
fn row_errors<V: Lanes>(rows: &Rows<V>, extent: Vec2<V>) -> [V; 3] {
    let through = extent[0].splat(band::PLANE_CLIP) * extent[0].splat(V::FINENESS);
    let third = extent[0].splat(band::PLANE_CLIP_THIRD) * extent[0].splat(V::FINENESS);
    let flush = extent[0].splat(band::FLUSH);
    let [p, q] = [permanent(rows.edges[1], extent), permanent(rows.edges[0], extent)];
    [p.mul_add(through, flush), q.mul_add(through, flush), (p + q).mul_add(third, flush)]
}

/// The lanes in which a point is certainly inside of the rows.
#[inline(always)]
fn is_inside<V: Lanes, S: Plain>(rows: &Rows<V>, errors: &[V; 3], point: Vec2<V>) -> V::Mask {
    let (values, area) = (rows.at(point), rows.area.abs());
    let mut inside = values[0].abs().lt(area - errors[0]);
    for k in 1..rows_of::<S>() {
        inside = inside & values[k].abs().lt(area - errors[k]);
    }
    inside
}

/// Encloses what two frames have in common, which are known to meet.
///
/// Every corner of it lies on an edge of one frame, within the other. So each edge is clipped by
/// the rows of the other one, widened by their errors: what is left holds all of those corners.
/// What narrowed rows leave is common for certain, so the box of that lies within the smallest box,
/// and shows how much too large the other is. The mean of its ends is the point, which the rows
/// prove to be inside.
#[inline(always)]
pub fn clipped<V: Lanes, A: Plain, B: Plain>(pair: Operands<V>) -> Common<V, Vec2<V>> {
    let unscaled = pair.unscaled::<Resting>();
    let size = unscaled.size();
    let scale_by = size.unit_scale();
    let Scaled { a, b, d, .. } = unscaled.times(scale_by);
    let (zero, one) = (size.splat(0.0), size.splat(1.0));
    let ordinary =
        zero.splat(super::axes::SMALL).lt(size) & size.lt(zero.splat(1.0 / super::axes::SMALL));
    let back = one / scale_by;
    let a_extent = add(magnitudes(a[0]), magnitudes(a[1]));
    let b_extent = add(magnitudes(b[0]), magnitudes(b[1]));
    let extent = add(magnitudes(d), add(a_extent, b_extent));
    let (a_rows, b_rows) = (rows(&a), rows(&b));
    let (a_errors, b_errors) = (row_errors(&a_rows, extent), row_errors(&b_rows, extent));

    let mut hull = Hull::new(zero);
    let behind = [zero - d[0], zero - d[1]];
    clip_edges::<V, A, B>(&mut hull, ([zero; 2], &a), (&b_rows, &b_errors), behind);
    clip_edges::<V, B, A>(&mut hull, (d, &b), (&a_rows, &a_errors), d);

    let point = scale(hull.sum, one / (hull.edges + hull.edges).max(one));
    let in_a = is_inside::<V, A>(&a_rows, &a_errors, point);
    let in_b = is_inside::<V, B>(&b_rows, &b_errors, sub(point, d));
    // Inside of all slabs by more than their errors: then no area is null, and there were ends.
    let mut known_point = in_a & in_b & ordinary;

    let rounding = zero.splat(band::PLANE_CLIP_POINT) * zero.splat(V::FINENESS);
    let (mut low, mut high, mut slack) = (hull.low, hull.high, zero);
    for axis in 0..2 {
        let off = extent[axis].mul_add(rounding, zero.splat(band::FLUSH));
        let outside = (hull.inner_low[axis] - low[axis]).max(high[axis] - hull.inner_high[axis]);
        slack = slack.max(outside + (off + off));
        low[axis] = low[axis] - off;
        high[axis] = high[axis] + off;
        // Where the pair is so flat that the point could round when it is scaled back, nothing is
        // known.
        known_point = known_point & !(extent[axis] * back).lt(zero.splat(band::FLUSH));
    }
    let tolerance = zero.splat(TOLERANCE);
    let known_box = known_point & (slack * back).lt(size * tolerance);
    Common {
        point: scale(point, back),
        low: scale(low, back),
        high: scale(high, back),
        slack: slack * back,
        known_point,
        known_box,
    }
}
