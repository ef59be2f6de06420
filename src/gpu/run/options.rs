//! Limits of a runner.

use crate::gpu::run::polling::Polling;
use std::time::Duration;

/// Limits below the device's own: to bound memory and time, and to test with. Each field states its
/// default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunnerOptions {
    /// The most pairs in a dispatch. At least 1 is taken; of a scene as many as bindings are
    /// aligned to, 1,024 mostly. Default: 2,097,152.
    pub max_pairs: u32,
    /// The most frames that a dispatch sees. At least 2 are taken. Default: `u32::MAX`.
    pub max_frames: u32,
    /// The most workgroups in a row of a dispatch. Default: `u32::MAX`, the device's limit.
    pub max_groups_per_row: u32,
    /// Capacity for undecided pairs in a dispatch, at most one for each of its pairs. Default:
    /// `None`, a sixteenth of the pairs, at least 1024.
    pub list_capacity: Option<u32>,
    /// The most bytes of GPU memory in use at a time: all buffers, those kept for the next call
    /// among them, and what is staged for uploads; not the pipelines, nor what a driver adds to a
    /// buffer. Batches are cut to it, and calls from several threads wait for each other. Default:
    /// `None`, no bound.
    pub memory: Option<u64>,
    /// How long to wait for a dispatch, and for other calls to leave the memory. An answer that is
    /// there when the time is looked at is an answer, however short the time is. A browser has a
    /// time of its own, and does not read it. Default: 60 s.
    pub timeout: Duration,
    /// Who polls the device. Default: [`Polling::Thread`].
    pub polling: Polling,
    /// Times the stages. Costs two timestamps a pass and some clock readings a dispatch. Default:
    /// `false`.
    pub profile: bool,
}

impl Default for RunnerOptions {
    /// Two million pairs a dispatch: some 19 MiB of buffers beside the frames.
    fn default() -> Self {
        Self {
            max_pairs: 1 << 21,
            max_frames: u32::MAX,
            max_groups_per_row: u32::MAX,
            list_capacity: None,
            memory: None,
            timeout: Duration::from_secs(60),
            polling: Polling::Thread,
            profile: false,
        }
    }
}
