//! The smallest axis-aligned box of everything that a moving pair ever has in common.
//!
//! The common points `(x, t)` fill a polytope in four dimensions: the two-sided rows of both
//! frames, each moving with its velocity, and `0 <= t <= 1`. As for resting frames
//! ([`super::intersection_box`]), eliminating all but one coordinate leaves combinations of the
//! rows, here of four: 35 quadruples for two cuboids, 70 for a cuboid and a tetrahedron, 126 for
//! two tetrahedra.
//!
//! No quadruple allows less than the range, and no common point lies outside of the range. So `f64`
//! guesses a quadruple and a corner for each end ([`guess`]). Whole numbers then prove the end: the
//! quadruple bounds the coordinate where the corner is, and the corner satisfies every row. The
//! other quadruples need not be computed.

mod guess;

use super::fraction::{Fraction, Range, narrow};
use super::input::Input;
use super::intersection_box::rounded_outward;
use super::motion::settle_moving;
use super::rows::{CommonPoints, Row, bounds};
use super::settled::PairFault;
use super::solid::{cross, dot};
use crate::geom::{Aabb3, Frame3};
use dashu_int::IBig;

/// Returns the smallest box that contains every point that two moving frames share at any `t` in
/// `[0, 1]`, or `None` for frames that never meet.
///
/// A point is taken where it is in the world at that `t`. Each face is rounded outward to `f32`
/// once. Costs some hundred microseconds, and milliseconds where many corners nearly coincide: the
/// box is computed in whole numbers.
///
/// # Errors
///
/// Returns [`PairFault`] for a frame that is not valid, its velocity included.
pub fn moving_box(a: &Frame3, b: &Frame3) -> Result<Option<Aabb3>, PairFault> {
    let input = Input::moving(a, b)?;
    Ok(settle_moving(&input).verdict.meets().then(|| box_of(&input)))
}

/// Returns [`moving_box`] of two frames that are known to meet. The result for separate frames has
/// no meaning.
///
/// # Errors
///
/// Returns [`PairFault`] for a frame that is not valid, its velocity included.
pub fn meeting_moving_box(a: &Frame3, b: &Frame3) -> Result<Aabb3, PairFault> {
    Ok(box_of(&Input::moving(a, b)?))
}

fn box_of(input: &Input) -> Aabb3 {
    let mut common = CommonPoints::moving(input);
    common.rows.push(Row {
        normal: [0, 0, 0, 1].map(IBig::from),
        low: IBig::ZERO,
        high: IBig::ONE,
    });
    let [min, max] = rounded_outward(&common, ranges(&common.rows));
    Aabb3 { min: min.into(), max: max.into() }
}

/// Returns the range of each coordinate over all points and times that satisfy every row.
fn ranges(rows: &[Row<4>]) -> [Range; 3] {
    let guessed = guess::ends(rows);
    let mut out = [None, None, None];
    for (axis, range) in out.iter_mut().enumerate() {
        let end = |side: usize| proven(rows, axis, side, guessed[axis][side].as_ref()?);
        *range = end(0).zip(end(1));
    }
    if out.iter().all(Option::is_some) { out } else { by_quadruples(rows) }
}

/// Returns the end of a coordinate's range (side 0: the lower one), if the guess is right.
fn proven(rows: &[Row<4>], axis: usize, side: usize, guess: &guess::End) -> Option<Fraction> {
    let picked = guess.bound.map(|row| &rows[row]);
    let weights = [0, 1, 2, 3].map(|row| cofactor(picked, row, axis));
    let determinant: IBig =
        picked.iter().zip(&weights).map(|(row, weight)| &row.normal[axis] * weight).sum();
    if determinant == IBig::ZERO {
        return None;
    }
    let (low, high) = bounds(picked.into_iter().zip(&weights), &determinant);
    let bound = if side == 0 { low } else { high };
    let corner = corner(rows, guess)?;
    let reached =
        &corner.numerators[axis] * &bound.denominator == &bound.numerator * &corner.denominator;
    (reached && corner.satisfies(rows)).then_some(bound)
}

/// A point `(x, t)` where four rows are at an end, with a positive denominator.
struct Corner {
    numerators: [IBig; 4],
    denominator: IBig,
}

/// Computes the corner by Cramer's rule. `None` if the rows leave more than a point.
fn corner(rows: &[Row<4>], guess: &guess::End) -> Option<Corner> {
    let picked = guess.corner.map(|(row, _)| &rows[row]);
    let ends = guess.corner.map(|(row, high)| if high { &rows[row].high } else { &rows[row].low });
    let cofactors =
        [0, 1, 2, 3].map(|column| [0, 1, 2, 3].map(|row| cofactor(picked, row, column)));
    let determinant: IBig = (0..4).map(|row| &picked[row].normal[0] * &cofactors[0][row]).sum();
    if determinant == IBig::ZERO {
        return None;
    }
    let is_negative = determinant < IBig::ZERO;
    let numerators = cofactors.map(|column| {
        let sum: IBig = column.iter().zip(ends).map(|(cofactor, end)| cofactor * end).sum();
        if is_negative { -sum } else { sum }
    });
    Some(Corner { numerators, denominator: if is_negative { -determinant } else { determinant } })
}

impl Corner {
    fn satisfies(&self, rows: &[Row<4>]) -> bool {
        rows.iter().all(|row| {
            let along: IBig = row.normal.iter().zip(&self.numerators).map(|(n, x)| n * x).sum();
            &row.low * &self.denominator <= along && along <= &row.high * &self.denominator
        })
    }
}

/// Returns the ranges by every quadruple.
fn by_quadruples(rows: &[Row<4>]) -> [Range; 3] {
    let mut ranges = [None, None, None];
    for quadruple in guess::quadruples(rows.len()) {
        cut(&mut ranges, quadruple.map(|row| &rows[row]));
    }
    ranges
}

/// Cuts the ranges down to what four rows allow: `determinant * x` is the sum of each row's
/// cofactor in the column of `x` times `normal . (x, t)`.
fn cut(ranges: &mut [Range; 3], rows: [&Row<4>; 4]) {
    let weights = |axis: usize| [0, 1, 2, 3].map(|row| cofactor(rows, row, axis));
    let of_x = weights(0);
    let terms = rows.iter().zip(&of_x).map(|(row, weight)| &row.normal[0] * weight);
    let determinant: IBig = terms.sum();
    if determinant == IBig::ZERO {
        return;
    }
    for (axis, range) in ranges.iter_mut().enumerate() {
        let weights = weights(axis);
        narrow(range, bounds(rows.into_iter().zip(&weights), &determinant));
    }
}

/// Returns the determinant of the other rows without this column, with the sign of its place.
fn cofactor(rows: [&Row<4>; 4], row: usize, column: usize) -> IBig {
    let others = |i: usize| [1, 2, 3].map(|step| (i + step) % 4);
    let columns = others(column);
    let [p, q, r] = others(row).map(|i| columns.map(|k| rows[i].normal[k].clone()));
    // Cyclic orders of three are even permutations of the natural one.
    let minor = dot(&p, &cross(&q, &r));
    if (row + column).is_multiple_of(2) { minor } else { -minor }
}
