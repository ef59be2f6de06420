//! Calls that share a memory budget take turns.

use crate::gpu::run::answer::{Answer, Source};
use crate::gpu::run::poller::Poller;
use crate::gpu_error::GpuError;
use futures_intrusive::sync::{SharedSemaphore, SharedSemaphoreReleaser};
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

/// A call's turn, until the last clone is dropped: the call's own, and one in each callback of the
/// GPU.
pub(in crate::gpu) type Turn = Option<Arc<SharedSemaphoreReleaser>>;

/// Any number of calls at a time, or one.
pub(in crate::gpu) struct Turns(Option<SharedSemaphore>);

impl Turns {
    /// One call at a time where memory is bounded.
    pub fn new(bounded: bool) -> Self {
        Self(bounded.then(|| SharedSemaphore::new(true, 1)))
    }

    /// Lets everybody in: a lost device has no memory to share, and may never say that it is done.
    pub fn open(&self) {
        if let Some(semaphore) = &self.0 {
            semaphore.release(usize::MAX / 2);
        }
    }

    /// Waits for a turn, as long as the poller's timeout.
    pub async fn take(&self, poller: &Poller) -> Result<Turn, GpuError> {
        let Some(semaphore) = &self.0 else { return Ok(None) };
        if let Some(turn) = semaphore.try_acquire(1) {
            return Ok(Some(Arc::new(turn)));
        }
        let (answer, mut late) = Answer::pending();
        poller.watch(Source::Call, &answer);
        let mut turn = pin!(semaphore.acquire(1));
        poll_fn(|context| match turn.as_mut().poll(context) {
            Poll::Ready(turn) => Poll::Ready(Ok(Some(Arc::new(turn)))),
            Poll::Pending => {
                late.as_mut().poll(context).map(|_| Err(GpuError::Busy(poller.timeout())))
            }
        })
        .await
    }
}
