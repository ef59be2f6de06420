//! Solids as two-sided rows, and what combinations of rows allow one coordinate.
//!
//! A *two-sided row* is `low <= n . x <= high`: three make a cuboid, a fourth (the sum of the other
//! three) a tetrahedron. Eliminating variables by Fourier-Motzkin leaves combinations of rows, so
//! the exact range of a coordinate is the intersection of what every combination allows it. Time is
//! a coordinate like the others.

use super::axes::Dimension;
use super::fraction::{Fraction, Range, narrow};
use super::input::Input;
use super::solid::{Solid, Vector, cross, dot, sub, summed};
use crate::num::{Integers, Ring};
use dashu_int::IBig;
use dashu_ratio::RBig;
use std::array::from_fn;

/// `low <= normal . x <= high`.
pub(super) struct Row<const D: usize, N = IBig> {
    pub normal: [N; D],
    pub low: N,
    pub high: N,
}

impl<const D: usize, N> Row<D, N> {
    /// Returns the value of one end.
    pub fn end(&self, high: bool) -> &N {
        if high { &self.high } else { &self.low }
    }

    /// Returns the row in other numbers.
    pub fn map<M>(self, number: impl Fn(N) -> M) -> Row<D, M> {
        let Self { normal, low, high } = self;
        Row { normal: normal.map(&number), low: number(low), high: number(high) }
    }
}

/// Coordinates along the edges of a solid, which its dimension decides.
pub(super) trait Coordinates<const D: usize> {
    /// Returns a vector for each of `D` vectors. Its product with this one is their determinant,
    /// and with the others zero.
    fn cofactors<N: Ring>(vectors: &[Vector<N, D>; D]) -> [Vector<N, D>; D];
}

impl Coordinates<3> for Dimension<3> {
    fn cofactors<N: Ring>([e0, e1, e2]: &[Vector<N>; 3]) -> [Vector<N>; 3] {
        [cross(e1, e2), cross(e2, e0), cross(e0, e1)]
    }
}

/// What the coordinates of common points are: those of space alone, or time too.
pub(super) trait Setting<const SPACE: usize, const D: usize> {
    /// Returns what a row of a solid that moves says of these coordinates.
    fn row<N: Ring>(row: Row<SPACE, N>, velocity: &Vector<N, SPACE>) -> Row<D, N>;
}

/// Frames at rest: velocities do not count.
pub(super) struct AtRest;

impl<const D: usize> Setting<D, D> for AtRest {
    fn row<N: Ring>(row: Row<D, N>, _velocity: &Vector<N, D>) -> Row<D, N> {
        row
    }
}

/// Returns the rows of two solids, for `x` measured from `base`, and `0 <= t <= 1` last where time
/// is a coordinate.
pub(super) fn rows_of<K, N, const SPACE: usize, const D: usize>(
    solids: &[Solid<N, SPACE>; 2],
    velocities: &[Vector<N, SPACE>; 2],
    base: &Vector<N, SPACE>,
) -> Vec<Row<D, N>>
where
    K: Setting<SPACE, D>,
    N: Ring + From<i32>,
    Dimension<SPACE>: Coordinates<SPACE>,
{
    let slabs = solids.iter().map(|solid| solid.figure.slabs.len()).sum::<usize>();
    let mut rows = Vec::with_capacity(slabs + D - SPACE);
    for (solid, velocity) in solids.iter().zip(velocities) {
        rows.extend(two_sided_rows(solid, base).map(|row| K::row(row, velocity)));
    }
    if D > SPACE {
        let normal = from_fn(|i| N::from(i32::from(i == SPACE)));
        rows.push(Row { normal, low: N::from(0), high: N::from(1) });
    }
    rows
}

/// Returns a row for each slab of a solid, for `x` measured from `base`. A slab begins at the
/// origin of the solid and ends `width` ahead.
fn two_sided_rows<N: Ring, const D: usize>(
    solid: &Solid<N, D>,
    base: &Vector<N, D>,
) -> impl Iterator<Item = Row<D, N>>
where
    Dimension<D>: Coordinates<D>,
{
    let cofactors = Dimension::<D>::cofactors(&solid.edges);
    let width = dot(&cofactors[0], &solid.edges[0]);
    let origin = sub(&solid.origin, base);
    solid.figure.slabs.iter().map(move |slab| {
        let normal = summed(&slab.sum, &cofactors);
        let start = dot(&normal, &origin);
        let end = start.clone() + width.clone();
        let (low, high) = if start < end { (start, end) } else { (end, start) };
        Row { normal, low, high }
    })
}

/// The common points of two frames as rows of `D` coordinates, the last of which may be time.
/// Points are measured from the origin of the first frame at `t = 0`, in units of the scale over
/// `unit`.
pub(super) struct CommonPoints<const D: usize> {
    pub rows: Vec<Row<D>>,
    origin: Vec<IBig>,
    scale: Integers,
    unit: IBig,
}

impl<const D: usize> CommonPoints<D> {
    /// Returns the common points of two frames, at any `t` in `[0, 1]` if they move.
    pub fn new<K, const SPACE: usize>(input: &Input<SPACE>) -> Self
    where
        K: Setting<SPACE, D>,
        Dimension<SPACE>: Coordinates<SPACE>,
    {
        let scale = input.scale();
        let solids = input.solids(|x| scale.whole::<IBig>(x));
        let velocities = input.velocities(|x| scale.whole::<IBig>(x));
        let rows = rows_of::<K, IBig, SPACE, D>(&solids, &velocities, &solids[0].origin);
        Self { rows, origin: solids[0].origin.to_vec(), scale, unit: IBig::ONE }
    }

    /// Returns the common points at one `t`, which is the last coordinate.
    #[cfg(feature = "motion")]
    pub fn at<const SPACE: usize>(mut self, t: &Fraction) -> CommonPoints<SPACE> {
        self.fix(D - 1, t);
        let Self { mut rows, origin, scale, unit } = self;
        // The row of time says nothing any more.
        rows.pop();
        let at_rest = |Row { normal, low, high }: Row<D>| Row {
            normal: from_fn(|i: usize| normal[i].clone()),
            low,
            high,
        };
        CommonPoints { rows: rows.into_iter().map(at_rest).collect(), origin, scale, unit }
    }

    /// Returns a coordinate in the world.
    pub fn world(&self, axis: usize, value: &Fraction) -> RBig {
        let value =
            value.value() / RBig::from(self.unit.clone()) + RBig::from(self.origin[axis].clone());
        self.scale.value(value)
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

/// Returns the range of the first coordinate over all points that satisfy every row: what every
/// triple of rows allows.
pub(super) fn range_by_triples(rows: &[Row<3>]) -> Range {
    let mut range = None;
    for (i, r) in rows.iter().enumerate() {
        for (j, s) in rows.iter().enumerate().skip(i + 1) {
            let r_cross_s = cross(&r.normal, &s.normal);
            for t in &rows[j + 1..] {
                let determinant = dot(&r_cross_s, &t.normal);
                if determinant != IBig::ZERO {
                    let [of_r, of_s] = [cross(&s.normal, &t.normal), cross(&t.normal, &r.normal)];
                    let terms = [(r, &of_r[0]), (s, &of_s[0]), (t, &r_cross_s[0])];
                    narrow(&mut range, bounds(terms, &determinant));
                }
            }
        }
    }
    range
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
fn bounds<'a, const D: usize>(
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
