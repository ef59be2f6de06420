//! Ends in whole numbers.
//!
//! The dual simplex method again, from the basis that `f64` ends at, until the corner satisfies
//! every row. That takes no step where `f64` was right. Bland's rule keeps it from walking in
//! circles: of all rows that could come in or go out, the first one does.

use super::super::axes::Dimension;
use super::super::rows::{Coordinates, Row};
use super::super::solid::dot;
use crate::num::Whole;
use std::array::from_fn;
use std::cmp::Ordering;

/// The rows that meet in a corner, and the ends that they have there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Place<const D: usize> {
    /// The numbers of the rows.
    pub members: [usize; D],
    /// True for a row that is at its higher end.
    pub at_high: [bool; D],
}

/// The coordinate of a corner, with a positive denominator.
pub(super) struct Quotient<N> {
    pub numerator: N,
    pub denominator: N,
}

/// A corner in whole numbers.
struct Solved<N, const D: usize> {
    /// The inverse of the matrix of the rows, times the denominator, by columns.
    columns: [[N; D]; D],
    point: [N; D],
    denominator: N,
}

/// Computes a corner by Cramer's rule, in which rows that bound the coordinate have the end that
/// bounds it. `None` if the rows leave more than a point.
fn solved<N: Whole, const D: usize>(
    rows: &[Row<D, N>],
    place: &mut Place<D>,
    axis: usize,
    high: bool,
) -> Option<Solved<N, D>>
where
    Dimension<D>: Coordinates<D>,
{
    let normals = place.members.map(|row| rows[row].normal.clone());
    let mut columns = Dimension::<D>::cofactors(&normals);
    let mut denominator = dot(&columns[0], &normals[0]);
    match denominator.sign_of() {
        Ordering::Equal => return None,
        Ordering::Less => {
            columns = columns.map(|column| column.map(|x| -x));
            denominator = -denominator;
        }
        Ordering::Greater => {}
    }
    for (at_high, column) in place.at_high.iter_mut().zip(&columns) {
        match column[axis].sign_of() {
            Ordering::Less => *at_high = !high,
            Ordering::Equal => {}
            Ordering::Greater => *at_high = high,
        }
    }
    let ends: [&N; D] = from_fn(|j| rows[place.members[j]].end(place.at_high[j]));
    let coordinate = |i: usize| {
        let term = |j: usize| columns[j][i].clone() * ends[j].clone();
        (1..D).fold(term(0), |sum, j| sum + term(j))
    };
    Some(Solved { point: from_fn(coordinate), columns, denominator })
}

/// Returns the end of a coordinate's range, and makes `place` that of a corner there. `None` if the
/// rows of `place` leave more than a point, or if no point satisfies every row.
pub(super) fn end<N: Whole, const D: usize>(
    rows: &[Row<D, N>],
    place: &mut Place<D>,
    axis: usize,
    high: bool,
) -> Option<Quotient<N>>
where
    Dimension<D>: Coordinates<D>,
{
    loop {
        let corner = solved(rows, place, axis, high)?;
        let Some((row, above)) = first_outside(rows, &corner) else {
            let [numerator, denominator] = [corner.point[axis].clone(), corner.denominator];
            return Some(Quotient { numerator, denominator });
        };
        let leaving = leaving(&corner, place, axis, &rows[row].normal, above)?;
        place.members[leaving] = row;
        place.at_high[leaving] = above;
    }
}

/// Returns the first row that the corner lies outside of. True if it lies above.
fn first_outside<N: Whole, const D: usize>(
    rows: &[Row<D, N>],
    corner: &Solved<N, D>,
) -> Option<(usize, bool)> {
    rows.iter().enumerate().find_map(|(number, row)| {
        let along = dot(&row.normal, &corner.point);
        if along < row.low.clone() * corner.denominator.clone() {
            return Some((number, false));
        }
        (along > row.high.clone() * corner.denominator.clone()).then_some((number, true))
    })
}

/// Returns the place whose weight passes zero first when a row comes in, and of several the one of
/// the first row.
fn leaving<N: Whole, const D: usize>(
    corner: &Solved<N, D>,
    place: &Place<D>,
    axis: usize,
    normal: &[N; D],
    above: bool,
) -> Option<usize> {
    let mut best: Option<(usize, [dashu_int::IBig; 2])> = None;
    for (j, column) in corner.columns.iter().enumerate() {
        let falls = dot(normal, column);
        let falls = if above { falls } else { -falls };
        let passes = match falls.sign_of() {
            Ordering::Less => !place.at_high[j],
            Ordering::Equal => false,
            Ordering::Greater => place.at_high[j],
        };
        if !passes {
            continue;
        }
        let magnitude = |x: N| if x < N::zero() { -x } else { x };
        // Products of two of these are too long for `N`.
        let weight = magnitude(column[axis].clone()).into_big();
        let falls = magnitude(falls).into_big();
        let first = best.as_ref().is_none_or(|(before, [their_weight, their_falls])| {
            let order = (&weight * their_falls).cmp(&(their_weight * &falls));
            order.then(place.members[j].cmp(&place.members[*before])).is_lt()
        });
        if first {
            best = Some((j, [weight, falls]));
        }
    }
    best.map(|(j, _)| j)
}
