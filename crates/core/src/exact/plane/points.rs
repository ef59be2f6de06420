//! Where frames in the plane meet: the box of all common points, and one of them.
//!
//! A parallelogram is two two-sided rows, a triangle three. Eliminating all coordinates but one
//! leaves combinations of two rows.

use super::super::decide::settle;
use super::super::ends::rounded_ends;
use super::super::input::Input;
use super::super::rows::{AtRest, CommonPoints, range_by_pairs, range_by_rows};
use super::super::settled::PairFault;
use super::super::solid::{Solid, Vector, dot, norm, sub};
use super::super::witness::choose;
use super::sides::perpendicular;
use crate::geom::{Aabb2, Frame2};
use crate::num::band;
use glam::DVec2;

/// Returns the smallest box that contains every common point of two frames at rest, or `None` for
/// separate frames. Each side is rounded outward to `f32` once. Touching frames have a flat box.
///
/// # Errors
///
/// Returns [`PairFault`] for a frame that is not valid at rest.
pub fn intersection_box(a: &Frame2, b: &Frame2) -> Result<Option<Aabb2>, PairFault> {
    let input = Input::resting(a, b)?;
    Ok(settle(&input).verdict.meets().then(|| box_at_rest(&input)))
}

/// Returns [`intersection_box`] of two frames that are known to meet. The result for separate
/// frames has no meaning.
///
/// # Errors
///
/// Returns [`PairFault`] for a frame that is not valid at rest.
pub fn meeting_box(a: &Frame2, b: &Frame2) -> Result<Aabb2, PairFault> {
    Ok(box_at_rest(&Input::resting(a, b)?))
}

fn box_at_rest(input: &Input<2>) -> Aabb2 {
    let [min, max] = rounded_ends::<AtRest, 2, 2>(input);
    Aabb2 { min: min.into(), max: max.into() }
}

/// Returns a point that two frames at rest share, or `None` for separate frames. Each coordinate is
/// that of an exact common point, rounded at most once to `f64`.
///
/// # Errors
///
/// Returns [`PairFault`] for a frame that is not valid at rest.
pub fn witness(a: &Frame2, b: &Frame2) -> Result<Option<DVec2>, PairFault> {
    let input = Input::resting(a, b)?;
    Ok(settle(&input).verdict.meets().then(|| point_in(&input)))
}

/// Returns [`witness`] of two frames that are known to meet. The result for separate frames has no
/// meaning.
///
/// # Errors
///
/// Returns [`PairFault`] for a frame that is not valid at rest.
pub fn meeting_point(a: &Frame2, b: &Frame2) -> Result<DVec2, PairFault> {
    Ok(point_in(&Input::resting(a, b)?))
}

fn point_in(input: &Input<2>) -> DVec2 {
    point_in_doubles(input).unwrap_or_else(|| point_of(CommonPoints::new::<AtRest, 2>(input)))
}

/// Returns one of the common points, of which there must be some.
pub(super) fn point_of(mut common: CommonPoints<2>) -> DVec2 {
    let range = range_by_pairs(&common.rows, 0, 1);
    let x = choose(&mut common, 0, range);
    let range = range_by_rows(&common.rows, 1);
    DVec2::new(x, choose(&mut common, 1, range))
}

/// Returns a point from the middle of the intersection that is proven to lie inside both frames.
/// `None` if they touch, or overlap by so little that roundings could lead outside.
fn point_in_doubles(input: &Input<2>) -> Option<DVec2> {
    let solids = input.solids(f64::from);
    let base = solids[0].origin;
    // `|normal . x - centre| <= half`.
    let mut rows: Vec<(Vector<f64, 2>, f64, f64)> = Vec::with_capacity(6);
    for solid in &solids {
        let start = sub(&solid.origin, &base);
        rows.extend(solid.sides().map(|side| {
            let normal = perpendicular(&side);
            let (low, high) = solid.extent(&normal);
            (normal, dot(&normal, &start) + (low + high) / 2.0, (high - low) / 2.0)
        }));
    }
    let cut = |(low, high): (f64, f64), centre: f64, half: f64| {
        (low.max(centre - half.abs()), high.min(centre + half.abs()))
    };
    let middle = |(low, high): (f64, f64)| low + (high - low) / 2.0;
    let mut range = (f64::NEG_INFINITY, f64::INFINITY);
    for (i, (n, n_centre, n_half)) in rows.iter().enumerate() {
        for (m, m_centre, m_half) in &rows[i + 1..] {
            let determinant = n[0] * m[1] - m[0] * n[1];
            if determinant != 0.0 {
                let half = (m[1] * n_half).abs() + (n[1] * m_half).abs();
                range = cut(
                    range,
                    (m[1] * n_centre - n[1] * m_centre) / determinant,
                    half / determinant,
                );
            }
        }
    }
    let x = middle(range);
    let of_y = rows.iter().filter(|(normal, ..)| normal[1] != 0.0);
    let y =
        middle(of_y.fold((f64::NEG_INFINITY, f64::INFINITY), |range, (normal, centre, half)| {
            cut(range, (centre - normal[0] * x) / normal[1], half / normal[1])
        }));
    let point = [base[0] + x, base[1] + y];
    solids.iter().all(|solid| is_inside(solid, &point)).then(|| DVec2::from_array(point))
}

/// Returns true only if the point is strictly inside, by more than the error band of such a gap. A
/// point that is not finite is never inside.
fn is_inside(solid: &Solid<f64, 2>, point: &Vector<f64, 2>) -> bool {
    let size = solid.edges.iter().map(norm).fold(0.0, f64::max);
    let from_origin = sub(point, &solid.origin);
    let error = band::PLANE_F64 * size * (norm(&from_origin) + 2.0 * size);
    solid.sides().all(|side| {
        let normal = perpendicular(&side);
        let (low, high) = solid.extent(&normal);
        let along = dot(&normal, &from_origin);
        along - low > error && high - along > error
    })
}
