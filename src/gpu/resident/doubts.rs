//! Submissions that a browser may still refuse.

use crate::gpu::device::scopes::Later;
use crate::gpu_error::GpuError;
use std::task::{Context, Poll, ready};

/// Submissions, those that are known to be accepted left out: natively none.
#[derive(Clone, Debug, Default)]
pub(super) struct Doubts(Vec<Later>);

impl Doubts {
    /// One submission more.
    pub fn add(&mut self, later: Later) {
        self.0.retain(is_in_doubt);
        self.0.extend(Some(later).filter(is_in_doubt));
    }

    /// Both.
    pub fn with(&self, other: &Self) -> Self {
        Self(self.0.iter().chain(&other.0).cloned().collect())
    }

    /// Returns why the first was refused that was, as far as that is known. Nothing builds on any
    /// of them any more then: all are forgotten.
    pub fn refusal(&mut self) -> Option<GpuError> {
        let refused = self.0.iter().find_map(|later| match later.look() {
            Poll::Ready(known) => known.err(),
            Poll::Pending => None,
        });
        if refused.is_some() {
            self.0.clear();
        }
        refused
    }

    /// Waits until all were accepted, or returns why the first was refused that was.
    pub fn poll(&self, context: &mut Context<'_>) -> Poll<Result<(), GpuError>> {
        for later in &self.0 {
            ready!(later.poll(context))?;
        }
        Poll::Ready(Ok(()))
    }
}

/// True unless it was accepted.
fn is_in_doubt(later: &Later) -> bool {
    later.look() != Poll::Ready(Ok(()))
}
