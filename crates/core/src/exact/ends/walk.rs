//! The dual simplex method in `f64`: a guess which rows bound an end.
//!
//! Every row has two ends, so every basis bounds every direction: each of its rows counts by the
//! end that its weight has the sign of. The point where the basis has these ends is a common point
//! unless some other row cuts it off. Then that row comes in, and one that the bound can do without
//! goes out. A weight that would pass zero on the way makes its row count by the other end, as long
//! as the row that comes in cuts off the point even so.

use super::super::solid::dot;
use super::system::{Basis, System};
use std::array::from_fn;

/// Rows that are exchanged at most. The best basis is three or four rows away from the first.
const STEPS: usize = 24;

/// Where a walk ends.
#[derive(Clone, Copy)]
pub(super) struct Corner<const D: usize> {
    /// The numbers of the rows that meet there.
    pub members: [usize; D],
    /// True for a row that is at its higher end.
    pub at_high: [bool; D],
    /// How much of each row makes up the direction.
    pub weights: [f64; D],
    /// It lies within reach, or is not a number.
    pub point: [f64; D],
}

impl<const D: usize> Basis<D> {
    /// Returns how much of each row makes up a direction.
    fn weights(&self, direction: &[f64; D]) -> [f64; D] {
        from_fn(|j| dot(direction, &self.columns[j]))
    }

    /// Puts a row in the place of another. `weights` make up its normal.
    fn exchange(&mut self, place: usize, row: usize, weights: &[f64; D]) {
        self.members[place] = row;
        let scale = 1.0 / weights[place];
        let new: [f64; D] = from_fn(|i| self.columns[place][i] * scale);
        for (column, weight) in self.columns.iter_mut().zip(weights) {
            for (entry, new) in column.iter_mut().zip(&new) {
                *entry -= weight * new;
            }
        }
        self.columns[place] = new;
    }
}

impl<const D: usize> System<D> {
    /// Walks to the corner that lies furthest in a direction. After too many steps, or where
    /// rounding leads astray, the corner is any.
    pub fn furthest(&self, direction: &[f64; D]) -> Corner<D> {
        let mut basis = self.first;
        let mut weights = basis.weights(direction);
        let mut at_high: [bool; D] = from_fn(|j| weights[j] >= 0.0);
        let mut point = self.point(&basis, &at_high);
        for _ in 0..STEPS {
            let Some((row, above, outside)) = self.worst(&basis, &point) else { break };
            let normal = basis.weights(&self.rows[row].normal);
            let falls: [f64; D] = from_fn(|j| if above { normal[j] } else { -normal[j] });
            let leaving = self.leaving(&basis, &mut at_high, &weights, &falls, outside);
            let Some(place) = leaving else { break };
            let new = weights[place] / falls[place];
            for (weight, falls) in weights.iter_mut().zip(&falls) {
                *weight -= new * falls;
            }
            weights[place] = if above { new } else { -new };
            at_high[place] = above;
            basis.exchange(place, row, &normal);
            point = self.point(&basis, &at_high);
        }
        let point = from_fn(|i| point[i].clamp(-self.reach[i], self.reach[i]));
        Corner { members: basis.members, at_high, weights, point }
    }

    /// Returns the point where the rows of a basis have these ends.
    fn point(&self, basis: &Basis<D>, at_high: &[bool; D]) -> [f64; D] {
        let mut point = [0.0; D];
        for (j, column) in basis.columns.iter().enumerate() {
            let end = self.rows[basis.members[j]].end(at_high[j]);
            for (x, entry) in point.iter_mut().zip(column) {
                *x += end * entry;
            }
        }
        point
    }

    /// Returns the row, other than those of the basis, that a point lies most outside of, as far as
    /// that can be told: whether above, and by how much.
    fn worst(&self, basis: &Basis<D>, point: &[f64; D]) -> Option<(usize, bool, f64)> {
        let mut worst = None;
        let (mut most, mut unit) = (1.0, 1.0);
        for (number, row) in self.rows.iter().enumerate() {
            let [below, above] = row.outside(point);
            let outside = if above > below { above } else { below };
            if outside * unit > most * row.error && !basis.members.contains(&number) {
                (most, unit) = (outside, row.error);
                worst = Some((number, above > below, outside));
            }
        }
        worst
    }

    /// Returns the place whose row goes out, and turns the rows that are passed on the way. The
    /// weights fall by these numbers while the new row, which the point is `outside` of, comes in.
    fn leaving(
        &self,
        basis: &Basis<D>,
        at_high: &mut [bool; D],
        weights: &[f64; D],
        falls: &[f64; D],
        mut outside: f64,
    ) -> Option<usize> {
        for _ in 0..D {
            let mut next = None;
            // Of two quotients the smaller one, without a division.
            let (mut least, mut unit) = (f64::INFINITY, 1.0);
            for place in 0..D {
                // A weight that grows, or does not change, never passes zero.
                if falls[place] == 0.0 || at_high[place] != (falls[place] > 0.0) {
                    continue;
                }
                let (weight, fall) = (weights[place].abs(), falls[place].abs());
                if weight * unit < least * fall {
                    (least, unit) = (weight, fall);
                    next = Some(place);
                }
            }
            let place = next?;
            let row = &self.rows[basis.members[place]];
            outside -= unit * (row.high - row.low);
            if outside <= 0.0 {
                return Some(place);
            }
            at_high[place] = !at_high[place];
        }
        None
    }
}
