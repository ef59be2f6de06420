//! What the self-test of a GPU engine found. Compiled without a GPU too, so that what a service
//! tells of itself can hold it.

use crate::verdict::{RawCode, Verdict};
use std::time::Duration;

/// What the self-test of a GPU engine found: the device's arithmetic keeps what the error bands
/// promise, as far as some hundreds of numbers and pairs can tell.
///
/// Sums, differences and products must be the nearest floats, which WGSL does not promise;
/// quotients and roots may err by more. Then each pair has a known verdict, and is tested by every
/// pipeline for frames at rest in space. Not tested are the pipelines for moving frames, for frames
/// in the plane and for polytopes, those of details, those that settle, which compute in whole
/// numbers, broad phases, and placers. `motzkin check` tests verdicts at rest, with as many pairs
/// as one likes, and `motzkin check --hash` motion and broad phases. Occupancy tests of meshes are
/// tested when they are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SelfTest {
    /// Pairs of the test.
    pub pairs: u32,
    /// Pairs that the device decided, all of them rightly. The others are too close for a kernel.
    pub decided: u32,
    /// What the test took: once for an adapter and process, and for each device that is lent.
    pub time: Duration,
}

/// An operation on floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FloatOperation {
    /// `a + b`
    Sum,
    /// `a - b`
    Difference,
    /// `a * b`
    Product,
    /// `a / b`
    Quotient,
    /// The square root of `a`.
    Root,
}

impl FloatOperation {
    #[cfg(feature = "gpu")]
    pub(crate) const ALL: [Self; 5] =
        [Self::Sum, Self::Difference, Self::Product, Self::Quotient, Self::Root];

    /// The operation on two floats, in words.
    fn on([a, b]: [f32; 2], operation: Self) -> String {
        match operation {
            Self::Sum => format!("{a:e} + {b:e}"),
            Self::Difference => format!("{a:e} - {b:e}"),
            Self::Product => format!("{a:e} * {b:e}"),
            Self::Quotient => format!("{a:e} / {b:e}"),
            Self::Root => format!("sqrt({a:e})"),
        }
    }
}

/// How a device failed the self-test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SelfTestFault {
    /// An operation errs by more than the error bands allow: of a sum, a difference and a product
    /// by more than a rounding to the nearest float.
    #[error("{} is {:e}", FloatOperation::on(numbers.map(f32::from_bits), *operation), f32::from_bits(*found))]
    Arithmetic {
        /// The operation.
        operation: FloatOperation,
        /// The bits of the two floats.
        numbers: [u32; 2],
        /// The bits of the float that the device made of them.
        found: u32,
    },
    /// A pair was decided wrongly: the arithmetic errs by more than the error bands allow.
    #[error("pair {pair} ({family}) is certainly {code} where {verdict} is exact")]
    Wrong {
        /// What is hard about the pair.
        family: &'static str,
        /// The pair's number.
        pair: u32,
        /// What the device answered.
        code: RawCode,
        /// The exact verdict.
        verdict: Verdict,
    },
    /// Too many pairs were left undecided, of a kind that kernels decide.
    #[error("{decided} of {pairs} pairs ({family}) decided, {least} are the least")]
    Undecided {
        /// What the pairs are like.
        family: &'static str,
        /// Pairs that were decided.
        decided: u32,
        /// Pairs that there were.
        pairs: u32,
        /// Pairs that would do.
        least: u32,
    },
}
