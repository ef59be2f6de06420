//! The bands of the plane, derived: the shipped polynomials run on [`Bound`], and those of
//! `exact::plane` restated.

use super::bound::Bound;
use super::{Worst, in_units, splits, unscaled};
use motzkin_core::kernel::Real;
use motzkin_core::kernel::plane::operand::{Edges, Vec2, add, cross, sub};
use motzkin_core::kernel::plane::triangles::Triangle;
use motzkin_core::kernel::plane::{parallelograms, triangle_parallelogram, triangles};
use motzkin_core::num::band;

fn vector(size: f64, roundings: f64) -> Vec2<Bound> {
    [(); 2].map(|()| Bound::new(size, roundings * size))
}

fn edges(norms: [f64; 2], roundings: f64) -> Edges<Bound> {
    norms.map(|norm| vector(norm, roundings))
}

/// A triangle, whose edges may each have been one subtraction of vertices; turning it is exact.
fn triangle(edges: &Edges<Bound>) -> Triangle<Bound> {
    Triangle { turned: *edges, area: cross(edges[0], edges[1]) }
}

#[test]
fn parallelograms_band_covers_gaps_and_sweeps() {
    let mut worst = Worst::default();
    for [d, v, a0, a1, b0, b1] in splits() {
        let (a, b) = (edges([a0, a1], 0.0), edges([b0, b1], 0.0));
        for moving in [false, true] {
            let rest = parallelograms::centre(&a, &b, vector(d, 1.0));
            let by = vector(v, 1.0);
            let c = if moving { add(rest, by) } else { rest };
            let reach = 2.0 * d + a0 + a1 + b0 + b1 + if moving { v } else { 0.0 };
            let gaps = parallelograms::gaps(&a, &b, c);
            if !moving {
                (0..2).for_each(|i| worst.take(gaps.a[i], [a0, a1][i] * reach));
                (0..2).for_each(|j| worst.take(gaps.b[j], [b0, b1][j] * reach));
                continue;
            }
            let sweep = parallelograms::sweep(&a, &b, c, by);
            // The excuse adds a radius to `gap + band`: its error has entered the gap with the
            // other sign and cancels, and the two additions round.
            let mut take = |gap: Bound, radius: Bound, unit: f64| {
                let swept = gap - radius;
                worst.take(swept, unit);
                worst.take_with(swept, swept.size + (swept.size + radius.size) - radius.err, unit);
            };
            (0..2).for_each(|i| take(gaps.a[i], sweep.on_a[i], [a0, a1][i] * reach));
            (0..2).for_each(|j| take(gaps.b[j], sweep.on_b[j], [b0, b1][j] * reach));
            worst.take(sweep.gap, v * reach);
        }
    }
    worst.assert_covered_in_any_order("PARALLELOGRAMS", in_units(band::PARALLELOGRAMS));
}

#[test]
fn triangle_bands_cover_functionals_and_sweeps() {
    let [mut through, mut third, mut sweep, mut determinant]: [Worst; 4] = Default::default();
    for [d, v, a0, a1, b0, b1] in splits() {
        let (a, b) = (edges([a0, a1], 1.0), edges([b0, b1], 1.0));
        let (apart, by) = (vector(d, 1.0), vector(v, 1.0));
        let reach = d + v + a0.max(a1) + b0.max(b1);
        let judged = triangle(&a);
        determinant.take(judged.area, a0 * a1);
        let sizes = [a1, a0, a0 + a1];
        let f = triangles::highest(&judged, apart, &b);
        let change = judged.change(by);
        for k in 0..3 {
            let worst = if k < 2 { &mut through } else { &mut third };
            let (swept, unit) = (f[k] + change[k], sizes[k] * reach);
            worst.take(swept, unit);
            // The excuse takes what the velocity adds back off.
            worst.take_with(
                swept,
                swept.size + (swept.size + change[k].size) - change[k].err,
                unit,
            );
        }
        sweep.take(triangles::sweep_gap(&a, &b, apart, by), v * reach);
    }
    through.assert_covered_in_any_order("TRIANGLES", in_units(band::TRIANGLES));
    third.assert_covered_in_any_order("TRIANGLES_THIRD", in_units(band::TRIANGLES_THIRD));
    sweep.assert_covered_in_any_order("TRIANGLES_SWEEP", in_units(band::TRIANGLES_SWEEP));
    determinant.assert_covered_in_any_order("PLANE_DETERMINANT", in_units(band::PLANE_DETERMINANT));
    determinant.assert_covered("PLANE_FLAT_F64", band::PLANE_FLAT_F64 / f64::EPSILON * 2.0);
}

#[test]
fn triangle_parallelogram_bands_cover_functionals_and_sides() {
    let [mut through, mut third, mut side]: [Worst; 3] = Default::default();
    for [d, v, a0, a1, b0, b1] in splits() {
        let (a, b) = (edges([a0, a1], 1.0), edges([b0, b1], 0.0));
        let (apart, by) = (vector(d, 1.0), vector(v, 1.0));
        let reach = 2.0 * (d + v + a0.max(a1) + b0 + b1);
        let centre = add(add(add(add(apart, apart), b[0]), b[1]), by);
        let judged = triangle(&a);
        let sizes = [a1, a0, a0 + a1];
        let f = triangle_parallelogram::highest(&judged, centre, &b);
        let change = judged.change(by);
        let take = |worst: &mut Worst, swept: Bound, radius: Bound, unit: f64| {
            worst.take(swept, unit);
            worst.take_with(swept, swept.size + (swept.size + radius.size) - radius.err, unit);
        };
        for k in 0..3 {
            let worst = if k < 2 { &mut through } else { &mut third };
            let radius = change[k].abs();
            take(worst, f[k] + radius, radius, sizes[k] * reach);
        }
        let area = cross(b[0], b[1]).abs();
        let on_b = [cross(b[0], by).abs(), cross(b[1], by).abs()];
        for j in 0..2 {
            let gap = triangle_parallelogram::side_gap(b[j], &a, centre, area + on_b[j]);
            take(&mut side, gap, on_b[j], [b0, b1][j] * reach);
        }
        let gap = triangle_parallelogram::side_gap(by, &a, centre, on_b[0] + on_b[1]);
        side.take(gap, v * reach);
    }
    through.assert_covered_in_any_order(
        "TRIANGLE_PARALLELOGRAM",
        in_units(band::TRIANGLE_PARALLELOGRAM),
    );
    let constant = in_units(band::TRIANGLE_PARALLELOGRAM_THIRD);
    third.assert_covered_in_any_order("TRIANGLE_PARALLELOGRAM_THIRD", constant);
    let constant = in_units(band::TRIANGLE_PARALLELOGRAM_SIDE);
    side.assert_covered_in_any_order("TRIANGLE_PARALLELOGRAM_SIDE", constant);
}

/// The passes of `exact::plane` in f64, restated. Rust neither reorders nor contracts.
#[test]
fn exact_bands_cover_gaps_slopes_and_quotients() {
    let [mut swept, mut axes]: [Worst; 2] = Default::default();
    for [d, v, a_size, b_size] in unscaled() {
        for kinds in 0..4 {
            let sides = |size: f64, tetra: bool| {
                let [e, f] = edges([size; 2], f64::from(u8::from(tetra)));
                let third = tetra.then(|| sub(f, e));
                ([e, f], [e, f].into_iter().chain(third).collect::<Vec<_>>())
            };
            let ((a, a_sides), (b, b_sides)) =
                (sides(a_size, kinds & 1 == 1), sides(b_size, kinds & 2 == 2));
            let (apart, by) = (vector(d, 1.0), vector(v, 1.0));
            let dot = |x: Vec2<Bound>, y: Vec2<Bound>| x[0] * y[0] + x[1] * y[1];
            let extent = |edges: &Edges<Bound>, axis, tetra: bool| {
                let [p, q] = [dot(axis, edges[0]), dot(axis, edges[1])];
                if tetra { p.max(q) } else { p + q }
            };
            let mut take = |axis: Vec2<Bound>, size: f64, edge: bool| {
                let gap = dot(axis, apart) + extent(&b, axis, kinds & 2 == 2)
                    - extent(&a, axis, kinds & 1 == 1);
                let slope = dot(axis, by);
                let with_band = |x: Bound| x.err + x.size;
                let reach = v + band::reach::<2>(d, a_size, b_size);
                let need = (with_band(gap + slope) / reach).max(with_band(slope) / v);
                swept.ordered = swept.ordered.max(need / size);
                if edge {
                    // The error of the axis weighs as much as the quotient, which `sqrt(2)` times
                    // the reach bounds; length, quotient and band round too.
                    let reach = band::reach::<2>(d, a_size, b_size);
                    let of_axis =
                        2.0_f64.sqrt() * (axis[0].err + 4.0 * size) * 2.0_f64.sqrt() * reach;
                    axes.ordered = axes.ordered.max((gap.err + of_axis) / (size * reach));
                }
            };
            a_sides.iter().for_each(|side| take(*side, a_size, true));
            b_sides.iter().for_each(|side| take(*side, b_size, true));
            take(by, v, false);
        }
    }
    swept.assert_covered("PLANE_F64", band::PLANE_F64 / f64::EPSILON * 2.0);
    axes.assert_covered("PLANE_AXIS_F64", band::PLANE_AXIS_F64 / f64::EPSILON * 2.0);
}
