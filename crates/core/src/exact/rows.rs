//! Solids as two-sided rows, and what combinations of rows allow one coordinate.
//!
//! A *two-sided row* is `low <= n . x <= high`: three make a cuboid, a fourth (the sum of the other
//! three) a tetrahedron. Eliminating variables by Fourier-Motzkin leaves combinations of rows, so
//! the exact range of a coordinate is the intersection of what every combination allows it. Time is
//! a coordinate like the others.

use super::fraction::{Fraction, Range, narrow};
use super::input::Input;
use super::solid::{Solid, Vector, cross, dot, sub, summed};
use dashu_int::IBig;
use dashu_ratio::RBig;

/// `low <= normal . x <= high`.
pub(super) struct Row<const D: usize> {
    pub normal: [IBig; D],
    pub low: IBig,
    pub high: IBig,
}

/// Coordinates along the edges of a solid, which its dimension decides.
pub(super) trait Coordinates<const D: usize> {
    /// Returns a vector for each edge, whose product with a point seen from the origin is the
    /// coordinate of the point along this edge, times the determinant of the edges.
    fn cofactors(&self) -> [Vector<IBig, D>; D];
}

impl Coordinates<3> for Solid<IBig> {
    fn cofactors(&self) -> [Vector<IBig>; 3] {
        let [e0, e1, e2] = &self.edges;
        [cross(e1, e2), cross(e2, e0), cross(e0, e1)]
    }
}

/// The common points of two frames as rows of `D` coordinates, the last of which may be time.
/// Points are measured from the origin of the first frame at `t = 0`, in units of
/// `2^exponent / unit`.
pub(super) struct CommonPoints<const D: usize> {
    pub rows: Vec<Row<D>>,
    origin: Vec<IBig>,
    exponent: i32,
    unit: IBig,
}

impl<const D: usize> CommonPoints<D> {
    /// Returns the common points of two frames at rest.
    pub fn resting(input: &Input<D>) -> Self
    where
        Solid<IBig, D>: Coordinates<D>,
    {
        Self::new(input, |row, _| row)
    }
}

#[cfg(feature = "motion")]
impl CommonPoints<4> {
    /// Returns the common points `(x, t)` of two moving frames in space, for any `t`.
    pub fn moving(input: &Input) -> Self {
        Self::new(input, |row, velocity| {
            // `n . (x - v t)` stays where `n . x` was.
            let drift = -dot(&row.normal, velocity);
            let [x, y, z] = row.normal;
            Row { normal: [x, y, z, drift], low: row.low, high: row.high }
        })
    }
}

impl<const D: usize> CommonPoints<D> {
    pub(super) fn new<const SPACE: usize>(
        input: &Input<SPACE>,
        row_of: impl Fn(Row<SPACE>, &Vector<IBig, SPACE>) -> Row<D>,
    ) -> Self
    where
        Solid<IBig, SPACE>: Coordinates<SPACE>,
    {
        let scale = input.scale();
        let solids = input.solids(|x| scale.whole::<IBig>(x));
        let velocities = input.velocities(|x| scale.whole::<IBig>(x));
        let origin = solids[0].origin.clone();
        let rows = solids.iter().zip(&velocities).flat_map(|(solid, velocity)| {
            let rows = two_sided_rows(solid, &origin);
            rows.into_iter().map(|row| row_of(row, velocity)).collect::<Vec<_>>()
        });
        let rows = rows.collect();
        Self { rows, origin: origin.to_vec(), exponent: scale.exponent, unit: IBig::ONE }
    }

    /// Returns the common points at one `t`, which is the last coordinate.
    #[cfg(feature = "motion")]
    pub fn at<const SPACE: usize>(mut self, t: &Fraction) -> CommonPoints<SPACE> {
        self.fix(D - 1, t);
        let Self { rows, origin, exponent, unit } = self;
        let at_rest = |Row { normal, low, high }| Row {
            normal: std::array::from_fn(|i: usize| normal[i].clone()),
            low,
            high,
        };
        CommonPoints { rows: rows.into_iter().map(at_rest).collect(), origin, exponent, unit }
    }

    /// Returns a coordinate in the world.
    pub fn world(&self, axis: usize, value: &Fraction) -> RBig {
        let value =
            value.value() / RBig::from(self.unit.clone()) + RBig::from(self.origin[axis].clone());
        let unit = RBig::from(IBig::ONE << self.exponent.unsigned_abs() as usize);
        if self.exponent < 0 { value / unit } else { value * unit }
    }

    /// Takes a coordinate out by giving it a value. From then on all others are measured in units
    /// that are finer by the denominator of the value, so that they stay whole.
    pub fn fix(&mut self, axis: usize, value: &Fraction) {
        for row in &mut self.rows {
            let shift = &row.normal[axis] * &value.numerator;
            row.low = &row.low * &value.denominator - &shift;
            row.high = &row.high * &value.denominator - &shift;
        }
        self.unit *= &value.denominator;
    }
}

/// Returns a row for each slab of a solid, for `x` measured from `base`. A slab begins at the origin
/// of the solid and ends `width` ahead.
fn two_sided_rows<const D: usize>(solid: &Solid<IBig, D>, base: &Vector<IBig, D>) -> Vec<Row<D>>
where
    Solid<IBig, D>: Coordinates<D>,
{
    let cofactors = solid.cofactors();
    let width = dot(&cofactors[0], &solid.edges[0]);
    let origin = sub(&solid.origin, base);
    let row = |normal| {
        let start = dot(&normal, &origin);
        let end = start.clone() + &width;
        let (low, high) = if start < end { (start, end) } else { (end, start) };
        Row { normal, low, high }
    };
    solid.figure.slabs.iter().map(|slab| row(summed(&slab.sum, &cofactors))).collect()
}

/// Returns the ranges of some coordinates over all points that satisfy every row: what every triple
/// of rows allows.
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

/// Returns the range of the coordinate `kept` over all points that satisfy every row, where only
/// `kept` and `eliminated` are left: what every pair of rows allows.
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

/// Returns the range of the only coordinate left: what every row allows.
pub(super) fn range_by_rows<const D: usize>(rows: &[Row<D>], kept: usize) -> Range {
    let mut range = None;
    for row in rows.iter().filter(|row| row.normal[kept] != IBig::ZERO) {
        narrow(&mut range, bounds([(row, &IBig::ONE)], &row.normal[kept]));
    }
    range
}

/// Returns what some rows allow a coordinate: `determinant` times the coordinate is the sum of each
/// weight times `normal . x`.
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
