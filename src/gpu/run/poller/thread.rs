//! The thread that waits for the GPU, so that futures need not, and that ends a wait that lasts too
//! long.

use crate::gpu::device::caught::caught;
use crate::gpu::device::poll::poll;
use crate::gpu::run::answer::{Answer, Source};
use crate::gpu::run::polling::Polling;
use crate::gpu::run::watch::{Closing, Watch};
use crate::gpu_error::GpuError;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{JoinHandle, Thread};
use std::time::{Duration, Instant};

/// Between two polls, growing from the first to the second. wgpu's own wait keeps other threads
/// from destroying resources meanwhile, and panics where it ends early just as another thread finds
/// the queue empty.
const PAUSES: [Duration; 2] = [Duration::from_micros(10), Duration::from_micros(500)];

/// How long to pause: a part of what was waited for already, so that no answer is seen much later
/// than it is there.
struct Pace {
    since: Instant,
}

impl Pace {
    /// The next answer may be near.
    fn new() -> Self {
        Self { since: Instant::now() }
    }

    fn pause(&self) -> Duration {
        (self.since.elapsed() / 8).clamp(PAUSES[0], PAUSES[1])
    }
}

/// Owns the thread.
pub(in crate::gpu) struct Poller {
    /// `None` at the end: the thread has the last handle, whose drop may panic.
    device: Option<wgpu::Device>,
    polling: Polling,
    timeout: Duration,
    watch: Arc<Watch>,
    thread: Option<JoinHandle<()>>,
}

impl Poller {
    /// Starts the thread. It holds the queue too: the last handle of a queue waits for the GPU when
    /// it is dropped, for ever if the GPU hangs.
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
            let left = std::mem::take(&mut seen.lock().left);
            // wgpu panics where it finds a driver that failed. Each on its own: a second panic
            // while the first goes up would end the process. Nobody is left to hear of them.
            let (queue, device) = held;
            let _ = left.into_iter().try_for_each(|left| caught(|| drop(left)));
            let _ = caught(|| drop(queue));
            let _ = caught(|| drop(device));
        };
        let thread = std::thread::Builder::new().name("motzkin-gpu".into()).spawn(work);
        let thread = thread.map_err(|error| GpuError::NoThread(error.to_string()))?;
        Ok(Self { device: Some(device.clone()), polling, timeout, watch, thread: Some(thread) })
    }

    /// How long an answer may take.
    pub fn timeout(&self) -> Duration {
        self.timeout
    }

    /// Sees to it that an answer is given at last: by whoever holds it, or when the time is up.
    pub fn watch(&self, source: Source, answer: &Arc<Answer>) {
        self.watch.add(source, answer, Instant::now().checked_add(self.timeout));
    }

    /// Leaves something to the thread, to be dropped at its end: what a driver takes its time to
    /// destroy.
    pub fn leave(&self, left: impl Send + 'static) {
        self.watch.lock().left.push(Box::new(left));
    }

    /// Runs a future to its end on this thread, which polls the device meanwhile where no other
    /// does.
    pub fn block_on<F: Future>(&self, future: F) -> F::Output {
        let mut future = pin!(future);
        loop {
            if let Poll::Ready(output) = self.block_until(future.as_mut(), None) {
                return output;
            }
        }
    }

    /// Runs a future to its end on this thread as [`block_on`](Self::block_on) does, but at most
    /// until a time.
    pub fn block_until<F: Future>(
        &self,
        mut future: Pin<&mut F>,
        deadline: Option<Instant>,
    ) -> Poll<F::Output> {
        let bell = Arc::new(Bell { rung: AtomicBool::new(false), thread: std::thread::current() });
        let waker = Waker::from(bell.clone());
        // A callback that waits keeps the thread from its work, which is done here then.
        let own = self.is_own_thread();
        let polls = own || self.polling == Polling::Caller;
        loop {
            if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
                return Poll::Ready(output);
            }
            let pace = Pace::new();
            while !bell.rung.swap(false, Ordering::AcqRel) {
                if polls {
                    self.poll();
                }
                if own {
                    let (late, _) = self.watch.lock().expire(Instant::now());
                    give_late(&late, self.timeout);
                }
                let left =
                    deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
                if left.is_some_and(|left| left.is_zero()) && !bell.rung.load(Ordering::Acquire) {
                    return Poll::Pending;
                }
                let pause = polls.then(|| pace.pause());
                match left.into_iter().chain(pause).min() {
                    None => std::thread::park(),
                    Some(pause) => std::thread::park_timeout(pause),
                }
            }
        }
    }

    fn poll(&self) {
        if let Err(error) = self.device.as_ref().map_or(Ok(()), poll) {
            self.watch.fail(&error);
        }
    }

    /// True on the thread that polls, which runs callbacks and wakers.
    fn is_own_thread(&self) -> bool {
        let own = self.thread.as_ref().map(|handle| handle.thread().id());
        own == Some(std::thread::current().id())
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

fn give_late(late: &[Arc<Answer>], timeout: Duration) {
    late.iter().for_each(|answer| answer.give(Err(GpuError::Timeout(timeout))));
}

fn keep_watch(device: &wgpu::Device, watch: &Watch, polling: Polling, timeout: Duration) {
    let (mut pace, mut before) = (Pace::new(), (0, 0));
    let mut watched = watch.lock();
    while !watched.closed {
        if polling == Polling::Thread && watched.on_gpu() > 0 {
            drop(watched);
            if let Err(error) = poll(device) {
                watch.fail(&error);
            }
            watched = watch.lock();
        }
        let now = Instant::now();
        let (late, next) = watched.expire(now);
        if !late.is_empty() {
            drop(watched);
            give_late(&late, timeout);
            watched = watch.lock();
            continue;
        }
        if watched.closed {
            return;
        }
        let mut left = next.map(|deadline| deadline.saturating_duration_since(now));
        let running = watched.on_gpu();
        if polling == Polling::Thread && running > 0 {
            // Progress, or something new.
            let now = (running, watched.added);
            if now != before {
                (pace, before) = (Pace::new(), now);
            }
            let pause = pace.pause();
            left = Some(left.map_or(pause, |left| left.min(pause)));
        }
        watched = match left {
            Some(left) => {
                let waited = watch.changed.wait_timeout(watched, left);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
            None => watch.changed.wait(watched).unwrap_or_else(PoisonError::into_inner),
        };
    }
}

/// How long a drop waits for the thread before leaving it behind with a GPU that is busy or hung.
const PATIENCE: Duration = Duration::from_millis(500);

impl Drop for Poller {
    fn drop(&mut self) {
        self.device = None;
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
