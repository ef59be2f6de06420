//! The smallest axis-aligned box of an intersection, exactly, then rounded outward once.
//!
//! Each solid is a set of *two-sided rows* `low <= n . x <= high`: three for a cuboid, a fourth
//! (the sum of the other three) for a tetrahedron. Eliminating two of the three variables by
//! Fourier-Motzkin leaves combinations of three rows, so the exact range of a coordinate is the
//! intersection of what every *triple* of rows allows it: 20 triples for two cuboids, 35 for a
//! cuboid and a tetrahedron, 56 for two tetrahedra. The 2013 and 2019 papers bound the
//! coordinates of one frame and export those bounds to the world instead, which is looser.

use super::decide::{PairFault, decide};
use super::fraction::Fraction;
use super::solid::{Solid, Vector, cross, dot, sub};
use crate::geom::{Aabb3, Frame3};
use crate::num::{Integers, f32_below};
use dashu_int::IBig;
use dashu_ratio::RBig;
use glam::Vec3;

/// The smallest box that holds every common point of two frames, each face rounded outward to
/// `f32` once; `None` where they are separate. Touching frames have a (flat) box too. Costs some
/// ten to fifty microseconds: it is computed in whole numbers, on hits only.
pub fn intersection_box(a: &Frame3, b: &Frame3) -> Result<Option<Aabb3>, PairFault> {
    match decide(a, b)?.verdict.meets() {
        true => meeting_box(a, b).map(Some),
        false => Ok(None),
    }
}

/// [`intersection_box`] of two frames that are known to meet. Of separate ones it is no box.
pub(crate) fn meeting_box(a: &Frame3, b: &Frame3) -> Result<Aabb3, PairFault> {
    let scale = Integers::common([a, b].into_iter().flat_map(|f| f.rows.iter().flat_map(|row| &row[..3])));
    let solid = |frame: &Frame3, second| {
        let kind = frame.validate_resting().map_err(|error| PairFault { second, error })?;
        Ok(Solid::new(frame, kind, |x| scale.wide(x)))
    };
    let (a, b) = (solid(a, false)?, solid(b, true)?);
    let mut rows = two_sided_rows(&a, &a.origin);
    rows.extend(two_sided_rows(&b, &a.origin));
    Ok(rounded_outward(ranges(&rows), &a.origin, scale.exponent))
}

/// The least and the greatest value of each coordinate.
pub(super) type Ranges = [Option<(Fraction, Fraction)>; 3];

/// The box of coordinates that were measured from `base`, in units of `2^exponent`.
pub(super) fn rounded_outward(ends: Ranges, base: &Vector<IBig>, exponent: i32) -> Aabb3 {
    let unit = RBig::from(IBig::ONE << exponent.unsigned_abs() as usize);
    let world = |axis: usize, bound: Fraction| {
        let value = bound.value() + RBig::from(base[axis].clone());
        if exponent < 0 { value / &unit } else { value * &unit }
    };
    let mut out = Aabb3 { min: Vec3::ZERO, max: Vec3::ZERO };
    for (axis, end) in ends.into_iter().enumerate() {
        // The rows of one frame alone bound every coordinate, so there are ends.
        let Some((low, high)) = end else { continue };
        out.min[axis] = f32_below(&world(axis, low));
        // Adding zero makes a negative zero positive.
        out.max[axis] = -f32_below(&-world(axis, high)) + 0.0;
    }
    out
}

/// `low <= normal . x <= high`.
#[derive(Clone)]
pub(super) struct Row<const D: usize> {
    pub normal: [IBig; D],
    pub low: IBig,
    pub high: IBig,
}

/// The rows of a solid, for `x` measured from `base`.
pub(super) fn two_sided_rows(solid: &Solid<IBig>, base: &Vector<IBig>) -> Vec<Row<3>> {
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

/// The range of each coordinate over all points that satisfy every row.
fn ranges(rows: &[Row<3>]) -> Ranges {
    let mut ranges = [None, None, None];
    for (i, r) in rows.iter().enumerate() {
        for (j, s) in rows.iter().enumerate().skip(i + 1) {
            let r_cross_s = cross(&r.normal, &s.normal);
            for t in &rows[j + 1..] {
                let determinant = dot(&r_cross_s, &t.normal);
                if determinant == IBig::ZERO {
                    continue;
                }
                let weights = [
                    (r, cross(&s.normal, &t.normal)),
                    (s, cross(&t.normal, &r.normal)),
                    (t, r_cross_s.clone()),
                ];
                for (axis, range) in ranges.iter_mut().enumerate() {
                    let terms = weights.iter().map(|(row, weight)| (*row, &weight[axis]));
                    narrow(range, bounds(terms, &determinant));
                }
            }
        }
    }
    ranges
}

/// What some rows say of a coordinate: `determinant` times it is the sum of each weight times
/// `normal . x`.
pub(super) fn bounds<'a, const D: usize>(
    terms: impl Iterator<Item = (&'a Row<D>, &'a IBig)>,
    determinant: &IBig,
) -> (Fraction, Fraction) {
    let (mut low, mut high) = (IBig::ZERO, IBig::ZERO);
    for (row, weight) in terms {
        let (at_low, at_high) = (weight * &row.low, weight * &row.high);
        let falls = at_high < at_low;
        low += if falls { &at_high } else { &at_low };
        high += if falls { &at_low } else { &at_high };
    }
    let over = |numerator: IBig| match *determinant < IBig::ZERO {
        true => Fraction { numerator: -numerator, denominator: -determinant },
        false => Fraction { numerator, denominator: determinant.clone() },
    };
    if *determinant < IBig::ZERO { (over(high), over(low)) } else { (over(low), over(high)) }
}

/// Cuts a range down to these ends.
pub(super) fn narrow(range: &mut Option<(Fraction, Fraction)>, (low, high): (Fraction, Fraction)) {
    let Some((lowest, highest)) = range else {
        *range = Some((low, high));
        return;
    };
    if low.is_above(lowest) {
        *lowest = low;
    }
    if highest.is_above(&high) {
        *highest = high;
    }
}
