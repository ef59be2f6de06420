//! A job: commands on a device and the answer that they copy to a buffer.

use crate::gpu::run::answer::Answered;
use crate::gpu::run::upload::Uploads;
use crate::gpu_error::GpuError;
use crate::timing::{Instant, StageTimes};
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, ready};
use std::time::Duration;

/// Commands that are ready to be submitted, and where their answer comes to lie.
pub(in crate::gpu) struct Job {
    pub commands: wgpu::CommandBuffer,
    /// What the commands copy the answer to.
    pub readback: wgpu::Buffer,
    /// Bytes of the answer, from the beginning of the buffer.
    pub bytes: u64,
}

/// A job that was submitted. A drop abandons its answer.
pub(in crate::gpu) struct InFlight {
    pub readback: wgpu::Buffer,
    pub bytes: u64,
    pub(super) answered: Answered,
    /// When the submission began.
    pub(super) begun: Instant,
    /// When the answer came, where stages are timed.
    pub(super) arrived: Option<Arc<OnceLock<Instant>>>,
}

impl InFlight {
    /// The GPU's answer: that the bytes are there, or why they will never be.
    pub fn poll_answer(&mut self, context: &mut Context<'_>) -> Poll<Result<(), GpuError>> {
        let answer = ready!(self.answered.as_mut().poll(context));
        let gone = || GpuError::Internal("the answer's sender is gone".into());
        Poll::Ready(answer.unwrap_or_else(|| Err(gone())))
    }

    /// From the submission to the answer, whenever it is looked at.
    pub fn waited(&self) -> Duration {
        let arrived = self.arrived.as_ref().and_then(|arrived| arrived.get());
        arrived.map_or(Duration::ZERO, |arrived| arrived.duration_since(self.begun))
    }
}

/// Work that is cut into chunks, each of which is a job.
pub(in crate::gpu) trait Work {
    /// What one job answers.
    type Chunk;

    /// Buffers that answers are read from. As many jobs may be under way at a time.
    const SLOTS: usize;

    /// Uploads what a chunk brings.
    fn upload(&self, uploads: &mut Uploads<'_>, chunk: &Self::Chunk) -> Result<(), GpuError>;

    /// Records the stages and the copy of the answer to buffer number `slot`.
    fn record(&self, device: &wgpu::Device, chunk: &Self::Chunk, slot: usize) -> Job;

    /// Takes the answer, and what it says of the device's times.
    fn read(
        &mut self,
        chunk: Self::Chunk,
        slot: usize,
        bytes: &[u8],
        times: &mut Option<StageTimes>,
    );
}
