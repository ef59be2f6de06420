//! Answers that arrive once.

use crate::gpu_error::GpuError;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot::{Sender, channel};

/// The end of an [`Answer`] that waits for it. Nothing arrives where the other end is gone.
pub(in crate::gpu) type Answered =
    Pin<Box<dyn Future<Output = Option<Result<(), GpuError>>> + Send>>;

/// An answer that arrives once: from the map's callback, or from the thread that watches.
pub(in crate::gpu) struct Answer(Mutex<Option<Sender<Result<(), GpuError>>>>);

impl Answer {
    /// An answer to be given and the end that waits for it.
    pub fn pending() -> (Arc<Self>, Answered) {
        let (sender, receiver) = channel();
        let answered = Box::pin(async move { receiver.await.ok() });
        (Arc::new(Self(Mutex::new(Some(sender)))), answered)
    }

    /// Gives the answer, if it is the first. Nobody may be waiting any more: no matter. No lock is
    /// held while who waits is woken: a waker may drop the task that has the other end.
    pub fn give(&self, result: Result<(), GpuError>) {
        let sender = self.sender().take();
        if let Some(sender) = sender {
            let _ = sender.send(result);
        }
    }

    /// True once it was given.
    #[cfg(not(target_family = "wasm"))]
    pub fn has_arrived(&self) -> bool {
        self.sender().is_none()
    }

    /// The end that sends, until it has sent.
    fn sender(&self) -> MutexGuard<'_, Option<Sender<Result<(), GpuError>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whom an answer comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gpu) enum Source {
    /// From the GPU, by way of a poll.
    Gpu,
    /// From another call.
    Call,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::task::{Context, Wake, Waker};
    use std::time::Duration;

    /// A task that only its own waker holds: it is dropped as it is woken.
    struct Task(#[expect(dead_code, reason = "it is dropped")] Mutex<Answered>);

    /// What executors do whose handle of a task was dropped.
    struct Wakes(Mutex<Option<Arc<Task>>>);

    impl Wake for Wakes {
        fn wake(self: Arc<Self>) {
            let task = self.0.lock().expect("nothing panics").take();
            drop(task);
        }
    }

    #[test]
    fn a_waker_may_drop_the_task_that_waits() {
        let (answer, mut answered) = Answer::pending();
        let wakes = Arc::new(Wakes(Mutex::new(None)));
        let waker = Waker::from(wakes.clone());
        assert!(answered.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
        *wakes.0.lock().expect("nothing panics") = Some(Arc::new(Task(Mutex::new(answered))));
        let (done, ended) = mpsc::channel();
        std::thread::spawn(move || {
            answer.give(Ok(()));
            let _ = done.send(answer.has_arrived());
        });
        assert_eq!(ended.recv_timeout(Duration::from_secs(60)), Ok(true));
        assert!(wakes.0.lock().expect("nothing panics").is_none(), "it was not woken");
    }
}
