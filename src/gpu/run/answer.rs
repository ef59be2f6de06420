//! Answers that arrive once.

use crate::gpu_error::GpuError;
use futures_intrusive::channel::shared::{OneshotSender, oneshot_channel};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The end of an [`Answer`] that waits for it. Nothing arrives where the other end is gone.
pub(in crate::gpu) type Answered =
    Pin<Box<dyn Future<Output = Option<Result<(), GpuError>>> + Send>>;

/// An answer that arrives once: from the map's callback, or from the thread that watches.
pub(in crate::gpu) struct Answer {
    arrived: AtomicBool,
    sender: OneshotSender<Result<(), GpuError>>,
}

impl Answer {
    /// An answer to be given and the end that waits for it.
    pub fn pending() -> (Arc<Self>, Answered) {
        let (sender, receiver) = oneshot_channel();
        let answered = Box::pin(async move { receiver.receive().await });
        (Arc::new(Self { arrived: AtomicBool::new(false), sender }), answered)
    }

    /// Gives the answer, if it is the first. Nobody may be waiting any more: no matter.
    pub fn give(&self, result: Result<(), GpuError>) {
        if !self.arrived.swap(true, Ordering::AcqRel) {
            let _ = self.sender.send(result);
        }
    }

    /// True once it was given.
    #[cfg(not(target_family = "wasm"))]
    pub fn has_arrived(&self) -> bool {
        self.arrived.load(Ordering::Acquire)
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
