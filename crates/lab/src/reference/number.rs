//! The number that the reference algorithms are generic over.

use dashu_ratio::RBig;
use motzkin_core::num::{Ring, f32_to_rational};
use std::ops::Div;

/// A number that can also be divided, and that an `f32` converts to without rounding.
pub trait Field: Ring + Div<Output = Self> {
    /// Returns the exact value of a finite `f32`.
    fn from_f32(value: f32) -> Self;
    /// Returns the number 1.
    fn one() -> Self;
}

impl Field for f64 {
    fn from_f32(value: f32) -> Self {
        value.into()
    }
    fn one() -> Self {
        1.0
    }
}

impl Field for RBig {
    fn from_f32(value: f32) -> Self {
        f32_to_rational(value)
    }
    fn one() -> Self {
        Self::ONE
    }
}
