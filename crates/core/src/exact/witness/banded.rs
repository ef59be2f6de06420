//! A common point in `f64`, given only when it is proven to lie inside both frames.

use super::super::solid::{Solid, Vector, cross, dot, norm, sub};
use crate::geom::{Frame3, ShapeKind};
use crate::num::band;
use glam::DVec3;

/// A point from the middle of the intersection. None where the frames touch, or overlap by so
/// little that roundings could lead outside. How the point was found does not matter; [`is_inside`]
/// proves it.
pub(super) fn meeting_point(a: &Frame3, b: &Frame3, kinds: [ShapeKind; 2]) -> Option<DVec3> {
    let (a, b) = (Solid::new(a, kinds[0], f64::from), Solid::new(b, kinds[1], f64::from));
    let mut rows = Vec::with_capacity(8);
    for solid in [&a, &b] {
        let start = sub(&solid.origin, &a.origin);
        rows.extend(solid.face_normals().map(|normal| {
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

/// The part of a range that another one leaves.
fn cut((low, high): (f64, f64), centre: f64, half: f64) -> (f64, f64) {
    (low.max(centre - half), high.min(centre + half))
}

const UNBOUNDED: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

/// The range of `x`: what every three rows say.
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

/// The range of `y` once `x` has been taken out: what every two rows say.
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

/// The range of `z` once `x` and `y` have been taken out.
fn by_rows(rows: &[Row]) -> (f64, f64) {
    let rows = rows.iter().filter(|row| row.normal[2] != 0.0);
    rows.fold(UNBOUNDED, |range, row| {
        cut(range, row.centre / row.normal[2], (row.half / row.normal[2]).abs())
    })
}

/// True only when the point is strictly inside: its projection on every face normal lies between
/// the ends of the solid's by more than the band of such a gap. A number that is not finite is
/// inside of nothing.
fn is_inside(solid: &Solid<f64>, point: &Vector<f64>) -> bool {
    let norms = solid.edges.each_ref().map(norm);
    let size = norms.iter().fold(0.0, |m: f64, &x| m.max(x));
    let from_origin = sub(point, &solid.origin);
    let reach = norm(&from_origin) + 3.0 * size;
    solid.face_normals().enumerate().all(|(i, normal)| {
        // Edges of a tetrahedron may have been rounded before they were subtracted.
        let sides = if solid.tetra { size * size } else { norms[(i + 1) % 3] * norms[(i + 2) % 3] };
        let error = band::SETTLE_F64 * reach * sides;
        let (low, high) = solid.extent(&normal);
        let along = dot(&normal, &from_origin);
        along - low > error && high - along > error
    })
}
