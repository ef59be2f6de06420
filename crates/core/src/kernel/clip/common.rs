//! What two solids have in common: a box round it and a point of it. Twin:
//! `shaders/parts/clip_common.wgsl`.

use super::rows::{Rows, add4, directions, magnitudes, rows, rows_of};
use crate::kernel::bounds::{Common, TOLERANCE};
use crate::kernel::cuboid_cuboid::OTHERS;
use crate::kernel::lanes::Lanes;
use crate::kernel::operand::{Edges, Operands, Scaled};
use crate::kernel::shape::Plain;
use crate::kernel::vector::{Vec3, add, dot, scale, sub};
use crate::num::band;

/// One row along one direction of edges.
#[derive(Clone, Copy)]
struct Run<V> {
    per_rise: V,
    /// Half the length of what lies in the slab, which has been widened.
    half: V,
}

/// A row that rises by less than its error counts as rising by so much, which is wrong by twice
/// that at most: the slab is widened by that too.
#[inline(always)]
fn row_run<V: Lanes>(rise: V, volume: V, error: V) -> (Run<V>, V::Mask) {
    let flat = rise.abs().lt(error);
    let per_rise = error.splat(1.0) / V::select(flat, error, rise);
    let widened = volume + V::select(flat, error + error + error, error);
    (Run { per_rise, half: widened * per_rise.abs() }, flat)
}

/// What is found of the common points so far.
struct Hull<V> {
    low: Vec3<V>,
    high: Vec3<V>,
    /// The sum of all ends.
    sum: Vec3<V>,
    /// How many edges have a part in common with the other solid.
    edges: V,
}

impl<V: Lanes> Hull<V> {
    #[inline(always)]
    fn new(zero: V) -> Self {
        let most = zero.splat(f32::MAX);
        Self { low: [most; 3], high: [zero - most; 3], sum: [zero; 3], edges: zero }
    }

    /// Takes in what the runs leave of an edge, at whose start the rows have these values.
    #[inline(always)]
    fn take_edge<BY: Plain>(
        &mut self,
        start: Vec3<V>,
        edge: Vec3<V>,
        runs: &[Run<V>; 4],
        values: [V; 4],
    ) {
        let (zero, one) = (self.edges.splat(0.0), self.edges.splat(1.0));
        let (mut from, mut to) = (zero, one);
        for k in 0..rows_of::<BY>() {
            let middle = values[k] * runs[k].per_rise;
            from = from.max(zero - (middle + runs[k].half));
            to = to.min(runs[k].half - middle);
        }
        let cut_off = to.lt(from);
        let weight = V::select(cut_off, zero, one);
        for axis in 0..3 {
            let (p, q) =
                (edge[axis].mul_add(from, start[axis]), edge[axis].mul_add(to, start[axis]));
            let (low, high) = (self.low[axis], self.high[axis]);
            self.low[axis] = V::select(cut_off, low, low.min(p.min(q)));
            self.high[axis] = V::select(cut_off, high, high.max(p.max(q)));
            self.sum[axis] = (p + q).mul_add(weight, self.sum[axis]);
        }
        self.edges = self.edges + weight;
    }
}

/// Clips all edges of a solid, which has its origin at `start`, by the rows of another, whose
/// origin is `apart` from that. Returns how far a point that is left may lie outside of each row.
#[inline(always)]
fn clip_edges<V: Lanes, S: Plain, BY: Plain>(
    hull: &mut Hull<V>,
    (start, edges): (Vec3<V>, &Edges<V>),
    rows: &Rows<V>,
    errors: &[V; 4],
    apart: Vec3<V>,
) -> [V; 4] {
    let along = [rows.along(edges[0]), rows.along(edges[1]), rows.along(edges[2])];
    let origin = rows.at(apart);
    let volume = rows.volume.abs();
    let directions = directions(edges, &along);
    let mut outside = *errors;
    let mut runs = [[Run { per_rise: volume, half: volume }; 4]; 6];
    for i in 0..if S::IS_SIMPLEX { 6 } else { 3 } {
        for k in 0..rows_of::<BY>() {
            let (found, flat) = row_run(directions[i].1[k], volume, errors[k]);
            runs[i][k] = found;
            // Widened by one error and three, and off by one and three.
            let twice = errors[k] + errors[k];
            outside[k] = outside[k].max(V::select(flat, twice + twice + twice, twice));
        }
    }
    for (i, &(j, l)) in OTHERS.iter().enumerate() {
        let (edge, runs_along) = (edges[i], &runs[i]);
        let (near, at_near) = (add(start, edges[j]), add4(origin, along[j]));
        hull.take_edge::<BY>(start, edge, runs_along, origin);
        if S::IS_SIMPLEX {
            hull.take_edge::<BY>(near, directions[i + 3].0, &runs[i + 3], at_near);
        } else {
            hull.take_edge::<BY>(near, edge, runs_along, at_near);
            hull.take_edge::<BY>(add(start, edges[l]), edge, runs_along, add4(origin, along[l]));
            hull.take_edge::<BY>(add(near, edges[l]), edge, runs_along, add4(at_near, along[l]));
        }
    }
    outside
}

/// The errors of the rows.
#[inline(always)]
fn row_errors<V: Lanes>(rows: &Rows<V>, extent: Vec3<V>) -> [V; 4] {
    let through = extent[0].splat(band::CLIP) * extent[0].splat(V::FINENESS);
    let fourth = extent[0].splat(band::CLIP_FOURTH) * extent[0].splat(V::FINENESS);
    let flush = extent[0].splat(band::FLUSH);
    let [p, q, r] =
        [dot(rows.sizes[0], extent), dot(rows.sizes[1], extent), dot(rows.sizes[2], extent)];
    [
        p.mul_add(through, flush),
        q.mul_add(through, flush),
        r.mul_add(through, flush),
        (p + q + r).mul_add(fourth, flush),
    ]
}

/// The largest part of the way to `point` that a point outside of the rows by so much has to go to
/// be inside of them, and the lanes in which `point` is certainly inside.
#[inline(always)]
fn pull<V: Lanes, S: Plain>(
    rows: &Rows<V>,
    errors: &[V; 4],
    outside: &[V; 4],
    point: Vec3<V>,
) -> (V, V::Mask) {
    let zero = point[0].splat(0.0);
    let values = rows.at(point);
    let volume = rows.volume.abs();
    let mut part = zero;
    let mut inside = zero.lt(zero.splat(1.0));
    for k in 0..rows_of::<S>() {
        let depth = (volume - values[k].abs()) - errors[k];
        let certain = zero.lt(depth);
        inside = inside & certain;
        part = part.max(outside[k] / V::select(certain, depth + outside[k], outside[k]));
    }
    (part, inside)
}

/// Encloses what two solids have in common, which are known to meet.
///
/// Every corner of it lies on an edge of one solid, within the other. So each edge is clipped by
/// the rows of the other solid, widened by their errors: what is left holds all of those corners.
/// The mean of the ends is a point well inside, which the rows prove. How much too large the box
/// can be follows from both: a point that lies outside of a row by `w` comes to lie inside when it
/// goes a part `w / (w + m)` of the way to a point at depth `m`. All ends gone the largest such
/// part are common points, so no face of the box is further out than that part of its distance from
/// the point.
#[inline(always)]
pub fn clipped<V: Lanes, A: Plain, B: Plain>(pair: Operands<V>) -> Common<V, Vec3<V>> {
    let scaled = pair.scaled_if_odd();
    let size = scaled.size();
    // A quotient of two powers of two times the same number.
    let back = pair.unscaled().size() / size;
    let Scaled { a, b, d, .. } = scaled;
    let (a_rows, b_rows) = (rows(&a), rows(&b));
    let mut extent = magnitudes(d);
    for i in 0..3 {
        extent = add(extent, add(magnitudes(a[i]), magnitudes(b[i])));
    }
    let (a_errors, b_errors) = (row_errors(&a_rows, extent), row_errors(&b_rows, extent));
    let zero = size.splat(0.0);
    let behind = [zero - d[0], zero - d[1], zero - d[2]];

    let mut hull = Hull::new(zero);
    let b_outside = clip_edges::<V, A, B>(&mut hull, ([zero; 3], &a), &b_rows, &b_errors, behind);
    let a_outside = clip_edges::<V, B, A>(&mut hull, (d, &b), &a_rows, &a_errors, d);

    let ends = (hull.edges + hull.edges).max(zero.splat(1.0));
    let point = scale(hull.sum, zero.splat(1.0) / ends);
    let (by_a, in_a) = pull::<V, A>(&a_rows, &a_errors, &a_outside, point);
    let (by_b, in_b) = pull::<V, B>(&b_rows, &b_errors, &b_outside, sub(point, d));
    // Inside of all slabs by more than their errors: then no volume is null, and there were ends.
    let mut known_point = in_a & in_b;

    let rounding = zero.splat(band::CLIP_POINT) * zero.splat(V::FINENESS);
    let mut longest = zero;
    let mut rounded = zero;
    let (mut low, mut high) = (hull.low, hull.high);
    for axis in 0..3 {
        let off = extent[axis].mul_add(rounding, zero.splat(band::FLUSH));
        low[axis] = low[axis] - off;
        high[axis] = high[axis] + off;
        // Where the pair is so flat that the point could round when it is scaled back, nothing is
        // known.
        known_point = known_point & !(extent[axis] * back).lt(zero.splat(band::FLUSH));
        rounded = rounded.max(off);
        longest = longest.max((high[axis] - point[axis]).max(point[axis] - low[axis]));
    }
    let slack = by_a.max(by_b).mul_add(longest, rounded + rounded);
    let known_box = known_point & slack.lt(size * zero.splat(TOLERANCE));
    Common {
        point: scale(point, back),
        low: scale(low, back),
        high: scale(high, back),
        slack: slack * back,
        known_point,
        known_box,
    }
}
