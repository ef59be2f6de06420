//! A scene's part on the GPU: frames that stay, uploads through a belt, answers through a ring of
//! readback buffers.

mod start_over;

use crate::geom::Pair;
use crate::gpu::device::scopes::{checked_later, checked_now};
use crate::gpu::device::timer::StageTimer;
use crate::gpu::resident::answers::{Answers, LEAST_LISTED};
use crate::gpu::resident::bindings::Bindings;
use crate::gpu::resident::doubts::Doubts;
use crate::gpu::resident::frames::{FrameArrays, ROW, ResidentFrames};
use crate::gpu::resident::pairs::{Asked, ResidentPairs, Test, slice_unit};
use crate::gpu::resident::pending::{PendingCodes, Sent};
use crate::gpu::resident::readback::{Readback, SpareBuffers};
use crate::gpu::run::belt::UploadBelt;
use crate::gpu::run::budget::Held;
use crate::gpu::run::job::Job;
use crate::gpu::run::jobs::Jobs;
use crate::gpu::run::runner::Runner;
use crate::gpu::shader::layout::codes_size;
use crate::gpu_error::GpuError;
use crate::gpu_error::OverBudget;
use crate::timing::timed;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The frames of a scene on a runner's device.
pub(crate) struct ResidentScene {
    runner: Arc<Runner>,
    /// Goes before the memory of the frames.
    bindings: Bindings,
    pub frames: ResidentFrames,
    /// Somebody has looked at the buffers: no stage of a scene reads ids.
    shown: AtomicBool,
    pub belt: UploadBelt,
    spare: SpareBuffers,
    /// The memory of the first readback buffer.
    readback: Arc<Held>,
    timer: Option<(StageTimer, Arc<Held>)>,
    /// Pairs of the largest list so far: there is staging and readback for that and all frames.
    largest: Mutex<usize>,
    /// Submissions that wrote what the next ones read.
    doubts: Doubts,
}

/// Staging is bounded by the chunk: where memory is, chunks are this share of it at most.
const CHUNKS: u64 = 64;

/// Bytes of the codes that are kept where lists may be read.
fn kept_size(pairs: u32) -> u64 {
    if pairs < LEAST_LISTED { 0 } else { codes_size(pairs) }
}

/// What a refusal names.
const READBACK: &str = "a readback buffer";

impl ResidentScene {
    pub fn new(runner: Arc<Runner>) -> Self {
        let Jobs { gpu, budget, .. } = &runner.jobs;
        let device = &gpu.device;
        let chunk =
            budget.most().map_or(UploadBelt::CHUNK, |most| (most / CHUNKS).min(UploadBelt::CHUNK));
        let belt = UploadBelt::within(device, chunk.max(4096), budget.clone());
        let frames = ResidentFrames::within(device, budget);
        let (readback, spare) = (Held::none(budget, READBACK), SpareBuffers::default());
        let (shown, largest, doubts) =
            (AtomicBool::new(false), Mutex::default(), Doubts::default());
        let (bindings, timer) = Default::default();
        Self { bindings, frames, shown, belt, spare, readback, timer, largest, doubts, runner }
    }

    /// The buffers, ids among them from the next submission on.
    pub fn show(&self) -> &ResidentFrames {
        self.shown.store(true, Ordering::Relaxed);
        &self.frames
    }

    /// The most frames that a dispatch sees, and whether the options bound them, or the device.
    pub fn most_frames(&self) -> (usize, bool) {
        let (device, options) = (self.frames.most_rows(), self.runner.limits.frames as usize);
        (device.min(options), options < device)
    }

    /// The most pairs that a list may have: they lie in one buffer.
    pub fn most_pairs(&self) -> usize {
        let most = self.runner.jobs.gpu.device.limits().max_buffer_size / size_of::<Pair>() as u64;
        usize::try_from(most).unwrap_or(usize::MAX).min(u32::MAX as usize)
    }

    /// The most pairs in a dispatch: where one ends, slices may begin.
    fn per_dispatch(&self) -> u32 {
        let unit = slice_unit(&self.runner.jobs.gpu.device);
        (self.runner.limits.pairs / unit).max(1) * unit
    }

    /// Bytes of the readback buffers that wait for use.
    pub fn readback_bytes(&self) -> u64 {
        self.spare().iter().map(Readback::bytes).sum()
    }

    fn spare(&self) -> MutexGuard<'_, Vec<Readback>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Frees what only waits for use, the service's own buffers included. Returns false where
    /// nothing did.
    fn free_idle(&self) -> bool {
        let spare = std::mem::take(&mut *self.spare());
        // All of it, whatever there was of the others.
        !spare.is_empty() | self.belt.free_idle() | self.runner.free_idle()
    }

    /// Frames that memory is held for.
    pub fn capacity(&self) -> usize {
        self.frames.capacity()
    }

    /// Takes the memory that so many frames need: their buffers, and staging to upload all of them
    /// at once.
    pub fn reserve(&mut self, frames: usize) -> Result<(), OverBudget> {
        let grown = self.frames.grown(frames).min(self.most_frames().0).max(frames);
        self.hold(grown).or_else(|_| self.hold(frames)).or_else(|_| {
            self.free_idle();
            self.hold(frames)
        })
    }

    fn hold(&mut self, frames: usize) -> Result<(), OverBudget> {
        let (before, largest) = (self.frames.capacity(), *self.largest());
        self.hold_transfers(frames, largest)?;
        self.frames.hold(frames).inspect_err(|_| {
            // Less is always granted.
            let _ = self.hold_transfers(before, largest);
        })
    }

    /// Takes the memory to upload so many frames and pairs at once, and to read the codes back.
    fn hold_transfers(&self, frames: usize, pairs: usize) -> Result<(), OverBudget> {
        let times = self.runner.jobs.times().map_or(0, |_| StageTimer::bytes_of(1));
        self.belt.allot(frames as u64 * ROW + (pairs * size_of::<Pair>()) as u64)?;
        let answers = Answers::most(pairs as u32, self.per_dispatch());
        self.readback.resize(answers + times + kept_size(pairs as u32))
    }

    fn largest(&self) -> MutexGuard<'_, usize> {
        self.largest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the memory that so many pairs need: their buffers, staging and readback.
    pub fn reserve_pairs(&self, list: &mut ResidentPairs, pairs: usize) -> Result<(), OverBudget> {
        self.hold_pairs(list, pairs).or_else(|_| {
            self.free_idle();
            self.hold_pairs(list, pairs)
        })
    }

    fn hold_pairs(&self, list: &mut ResidentPairs, pairs: usize) -> Result<(), OverBudget> {
        let (frames, mut largest) = (self.frames.capacity(), self.largest());
        let held = self.hold_transfers(frames, pairs.max(*largest));
        let (budget, most, per_dispatch) =
            (&self.runner.jobs.budget, self.most_pairs(), self.per_dispatch());
        match held.and_then(|()| list.reserve(budget, pairs, most, per_dispatch)) {
            Ok(()) => *largest = pairs.max(*largest),
            Err(error) => {
                // Less is always granted.
                let _ = self.hold_transfers(frames, *largest);
                return Err(error);
            }
        }
        Ok(())
    }

    /// Uploads what has changed, tests the pairs and sends their codes back; returns once that is
    /// submitted. An error leaves the buffers as they were.
    pub fn submit(
        &mut self,
        arrays: &FrameArrays<'_>,
        asked: Asked,
        list: &mut ResidentPairs,
        pairs: &[Pair],
    ) -> Result<PendingCodes, GpuError> {
        if let Some(lost) = self.runner.lost() {
            return Err(lost.clone());
        }
        if pairs.is_empty() {
            return Ok(PendingCodes::empty());
        }
        self.start_over(arrays.frames.len(), list, pairs.len());
        let mut submitted = self.attempt(arrays, asked, list, pairs);
        let again = match submitted {
            Err(GpuError::OverBudget(_)) => {
                self.free_idle();
                true
            }
            // The device may have room for what is needed, if not for what is to come, or for what
            // only waits. Both, whatever the first says.
            Err(GpuError::OutOfMemory(_)) => {
                self.trim(arrays.frames.len(), list, pairs.len()) | self.free_idle()
            }
            _ => false,
        };
        if again {
            submitted = self.attempt(arrays, asked, list, pairs);
        }
        submitted.map_err(|error| self.runner.jobs.cause(error))
    }

    /// Plans no capacity beyond what is there. Returns false where none was planned.
    fn trim(&mut self, frames: usize, list: &mut ResidentPairs, pairs: usize) -> bool {
        // Both, whatever the first says.
        self.frames.trim(frames) | list.trim(pairs, self.per_dispatch())
    }

    fn attempt(
        &mut self,
        arrays: &FrameArrays<'_>,
        asked: Asked,
        list: &mut ResidentPairs,
        pairs: &[Pair],
    ) -> Result<PendingCodes, GpuError> {
        let device = self.runner.jobs.gpu.device.clone();
        let submitted =
            checked_later(&device, || self.record_and_submit(arrays, asked, list, pairs));
        match submitted.and_then(|(pending, later)| Ok((pending?, later))) {
            Ok((mut pending, later)) => {
                self.bindings.renew(self.frames.generation());
                self.frames.commit();
                list.commit();
                self.doubts.add(later.clone());
                list.doubts.add(later);
                pending.builds_on(self.doubts.with(&list.doubts));
                Ok(pending)
            }
            Err(error) => {
                // What the failed encoder held never arrives.
                self.frames.revert();
                list.revert();
                self.belt.abandon();
                Err(error)
            }
        }
    }

    fn record_and_submit(
        &mut self,
        arrays: &FrameArrays<'_>,
        asked: Asked,
        list: &mut ResidentPairs,
        pairs: &[Pair],
    ) -> Result<PendingCodes, GpuError> {
        let runner = self.runner.clone();
        let gpu = &runner.jobs.gpu;
        let (device, label, count) = (&gpu.device, Some("motzkin scene"), pairs.len() as u32);
        let (mut times, per_dispatch) = (runner.jobs.times(), self.per_dispatch());
        let lists_of = (!asked.every).then_some(per_dispatch);
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label });
        let upload = || {
            let ids = if self.shown.load(Ordering::Relaxed) { arrays.ids } else { &[] };
            let arrays = FrameArrays { ids, ..*arrays };
            let frames = self.frames.record(&mut self.belt, &mut encoder, &arrays)?;
            let belt = &mut self.belt;
            let pairs = list.record_updates(device, belt, &mut encoder, pairs, lists_of)?;
            Ok::<_, GpuError>(frames + pairs)
        };
        let uploaded = timed(&mut times, |times| &mut times.upload, upload)?;
        let found = (!asked.every).then(|| list.found.clone());
        let answers = Answers::new(count, per_dispatch, found);
        let answers = if list.has_lists(per_dispatch) { answers } else { answers.in_codes() };
        let timer = if times.is_some() { self.timer()? } else { None };
        let times_bytes = timer.as_ref().map_or(0, StageTimer::bytes);
        let most = Answers::most(count, per_dispatch) + times_bytes;
        let readback = self.readback(most, if asked.every { 0 } else { kept_size(count) })?;
        let (pipelines, frames) = (&runner.pipelines, &self.frames);
        let timestamps = timer.as_ref().and_then(|timer| timer.pass(0));
        let test = Test {
            device,
            pipelines,
            frames,
            asked,
            answers: &answers,
            pairs: count,
            per_dispatch,
            timestamps,
        };
        let targets = (&readback.buffer, readback.kept.as_ref());
        list.record_test(&mut encoder, test, &mut self.bindings, targets)?;
        let bytes = answers.size() + times_bytes;
        if let Some(timer) = &timer {
            timer.resolve(&mut encoder, &readback.buffer, answers.size());
        }
        self.belt.finish(&encoder);
        let job = Job { commands: encoder.finish(), readback: readback.buffer.clone(), bytes };
        // The memory is in use until the GPU is done, whatever becomes of its owners meanwhile.
        let kept = || {
            let kept = self.frames.held().chain(list.held()).chain([readback.held.clone()]);
            kept.collect::<Vec<_>>()
        };
        let in_flight = runner.jobs.send(None, job, kept);
        let sent = Sent { in_flight, readback, pairs: count, answers, uploaded, times, timer };
        Ok(PendingCodes::new(runner.clone(), self.spare.clone(), sent))
    }

    /// A spare buffer that is large enough, with one for so many bytes of codes that are kept, or
    /// new ones; smaller spare ones make way for them.
    fn readback(&self, size: u64, kept: u64) -> Result<Readback, GpuError> {
        let mut spare = self.spare();
        let fits = |readback: &Readback| {
            let room = readback.kept.as_ref().map_or(0, wgpu::Buffer::size);
            readback.buffer.size() >= size && room >= kept
        };
        if let Some(i) = spare.iter().position(fits) {
            return Ok(spare.swap_remove(i));
        }
        spare.clear();
        let held = match Arc::strong_count(&self.readback) {
            1 if size + kept <= self.readback.bytes() => self.readback.clone(),
            _ => self.runner.jobs.budget.take(READBACK, size + kept)?,
        };
        let device = &self.runner.jobs.gpu.device;
        let make = |label, size, usage| {
            let (label, mapped_at_creation) = (Some(label), false);
            let usage = usage | wgpu::BufferUsages::COPY_DST;
            let descriptor = wgpu::BufferDescriptor { label, size, usage, mapped_at_creation };
            checked_now(device, || device.create_buffer(&descriptor))
        };
        let buffer = make("motzkin readback", size, wgpu::BufferUsages::MAP_READ)?;
        let keep = || make("motzkin kept codes", kept, wgpu::BufferUsages::COPY_SRC);
        let kept = if kept > 0 { Some(keep()?) } else { None };
        Ok(Readback { buffer, kept, held })
    }

    /// The timer of the kernel; `None` on a device without timestamps, or without memory for them.
    /// One is enough: its times are copied before the next submission begins.
    fn timer(&mut self) -> Result<Option<StageTimer>, GpuError> {
        if self.timer.is_none() {
            let gpu = &self.runner.jobs.gpu;
            // The queries and what they are resolved to.
            let Ok(held) = self.runner.jobs.budget.take("a timer", 2 * StageTimer::bytes_of(1))
            else {
                return Ok(None);
            };
            self.timer = StageTimer::new(&gpu.device, &gpu.queue, 1)?.map(|timer| (timer, held));
        }
        Ok(self.timer.as_ref().map(|(timer, _)| timer.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Frame3;
    use crate::gpu::{AdapterChoice, Polling, RunnerOptions, ShapeMix, headless};
    use crate::verdict::RawCode;
    use std::sync::{OnceLock, Weak};
    use std::task::{Context, Wake, Waker};
    use std::time::Duration;

    const ASKED: Asked = Asked { shapes: ShapeMix::Any, moving: false, every: false };

    fn frames() -> [Frame3; 2] {
        let cube = |x: f32| Frame3::aligned_box(glam::Vec3::splat(x), glam::Vec3::splat(x + 1.0));
        [cube(0.0), cube(0.5)].map(|cube| cube.expect("a cube"))
    }

    /// Where the second readback has no memory, growth that was recorded before it is undone.
    #[test]
    fn a_refusal_leaves_everything_as_it_was() {
        let gpu = pollster::block_on(headless(&AdapterChoice::Any)).expect("an adapter");
        let options = RunnerOptions { memory: Some(4 << 20), ..RunnerOptions::default() };
        let runner = Arc::new(pollster::block_on(Runner::new(gpu, options)).expect("a runner"));
        let (mut scene, mut list) = (ResidentScene::new(runner.clone()), ResidentPairs::default());
        let few = frames();
        let many: Vec<Frame3> = few.iter().copied().cycle().take(300).collect();
        let pairs = vec![Pair::new(0, 1); 1000];
        scene.reserve(few.len()).expect("memory");
        scene.reserve_pairs(&mut list, pairs.len()).expect("memory");
        let arrays = |frames| FrameArrays { frames, ..FrameArrays::default() };
        let mut first =
            scene.submit(&arrays(&few), ASKED, &mut list, &pairs).expect("memory for the first");
        // The GPU is done with it, but its answer is not taken.
        runner.jobs.gpu.device.poll(wgpu::PollType::wait_indefinitely()).expect("a device");
        let (buffer, bytes) =
            (scene.frames.frames().cloned(), (scene.frames.bytes(), list.bytes()));
        scene.reserve(many.len()).expect("memory");
        let rest =
            runner.jobs.budget.take("the rest", runner.jobs.budget.left()).expect("what is left");
        for _ in 0..2 {
            let refused = scene.submit(&arrays(&many), ASKED, &mut list, &pairs).map(|_| ());
            let what = match refused {
                Err(GpuError::OverBudget(over)) => over.what,
                other => panic!("{other:?}"),
            };
            assert_eq!(what, READBACK);
            assert_eq!(scene.frames.frames(), buffer.as_ref());
            assert_eq!((scene.frames.bytes(), runner.jobs.budget.left()), (bytes.0, 0));
        }
        // Only the batches, bound to the frames, are to be made again.
        assert!(list.bytes() <= bytes.1 && list.bytes() > bytes.1 - 200);
        drop(rest);
        let mut second = scene.submit(&arrays(&many), ASKED, &mut list, &pairs).expect("memory");
        assert_ne!(scene.frames.frames(), buffer.as_ref());
        for pending in [&mut first, &mut second] {
            let answer = pending.wait(Duration::from_secs(60)).map_ok(|answer| answer.codes);
            assert_eq!(answer, std::task::Poll::Ready(Ok(vec![RawCode::OVERLAPPING; pairs.len()])));
        }
    }

    /// Notes whether memory was given back when it is woken.
    struct Looks {
        memory: Vec<Weak<Held>>,
        free: OnceLock<bool>,
    }

    impl Wake for Looks {
        fn wake(self: Arc<Self>) {
            let _ = self.free.set(self.memory.iter().all(|held| held.strong_count() == 0));
        }
    }

    #[test]
    fn who_is_answered_finds_the_memory_free() {
        let gpu = pollster::block_on(headless(&AdapterChoice::Any)).expect("an adapter");
        // Nothing arrives before it is asked for.
        let (memory, polling) = (Some(4 << 20), Polling::Caller);
        let options = RunnerOptions { memory, polling, ..RunnerOptions::default() };
        let runner = Arc::new(pollster::block_on(Runner::new(gpu, options)).expect("a runner"));
        let (mut scene, mut list) = (ResidentScene::new(runner.clone()), ResidentPairs::default());
        let (frames, pairs) = (frames(), [Pair::new(0, 1); 100]);
        scene.reserve(frames.len()).expect("memory");
        scene.reserve_pairs(&mut list, pairs.len()).expect("memory");
        let arrays = FrameArrays { frames: &frames, ..FrameArrays::default() };
        let mut pending = scene.submit(&arrays, ASKED, &mut list, &pairs).expect("memory");
        let memory = scene.frames.held().chain(list.held()).map(|held| Arc::downgrade(&held));
        let looks = Arc::new(Looks { memory: memory.collect(), free: OnceLock::new() });
        drop((scene, list));
        assert!(looks.memory.iter().any(|held| held.strong_count() > 0), "the GPU needs it");
        let waker = Waker::from(looks.clone());
        assert!(pending.poll_codes(&mut Context::from_waker(&waker)).is_pending());
        runner.jobs.gpu.device.poll(wgpu::PollType::wait_indefinitely()).expect("a device");
        assert_eq!(looks.free.get(), Some(&true));
        assert!(pending.poll_codes(&mut Context::from_waker(&waker)).is_ready());
    }

    /// Whenever the device goes, what is under way is answered, whole or with the cause.
    #[test]
    fn a_lost_device_is_a_typed_error() {
        let pairs = vec![Pair::new(0, 1); 100_000];
        for round in 0..15 {
            let gpu = pollster::block_on(headless(&AdapterChoice::Any)).expect("an adapter");
            let device = gpu.device.clone();
            let runner =
                pollster::block_on(Runner::new(gpu, RunnerOptions::default())).expect("a runner");
            let (mut scene, mut list) =
                (ResidentScene::new(Arc::new(runner)), ResidentPairs::default());
            scene.reserve_pairs(&mut list, pairs.len()).expect("memory");
            let frames = frames();
            let arrays = FrameArrays { frames: &frames, ..FrameArrays::default() };
            let mut submit = || scene.submit(&arrays, ASKED, &mut list, &pairs);
            let under_way: Vec<_> = (0..3).map(|_| submit().expect("a device")).collect();
            let end = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_micros(500 * round));
                device.destroy();
            });
            for mut pending in under_way {
                match pending.wait(Duration::from_secs(60)) {
                    std::task::Poll::Ready(Ok(answer)) => {
                        let codes = answer.codes;
                        assert!(codes.len() == pairs.len());
                        assert!(codes.iter().all(|code| *code == RawCode::OVERLAPPING));
                    }
                    other => assert!(
                        matches!(other, std::task::Poll::Ready(Err(GpuError::DeviceLost(_)))),
                        "round {round}: {:?}",
                        other.map_ok(|answer| answer.codes.len())
                    ),
                }
            }
            end.join().expect("no panic");
            for _ in 0..2 {
                let error = match submit() {
                    Ok(mut pending) => {
                        pending.wait(Duration::from_secs(60)).map_ok(|answer| answer.codes.len())
                    }
                    Err(error) => std::task::Poll::Ready(Err(error)),
                };
                assert!(
                    matches!(error, std::task::Poll::Ready(Err(GpuError::DeviceLost(_)))),
                    "round {round}: {error:?}"
                );
            }
        }
    }
}
