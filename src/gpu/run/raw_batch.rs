//! The answer of a batch.

use crate::timing::StageTimes;
use crate::verdict::RawCode;

/// The raw codes of a batch, as the shaders computed them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawBatch {
    /// One code a pair, in the order of the pairs.
    pub codes: Vec<RawCode>,
    /// The undecided pairs, ascending: always all of them.
    pub undecided: Vec<u32>,
    /// How many pairs float arithmetic left undecided that the device settled in whole numbers.
    pub settled: usize,
    /// True when a dispatch had more undecided pairs than its list has capacity for, so that they
    /// were listed from the codes.
    pub overflowed: bool,
    /// How long the stages took, where
    /// [`RunnerOptions::profile`](crate::gpu::RunnerOptions::profile) asks for it. The device's
    /// stages are missing where the device lacks [`wgpu::Features::TIMESTAMP_QUERY`].
    pub times: Option<StageTimes>,
}
