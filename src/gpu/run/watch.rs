//! Answers that are owed to calls, each until a time.

use crate::gpu::run::answer::{Answer, Source};
use crate::gpu_error::GpuError;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Instant;

/// A pending answer. Who gives it holds it: an answer that nobody holds any more is dropped.
struct Awaited {
    answer: Weak<Answer>,
    source: Source,
    /// `None` for one beyond the clock's end, and once it has passed.
    deadline: Option<Instant>,
}

impl Awaited {
    /// The answer, while it is still to be given.
    fn open(&self) -> Option<Arc<Answer>> {
        self.answer.upgrade().filter(|answer| !answer.has_arrived())
    }

    /// True until it is done with. The GPU's callbacks have to run even if their answers were given
    /// for them, too late: what they hold goes with them.
    fn is_owed(&self) -> bool {
        match self.source {
            Source::Gpu => self.answer.strong_count() > 0,
            Source::Call => self.open().is_some(),
        }
    }
}

/// What a thread watches.
#[derive(Default)]
pub(in crate::gpu) struct Watched {
    awaited: Vec<Awaited>,
    /// How many answers there ever were.
    pub added: u64,
    /// What the thread drops at its end.
    pub left: Vec<Box<dyn Send>>,
    /// No more jobs come, or none more are watched.
    pub closed: bool,
}

impl Watched {
    /// How many callbacks the GPU owes.
    pub fn on_gpu(&self) -> usize {
        self.awaited.iter().filter(|job| job.source == Source::Gpu && job.is_owed()).count()
    }

    /// Says what is overdue and when the next is due, and forgets what is done with. The answers
    /// are for giving once the lock is left: whom they wake may come back here.
    pub fn expire(&mut self, now: Instant) -> (Vec<Arc<Answer>>, Option<Instant>) {
        let mut late = Vec::new();
        self.awaited.retain_mut(|job| {
            if job.deadline.is_some_and(|deadline| deadline <= now) {
                job.deadline = None;
                late.extend(job.open());
            }
            job.is_owed()
        });
        (late, self.awaited.iter().filter_map(|job| job.deadline).min())
    }
}

/// The answers that are owed, shared with the thread that watches them.
#[derive(Default)]
pub(in crate::gpu) struct Watch {
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
        watched.added += 1;
        watched.awaited.retain(Awaited::is_owed);
        watched.awaited.push(Awaited { answer: Arc::downgrade(answer), source, deadline });
        self.changed.notify_one();
    }

    /// Answers all that wait for the GPU, which runs no more callbacks, and all that wait for these
    /// to end.
    pub fn fail(&self, error: &GpuError) {
        let failed = std::mem::take(&mut self.lock().awaited);
        failed.iter().filter_map(Awaited::open).for_each(|answer| answer.give(Err(error.clone())));
    }
}

/// However the thread ends, nobody goes on waiting for it.
pub(in crate::gpu) struct Closing<'a>(pub &'a Watch);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        let jobs = {
            let mut watched = self.0.lock();
            watched.closed = true;
            std::mem::take(&mut watched.awaited)
        };
        jobs.iter().filter_map(Awaited::open).for_each(|answer| answer.give(Err(ended())));
    }
}

fn ended() -> GpuError {
    GpuError::Internal("the thread that watches the GPU has ended".into())
}
