//! The promise of an answer.

#[cfg(feature = "polytopes")]
use super::answer::Answered;
use super::answer::{RawAnswer, Submission, SubmitStats};
use super::error::SceneError;
use crate::gpu_error::GpuError;
use crate::service::backend::{PendingCodes, SceneCodes};
use std::pin::Pin;
use std::task::{Context, Poll};
#[cfg(not(all(target_family = "wasm", feature = "gpu")))]
use std::time::Duration;

/// A submission on its way: a future of its raw answer, or to be waited for. It may be sent to
/// another thread, outlive its scene and be dropped at any time; meanwhile the scene may change and
/// be submitted again.
#[must_use = "a ticket that is dropped never answers"]
pub struct Ticket {
    source: Box<dyn PendingCodes>,
    /// `None` once the answer was taken.
    submission: Option<Submission>,
}

impl Ticket {
    pub(super) fn new(source: Box<dyn PendingCodes>, submission: Submission) -> Self {
        Self { source, submission: Some(submission) }
    }

    /// Adds pairs that have been answered.
    #[cfg(feature = "polytopes")]
    pub(super) fn with(mut self, others: Vec<Answered>) -> Self {
        if let Some(submission) = &mut self.submission {
            submission.stats.pairs += others.len();
            submission.others = others;
        }
        self
    }

    /// Returns what the submission moves.
    pub fn stats(&self) -> SubmitStats {
        self.submission.as_ref().map(|submission| submission.stats).unwrap_or_default()
    }

    /// Blocks until the answer is there, or [the time of the
    /// engine](crate::service::ServiceBuilder::timeout) is up, which begins with the submission:
    /// then the GPU has failed. On a device that its owner polls, this polls it.
    ///
    /// # Errors
    ///
    /// Returns [`SceneError::Gpu`] if the GPU fails and the CPU does not take over, and
    /// [`SceneError::Taken`] for a ticket that has given its answer, or an error, before.
    #[cfg(not(all(target_family = "wasm", feature = "gpu")))]
    pub fn wait(mut self) -> Result<RawAnswer, SceneError> {
        self.wait_for(Duration::MAX)
    }

    /// Blocks until the answer is there or this time is up; then the ticket is still good.
    ///
    /// # Errors
    ///
    /// Returns [`SceneError::Timeout`] if the time is up, [`SceneError::Taken`] after an answer or
    /// another error, and [`SceneError::Gpu`] if the GPU fails and the CPU does not take over. A
    /// GPU that fails ends the ticket too.
    #[cfg(not(all(target_family = "wasm", feature = "gpu")))]
    pub fn wait_for(&mut self, timeout: Duration) -> Result<RawAnswer, SceneError> {
        match self.take(|source| source.wait(timeout)) {
            Poll::Ready(answer) => answer,
            Poll::Pending => Err(SceneError::Timeout(timeout)),
        }
    }

    /// Returns the answer if it is there. Never blocks, and does not poll the device: if you poll
    /// the device yourself, do so first.
    ///
    /// # Errors
    ///
    /// Returns [`SceneError::Gpu`] if the GPU fails and the CPU does not take over, and
    /// [`SceneError::Taken`] for a ticket that has given its answer, or an error, before.
    pub fn try_take(&mut self) -> Option<Result<RawAnswer, SceneError>> {
        match self.poll_answer(&mut Context::from_waker(std::task::Waker::noop())) {
            Poll::Ready(answer) => Some(answer),
            Poll::Pending => None,
        }
    }

    fn poll_answer(&mut self, context: &mut Context<'_>) -> Poll<Result<RawAnswer, SceneError>> {
        self.take(|source| source.poll(context))
    }

    /// The answer, if it comes; an error ends the ticket.
    fn take(
        &mut self,
        answer: impl FnOnce(&mut dyn PendingCodes) -> Poll<Result<SceneCodes, GpuError>>,
    ) -> Poll<Result<RawAnswer, SceneError>> {
        if self.submission.is_none() {
            return Poll::Ready(Err(SceneError::Taken));
        }
        let answer = std::task::ready!(answer(&mut *self.source));
        let mut submission = self.submission.take().ok_or(SceneError::Taken)?;
        Poll::Ready(match answer {
            Ok(codes) => {
                submission.times = codes.times.or(submission.times);
                submission.stats.read_back += codes.read_again;
                Ok(RawAnswer::new(codes, submission))
            }
            Err(error) => Ok(submission.after(error)?),
        })
    }
}

impl Future for Ticket {
    type Output = Result<RawAnswer, SceneError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.poll_answer(context)
    }
}

impl std::fmt::Debug for Ticket {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ticket").field("stats", &self.stats()).finish_non_exhaustive()
    }
}
