//! What the self-test of a GPU engine found. Compiled without a GPU too, so that what a service
//! tells of itself can hold it.

use crate::verdict::{RawCode, Verdict};
use std::time::Duration;

/// What the self-test of a GPU engine found: the device's arithmetic keeps what the error bands
/// promise, as far as some hundreds of pairs can tell.
///
/// Each pair has a known verdict, and is tested by every pipeline for frames at rest in space. Not
/// tested are the pipelines for moving frames, for frames in the plane and for polytopes, those of
/// details, those that settle, which compute in whole numbers, and broad phases. `motzkin check`
/// tests verdicts at rest, with as many pairs as one likes, and `motzkin check --hash` motion and
/// broad phases.
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

/// How a device failed the self-test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SelfTestFault {
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
