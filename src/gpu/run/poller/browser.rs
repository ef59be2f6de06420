//! In a browser nothing waits: the page polls its devices by itself, and gives up what hangs.

use crate::gpu::run::answer::{Answer, Source};
use crate::gpu::run::polling::Polling;
use crate::gpu_error::GpuError;
use std::sync::Arc;
use std::time::Duration;

/// What the thread is elsewhere. No answer is late: the browser's own watch loses a device that
/// hangs, which answers whatever waits for it.
pub(in crate::gpu) struct Poller {
    timeout: Duration,
}

impl Poller {
    /// Starts nothing.
    pub fn start(
        _device: &wgpu::Device,
        _queue: &wgpu::Queue,
        _polling: Polling,
        timeout: Duration,
    ) -> Result<Self, GpuError> {
        Ok(Self { timeout })
    }

    /// How long an answer may take elsewhere.
    pub fn timeout(&self) -> Duration {
        self.timeout
    }

    /// Leaves the answer to whoever holds it.
    pub fn watch(&self, _source: Source, _answer: &Arc<Answer>) {}
}
