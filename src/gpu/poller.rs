//! The thread that waits for the GPU, so that futures need not, and that ends a wait that lasts too long.

use super::error::GpuError;
use super::watch::{Answer, Closing, Watch};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{JoinHandle, Thread};
use std::time::{Duration, Instant};

/// Who polls a device, without which no answer of a GPU arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Polling {
    /// A thread of the runner's own.
    Thread,
    /// The caller, as a renderer does once a frame: until then futures wait. Calls that block poll for
    /// themselves while they do, on their own thread.
    Caller,
}

/// The longest single wait within wgpu, which keeps other threads from destroying resources meanwhile.
const SLICE: Duration = Duration::from_millis(10);

/// The same for a thread that waits for one answer, behind which other work may have been submitted.
const SHORT_SLICE: Duration = Duration::from_millis(1);

/// Owns the thread.
pub(super) struct Poller {
    device: wgpu::Device,
    polling: Polling,
    timeout: Duration,
    watch: Arc<Watch>,
    thread: Option<JoinHandle<()>>,
}

impl Poller {
    /// Starts the thread. It holds the queue too: the last handle of a queue waits for the GPU when it is
    /// dropped, for ever if the GPU hangs.
    pub fn start(
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        polling: Polling,
        timeout: Duration,
    ) -> Result<Self, GpuError> {
        let watch = Arc::new(Watch::default());
        let (seen, held) = (watch.clone(), (queue.clone(), device.clone()));
        let work = move || {
            let closing = Closing(&seen);
            keep_watch(&held.1, &seen, polling, timeout);
            drop(closing);
            drop(held);
        };
        let thread = std::thread::Builder::new().name("motzkin-gpu".into()).spawn(work);
        let thread = thread.map_err(|error| GpuError::Refused(format!("no thread to poll with: {error}")))?;
        Ok(Self { device: device.clone(), polling, timeout, watch, thread: Some(thread) })
    }

    /// How long an answer may take.
    pub fn timeout(&self) -> Duration {
        self.timeout
    }

    /// Sees to it that an answer is given at last: by whoever holds it, or when the time is up.
    pub fn watch(&self, submission: Option<wgpu::SubmissionIndex>, answer: &Arc<Answer>) {
        self.watch.add(submission, answer, Instant::now().checked_add(self.timeout));
    }

    /// Runs a future to its end on this thread, which polls the device meanwhile where no other does.
    pub fn block_on<F: Future>(&self, future: F) -> F::Output {
        if self.polling == Polling::Thread {
            return pollster::block_on(future);
        }
        let mut future = pin!(future);
        let bell = Arc::new(Bell { rung: AtomicBool::new(false), thread: std::thread::current() });
        let waker = Waker::from(bell.clone());
        loop {
            if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
                return output;
            }
            while !bell.rung.swap(false, Ordering::AcqRel) {
                match poll(&self.device, None, SHORT_SLICE) {
                    Ok(Progress::More) => {}
                    Ok(Progress::Done) => std::thread::park_timeout(SHORT_SLICE),
                    Err(error) => {
                        self.watch.fail(&error);
                        std::thread::park_timeout(SHORT_SLICE);
                    }
                }
            }
        }
    }
}

/// Wakes a thread that blocks.
struct Bell {
    rung: AtomicBool,
    thread: Thread,
}

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        self.rung.store(true, Ordering::Release);
        self.thread.unpark();
    }
}

fn keep_watch(device: &wgpu::Device, watch: &Watch, polling: Polling, timeout: Duration) {
    let mut watched = watch.lock();
    while !watched.closed {
        let now = Instant::now();
        let (late, next) = watched.expire(now);
        if !late.is_empty() {
            drop(watched);
            late.iter().for_each(|answer| answer.give(Err(GpuError::Timeout(timeout))));
            watched = watch.lock();
            continue;
        }
        let left = next.map(|deadline| deadline.saturating_duration_since(now));
        let submitted = watched.jobs.iter().find(|job| job.submission.is_some());
        if let (Polling::Thread, Some(job)) = (polling, submitted) {
            let (submission, answer) = (job.submission.clone(), job.answer.clone());
            drop(watched);
            match poll(device, submission, left.map_or(SLICE, |left| left.min(SLICE))) {
                Ok(Progress::More) => {}
                // Another thread's poll may have taken the callback and be about to run it.
                Ok(Progress::Done) => {
                    if answer.upgrade().is_some_and(|answer| !answer.has_arrived()) {
                        std::thread::sleep(Duration::from_micros(50));
                    }
                }
                Err(error @ GpuError::DeviceLost(_)) => watch.fail(&error),
                Err(error) => {
                    if let Some(answer) = answer.upgrade() {
                        answer.give(Err(error));
                    }
                }
            }
            watched = watch.lock();
        } else if let Some(left) = left {
            let waited = watch.changed.wait_timeout(watched, left);
            watched = waited.unwrap_or_else(PoisonError::into_inner).0;
        } else {
            watched = watch.changed.wait(watched).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// What a poll has come to.
pub(super) enum Progress {
    /// What it waited for is done.
    Done,
    /// The GPU is still at work.
    More,
}

/// Polls once. A device that is lost by more than a call of `destroy` makes wgpu panic here.
pub(super) fn poll(
    device: &wgpu::Device,
    submission_index: Option<wgpu::SubmissionIndex>,
    slice: Duration,
) -> Result<Progress, GpuError> {
    let wait = wgpu::PollType::Wait { submission_index, timeout: Some(slice) };
    match catch_unwind(AssertUnwindSafe(|| device.poll(wait))) {
        Ok(Ok(_)) => Ok(Progress::Done),
        Ok(Err(wgpu::PollError::Timeout)) => Ok(Progress::More),
        Ok(Err(error)) => Err(GpuError::Refused(error.to_string())),
        Err(_) => Err(GpuError::DeviceLost("the driver failed while it was waited for".into())),
    }
}

/// How long a drop waits for the thread before leaving it behind with a GPU that is busy or hung.
const PATIENCE: Duration = Duration::from_millis(500);

impl Drop for Poller {
    fn drop(&mut self) {
        self.watch.lock().closed = true;
        self.watch.changed.notify_all();
        let Some(thread) = self.thread.take() else { return };
        let start = Instant::now();
        while !thread.is_finished() && start.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_micros(200));
        }
        if thread.is_finished() {
            // A panic in the thread has nobody left to hear of it.
            let _ = thread.join();
        }
    }
}
