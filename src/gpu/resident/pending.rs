//! Codes on their way back from the GPU.

use crate::gpu::device::scopes::checked_later;
use crate::gpu::device::timer::StageTimer;
use crate::gpu::resident::answers::{Answers, Codes};
use crate::gpu::resident::doubts::Doubts;
use crate::gpu::resident::readback::{Readback, SpareBuffers};
use crate::gpu::run::job::{InFlight, Job};
use crate::gpu::run::runner::Runner;
use crate::gpu::shader::layout::codes_size;
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
    /// The pairs that are not separate, ascending, where the device listed them.
    pub listed: Option<Vec<u32>>,
    /// How many pairs the device settled.
    pub settled: usize,
    /// Bytes that were read beside those of [`PendingCodes::read_back`].
    pub read_again: u64,
    pub times: Option<StageTimes>,
}

/// What was submitted.
pub(super) struct Sent {
    /// Answers what `answers` says, then times.
    pub in_flight: InFlight,
    pub readback: Readback,
    pub pairs: u32,
    pub answers: Answers,
    pub uploaded: u64,
    pub times: Option<StageTimes>,
    pub timer: Option<StageTimer>,
}

struct Flight {
    runner: Arc<Runner>,
    sent: Sent,
    spare: SpareBuffers,
    /// What has to be accepted before anything is read.
    doubts: Doubts,
    /// The pairs that the device settled, once the codes are asked for that a list was too short
    /// for.
    again: Option<usize>,
}

impl PendingCodes {
    /// The codes of no pairs.
    pub fn empty() -> Self {
        Self { flight: None, uploaded: 0 }
    }

    /// Waits for what was submitted. The readback buffer goes to `spare` once it is read.
    pub(super) fn new(runner: Arc<Runner>, spare: SpareBuffers, sent: Sent) -> Self {
        let uploaded = sent.uploaded;
        let doubts = Doubts::default();
        Self { flight: Some(Flight { runner, sent, spare, doubts, again: None }), uploaded }
    }

    /// Reads nothing before these submissions are known to be accepted, this one and those that
    /// wrote what it reads. A browser maps the buffer of a refused one all the same, with the bytes
    /// from before.
    pub(super) fn builds_on(&mut self, doubts: Doubts) {
        if let Some(flight) = &mut self.flight {
            flight.doubts = doubts;
        }
    }

    /// Returns the bytes that went up with the submission.
    pub fn uploaded(&self) -> u64 {
        self.uploaded
    }

    /// Returns the bytes that come back, unless a list turns out to be too short.
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
        let codes = loop {
            let accepted = ready!(flight.doubts.poll(context));
            let answer = accepted.and(ready!(flight.sent.in_flight.poll_answer(context)));
            // A device that is lost between the answer and its reading fails in other words.
            match flight.read(answer).map_err(|error| flight.runner.jobs.cause(error)) {
                Ok(Some(codes)) => break Ok(codes),
                Ok(None) => {}
                Err(error) => break Err(error),
            }
        };
        self.flight = None;
        Poll::Ready(codes)
    }
}

impl Flight {
    /// Reads the answer. Where a list turns out to be too short, the codes are asked for.
    fn read(&mut self, answer: Result<(), GpuError>) -> Result<Option<TimedCodes>, GpuError> {
        let Sent { in_flight, readback, answers, times, timer, .. } = &mut self.sent;
        let (begun, again) = (Instant::now(), self.again);
        let (codes, settled) = self.runner.jobs.read(in_flight, answer, |bytes| match again {
            Some(settled) => (Some(answers.read_codes(bytes)), settled),
            None => {
                let (bytes, stamps) = bytes.split_at(answers.size() as usize);
                if let (Some(times), Some(timer)) = (&mut *times, timer) {
                    timer.durations(stamps).for_each(|time| add(&mut times.kernel, time));
                }
                answers.read(bytes)
            }
        })?;
        if let Some(times) = times {
            add(&mut times.readback, in_flight.waited() + begun.elapsed());
        }
        let Some(Codes { codes, listed }) = codes else {
            self.again = Some(settled);
            self.read_again()?;
            return Ok(None);
        };
        let Readback { buffer, kept, held } = readback;
        let spare = Readback { buffer: buffer.clone(), kept: kept.clone(), held: held.clone() };
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).push(spare);
        let read_again = again.map_or(0, |_| in_flight.bytes);
        Ok(Some(TimedCodes { codes, listed, settled, read_again, times: *times }))
    }

    /// Asks for the codes that were kept.
    fn read_again(&mut self) -> Result<(), GpuError> {
        let Sent { readback, pairs, .. } = &self.sent;
        let Readback { buffer, kept: Some(kept), held } = readback else {
            return Err(GpuError::Internal("no codes were kept".into()));
        };
        let (jobs, bytes) = (&self.runner.jobs, codes_size(*pairs));
        let device = &jobs.gpu.device;
        let send = || {
            let label = Some("motzkin scene");
            let mut encoder =
                device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label });
            encoder.copy_buffer_to_buffer(kept, 0, buffer, 0, bytes);
            let job = Job { commands: encoder.finish(), readback: buffer.clone(), bytes };
            jobs.send(None, job, || held.clone())
        };
        let (in_flight, later) = checked_later(device, send)?;
        self.sent.in_flight = in_flight;
        self.doubts.add(later);
        Ok(())
    }
}
