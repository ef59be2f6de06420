//! The promise of an answer.

use super::answer::{RawAnswer, Submission, SubmitStats};
use super::error::SceneError;
use crate::verdict::RawCode;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

/// A submission on its way: a future of its raw answer, or to be waited for. It may be sent to another thread,
/// outlive its scene and be dropped at any time; meanwhile the scene may change and be submitted again.
#[must_use = "a ticket that is dropped never answers"]
pub struct Ticket {
    source: Source,
    /// `None` once the answer was taken.
    submission: Option<Submission>,
}

/// Where the codes come from.
pub(super) enum Source {
    /// The CPU has computed them before the submission returned.
    Ready(Vec<RawCode>),
    #[cfg(feature = "gpu")]
    Gpu(crate::gpu::PendingCodes),
}

impl Source {
    /// The bytes that move.
    pub fn stats(&self) -> SubmitStats {
        match self {
            Self::Ready(_) => SubmitStats::default(),
            #[cfg(feature = "gpu")]
            Self::Gpu(pending) => SubmitStats {
                uploaded: pending.uploaded(),
                read_back: pending.read_back(),
                ..SubmitStats::default()
            },
        }
    }
}

impl Ticket {
    pub(super) fn new(source: Source, submission: Submission) -> Self {
        Self { source, submission: Some(submission) }
    }

    /// What the submission moves.
    pub fn stats(&self) -> SubmitStats {
        self.submission.as_ref().map(|submission| submission.stats).unwrap_or_default()
    }

    /// Blocks until the answer is there, or the time of the engine is up (a minute by default).
    pub fn wait(self) -> Result<RawAnswer, SceneError> {
        pollster::block_on(self)
    }

    /// Blocks until the answer is there or this time is up; then the ticket is still good.
    ///
    /// # Errors
    ///
    /// [`SceneError::Timeout`], [`SceneError::Taken`] after an answer, or what the GPU says.
    pub fn wait_for(&mut self, timeout: Duration) -> Result<RawAnswer, SceneError> {
        match &mut self.source {
            Source::Ready(_) => {}
            #[cfg(feature = "gpu")]
            Source::Gpu(pending) => pending.wait_for(timeout),
        }
        self.try_take().unwrap_or(Err(SceneError::Timeout(timeout)))
    }

    /// The answer if it is there; never blocks.
    pub fn try_take(&mut self) -> Option<Result<RawAnswer, SceneError>> {
        match self.take(&mut Context::from_waker(std::task::Waker::noop())) {
            Poll::Ready(answer) => Some(answer),
            Poll::Pending => None,
        }
    }

    fn take(&mut self, context: &mut Context<'_>) -> Poll<Result<RawAnswer, SceneError>> {
        if self.submission.is_none() {
            return Poll::Ready(Err(SceneError::Taken));
        }
        let codes = match &mut self.source {
            Source::Ready(codes) => Ok(std::mem::take(codes)),
            #[cfg(feature = "gpu")]
            Source::Gpu(pending) => std::task::ready!(Pin::new(pending).poll(context)),
        };
        #[cfg(not(feature = "gpu"))]
        let _ = context;
        let answer = match (codes, self.submission.take()) {
            (Ok(codes), Some(submission)) => Ok(RawAnswer { codes, submission }),
            (Err(error), _) => Err(error),
            (_, None) => Err(SceneError::Taken),
        };
        Poll::Ready(answer)
    }
}

impl Future for Ticket {
    type Output = Result<RawAnswer, SceneError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.take(context)
    }
}
