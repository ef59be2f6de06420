//! All jobs on one device: their memory, their turns, their times and their failures.

use crate::gpu::device::headless::{Headless, loss};
use crate::gpu::device::scopes::{checked, checked_now};
use crate::gpu::device::timer::StageTimer;
#[cfg(target_family = "wasm")]
use crate::gpu::run::answer::Answered;
use crate::gpu::run::answer::{Answer, Source};
use crate::gpu::run::budget::Budget;
use crate::gpu::run::job::{InFlight, Job, Work};
use crate::gpu::run::poller::Poller;
use crate::gpu::run::polling::Polling;
use crate::gpu::run::turns::{Turn, Turns};
use crate::gpu::run::upload::{Belts, Uploads};
use crate::gpu_error::{GpuError, OverBudget};
use crate::timing::{Instant, StageTimes, add, timed};
use std::collections::VecDeque;
use std::future::poll_fn;
#[cfg(not(target_family = "wasm"))]
use std::pin::Pin;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
#[cfg(not(target_family = "wasm"))]
use std::task::Poll;
use std::time::Duration;

/// What submits jobs and sees to it that each is answered. Every failure is a typed error; the
/// handlers and error scopes of a caller's device see nothing of it.
pub(in crate::gpu) struct Jobs {
    pub gpu: Headless,
    pub budget: Arc<Budget>,
    belts: Belts,
    turns: Turns,
    profile: bool,
    lost: OnceLock<GpuError>,
    // Last: its thread holds the queue's last handle, whose drop waits for the GPU.
    poller: Poller,
}

impl Jobs {
    /// Starts the thread that watches the device. Stages are timed with `profile`.
    pub fn start(
        gpu: Headless,
        memory: Option<u64>,
        polling: Polling,
        timeout: Duration,
        profile: bool,
    ) -> Result<Self, GpuError> {
        let (budget, turns) = (Budget::new(memory), Turns::new(memory.is_some()));
        let poller = Poller::start(&gpu.device, &gpu.queue, polling, timeout)?;
        let (belts, lost) = (Belts::default(), OnceLock::new());
        Ok(Self { gpu, budget, belts, turns, profile, lost, poller })
    }

    /// The loss of the device, once a call has met it.
    pub fn lost(&self) -> Option<&GpuError> {
        self.lost.get()
    }

    /// Times to be filled in, where stages are timed.
    pub fn times(&self) -> Option<StageTimes> {
        self.profile.then(StageTimes::default)
    }

    /// Leaves something to the thread that watches the device, to be dropped at its end, and the
    /// staging that waits for use.
    #[cfg(not(target_family = "wasm"))]
    pub fn leave(&self, left: impl Send + 'static) {
        self.poller.leave((left, self.belts.take()));
    }

    /// Begins what goes up with a submission.
    pub fn uploads(&self) -> Uploads<'_> {
        self.belts.begin(&self.gpu, &self.budget)
    }

    /// Frees the staging that waits for use. Returns false where none does.
    pub fn free_idle(&self) -> bool {
        self.belts.free_idle()
    }

    /// Runs a future to its end on this thread, and polls the device where nobody else does.
    #[cfg(not(target_family = "wasm"))]
    pub fn block_on<F: Future>(&self, future: F) -> F::Output {
        self.poller.block_on(future)
    }

    /// [`block_on`](Self::block_on), at most until a time.
    #[cfg(not(target_family = "wasm"))]
    pub fn block_until<F: Future>(
        &self,
        future: Pin<&mut F>,
        deadline: Option<Instant>,
    ) -> Poll<F::Output> {
        self.poller.block_until(future, deadline)
    }

    /// Runs a call, unless the device is lost. An error of the call is [its cause](Self::cause).
    pub async fn call<R>(
        &self,
        work: impl Future<Output = Result<R, GpuError>>,
    ) -> Result<R, GpuError> {
        match self.lost() {
            Some(lost) => Err(lost.clone()),
            None => work.await.map_err(|error| self.cause(error)),
        }
    }

    /// Waits for a turn at the memory, where that is bounded. A call takes it before it holds
    /// anything and lets it go last, so that the next one finds its memory free or pooled.
    pub async fn turn(&self) -> Result<Turn, GpuError> {
        self.turns.take(&self.poller, || loss(&self.gpu.device)).await
    }

    /// Cuts work to the memory that is left and the `own` bytes that it holds already. `fit`
    /// answers the bytes that would be needed where it cannot; `what` names the work then.
    pub fn within<R>(
        &self,
        what: &'static str,
        own: u64,
        fit: impl Fn(u64) -> Result<R, u64>,
    ) -> Result<R, GpuError> {
        let left = || self.budget.left().saturating_add(own);
        let fits = fit(left()).or_else(|_| {
            self.budget.free_spare();
            fit(left())
        });
        fits.map_err(|needed| {
            let budget = self.budget.most().unwrap_or(u64::MAX);
            OverBudget { what, needed, used: budget.saturating_sub(left()), budget }.into()
        })
    }

    /// Makes objects of the device.
    pub async fn make<R>(&self, make: impl FnOnce() -> R) -> Result<R, GpuError> {
        checked(&self.gpu.device, make).await
    }

    /// As many timers of so many passes; none where stages are not timed, or the device cannot.
    pub async fn timers(
        &self,
        count: usize,
        passes: u32,
    ) -> Result<Vec<Option<StageTimer>>, GpuError> {
        if !self.profile {
            return Ok(vec![None; count]);
        }
        let timer = |_| StageTimer::new(&self.gpu.device, &self.gpu.queue, passes);
        self.make(|| (0..count).map(timer).collect()).await?
    }

    /// Writes what all chunks of some work share. It goes up with the first of them.
    pub async fn upload<'a>(
        &'a self,
        times: &mut Option<StageTimes>,
        write: impl FnOnce(&mut Uploads<'a>) -> Result<(), GpuError>,
    ) -> Result<Uploads<'a>, GpuError> {
        let write = || {
            let mut uploads = self.uploads();
            timed(times, |times| &mut times.upload, || write(&mut uploads))?;
            Ok::<_, GpuError>(uploads)
        };
        checked(&self.gpu.device, write).await?
    }

    /// Runs all chunks of some work, as many at a time as the work has slots, and keeps `kept`
    /// until the GPU is done with each. What was written before goes up with the first.
    pub async fn run<W: Work, K: Clone + Send + 'static>(
        &self,
        work: &mut W,
        chunks: impl Iterator<Item = W::Chunk>,
        before: Uploads<'_>,
        kept: K,
        times: &mut Option<StageTimes>,
    ) -> Result<(), GpuError> {
        let (mut under_way, mut before) = (VecDeque::with_capacity(W::SLOTS), Some(before));
        for (number, chunk) in chunks.enumerate() {
            if under_way.len() == W::SLOTS {
                self.collect(work, under_way.pop_front(), times).await?;
            }
            let (device, slot) = (&self.gpu.device, number % W::SLOTS);
            let mut uploads = before.take().unwrap_or_else(|| self.uploads());
            let submit = || {
                let write = || {
                    work.upload(&mut uploads, &chunk)?;
                    Ok::<_, GpuError>(uploads.finish())
                };
                let uploaded = timed(times, |times| &mut times.upload, write)?;
                let job = work.record(device, &chunk, slot);
                let send = || self.send(uploaded, job, || kept.clone());
                Ok::<_, GpuError>(timed(times, |times| &mut times.readback, send))
            };
            let in_flight = checked(device, submit).await??;
            under_way.push_back((chunk, slot, in_flight));
        }
        while !under_way.is_empty() {
            self.collect(work, under_way.pop_front(), times).await?;
        }
        Ok(())
    }

    async fn collect<W: Work>(
        &self,
        work: &mut W,
        oldest: Option<(W::Chunk, usize, InFlight)>,
        times: &mut Option<StageTimes>,
    ) -> Result<(), GpuError> {
        let Some((chunk, slot, in_flight)) = oldest else { return Ok(()) };
        self.answer(in_flight, times, |bytes, times| work.read(chunk, slot, bytes, times)).await
    }

    /// Runs a single job. `submit` uploads, behind what was written before, and records; `kept` is
    /// kept until the GPU is done.
    pub async fn run_one<R, K: Send + 'static>(
        &self,
        mut uploads: Uploads<'_>,
        submit: impl FnOnce(&mut Uploads<'_>) -> Result<Job, GpuError>,
        kept: K,
        read: impl FnOnce(&[u8], &mut Option<StageTimes>) -> R,
        times: &mut Option<StageTimes>,
    ) -> Result<R, GpuError> {
        let send = || {
            let job = submit(&mut uploads)?;
            let send = || self.send(uploads.finish(), job, || kept);
            Ok::<_, GpuError>(timed(times, |times| &mut times.readback, send))
        };
        let in_flight = checked(&self.gpu.device, send).await??;
        self.answer(in_flight, times, read).await
    }

    /// Submits a job, behind the commands of its uploads, in error scopes of the caller's. Where
    /// memory is bounded, what `kept` makes is kept until the GPU is done, even if the answer is
    /// abandoned before, which answers its mapping at once. It is given back before the answer: who
    /// is answered may ask for memory next.
    pub fn send<K: Send + 'static>(
        &self,
        uploaded: Option<wgpu::CommandBuffer>,
        job: Job,
        kept: impl FnOnce() -> K,
    ) -> InFlight {
        let Job { commands, readback, bytes } = job;
        let begun = Instant::now();
        let queue = &self.gpu.queue;
        queue.submit(uploaded.into_iter().chain([commands]));
        let (answer, answered) = Answer::pending();
        self.poller.watch(Source::Gpu, &answer);
        let kept = self.budget.most().map(|_| Arc::new(Mutex::new(Some(kept()))));
        let give_back = |kept: &Mutex<Option<K>>| {
            // Dropped without the lock: whom it wakes may come back here.
            let kept = kept.lock().unwrap_or_else(PoisonError::into_inner).take();
            drop(kept);
        };
        if let Some(kept) = kept.clone() {
            // The answer is watched until this has come too.
            let answer = answer.clone();
            queue.on_submitted_work_done(move || {
                give_back(&kept);
                drop(answer);
            });
        }
        let arrived = self.profile.then(Arc::<OnceLock<Instant>>::default);
        let clock = arrived.clone();
        readback.map_async(wgpu::MapMode::Read, ..bytes, move |mapped| {
            clock.map(|clock| clock.set(Instant::now()));
            // A buffer that is mapped says that the GPU is done with what was copied to it.
            if let Some(kept) = kept.filter(|_| mapped.is_ok()) {
                give_back(&kept);
            }
            answer.give(mapped.map_err(|error| GpuError::Refused(error.to_string())));
        });
        #[cfg(target_family = "wasm")]
        let answered = after_loss(&self.gpu.device, answered);
        InFlight { readback, bytes, answered, begun, arrived }
    }

    /// Waits for the answer and reads it. The time that this takes is added to the readback.
    async fn answer<R>(
        &self,
        mut in_flight: InFlight,
        times: &mut Option<StageTimes>,
        read: impl FnOnce(&[u8], &mut Option<StageTimes>) -> R,
    ) -> Result<R, GpuError> {
        let begin = self.profile.then(Instant::now);
        let answer = poll_fn(|context| in_flight.poll_answer(context)).await;
        let result = self.read(&in_flight, answer, |bytes| read(bytes, times))?;
        if let (Some(begin), Some(times)) = (begin, times) {
            add(&mut times.readback, begin.elapsed());
        }
        Ok(result)
    }

    /// Reads the bytes of a job that was answered, and frees its buffer for the next.
    pub fn read<R>(
        &self,
        in_flight: &InFlight,
        answer: Result<(), GpuError>,
        read: impl FnOnce(&[u8]) -> R,
    ) -> Result<R, GpuError> {
        self.gpu.losses.told().map_or(answer, Err).map_err(|error| self.cause(error))?;
        let readback = &in_flight.readback;
        let result = {
            let mapped = readback.get_mapped_range(..in_flight.bytes);
            read(&mapped.map_err(|error| GpuError::Refused(error.to_string()))?)
        };
        // Unmapping what a lost device has destroyed is an error, which must not reach a caller's
        // handler.
        checked_now(&self.gpu.device, || readback.unmap())?;
        Ok(result)
    }

    /// A lost device is the cause of whatever else fails.
    pub fn cause(&self, error: GpuError) -> GpuError {
        let cause = match error {
            GpuError::DeviceLost(_) => error,
            other => self.gpu.lost().unwrap_or(other),
        };
        match cause {
            GpuError::DeviceLost(_) => {
                let first = || {
                    self.turns.open();
                    cause
                };
                self.lost.get_or_init(first).clone()
            }
            other => other,
        }
    }
}

/// Holds back a failure until the device has told of its loss: in a browser `destroy` ends the
/// mappings under way before that. What is asked of the device now is answered afterwards.
#[cfg(target_family = "wasm")]
fn after_loss(device: &wgpu::Device, answered: Answered) -> Answered {
    let device = device.clone();
    Box::pin(async move {
        let answer = answered.await;
        if !matches!(answer, Some(Ok(()))) {
            // Its own errors are none of this answer's.
            let _ = checked(&device, || ()).await;
        }
        answer
    })
}
