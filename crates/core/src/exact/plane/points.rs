//! Where frames in the plane meet: the box of all common points, and one of them.
//!
//! As in space: a frame is two two-sided rows, a triangle three, and what is left when all
//! coordinates but one are eliminated are combinations of two rows, of three where time is a
//! coordinate.

use super::super::contact_interval::exact_ends;
use super::super::decide::PairFault;
use super::super::fraction::Range;
use super::super::intersection_box::rounded_outward;
use super::super::rows::{
    CommonPoints, Row, between_planes, range_by_pairs, range_by_rows, ranges,
};
use super::super::solid::{Solid, Vector, dot, norm, sub};
use super::super::witness::choose;
use super::pair::{Input, in_whole, perpendicular};
use super::{decide, decide_moving};
use crate::geom::{Aabb2, Frame2};
use crate::num::band;
use dashu_int::IBig;
use glam::DVec2;

/// The smallest box that holds every common point of two frames, each side rounded outward to
/// `f32` once; `None` where they are separate. Touching frames have a (flat) box too.
pub fn intersection_box(a: &Frame2, b: &Frame2) -> Result<Option<Aabb2>, PairFault> {
    match decide(a, b)?.verdict.meets() {
        true => meeting_box(a, b).map(Some),
        false => Ok(None),
    }
}

/// [`intersection_box`] of two frames that are known to meet. Of separate ones it is no box.
pub fn meeting_box(a: &Frame2, b: &Frame2) -> Result<Aabb2, PairFault> {
    let common = resting(&Input::resting(a, b)?);
    let ends = [range_by_pairs(&common.rows, 0, 1), range_by_pairs(&common.rows, 1, 0)];
    Ok(boxed(&common, ends))
}

/// The smallest box that holds every point that two moving frames share at any `t` in `[0, 1]`,
/// where it is in the world at that `t`; each side rounded outward to `f32` once. `None` for frames
/// that never meet.
pub fn moving_box(a: &Frame2, b: &Frame2) -> Result<Option<Aabb2>, PairFault> {
    match decide_moving(a, b)?.verdict.meets() {
        true => meeting_moving_box(a, b).map(Some),
        false => Ok(None),
    }
}

/// [`moving_box`] of two frames that are known to meet. Of separate ones it is no box.
pub fn meeting_moving_box(a: &Frame2, b: &Frame2) -> Result<Aabb2, PairFault> {
    let mut common = moving(&Input::moving(a, b)?);
    common.rows.push(Row { normal: [0, 0, 1].map(IBig::from), low: IBig::ZERO, high: IBig::ONE });
    let ends = ranges(&common.rows, [0, 1]);
    Ok(boxed(&common, ends))
}

fn boxed<const D: usize>(common: &CommonPoints<D>, ends: [Range; 2]) -> Aabb2 {
    let [min, max] = rounded_outward(common, ends);
    Aabb2 { min: min.into(), max: max.into() }
}

/// A point that two frames share; `None` where they are separate. Each coordinate is that of an
/// exact common point, rounded at most once to `f64`.
pub fn witness(a: &Frame2, b: &Frame2) -> Result<Option<DVec2>, PairFault> {
    match decide(a, b)?.verdict.meets() {
        true => meeting_point(a, b).map(Some),
        false => Ok(None),
    }
}

/// [`witness`] of two frames that are known to meet. Of separate ones it is no common point.
pub fn meeting_point(a: &Frame2, b: &Frame2) -> Result<DVec2, PairFault> {
    let input = Input::resting(a, b)?;
    Ok(point_in_doubles(&input).unwrap_or_else(|| point_of(resting(&input))))
}

/// A point that two moving frames share at the first `t` in `[0, 1]` at which they meet, where it
/// is in the world at that `t`; `None` for frames that never meet. Each coordinate is that of an
/// exact common point, rounded once to `f64`; the first contact itself is not rounded.
pub fn moving_witness(a: &Frame2, b: &Frame2) -> Result<Option<DVec2>, PairFault> {
    match decide_moving(a, b)?.verdict.meets() {
        true => meeting_moving_point(a, b).map(Some),
        false => Ok(None),
    }
}

/// [`moving_witness`] of two frames that are known to meet. Of separate ones it is no common point.
pub fn meeting_moving_point(a: &Frame2, b: &Frame2) -> Result<DVec2, PairFault> {
    let input = Input::moving(a, b)?;
    let (first, _) = exact_ends(&in_whole(&input));
    if first.numerator == IBig::ZERO {
        // They meet from the start, where velocities make no difference yet.
        return meeting_point(a, b);
    }
    Ok(point_of(moving(&input).at(&first)))
}

/// One of the common points, of which there must be some.
fn point_of(mut common: CommonPoints<2>) -> DVec2 {
    let range = range_by_pairs(&common.rows, 0, 1);
    let x = choose(&mut common, 0, range);
    let range = range_by_rows(&common.rows, 1);
    DVec2::new(x, choose(&mut common, 1, range))
}

/// The common points of frames at rest.
fn resting(input: &Input) -> CommonPoints<2> {
    common_points(input, |row, _| row)
}

/// The common points `(x, y, t)` of moving frames, for any `t`.
fn moving(input: &Input) -> CommonPoints<3> {
    common_points(input, |row, velocity| {
        // `n . (x - v t)` stays where `n . x` was.
        let drift = -dot(&row.normal, velocity);
        let [x, y] = row.normal;
        Row { normal: [x, y, drift], low: row.low, high: row.high }
    })
}

fn common_points<const D: usize>(
    input: &Input,
    row_of: impl Fn(Row<2>, &Vector<IBig, 2>) -> Row<D>,
) -> CommonPoints<D> {
    let scale = input.scale();
    let solids = [false, true].map(|second| input.solid(second, |x| scale.wide(x)));
    let base = solids[0].origin.clone();
    let rows = solids.iter().zip(input.velocities).flat_map(|(solid, velocity)| {
        let velocity = velocity.map(|x| scale.wide(x));
        let [e0, e1] = &solid.edges;
        let mut normals = vec![perpendicular(e1).map(|x| -x), perpendicular(e0)];
        let width = dot(&normals[1], e1);
        if solid.tetra {
            normals.push([0, 1].map(|i| &normals[0][i] + &normals[1][i]));
        }
        let rows = between_planes(normals, &width, &sub(&solid.origin, &base));
        rows.into_iter().map(|row| row_of(row, &velocity)).collect::<Vec<_>>()
    });
    CommonPoints::from_rows(rows.collect(), base.to_vec(), scale.exponent)
}

/// A point from the middle of the intersection, given only when it is proven to lie inside both
/// frames: none where they touch, or overlap by so little that roundings could lead outside.
fn point_in_doubles(input: &Input) -> Option<DVec2> {
    let solids = [false, true].map(|second| input.solid(second, f64::from));
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

/// True only when the point is strictly inside, by more than the band of such a gap. A number that
/// is not finite is inside of nothing.
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
