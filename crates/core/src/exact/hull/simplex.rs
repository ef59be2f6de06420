//! What the simplex method tells of two hulls: by its steps in whole numbers, or by a basis guessed
//! in `f64` and proven.

use super::basis::Basis;
use crate::num::Ring;
use crate::verdict::Verdict;
use dashu_int::IBig;
use std::ops::Div;

pub(super) type Point<N> = [N; 3];

/// A whole number, or an `f64` that stands for one.
pub(super) trait Whole: Ring + Div<Output = Self> {
    /// The number 1.
    fn one() -> Self;
    /// A number of points.
    fn count(count: usize) -> Self;
    /// True when it is positive, beyond rounding where there is any: `unit` is the determinant that
    /// it is a multiple of.
    fn exceeds_zero(&self, _unit: &Self) -> bool {
        *self > Self::zero()
    }
}

impl Whole for f64 {
    fn one() -> Self {
        1.0
    }
    fn count(count: usize) -> Self {
        count as Self
    }
    fn exceeds_zero(&self, unit: &Self) -> bool {
        *self > 1e-11 * unit.abs()
    }
}

impl Whole for i128 {
    fn one() -> Self {
        1
    }
    fn count(count: usize) -> Self {
        count as i128
    }
}

impl Whole for IBig {
    fn one() -> Self {
        Self::ONE
    }
    fn count(count: usize) -> Self {
        count.into()
    }
}

pub(super) const ROWS: usize = 5;

/// Steps before Bland's rule takes over from the steepest column, which could cycle.
pub(super) const STEEPEST: usize = 60;

/// Steps after which a guess is given up.
const MOST_GUESSES: usize = 100;

/// What a column of the system stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Member {
    /// A point of the first hull,
    A(usize),
    /// of the second,
    B(usize),
    /// a weight that all points get beside their own,
    Every,
    /// what is missing in a row.
    Missing(usize),
}

/// The verdict of two hulls.
pub(super) fn verdict<N: Whole>(a: &[Point<N>], b: &[Point<N>]) -> Verdict {
    if a.is_empty() || b.is_empty() { Verdict::Separate } else { Basis::solved(a, b).1 }
}

/// The members of the last basis, in `f64`, for points with coordinates of a magnitude up to 1: a
/// guess.
pub(super) fn guess(a: &[Point<f64>], b: &[Point<f64>]) -> [Member; ROWS] {
    let mut basis = Basis::new(a, b);
    for step in 0..MOST_GUESSES {
        if basis.is_met() && basis.some_for_every() {
            break;
        }
        let Some(member) = basis.entering(step >= STEEPEST) else { break };
        basis.enter(member);
    }
    basis.members
}

/// The verdict that a basis proves; `None` where it proves nothing. Takes no products but those of
/// a determinant.
pub(super) fn proven<N: Whole>(
    a: &[Point<N>],
    b: &[Point<N>],
    members: [Member; ROWS],
) -> Option<Verdict> {
    let basis = Basis::of(a, b, members)?;
    if (0..ROWS).any(|row| basis.value(row) < N::zero()) {
        return None;
    }
    match basis.is_met() {
        true if basis.some_for_every() => Some(Verdict::Overlapping),
        _ if basis.entering(true).is_some() => None,
        true => Some(Verdict::Touching),
        false => Some(Verdict::Separate),
    }
}

/// A point that two hulls share, from the inside of both where these overlap: `numerators` over a
/// denominator.
pub(super) fn common_point(a: &[Point<IBig>], b: &[Point<IBig>]) -> Option<(Point<IBig>, IBig)> {
    if a.is_empty() || b.is_empty() {
        return None;
    }
    let (basis, verdict) = Basis::solved(a, b);
    verdict.meets().then(|| (basis.point(), basis.determinant.clone()))
}
