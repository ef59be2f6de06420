//! Answers that are owed to calls, each until a time.

use super::error::GpuError;
use futures_intrusive::channel::shared::{OneshotReceiver, OneshotSender, oneshot_channel};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Instant;

/// An answer that arrives once: from the map's callback, or from the thread that watches.
pub(super) struct Answer {
    arrived: AtomicBool,
    sender: OneshotSender<Result<(), GpuError>>,
}

impl Answer {
    /// An answer to be given and the end that waits for it.
    pub fn pending() -> (Arc<Self>, OneshotReceiver<Result<(), GpuError>>) {
        let (sender, receiver) = oneshot_channel();
        (Arc::new(Self { arrived: AtomicBool::new(false), sender }), receiver)
    }

    /// Gives the answer, if it is the first. Nobody may be waiting any more: no matter.
    pub fn give(&self, result: Result<(), GpuError>) {
        if !self.arrived.swap(true, Ordering::AcqRel) {
            let _ = self.sender.send(result);
        }
    }

    /// True once it was given.
    pub fn has_arrived(&self) -> bool {
        self.arrived.load(Ordering::Acquire)
    }
}

/// Whom an answer comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// From the GPU, by way of a poll.
    Gpu,
    /// From another call.
    Call,
}

/// An answer that is owed. Whoever owes it holds it; an answer that nobody holds is of no interest.
struct Job {
    answer: Weak<Answer>,
    source: Source,
    /// `None` for one beyond the clock's end.
    deadline: Option<Instant>,
}

impl Job {
    /// The answer, while it is still to be given.
    fn open(&self) -> Option<Arc<Answer>> {
        self.answer.upgrade().filter(|answer| !answer.has_arrived())
    }
}

/// What a thread watches.
#[derive(Default)]
pub(super) struct Watched {
    jobs: Vec<Job>,
    /// No more jobs come, or none more are watched.
    pub closed: bool,
}

impl Watched {
    /// How many answers the GPU owes.
    pub fn on_gpu(&self) -> usize {
        self.jobs.iter().filter(|job| job.source == Source::Gpu && job.open().is_some()).count()
    }

    /// Takes out what is overdue, forgets what is answered, and says when the next is due. The answers are
    /// for giving once the lock is left: whom they wake may come back here.
    pub fn expire(&mut self, now: Instant) -> (Vec<Arc<Answer>>, Option<Instant>) {
        let mut late = Vec::new();
        self.jobs.retain(|job| {
            let Some(answer) = job.open() else { return false };
            let is_late = job.deadline.is_some_and(|deadline| deadline <= now);
            if is_late {
                late.push(answer);
            }
            !is_late
        });
        (late, self.jobs.iter().filter_map(|job| job.deadline).min())
    }
}

/// The answers that are owed, shared with the thread that watches them.
#[derive(Default)]
pub(super) struct Watch {
    watched: Mutex<Watched>,
    pub changed: Condvar,
}

impl Watch {
    pub fn lock(&self) -> MutexGuard<'_, Watched> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One answer more.
    pub fn add(&self, source: Source, answer: &Arc<Answer>, deadline: Option<Instant>) {
        let mut watched = self.lock();
        if watched.closed {
            drop(watched);
            answer.give(Err(ended()));
            return;
        }
        watched.jobs.retain(|job| job.open().is_some());
        watched.jobs.push(Job { answer: Arc::downgrade(answer), source, deadline });
        self.changed.notify_one();
    }

    /// Answers all that wait for the GPU.
    pub fn fail(&self, error: &GpuError) {
        let waiting: Vec<_> = {
            let watched = self.lock();
            watched.jobs.iter().filter(|job| job.source == Source::Gpu).filter_map(Job::open).collect()
        };
        waiting.iter().for_each(|answer| answer.give(Err(error.clone())));
    }
}

/// However the thread ends, nobody goes on waiting for it.
pub(super) struct Closing<'a>(pub &'a Watch);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        let jobs = {
            let mut watched = self.0.lock();
            watched.closed = true;
            std::mem::take(&mut watched.jobs)
        };
        jobs.iter().filter_map(Job::open).for_each(|answer| answer.give(Err(ended())));
    }
}

fn ended() -> GpuError {
    GpuError::Refused("the thread that watches the GPU has ended".into())
}
