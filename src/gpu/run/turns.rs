//! Calls that share a memory budget take turns.

use crate::gpu::run::answer::{Answer, Source};
use crate::gpu::run::budget::Held;
use crate::gpu::run::poller::Poller;
use crate::gpu_error::GpuError;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A call's turn, until the last clone is dropped: the call's own, and one in each callback of the
/// GPU.
pub(in crate::gpu) type Turn = Option<Arc<OwnedSemaphorePermit>>;

/// What a job keeps until the GPU is done with it. Fields are dropped in their order, in each
/// clone: all memory is given back before the next call has its turn at it.
#[derive(Clone)]
pub(in crate::gpu) struct Kept {
    _held: Arc<Held>,
    _turn: Turn,
}

impl Kept {
    /// Keeps the memory of a call, and its turn.
    pub fn new(held: Arc<Held>, turn: &Turn) -> Self {
        Self { _held: held, _turn: turn.clone() }
    }
}

/// Any number of calls at a time, or one.
pub(in crate::gpu) struct Turns(Option<Arc<Semaphore>>);

impl Turns {
    /// One call at a time where memory is bounded.
    pub fn new(bounded: bool) -> Self {
        Self(bounded.then(|| Arc::new(Semaphore::new(1))))
    }

    /// Lets everybody in: a lost device has no memory to share, and may never say that it is done.
    pub fn open(&self) {
        if let Some(semaphore) = &self.0 {
            semaphore.close();
        }
    }

    /// Waits for a turn, as long as the poller's timeout. `loss` tells of the loss of the device,
    /// of which nobody else may know: it is asked before the wait.
    pub async fn take(
        &self,
        poller: &Poller,
        loss: impl FnOnce() -> Option<GpuError>,
    ) -> Result<Turn, GpuError> {
        let Some(semaphore) = &self.0 else { return Ok(None) };
        if let Ok(turn) = semaphore.clone().try_acquire_owned() {
            return Ok(Some(Arc::new(turn)));
        }
        if let Some(lost) = loss() {
            return Err(lost);
        }
        let (answer, mut late) = Answer::pending();
        poller.watch(Source::Call, &answer);
        let mut turn = pin!(semaphore.clone().acquire_owned());
        poll_fn(|context| match turn.as_mut().poll(context) {
            // None where all are let in.
            Poll::Ready(turn) => Poll::Ready(Ok(turn.ok().map(Arc::new))),
            Poll::Pending => late.as_mut().poll(context).map(|ended| match ended {
                Some(Err(error)) if !matches!(error, GpuError::Timeout(_)) => Err(error),
                _ => Err(GpuError::Busy(poller.timeout())),
            }),
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::run::budget::Budget;
    use std::sync::OnceLock;
    use std::task::{Context, Wake, Waker};

    /// Notes how much memory there is when it is woken.
    struct Looks {
        budget: Arc<Budget>,
        left: OnceLock<u64>,
    }

    impl Wake for Looks {
        fn wake(self: Arc<Self>) {
            let _ = self.left.set(self.budget.left());
        }
    }

    #[test]
    fn who_is_next_finds_the_memory_free() {
        let turns = Turns::new(true);
        let semaphore = turns.0.as_ref().expect("memory is bounded");
        let budget = Budget::new(Some(100));
        let held = budget.take("all", 100).expect("room");
        let turn = Some(Arc::new(semaphore.clone().try_acquire_owned().expect("nobody is before")));
        let kept = Kept::new(held, &turn);
        drop(turn);
        let looks = Arc::new(Looks { budget: budget.clone(), left: OnceLock::new() });
        let waker = Waker::from(looks.clone());
        let mut next = pin!(semaphore.clone().acquire_owned());
        assert!(next.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
        let of_a_callback = kept.clone();
        drop(kept);
        assert_eq!((looks.left.get(), budget.left()), (None, 0));
        drop(of_a_callback);
        assert_eq!(looks.left.get(), Some(&100));
        assert!(next.as_mut().poll(&mut Context::from_waker(&waker)).is_ready());
    }
}
