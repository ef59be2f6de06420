//! The numbers, points and columns of the linear system.

use crate::num::Ring;
use dashu_int::IBig;
use std::ops::Div;

/// The coordinates of a point.
pub type Point<N> = [N; 3];

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
