//! Solids as two-sided rows, and what combinations of rows say of one coordinate.
//!
//! A *two-sided row* is `low <= n . x <= high`: three make a cuboid, a fourth (the sum of the other
//! three) a tetrahedron. Eliminating variables by Fourier-Motzkin leaves combinations of rows, so
//! the exact range of a coordinate is the intersection of what every combination allows it. Time is
//! a coordinate like the others.

use super::decide::{PairFault, common_scale, kinds};
use super::fraction::{Fraction, Range, narrow};
use super::motion;
use super::solid::{Solid, Vector, cross, dot, sub};
use crate::geom::{Frame3, ShapeKind};
use crate::num::Integers;
use dashu_int::IBig;
use dashu_ratio::RBig;
use std::array::from_fn;

/// `low <= normal . x <= high`.
pub(super) struct Row<const D: usize> {
    pub normal: [IBig; D],
    pub low: IBig,
    pub high: IBig,
}

/// The common points of two frames as rows, measured from where the first one's origin rests
/// (moving: is at `t = 0`), in units of `2^exponent / unit`.
pub(super) struct CommonPoints<const D: usize> {
    pub rows: Vec<Row<D>>,
    origin: Vec<IBig>,
    exponent: i32,
    unit: IBig,
}

impl CommonPoints<3> {
    /// Of two frames at rest.
    pub fn of(a: &Frame3, b: &Frame3) -> Result<Self, PairFault> {
        Ok(Self::new([a, b], kinds(a, b)?, &common_scale(a, b), |row, _| row))
    }
}

impl CommonPoints<4> {
    /// Of two moving frames: the points `(x, t)`, for any `t`.
    pub fn moving(a: &Frame3, b: &Frame3) -> Result<Self, PairFault> {
        let scale = motion::scale(a, b);
        Ok(Self::new([a, b], motion::kinds(a, b)?, &scale, |row, frame| {
            // `n . (x - v t)` stays where `n . x` was.
            let drift = -dot(&row.normal, &frame.velocity().to_array().map(|x| scale.wide(x)));
            let [x, y, z] = row.normal;
            Row { normal: [x, y, z, drift], low: row.low, high: row.high }
        }))
    }
}

impl<const D: usize> CommonPoints<D> {
    fn new(
        frames: [&Frame3; 2],
        kinds: [ShapeKind; 2],
        scale: &Integers,
        row_of: impl Fn(Row<3>, &Frame3) -> Row<D>,
    ) -> Self {
        let [origin, ..] = frames[0].rows.map(|[x, y, z, _]| [x, y, z].map(|x| scale.wide(x)));
        let rows_of = |(frame, kind)| {
            let solid = Solid::new(frame, kind, |x| scale.wide(x));
            let rows = two_sided_rows(&solid, &origin);
            rows.into_iter().map(|row| row_of(row, frame)).collect::<Vec<_>>()
        };
        let rows = frames.into_iter().zip(kinds).flat_map(rows_of).collect();
        Self::from_rows(rows, origin.to_vec(), scale.exponent)
    }

    /// Those within all rows, for points measured from `origin` in units of `2^exponent`.
    pub fn from_rows(rows: Vec<Row<D>>, origin: Vec<IBig>, exponent: i32) -> Self {
        Self { rows, origin, exponent, unit: IBig::ONE }
    }

    /// Those at one `t`, which is the last coordinate.
    pub fn at<const SPACE: usize>(mut self, t: &Fraction) -> CommonPoints<SPACE> {
        self.fix(D - 1, t);
        let Self { rows, origin, exponent, unit } = self;
        let at_rest = |Row { normal, low, high }| Row {
            normal: from_fn(|i: usize| normal[i].clone()),
            low,
            high,
        };
        CommonPoints { rows: rows.into_iter().map(at_rest).collect(), origin, exponent, unit }
    }

    /// A coordinate in the world.
    pub fn world(&self, axis: usize, value: &Fraction) -> RBig {
        let value =
            value.value() / RBig::from(self.unit.clone()) + RBig::from(self.origin[axis].clone());
        let unit = RBig::from(IBig::ONE << self.exponent.unsigned_abs() as usize);
        if self.exponent < 0 { value / unit } else { value * unit }
    }

    /// Takes a coordinate out by giving it a value. All others are measured in units finer by its
    /// denominator from then on, to stay whole.
    pub fn fix(&mut self, axis: usize, value: &Fraction) {
        for row in &mut self.rows {
            let shift = &row.normal[axis] * &value.numerator;
            row.low = &row.low * &value.denominator - &shift;
            row.high = &row.high * &value.denominator - &shift;
        }
        self.unit *= &value.denominator;
    }
}

/// The rows of a solid, for `x` measured from `base`.
fn two_sided_rows(solid: &Solid<IBig>, base: &Vector<IBig>) -> Vec<Row<3>> {
    let [e0, e1, e2] = &solid.edges;
    let mut normals = vec![cross(e1, e2), cross(e2, e0), cross(e0, e1)];
    let width = dot(&normals[0], e0);
    if solid.tetra {
        let sum = [0, 1, 2].map(|i| &normals[0][i] + &normals[1][i] + &normals[2][i]);
        normals.push(sum);
    }
    between_planes(normals, &width, &sub(&solid.origin, base))
}

/// The rows of a solid whose faces lie in pairs at right angles to these normals: one through its
/// origin, the other `width` ahead.
pub(super) fn between_planes<const D: usize>(
    normals: Vec<Vector<IBig, D>>,
    width: &IBig,
    origin: &Vector<IBig, D>,
) -> Vec<Row<D>> {
    normals
        .into_iter()
        .map(|normal| {
            let start = dot(&normal, origin);
            let end = start.clone() + width;
            let (low, high) = if start < end { (start, end) } else { (end, start) };
            Row { normal, low, high }
        })
        .collect()
}

/// The ranges of some coordinates over all points that satisfy every row: what every triple says.
pub(super) fn ranges<const N: usize>(rows: &[Row<3>], axes: [usize; N]) -> [Range; N] {
    let mut ranges = axes.map(|_| None);
    for (i, r) in rows.iter().enumerate() {
        for (j, s) in rows.iter().enumerate().skip(i + 1) {
            let r_cross_s = cross(&r.normal, &s.normal);
            for t in &rows[j + 1..] {
                let determinant = dot(&r_cross_s, &t.normal);
                if determinant == IBig::ZERO {
                    continue;
                }
                let weights =
                    [cross(&s.normal, &t.normal), cross(&t.normal, &r.normal), r_cross_s.clone()];
                for (axis, range) in axes.into_iter().zip(&mut ranges) {
                    let terms =
                        [r, s, t].into_iter().zip(weights.iter().map(|weight| &weight[axis]));
                    narrow(range, bounds(terms, &determinant));
                }
            }
        }
    }
    ranges
}

/// The range of the coordinate `kept` over all points that satisfy every row, where only it and
/// `eliminated` are left: what every pair says.
pub(super) fn range_by_pairs<const D: usize>(
    rows: &[Row<D>],
    kept: usize,
    eliminated: usize,
) -> Range {
    let mut range = None;
    for (i, r) in rows.iter().enumerate() {
        for s in &rows[i + 1..] {
            let (of_r, of_s) = (&r.normal[eliminated], &s.normal[eliminated]);
            let determinant = &r.normal[kept] * of_s - &s.normal[kept] * of_r;
            if determinant != IBig::ZERO {
                narrow(&mut range, bounds([(r, of_s), (s, &-of_r)], &determinant));
            }
        }
    }
    range
}

/// The range of the only coordinate left.
pub(super) fn range_by_rows<const D: usize>(rows: &[Row<D>], kept: usize) -> Range {
    let mut range = None;
    for row in rows.iter().filter(|row| row.normal[kept] != IBig::ZERO) {
        narrow(&mut range, bounds([(row, &IBig::ONE)], &row.normal[kept]));
    }
    range
}

/// What some rows say of a coordinate: `determinant` times it is the sum of each weight times
/// `normal . x`.
pub(super) fn bounds<'a, const D: usize>(
    terms: impl IntoIterator<Item = (&'a Row<D>, &'a IBig)>,
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
