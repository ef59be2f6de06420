//! Codes on their way back from the GPU.

use crate::gpu::device::timer::StageTimer;
use crate::gpu::resident::readback::{Readback, SpareBuffers};
use crate::gpu::run::budget::Held;
use crate::gpu::run::job::InFlight;
use crate::gpu::run::readback::append_codes;
use crate::gpu::run::runner::Runner;
use crate::gpu::shader::layout::codes_size;
use crate::gpu::shader::stage_layout::SETTLED_BYTES;
use crate::gpu_error::GpuError;
use crate::timing::{Instant, StageTimes, add};
use crate::verdict::RawCode;
#[cfg(not(target_family = "wasm"))]
use std::future::poll_fn;
#[cfg(not(target_family = "wasm"))]
use std::pin::pin;
use std::sync::{Arc, PoisonError};
use std::task::{Context, Poll, ready};
#[cfg(not(target_family = "wasm"))]
use std::time::Duration;

/// Codes that a submission will answer. A drop abandons them.
pub(crate) struct PendingCodes {
    /// `None` where there was nothing to ask.
    flight: Option<Flight>,
    uploaded: u64,
}

/// Codes, and how long the stages took where that is asked for.
#[derive(Debug, Default)]
pub(crate) struct TimedCodes {
    pub codes: Vec<RawCode>,
    /// How many pairs the device settled.
    pub settled: usize,
    pub times: Option<StageTimes>,
}

/// What was submitted.
pub(super) struct Sent {
    /// Answers codes, then times.
    pub in_flight: InFlight,
    /// The memory of the readback buffer.
    pub held: Arc<Held>,
    pub pairs: u32,
    pub dispatches: u32,
    pub uploaded: u64,
    pub times: Option<StageTimes>,
    pub timer: Option<StageTimer>,
}

struct Flight {
    runner: Arc<Runner>,
    sent: Sent,
    spare: SpareBuffers,
}

impl PendingCodes {
    /// The codes of no pairs.
    pub fn empty() -> Self {
        Self { flight: None, uploaded: 0 }
    }

    /// Waits for what was submitted. The readback buffer goes to `spare` once it is read.
    pub(super) fn new(runner: Arc<Runner>, spare: SpareBuffers, sent: Sent) -> Self {
        let uploaded = sent.uploaded;
        Self { flight: Some(Flight { runner, sent, spare }), uploaded }
    }

    /// Returns the bytes that went up with the submission.
    pub fn uploaded(&self) -> u64 {
        self.uploaded
    }

    /// Returns the bytes that come back.
    pub fn read_back(&self) -> u64 {
        self.flight.as_ref().map_or(0, |flight| flight.sent.in_flight.bytes)
    }

    /// Waits for the codes at most for this time. Afterwards [`poll_codes`](Self::poll_codes) says
    /// whether they are there.
    #[cfg(not(target_family = "wasm"))]
    pub fn wait(&mut self, timeout: Duration) -> Poll<Result<TimedCodes, GpuError>> {
        let Some(flight) = &self.flight else { return Poll::Ready(Ok(TimedCodes::default())) };
        let runner = flight.runner.clone();
        let codes = pin!(poll_fn(|context| self.poll_codes(context)));
        runner.jobs.block_until(codes, Instant::now().checked_add(timeout))
    }

    /// Returns the codes, once they are there. Not to be called again afterwards.
    pub fn poll_codes(&mut self, context: &mut Context<'_>) -> Poll<Result<TimedCodes, GpuError>> {
        let Some(flight) = &mut self.flight else { return Poll::Ready(Ok(TimedCodes::default())) };
        let answer = ready!(flight.sent.in_flight.poll_answer(context));
        // A device that is lost between the answer and its reading fails in other words.
        let codes = flight.read(answer).map_err(|error| flight.runner.jobs.cause(error));
        self.flight = None;
        Poll::Ready(codes)
    }
}

impl Flight {
    fn read(&mut self, answer: Result<(), GpuError>) -> Result<TimedCodes, GpuError> {
        let Sent { in_flight, held, pairs, dispatches, times, timer, .. } = &self.sent;
        let (pairs, counts, mut times, mut settled) =
            (*pairs, *dispatches as usize * SETTLED_BYTES as usize, *times, 0);
        let begun = Instant::now();
        // Decoding goes by whole bytes.
        let mut codes = Vec::with_capacity(pairs as usize + 3);
        self.runner.jobs.read(in_flight, answer, |bytes| {
            let (packed, rest) = bytes.split_at(codes_size(pairs) as usize);
            let (counts, stamps) = rest.split_at(counts);
            append_codes(&mut codes, packed, pairs);
            let counts = counts.chunks_exact(SETTLED_BYTES as usize);
            settled = counts.map(|count| bytemuck::pod_read_unaligned::<u32>(count) as usize).sum();
            if let (Some(times), Some(timer)) = (&mut times, timer) {
                timer.durations(stamps).for_each(|time| add(&mut times.kernel, time));
            }
        })?;
        if let Some(times) = &mut times {
            add(&mut times.readback, in_flight.waited() + begun.elapsed());
        }
        let readback = Readback { buffer: in_flight.readback.clone(), held: held.clone() };
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).push(readback);
        Ok(TimedCodes { codes, settled, times })
    }
}
