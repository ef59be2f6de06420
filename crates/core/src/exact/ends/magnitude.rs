//! How large the terms of a polynomial are.

use crate::num::Ring;
use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

/// A bound of a magnitude. A polynomial of magnitudes bounds the sum of the magnitudes of its
/// terms, which the roundings of its value are in proportion to: a difference adds.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(super) struct Magnitude(pub f64);

impl Add for Magnitude {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Magnitude {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Add::add(self, other)
    }
}

impl Mul for Magnitude {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self(self.0 * other.0)
    }
}

impl Neg for Magnitude {
    type Output = Self;
    fn neg(self) -> Self {
        self
    }
}

impl From<i32> for Magnitude {
    fn from(number: i32) -> Self {
        Self(f64::from(number).abs())
    }
}

impl Ring for Magnitude {
    fn zero() -> Self {
        Self(0.0)
    }
    fn sign_of(&self) -> Ordering {
        self.0.sign_of()
    }
}
