//! Proven bounds of an end, in `f64`.
//!
//! *From without.* Let `w` be any weights of the rows of a basis, and `r = d - sum w_j n_j` what
//! they leave of a direction `d`. A common point `x` has `d . x = sum w_j (n_j . x) + r . x`. So
//! `d . x` is at most the sum of each weight times the end that it has the sign of, and the reach
//! of `r`. No weight needs to be right. Neither frame reaches further than its own corners do,
//! whose coordinates are short sums.
//!
//! *From within.* Let `x` be any point that lies outside of the rows by `o` at most, and `c` one
//! that lies inside of them by `m` at least. The point `o / (o + m)` of the way from `x` to `c` is
//! a common point. And a coordinate that is nowhere below a bound of its lower end is not below it
//! at its higher end.

use super::super::solid::dot;
use super::system::{Slab, System};
use super::walk::Corner;
use super::whole::Place;
use crate::num::f32_above_f64;
use std::array::from_fn;

/// The part of its error that a row must hold a point off its ends by. With less, boxes of a few
/// more pairs take whole numbers.
const DEEP: f64 = 1_048_576.0;

/// How often a point is moved away from the row that it is closest to.
const MOVES: usize = 3;

/// A point that certainly is a common one, and by how much, at least, it lies inside of each row.
pub(super) struct Inner<const D: usize> {
    point: [f64; D],
    depths: Vec<f64>,
}

impl<const D: usize> System<D> {
    /// Returns what the rows of a corner allow at most in its direction, and how wrong that is at
    /// most.
    ///
    /// If the rows have the ends of their weights' signs at some common point, that point lies no
    /// further from the value than the error.
    fn bound(&self, corner: &Corner<D>, direction: &[f64; D]) -> (f64, f64) {
        let (mut value, mut error, mut rest) = (0.0, 0.0, *direction);
        for (weight, &member) in corner.weights.iter().zip(&corner.members) {
            let row = &self.rows[member];
            value += weight * row.end(*weight >= 0.0);
            error += weight.abs() * row.error;
            for (rest, entry) in rest.iter_mut().zip(&row.normal) {
                *rest -= weight * entry;
            }
        }
        // Errors of rows have room for the rounding of their own sum, and the reach for that of
        // what is left.
        for (rest, reach) in rest.iter().zip(&self.reach) {
            error = (error + (rest.abs() * reach).next_up()).next_up();
        }
        (value, error)
    }

    /// Returns a point well inside of every row, if there is one: the mean of some corners, moved
    /// away from the rows that it is too close to.
    pub fn inner<'a>(&self, corners: impl Iterator<Item = &'a Corner<D>>) -> Option<Inner<D>> {
        let (mut sum, mut count) = ([0.0; D], 0.0);
        for corner in corners {
            sum = from_fn(|i| sum[i] + corner.point[i]);
            count += 1.0;
        }
        let mut point = sum.map(|x| x / count);
        for _ in 0..MOVES {
            let Some((row, below)) = self.closest(&point) else { break };
            let away = if below { row.normal } else { row.normal.map(|x| -x) };
            let corner = self.furthest(&away);
            point = from_fn(|i| (point[i] + corner.point[i]) / 2.0);
        }
        let within = from_fn(|i| point[i].clamp(-self.reach[i], self.reach[i]));
        let depth = |row: &Slab<D>| {
            let [below, above] = row.outside(&within);
            -(if above > below { above } else { below }) - row.error
        };
        let depths: Vec<f64> = self.rows.iter().map(depth).collect();
        depths
            .iter()
            .all(|depth| depth.is_sign_positive())
            .then_some(Inner { point: within, depths })
    }

    /// Returns the row that a point lies least inside of, where that is too little. True if it is
    /// close to the lower end.
    fn closest(&self, point: &[f64; D]) -> Option<(&Slab<D>, bool)> {
        let mut closest = None;
        let (mut least, mut unit) = (DEEP, 1.0);
        for row in &self.rows {
            let [below, above] = row.outside(point);
            let depth = -(if above > below { above } else { below });
            if depth * unit < least * row.error {
                (least, unit) = (depth, row.error);
                closest = Some((row, below > above));
            }
        }
        closest
    }

    /// Returns how far in a direction some common point certainly reaches: one close to a corner.
    fn reached(&self, corner: &Corner<D>, inner: &Inner<D>, direction: &[f64; D]) -> f64 {
        let mut part = 0.0_f64;
        for (row, depth) in self.rows.iter().zip(&inner.depths) {
            let [below, above] = row.outside(&corner.point);
            let outside = ((if above > below { above } else { below }) + row.error).next_up();
            if outside > 0.0 {
                part = part.max((outside / (outside + depth).next_down()).next_up());
            }
        }
        let height = dot(direction, &corner.point);
        let back = (height - dot(direction, &inner.point)).abs().next_up();
        (height - (part * back).next_up()).next_down()
    }
}

/// What `f64` knows of the end of a coordinate's range in the world: of the higher end the
/// coordinate itself, of the lower one its negative.
pub(super) struct Known<const D: usize> {
    /// The rows that seem to meet there.
    pub place: Place<D>,
    /// Where the end seems to be, and how far off that is if the rows do meet there.
    pub value: f64,
    pub error: f64,
    /// The end is no further out.
    pub most: f64,
    /// If the rows do meet there, the end is no further in.
    pub least: f64,
    /// Some common point is so far out.
    pub reached: f64,
}

impl<const D: usize> Known<D> {
    /// `base` is the origin of the first frame.
    pub fn new(
        system: &System<D>,
        corner: &Corner<D>,
        inner: Option<&Inner<D>>,
        direction: &[f64; D],
        base: f64,
    ) -> Self {
        let (value, error) = system.bound(corner, direction);
        // The bound takes the ends that the weights have the signs of.
        let mut ends = corner.weights.iter().zip(&corner.at_high);
        let as_weighed = ends.all(|(&weight, &high)| weight == 0.0 || (weight > 0.0) == high);
        let least = (base + (value - error).next_down()).next_down();
        Self {
            place: Place { members: corner.members, at_high: corner.at_high },
            value: base + value,
            error,
            most: (base + (value + error).next_up()).next_up(),
            least: if as_weighed { least } else { f64::NEG_INFINITY },
            reached: match inner {
                Some(inner) => (base + system.reached(corner, inner, direction)).next_down(),
                None => f64::NEG_INFINITY,
            },
        }
    }

    /// Returns the end rounded outward, if it is at least so far out and rounds to one number only.
    pub fn rounded(&self, least: f64) -> Option<f32> {
        let outside = f32_above_f64(self.most);
        (f32_above_f64(least) == outside).then_some(outside)
    }
}
