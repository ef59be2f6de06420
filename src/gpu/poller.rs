//! The thread that waits for the GPU, so that futures need not.

use super::error::GpuError;
use futures_intrusive::channel::shared::{OneshotReceiver, OneshotSender, oneshot_channel};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The answer of one readback: it arrives once, from the map's callback or from the poller.
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
}

struct Job {
    submission: wgpu::SubmissionIndex,
    answer: Arc<Answer>,
    deadline: Instant,
}

/// Owns the thread.
pub(super) struct Poller {
    jobs: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    timeout: Duration,
}

impl Poller {
    /// Starts the thread.
    pub fn start(device: wgpu::Device, timeout: Duration) -> Result<Self, GpuError> {
        let (jobs, inbox) = mpsc::channel::<Job>();
        let work = move || inbox.iter().for_each(|job| wait(&device, &job, timeout));
        let thread = std::thread::Builder::new().name("motzkin-gpu".into()).spawn(work);
        let thread = thread.map_err(|error| GpuError::Refused(format!("no thread to poll with: {error}")))?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread), timeout })
    }

    /// Sees to it that the answer is given, by its own callback or when the time is up.
    pub fn watch(&self, submission: wgpu::SubmissionIndex, answer: Arc<Answer>) {
        let job = Job { submission, answer: answer.clone(), deadline: Instant::now() + self.timeout };
        let sent = self.jobs.as_ref().is_some_and(|jobs| jobs.send(job).is_ok());
        if !sent {
            answer.give(Err(GpuError::Refused("the polling thread has ended".into())));
        }
    }
}

fn wait(device: &wgpu::Device, job: &Job, timeout: Duration) {
    while !job.answer.arrived.load(Ordering::Acquire) {
        let left = job.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            job.answer.give(Err(GpuError::Timeout(timeout)));
            return;
        }
        let submission_index = Some(job.submission.clone());
        match device.poll(wgpu::PollType::Wait { submission_index, timeout: Some(left) }) {
            // Another thread's poll may have taken the callback and be about to run it.
            Ok(_) if !job.answer.arrived.load(Ordering::Acquire) => {
                std::thread::sleep(Duration::from_micros(50));
            }
            Ok(_) => {}
            Err(wgpu::PollError::Timeout) => {}
            Err(error) => job.answer.give(Err(GpuError::Refused(error.to_string()))),
        }
    }
}

/// How long a drop waits for the thread before leaving it behind with a hung device.
const PATIENCE: Duration = Duration::from_secs(1);

impl Drop for Poller {
    fn drop(&mut self) {
        self.jobs = None;
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
