//! A common point in `f64`, given only when it is proven to lie inside both frames.

use super::super::input::Input;
use super::super::solid::{Solid, Vector, cross, dot, norm, sub};
use crate::num::band;
use glam::DVec3;

/// Returns a point from the middle of the intersection. `None` if the frames touch, or overlap by
/// so little that roundings could lead outside. [`is_inside`] proves the point, however it was
/// found.
pub(super) fn meeting_point(input: &Input) -> Option<DVec3> {
    let [a, b] = input.solids(f64::from);
    let mut rows = Vec::with_capacity(8);
    for solid in [&a, &b] {
        let start = sub(&solid.origin, &a.origin);
        rows.extend(solid.face_normals(&solid.edge_directions()).map(|normal| {
            let (low, high) = solid.extent(&normal);
            Row {
                centre: dot(&normal, &start) + (low + high) / 2.0,
                half: (high - low) / 2.0,
                normal,
            }
        }));
    }
    let mut point = [0.0; 3];
    for (axis, x) in point.iter_mut().enumerate() {
        let (low, high) = match axis {
            0 => by_triples(&rows),
            1 => by_pairs(&rows),
            _ => by_rows(&rows),
        };
        *x = low + (high - low) / 2.0;
        rows.iter_mut().for_each(|row| row.centre -= row.normal[axis] * *x);
    }
    let point = [0, 1, 2].map(|i| a.origin[i] + point[i]);
    (is_inside(&a, &point) && is_inside(&b, &point)).then(|| DVec3::from_array(point))
}

/// `|normal . x - centre| <= half`.
struct Row {
    normal: Vector<f64>,
    centre: f64,
    half: f64,
}

/// Returns the part of a range within `half` of `centre`.
fn cut((low, high): (f64, f64), centre: f64, half: f64) -> (f64, f64) {
    (low.max(centre - half), high.min(centre + half))
}

const UNBOUNDED: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

/// Returns the range of `x`: what every three rows allow.
fn by_triples(rows: &[Row]) -> (f64, f64) {
    let mut range = UNBOUNDED;
    for (i, r) in rows.iter().enumerate() {
        for (j, s) in rows.iter().enumerate().skip(i + 1) {
            let r_cross_s = cross(&r.normal, &s.normal);
            for t in &rows[j + 1..] {
                let weights =
                    [cross(&s.normal, &t.normal)[0], cross(&t.normal, &r.normal)[0], r_cross_s[0]];
                let determinant = dot(&r_cross_s, &t.normal);
                if determinant != 0.0 {
                    let centre =
                        weights[0] * r.centre + weights[1] * s.centre + weights[2] * t.centre;
                    let half = (weights[0] * r.half).abs() + (weights[1] * s.half).abs();
                    let half = half + (weights[2] * t.half).abs();
                    range = cut(range, centre / determinant, (half / determinant).abs());
                }
            }
        }
    }
    range
}

/// Returns the range of `y` once `x` has been taken out: what every two rows allow.
fn by_pairs(rows: &[Row]) -> (f64, f64) {
    let mut range = UNBOUNDED;
    for (i, r) in rows.iter().enumerate() {
        for s in &rows[i + 1..] {
            let determinant = r.normal[1] * s.normal[2] - s.normal[1] * r.normal[2];
            if determinant != 0.0 {
                let centre = s.normal[2] * r.centre - r.normal[2] * s.centre;
                let half = (s.normal[2] * r.half).abs() + (r.normal[2] * s.half).abs();
                range = cut(range, centre / determinant, (half / determinant).abs());
            }
        }
    }
    range
}

/// Returns the range of `z` once `x` and `y` have been taken out: what every row allows.
fn by_rows(rows: &[Row]) -> (f64, f64) {
    let rows = rows.iter().filter(|row| row.normal[2] != 0.0);
    rows.fold(UNBOUNDED, |range, row| {
        cut(range, row.centre / row.normal[2], (row.half / row.normal[2]).abs())
    })
}

/// Returns true only if the point is strictly inside: on every face normal, its projection lies
/// between the ends of the solid's by more than the error band of such a gap. A point that is not
/// finite is never inside.
fn is_inside(solid: &Solid<f64>, point: &Vector<f64>) -> bool {
    let norms = solid.edges.each_ref().map(norm);
    let size = norms.iter().fold(0.0, |m: f64, &x| m.max(x));
    let from_origin = sub(point, &solid.origin);
    let extent = norm(&from_origin) + 3.0 * size;
    // Edges may have been rounded before they were subtracted.
    let length = |edge: usize| if solid.figure.is_parallel() { norms[edge] } else { size };
    let directions = solid.edge_directions();
    solid.face_normals(&directions).zip(solid.figure.slabs).all(|(normal, slab)| {
        let sides = length(slab.along[0]) * length(slab.along[1]);
        let error = band::SETTLE_F64 * extent * sides;
        let (low, high) = solid.extent(&normal);
        let along = dot(&normal, &from_origin);
        along - low > error && high - along > error
    })
}
