//! Ends in whole numbers that are as short as they can be, and their roundings.

use super::super::axes::Dimension;
use super::super::fraction::Fraction;
use super::super::input::Input;
use super::super::rows::{Coordinates, Row, Setting, rows_of};
use super::bracket::Known;
use super::whole::{Place, Quotient, end};
use crate::num::{Integers, Whole, f32_below};
use dashu_int::IBig;
use dashu_ratio::RBig;
use ethnum::I256;
use std::array::from_fn;

/// Coordinates of at most this many bits have rows of 128 bits. With `|coordinate| < 2^w`: edges
/// and the difference of the origins are below `2^(w+1)`; a component of a normal is the sum of at
/// most three differences of two products, below `6 2^(2w+2)`; its product with the difference of
/// the origins or a velocity sums three, below `18 2^(3w+3)`; an end adds the product of a normal
/// with an edge, below `6 2^(3w+3)`: `3w + 8` bits.
const SHORT_ROWS: u32 = 39;

/// A pair in whole numbers.
pub(super) struct Exactly<const SPACE: usize, const D: usize> {
    rows: Rows<D>,
    scale: Integers,
    /// The first frame's.
    origin: [f32; SPACE],
    /// The first rows of the first solid, and that of time: no rows with fewer points in common.
    first: [usize; D],
}

/// Rows in numbers that hold every corner.
enum Rows<const D: usize> {
    Narrow(Vec<Row<D, i128>>),
    Middle(Vec<Row<D, I256>>),
    Wide(Vec<Row<D, IBig>>),
}

impl<const SPACE: usize, const D: usize> Exactly<SPACE, D>
where
    Dimension<SPACE>: Coordinates<SPACE>,
    Dimension<D>: Coordinates<D>,
{
    pub fn new<K: Setting<SPACE, D>>(input: &Input<SPACE>) -> Self {
        let scale = input.scale();
        let rows = match scale.width <= SHORT_ROWS {
            true => shortest(whole_rows::<K, i128, SPACE, D>(input, &scale), scale.width),
            false => Rows::Wide(whole_rows::<K, IBig, SPACE, D>(input, &scale)),
        };
        let count = match &rows {
            Rows::Narrow(rows) => rows.len(),
            Rows::Middle(rows) => rows.len(),
            Rows::Wide(rows) => rows.len(),
        };
        let first = from_fn(|j| if j < SPACE { j } else { count - 1 });
        Self { rows, scale, origin: input.frames[0].origin, first }
    }

    /// Returns an end rounded outward; of a lower end, the negative.
    pub fn rounded_end(&self, known: &Known<D>, axis: usize, high: bool) -> f32 {
        match &self.rows {
            Rows::Narrow(rows) => self.by(rows, known, axis, high),
            Rows::Middle(rows) => self.by(rows, known, axis, high),
            Rows::Wide(rows) => self.by(rows, known, axis, high),
        }
    }

    fn by<N: Whole>(&self, rows: &[Row<D, N>], known: &Known<D>, axis: usize, high: bool) -> f32 {
        let mut place = known.place;
        let found = end(rows, &mut place, axis, high).or_else(|| {
            place = Place { members: self.first, at_high: [high; D] };
            end(rows, &mut place, axis, high)
        });
        // Pairs that meet have an end.
        let Some(found) = found else { return 0.0 };
        let rounded = if place == known.place { known.rounded(known.least) } else { None };
        let sign = |x: f32| if high { x } else { -x };
        rounded.or_else(|| self.unrounded(&found, known, axis, high).map(sign)).unwrap_or_else(
            || {
                let value = self.value(found, axis);
                -f32_below(&if high { -value } else { value })
            },
        )
    }

    /// Returns an end that is an `f32` itself, if it is the one that `f64` came to.
    fn unrounded<N: Whole>(
        &self,
        end: &Quotient<N>,
        known: &Known<D>,
        axis: usize,
        high: bool,
    ) -> Option<f32> {
        let seen = if high { known.value } else { -known.value };
        let nearest = if seen.abs() <= 2.0 * known.error { 0.0 } else { seen as f32 };
        let origin: N = self.scale.whole(self.origin[axis]);
        let apart = origin - self.scale.whole_if::<N>(nearest)?;
        let off = end.numerator.clone() + apart * end.denominator.clone();
        off.sign_of().is_eq().then_some(nearest)
    }

    /// Returns a coordinate in the world.
    fn value<N: Whole>(&self, end: Quotient<N>, axis: usize) -> RBig {
        let Quotient { numerator, denominator } = end;
        let seen =
            Fraction { numerator: numerator.into_big(), denominator: denominator.into_big() };
        self.scale.value(seen.value() + RBig::from(self.scale.whole::<IBig>(self.origin[axis])))
    }
}

fn whole_rows<K, N: Whole, const SPACE: usize, const D: usize>(
    input: &Input<SPACE>,
    scale: &Integers,
) -> Vec<Row<D, N>>
where
    K: Setting<SPACE, D>,
    Dimension<SPACE>: Coordinates<SPACE>,
{
    let solids = input.solids(|x| scale.whole::<N>(x));
    let velocities = input.velocities(|x| scale.whole::<N>(x));
    rows_of::<K, N, SPACE, D>(&solids, &velocities, &solids[0].origin)
}

/// Takes common powers of two out of rows, and returns them in the shortest numbers that hold every
/// corner. `width` is that of the coordinates.
///
/// A determinant sums 24 products at most of a component of each row, and has the bits of all
/// columns and five more. A coordinate of a corner has an end in the place of a component. Its
/// product with a row sums four, so that a corner is compared with a row in the bits of all columns
/// and of an end and seven more. The difference of two coordinates of the world has four bits more
/// than the coordinates; times a determinant, that is nine, and ten in a sum.
fn shortest<const D: usize>(mut rows: Vec<Row<D, i128>>, width: u32) -> Rows<D> {
    let (mut columns, mut ends) = ([0; D], 0);
    let bits = |x: &i128| 128 - x.unsigned_abs().leading_zeros();
    for row in &mut rows {
        let numbers = row.normal.iter().chain([&row.low, &row.high]);
        let places = numbers.fold(127, |places, x| places.min(x.trailing_zeros()));
        let Row { normal, low, high } = row;
        normal.iter_mut().chain([&mut *low, &mut *high]).for_each(|x| *x >>= places);
        columns = from_fn(|i| bits(&normal[i]).max(columns[i]));
        ends = bits(low).max(bits(high)).max(ends);
    }
    let needed = columns.iter().sum::<u32>() + (ends + 8).max(width + 11);
    match needed {
        ..=126 => Rows::Narrow(rows),
        127..=254 => Rows::Middle(rows.into_iter().map(|row| row.map(I256::from)).collect()),
        _ => Rows::Wide(rows.into_iter().map(|row| row.map(IBig::from)).collect()),
    }
}
