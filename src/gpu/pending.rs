//! Codes on their way back from the GPU.

use super::layout::codes_size;
use super::readback::append_codes;
use super::resident_scene::{Readback, SpareBuffers};
use super::runner::Runner;
use super::scopes::checked_now;
use super::timing::StageTimer;
use super::watch::Answer;
use crate::gpu_error::GpuError;
use crate::timing::{StageTimes, add};
use crate::verdict::RawCode;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::{Arc, OnceLock, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

/// The promise of codes. A drop abandons them.
pub(crate) struct PendingCodes {
    /// `None` where there was nothing to ask.
    flight: Option<Flight>,
    uploaded: u64,
}

/// Codes, and how long the stages took where that is asked for.
#[derive(Debug, Default)]
pub(crate) struct TimedCodes {
    pub codes: Vec<RawCode>,
    pub times: Option<StageTimes>,
}

/// What was submitted.
pub(super) struct Sent {
    /// Codes, then times.
    pub readback: Readback,
    pub pairs: u32,
    pub uploaded: u64,
    /// When the submission began.
    pub begun: Instant,
    pub times: Option<StageTimes>,
    pub timer: Option<StageTimer>,
}

type Told = Pin<Box<dyn Future<Output = Option<Result<(), GpuError>>> + Send>>;

struct Flight {
    runner: Arc<Runner>,
    told: Told,
    sent: Sent,
    spare: SpareBuffers,
    /// When the answer came, where times are asked for.
    arrived: Option<Arc<OnceLock<Instant>>>,
}

impl PendingCodes {
    /// The codes of no pairs.
    pub fn empty() -> Self {
        Self { flight: None, uploaded: 0 }
    }

    /// Asks for what the submission copies into its readback buffer, which goes to `spare` once it
    /// is read.
    pub(super) fn new(runner: Arc<Runner>, spare: SpareBuffers, sent: Sent) -> Self {
        let (answer, receiver) = Answer::pending();
        runner.watch(&answer);
        let arrived = sent.times.map(|_| Arc::<OnceLock<Instant>>::default());
        let clock = arrived.clone();
        sent.readback.buffer.map_async(wgpu::MapMode::Read, ..sent.bytes(), move |mapped| {
            clock.map(|clock| clock.set(Instant::now()));
            answer.give(mapped.map_err(|error| GpuError::Refused(error.to_string())));
        });
        let told: Told = Box::pin(async move { receiver.receive().await });
        let uploaded = sent.uploaded;
        Self { flight: Some(Flight { runner, told, sent, spare, arrived }), uploaded }
    }

    /// Bytes that went up with the submission.
    pub fn uploaded(&self) -> u64 {
        self.uploaded
    }

    /// Bytes that come back.
    pub fn read_back(&self) -> u64 {
        self.flight.as_ref().map_or(0, |flight| flight.sent.bytes())
    }

    /// Waits for the GPU at most for this time; then [`poll_codes`](Self::poll_codes) tells.
    pub fn wait(&mut self, timeout: Duration) -> Poll<Result<TimedCodes, GpuError>> {
        let Some(flight) = &self.flight else { return Poll::Ready(Ok(TimedCodes::default())) };
        let runner = flight.runner.clone();
        let codes = pin!(poll_fn(|context| self.poll_codes(context)));
        runner.block_until(codes, Instant::now().checked_add(timeout))
    }

    /// The codes, once they are there. To be called no more afterwards.
    pub fn poll_codes(&mut self, context: &mut Context<'_>) -> Poll<Result<TimedCodes, GpuError>> {
        let Some(flight) = &mut self.flight else { return Poll::Ready(Ok(TimedCodes::default())) };
        let told = ready!(flight.told.as_mut().poll(context));
        let told =
            told.unwrap_or_else(|| Err(GpuError::Internal("the answer's sender is gone".into())));
        // A device that is lost between the answer and its reading fails in other words.
        let codes = flight.read(told).map_err(|error| flight.runner.cause(error));
        self.flight = None;
        Poll::Ready(codes)
    }
}

impl Sent {
    /// Bytes that come back.
    fn bytes(&self) -> u64 {
        codes_size(self.pairs) + self.timer.as_ref().map_or(0, StageTimer::bytes)
    }
}

impl Flight {
    fn read(&mut self, told: Result<(), GpuError>) -> Result<TimedCodes, GpuError> {
        self.runner.outcome(told)?;
        let begun = Instant::now();
        let (pairs, buffer) = (self.sent.pairs, &self.sent.readback.buffer);
        // Decoding goes by whole bytes.
        let mut codes = Vec::with_capacity(pairs as usize + 3);
        let mut times = self.sent.times;
        {
            let bytes = buffer.get_mapped_range(..self.sent.bytes());
            let bytes = bytes.map_err(|error| GpuError::Refused(error.to_string()))?;
            let (packed, stamps) = bytes.split_at(codes_size(pairs) as usize);
            append_codes(&mut codes, packed, pairs);
            if let (Some(times), Some(timer)) = (&mut times, &self.sent.timer) {
                timer.durations(stamps).for_each(|time| add(&mut times.kernel, time));
            }
        }
        // Unmapping what a lost device has destroyed is an error, which must not reach a caller's
        // handler.
        checked_now(&self.runner.gpu().device, || buffer.unmap())?;
        if let Some(times) = &mut times {
            let arrived = self.arrived.as_ref().and_then(|arrived| arrived.get());
            let waited =
                arrived.map_or(Duration::ZERO, |arrived| arrived.duration_since(self.sent.begun));
            add(&mut times.readback, waited + begun.elapsed());
        }
        let readback = Readback { buffer: buffer.clone(), held: self.sent.readback.held.clone() };
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).push(readback);
        Ok(TimedCodes { codes, times })
    }
}
