//! The operations that exact code needs of a number.

use dashu_int::IBig;
use dashu_ratio::RBig;
use ethnum::I256;
use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Shl, Shr, Sub};

/// A number that can be added, multiplied and compared with zero.
///
/// The reference algorithms run in `f64` to be timed, and in [`RBig`] to decide. The exact stage
/// runs in whole numbers: in `i128` or [`I256`] where they fit, and in [`IBig`] otherwise.
pub trait Ring:
    Clone
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
    + PartialOrd
{
    /// Returns the number 0.
    fn zero() -> Self;
    /// Compares `self` with zero. Returns `Less` for a negative number.
    fn sign_of(&self) -> Ordering;
}

impl Ring for f64 {
    fn zero() -> Self {
        0.0
    }
    fn sign_of(&self) -> Ordering {
        self.partial_cmp(&0.0).unwrap_or(Ordering::Equal)
    }
}

impl Ring for i128 {
    fn zero() -> Self {
        0
    }
    fn sign_of(&self) -> Ordering {
        self.cmp(&0)
    }
}

macro_rules! ring_with_zero {
    ($($big:ty),*) => {$(
        impl Ring for $big {
            fn zero() -> Self {
                Self::ZERO
            }
            fn sign_of(&self) -> Ordering {
                self.cmp(&Self::ZERO)
            }
        }
    )*};
}
ring_with_zero!(I256, IBig, RBig);

/// A whole number of the exact stage.
pub trait Whole: Ring + From<i32> + Shl<usize, Output = Self> + Shr<usize, Output = Self> {
    /// Returns the number in as many bits as it needs.
    fn into_big(self) -> IBig;
}

impl Whole for i128 {
    fn into_big(self) -> IBig {
        self.into()
    }
}

impl Whole for I256 {
    fn into_big(self) -> IBig {
        let (high, low) = self.into_words();
        (IBig::from(high) << 128) + IBig::from(low as u128)
    }
}

impl Whole for IBig {
    fn into_big(self) -> IBig {
        self
    }
}
