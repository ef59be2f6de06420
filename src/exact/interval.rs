//! The smallest axis-aligned box of an intersection, exactly, then rounded outward once.
//!
//! Each solid is a set of *two-sided rows* `low <= n . x <= high`: three for a cuboid, a fourth
//! (the sum of the other three) for a tetrahedron. Eliminating two of the three variables by
//! Fourier-Motzkin leaves combinations of three rows, so the exact range of a coordinate is the
//! intersection of what every *triple* of rows allows it: 20 triples for two cuboids, 35 for a
//! cuboid and a tetrahedron, 56 for two tetrahedra. The 2013 and 2019 papers bound the
//! coordinates of one frame and export those bounds to the world instead, which is looser.

use super::decide::{PairFault, decide};
use super::solid::{Solid, Vector, cross, dot, sub};
use crate::geom::{Aabb3, Frame3};
use crate::num::{Integers, f32_to_rational};
use dashu_int::IBig;
use dashu_ratio::RBig;

/// The smallest box that holds every common point of two frames, each face rounded outward to
/// `f32` once; `None` where they are separate. Touching frames have a (flat) box too. Costs some
/// ten to fifty microseconds: it is computed in whole numbers, on hits only.
pub fn intersection_box(a: &Frame3, b: &Frame3) -> Result<Option<Aabb3>, PairFault> {
    if !decide(a, b)?.verdict.meets() {
        return Ok(None);
    }
    let scale = Integers::common([a, b].into_iter().flat_map(|f| f.rows.iter().flat_map(|row| &row[..3])));
    let solid = |frame: &Frame3, second| {
        let kind = frame.kind().map_err(|error| PairFault { second, error })?;
        Ok(Solid::new(frame, kind, |x| scale.wide(x)))
    };
    let (a, b) = (solid(a, false)?, solid(b, true)?);
    let mut rows = two_sided_rows(&a, &a.origin);
    rows.extend(two_sided_rows(&b, &a.origin));
    let world = |axis: usize, bound: RBig| {
        let value = bound + RBig::from(a.origin[axis].clone());
        let unit = RBig::from(IBig::ONE << scale.exponent.unsigned_abs() as usize);
        if scale.exponent < 0 { value / unit } else { value * unit }
    };
    let ranges = [0, 1, 2].map(|axis| {
        let (low, high) = range(&rows, axis);
        (round_down(&world(axis, low)), -round_down(&-world(axis, high)))
    });
    Ok(Some(Aabb3 { min: ranges.map(|r| r.0).into(), max: ranges.map(|r| r.1).into() }))
}

/// `low <= normal . x <= high`.
struct Row {
    normal: Vector<IBig>,
    low: IBig,
    high: IBig,
}

/// The rows of a solid, for `x` measured from `base`.
fn two_sided_rows(solid: &Solid<IBig>, base: &Vector<IBig>) -> Vec<Row> {
    let [e0, e1, e2] = &solid.edges;
    let mut normals = vec![cross(e1, e2), cross(e2, e0), cross(e0, e1)];
    let width = dot(&normals[0], e0);
    if solid.tetra {
        let sum = [0, 1, 2].map(|i| &normals[0][i] + &normals[1][i] + &normals[2][i]);
        normals.push(sum);
    }
    let origin = sub(&solid.origin, base);
    normals
        .into_iter()
        .map(|normal| {
            let start = dot(&normal, &origin);
            let end = start.clone() + &width;
            let (low, high) = if start < end { (start, end) } else { (end, start) };
            Row { normal, low, high }
        })
        .collect()
}

/// The range of coordinate `axis` over all points that satisfy every row. The rows of one solid
/// alone bound it, so both ends exist.
fn range(rows: &[Row], axis: usize) -> (RBig, RBig) {
    let mut range: Option<(RBig, RBig)> = None;
    for (i, r) in rows.iter().enumerate() {
        for (j, s) in rows.iter().enumerate().skip(i + 1) {
            for t in &rows[j + 1..] {
                let weights = [
                    (r, cross(&s.normal, &t.normal)),
                    (s, cross(&t.normal, &r.normal)),
                    (t, cross(&r.normal, &s.normal)),
                ];
                let determinant = dot(&r.normal, &weights[0].1);
                if determinant == IBig::ZERO {
                    continue;
                }
                // determinant * x[axis] = sum of weight * (normal . x) over the three rows.
                let (mut low, mut high) = (IBig::ZERO, IBig::ZERO);
                for (row, weight) in &weights {
                    let ends = [&weight[axis] * &row.low, &weight[axis] * &row.high];
                    let [below, above] = if ends[0] <= ends[1] {
                        ends
                    } else {
                        let [x, y] = ends;
                        [y, x]
                    };
                    low += below;
                    high += above;
                }
                let ends = [low, high].map(|end| RBig::from(end) / RBig::from(determinant.clone()));
                let [low, high] = if ends[0] <= ends[1] {
                    ends
                } else {
                    let [x, y] = ends;
                    [y, x]
                };
                range = Some(match range.take() {
                    None => (low, high),
                    Some((l, h)) => (l.max(low), h.min(high)),
                });
            }
        }
    }
    range.unwrap_or((RBig::ZERO, RBig::ZERO))
}

/// The largest `f32` that is not above the value.
fn round_down(value: &RBig) -> f32 {
    let nearest = value.to_f32().value();
    match nearest {
        f32::NEG_INFINITY => nearest,
        // Above every float: solids reach there by origin and edges that are below.
        f32::INFINITY => f32::MAX,
        _ if f32_to_rational(nearest) > *value => nearest.next_down(),
        _ => nearest,
    }
}
