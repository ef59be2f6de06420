//! Codes on their way back from the GPU.

use super::error::GpuError;
use super::layout::codes_size;
use super::readback::append_codes;
use super::resident_scene::SpareBuffers;
use super::runner::Runner;
use super::scopes::checked_now;
use super::watch::Answer;
use crate::verdict::RawCode;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::{Arc, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

/// The promise of codes. A drop abandons them.
pub(crate) struct PendingCodes {
    /// `None` where there was nothing to ask.
    flight: Option<Flight>,
    uploaded: u64,
}

type Told = Pin<Box<dyn Future<Output = Option<Result<(), GpuError>>> + Send>>;

struct Flight {
    runner: Arc<Runner>,
    told: Told,
    readback: wgpu::Buffer,
    spare: SpareBuffers,
    pairs: u32,
}

impl PendingCodes {
    /// The codes of no pairs.
    pub fn empty() -> Self {
        Self { flight: None, uploaded: 0 }
    }

    /// Asks for the codes at the start of `readback`, into which the submission copies them. The buffer goes to
    /// `spare` once it is read.
    pub fn new(
        runner: Arc<Runner>,
        readback: wgpu::Buffer,
        spare: SpareBuffers,
        pairs: u32,
        uploaded: u64,
    ) -> Self {
        let (answer, receiver) = Answer::pending();
        runner.watch(&answer);
        readback.map_async(wgpu::MapMode::Read, ..codes_size(pairs), move |mapped| {
            answer.give(mapped.map_err(|error| GpuError::Refused(error.to_string())));
        });
        let told: Told = Box::pin(async move { receiver.receive().await });
        Self { flight: Some(Flight { runner, told, readback, spare, pairs }), uploaded }
    }

    /// Bytes that went up with the submission.
    pub fn uploaded(&self) -> u64 {
        self.uploaded
    }

    /// Bytes that come back.
    pub fn read_back(&self) -> u64 {
        self.flight.as_ref().map_or(0, |flight| codes_size(flight.pairs))
    }

    /// Waits for the GPU at most for this time; then [`poll_codes`](Self::poll_codes) tells.
    pub fn wait(&mut self, timeout: Duration) -> Poll<Result<Vec<RawCode>, GpuError>> {
        let Some(flight) = &self.flight else { return Poll::Ready(Ok(Vec::new())) };
        let runner = flight.runner.clone();
        let codes = pin!(poll_fn(|context| self.poll_codes(context)));
        runner.block_until(codes, Instant::now().checked_add(timeout))
    }

    /// The codes, once they are there. To be called no more afterwards.
    pub fn poll_codes(&mut self, context: &mut Context<'_>) -> Poll<Result<Vec<RawCode>, GpuError>> {
        let Some(flight) = &mut self.flight else { return Poll::Ready(Ok(Vec::new())) };
        let told = ready!(flight.told.as_mut().poll(context));
        let codes =
            flight.read(told.unwrap_or_else(|| Err(GpuError::Refused("the answer's sender is gone".into()))));
        self.flight = None;
        Poll::Ready(codes)
    }
}

impl Flight {
    fn read(&self, told: Result<(), GpuError>) -> Result<Vec<RawCode>, GpuError> {
        self.runner.outcome(told)?;
        // Decoding goes by whole bytes.
        let mut codes = Vec::with_capacity(self.pairs as usize + 3);
        {
            let bytes = self.readback.get_mapped_range(..codes_size(self.pairs));
            let bytes = bytes.map_err(|error| GpuError::Refused(error.to_string()))?;
            append_codes(&mut codes, &bytes, self.pairs);
        }
        // Unmapping what a lost device has destroyed is an error, which must not reach a caller's handler.
        checked_now(&self.runner.gpu().device, || self.readback.unmap())?;
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).push(self.readback.clone());
        Ok(codes)
    }
}
