//! The runner: a device, pipelines and a pool of buffers.

use crate::geom::Pair;
use crate::gpu::device::headless::{AdapterChoice, AdapterSummary, Headless, headless};
use crate::gpu::device::limits::{check_group, check_limits};
use crate::gpu::record::pipelines::Pipelines;
use crate::gpu::run::chunks::ChunkLimits;
use crate::gpu::run::frame_test::FrameTest;
use crate::gpu::run::jobs::Jobs;
use crate::gpu::run::meeting_space::MeetingSpace;
use crate::gpu::run::options::RunnerOptions;
use crate::gpu::run::raw_batch::RawBatch;
use crate::gpu::run::shapes::RunnerShapes;
use crate::gpu::run::workspace::Workspace;
use crate::gpu::self_test::passed::passed;
use crate::gpu::shader::frame::ShaderFrame;
use crate::gpu::shader::groups::{BROAD, Group, SEARCH};
use crate::gpu_error::GpuError;
use crate::self_test::SelfTest;
use crate::timing::{Instant, StageTimes};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Computes raw codes on a device. May be shared by threads; each call takes buffers of its own
/// from a pool.
///
/// It submits work of its own only, leaves the handlers and error scopes of a caller's device
/// alone, and answers every failure by an error. Its drop takes half a second at most, whatever the
/// GPU does.
pub struct Runner {
    pub(in crate::gpu) pipelines: Pipelines,
    /// Those of the device and the options, but not of the budget.
    pub(in crate::gpu) limits: ChunkLimits,
    self_test: SelfTest,
    pool: Mutex<Vec<Workspace>>,
    meeting: Mutex<Option<MeetingSpace>>,
    // Last: buffers and pipelines go before the thread that waits for the GPU.
    pub(in crate::gpu) jobs: Jobs,
}

impl core::fmt::Debug for Runner {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Runner")
            .field("adapter", self.adapter())
            .field("lost", &self.lost())
            .finish_non_exhaustive()
    }
}

/// A driver may take long to destroy what there is, the more so while the processor is busy. The
/// thread that watches the device does it.
#[cfg(not(target_family = "wasm"))]
impl Drop for Runner {
    fn drop(&mut self) {
        let (pool, meeting) = (std::mem::take(&mut *self.pool()), self.meeting_idle().take());
        self.jobs.leave((pool, meeting, self.pipelines.clone()));
    }
}

/// Buffer sets that are kept between calls; one where memory is bounded.
const POOL: usize = 2;

impl Runner {
    /// Opens an adapter, compiles the shaders and tests the adapter, once in a process:
    /// [`self_test`](Self::self_test). Blocks for all of it, as long as the driver's compiler
    /// takes, and polls the device for the test.
    ///
    /// # Errors
    ///
    /// Returns [`GpuError::NoAdapter`], [`GpuError::LimitTooSmall`], [`GpuError::BudgetTooSmall`]
    /// for too little [`memory`](RunnerOptions::memory), [`GpuError::NoThread`], an error for a
    /// lost device or for what the driver refuses, and [`GpuError::SelfTest`] for a driver whose
    /// arithmetic is wrong.
    pub async fn start(choice: &AdapterChoice, options: RunnerOptions) -> Result<Self, GpuError> {
        Self::new(headless(choice).await?, options).await
    }

    /// Takes over a device.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`start`](Self::start).
    pub async fn new(gpu: Headless, options: RunnerOptions) -> Result<Self, GpuError> {
        check_limits(&gpu.adapter.name, &gpu.device.limits())?;
        let limits = ChunkLimits::new(&gpu.device.limits(), &options);
        if let Some(budget) = options.memory {
            limits
                .within(budget, true)
                .map_err(|needed| GpuError::BudgetTooSmall { budget, needed })?;
        }
        let RunnerOptions { memory, polling, timeout, profile, max_groups_per_row, .. } = options;
        let jobs = Jobs::start(gpu, memory, polling, timeout, profile)?;
        let compile = || Pipelines::unchecked(&jobs.gpu.device, None, max_groups_per_row);
        let pipelines = match (jobs.make(compile).await, jobs.gpu.lost()) {
            (_, Some(lost)) => return Err(lost),
            (made, None) => made??,
        };
        let Headless { device, queue, is_own, .. } = &jobs.gpu;
        let self_test = passed(device, queue, pipelines.stages(), *is_own).await;
        let self_test = self_test.map_err(|error| jobs.gpu.lost().unwrap_or(error))?;
        let (pool, meeting) = (Mutex::default(), Mutex::default());
        Ok(Self { pipelines, limits, self_test, pool, meeting, jobs })
    }

    /// Works on a caller's device, which stays the caller's: its handler of uncaptured errors, its
    /// callback for its loss and its error scopes are neither set nor reached. The device is
    /// tested, whatever was found of others of its adapter.
    ///
    /// # Errors
    ///
    /// Returns an error for a device whose limits are too small, for a lost device, for a memory
    /// budget that is too small, and [`GpuError::SelfTest`] for a driver whose arithmetic is wrong.
    pub async fn on(
        device: wgpu::Device,
        queue: wgpu::Queue,
        options: RunnerOptions,
    ) -> Result<Self, GpuError> {
        Self::new(Headless::lent(device, queue), options).await
    }

    /// Returns what the runner runs on.
    pub fn adapter(&self) -> &AdapterSummary {
        &self.jobs.gpu.adapter
    }

    /// Returns what the self-test found: of a caller's device when this runner was made, of an
    /// adapter when the first runner of this process was made for it.
    pub fn self_test(&self) -> SelfTest {
        self.self_test
    }

    /// Returns the loss of the device, once a call has met it. Nothing is computed any more: each
    /// later call is answered by this error at once.
    pub fn lost(&self) -> Option<&GpuError> {
        self.jobs.lost()
    }

    /// Runs a future of this runner to its end on this thread, polling the device where
    /// [`Polling::Caller`](crate::gpu::Polling::Caller) leaves that to the caller.
    #[cfg(not(target_family = "wasm"))]
    pub fn block_on<F: Future>(&self, future: F) -> F::Output {
        self.jobs.block_on(future)
    }

    /// Returns the raw code of each pair, and the undecided pairs. At most `u32::MAX` pairs. The
    /// future may be dropped at any time.
    ///
    /// Undecided is a pair that names nothing in the shapes, and a pair of a frame that is not
    /// finite or of no known shape. Undecided are also pairs of polytopes within some `1e-5` of
    /// their size of contact, such as flat polytopes that meet out of the plane `z = 0`, and those
    /// with thousands of vertices, coordinates beyond some `2^59` or velocities beyond `2^60`.
    ///
    /// The first call for moving frames, for frames in the plane or for polytopes compiles
    /// pipelines. Each call uploads the shapes, or those that the pairs name where a device or a
    /// budget has no memory for all.
    ///
    /// # Errors
    ///
    /// Returns a [`GpuError`] if the GPU fails, is late, or has no memory for the call.
    pub async fn codes<F: ShaderFrame>(
        &self,
        shapes: RunnerShapes<'_, F>,
        pairs: &[Pair],
    ) -> Result<RawBatch, GpuError> {
        self.tested(shapes, pairs, false).await
    }

    /// Returns what [`codes`](Self::codes) does, but for pairs of frames that float arithmetic
    /// leaves undecided: those are settled in whole numbers, as
    /// [`BatchOptions::settle`](crate::gpu::BatchOptions::settle) says. The first call for a kind
    /// of frames compiles pipelines.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`codes`](Self::codes).
    pub async fn settled_codes<F: ShaderFrame>(
        &self,
        shapes: RunnerShapes<'_, F>,
        pairs: &[Pair],
    ) -> Result<RawBatch, GpuError> {
        self.tested(shapes, pairs, true).await
    }

    async fn tested<F: ShaderFrame>(
        &self,
        shapes: RunnerShapes<'_, F>,
        pairs: &[Pair],
        settle: bool,
    ) -> Result<RawBatch, GpuError> {
        let begun = Instant::now();
        let none = || RawBatch { times: self.jobs.times(), ..RawBatch::default() };
        let mut batch = none();
        if pairs.is_empty() {
            return Ok(batch);
        }
        let mut answer = self.jobs.call(self.fill(&mut batch, shapes, pairs, settle)).await;
        if self.makes_room(&answer) {
            batch = none();
            answer = self.jobs.call(self.fill(&mut batch, shapes, pairs, settle)).await;
        }
        answer?;
        if let Some(times) = &mut batch.times {
            times.close(begun, StageTimes::default());
        }
        Ok(batch)
    }

    /// Computes the codes of a batch that has none yet.
    async fn fill<F: ShaderFrame>(
        &self,
        batch: &mut RawBatch,
        shapes: RunnerShapes<'_, F>,
        pairs: &[Pair],
        settle: bool,
    ) -> Result<(), GpuError> {
        // Decoding goes by whole bytes.
        batch.codes.reserve(pairs.len() + 3);
        match shapes {
            RunnerShapes::Resting(frames) => {
                let test = FrameTest { moving: false, settle };
                self.frame_codes(frames, test, pairs, batch).await
            }
            #[cfg(feature = "motion")]
            RunnerShapes::Moving(frames) => {
                let test = FrameTest { moving: true, settle };
                self.frame_codes(frames, test, pairs, batch).await
            }
            #[cfg(feature = "polytopes")]
            RunnerShapes::Polytopes(set) => self.hull_codes(set, false, pairs, batch).await,
            #[cfg(all(feature = "polytopes", feature = "motion"))]
            RunnerShapes::MovingPolytopes(set) => self.hull_codes(set, true, pairs, batch).await,
        }
    }

    /// Returns true if the device has enough for these stages.
    pub(super) fn has(&self, group: &Group) -> bool {
        check_group(&self.jobs.gpu.device, group).is_ok()
    }

    /// Returns what keeps the device from what a runner does beyond verdicts: pairs that meet, and
    /// searches. Nothing on a device with WebGPU's default limits.
    pub(crate) fn lacking(&self) -> Vec<GpuError> {
        let check = |group| check_group(&self.jobs.gpu.device, group).err();
        [&BROAD, &SEARCH].into_iter().filter_map(check).collect()
    }

    fn pool(&self) -> MutexGuard<'_, Vec<Workspace>> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Buffers that another call has left.
    pub(super) fn pooled(&self) -> Option<Workspace> {
        self.pool().pop()
    }

    /// Leaves buffers to the next call.
    pub(super) fn give_back(&self, workspace: Workspace) {
        let mut pool = self.pool();
        if pool.len() < POOL {
            pool.push(workspace);
        }
    }

    /// Frees the buffers that wait for the next call. Returns false where none did.
    pub(in crate::gpu) fn free_idle(&self) -> bool {
        let pool = std::mem::take(&mut *self.pool());
        let meeting = self.meeting_idle().take();
        // Staging too, whatever there was of the others.
        self.jobs.free_idle() | !pool.is_empty() | meeting.is_some()
    }

    /// True if a call may do better the second time: the device had no memory for it, and what
    /// waited for the next call has made way.
    pub(super) fn makes_room<R>(&self, answer: &Result<R, GpuError>) -> bool {
        matches!(answer, Err(GpuError::OutOfMemory(_))) && self.free_idle()
    }

    /// What the last search for pairs that meet has left.
    pub(super) fn meeting_idle(&self) -> MutexGuard<'_, Option<MeetingSpace>> {
        self.meeting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leaves buffers to the next search, where memory is not bounded.
    pub(super) fn leave_meeting_space(&self, space: MeetingSpace) {
        if self.jobs.budget.most().is_none() {
            *self.meeting_idle() = Some(space);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Frame3;
    use crate::gpu::run::frame_list::FrameList;

    /// Buffers that wait for the next call make way for one that has no memory, once.
    #[test]
    fn what_waits_makes_room() {
        let options = RunnerOptions::default();
        let runner = pollster::block_on(Runner::start(&AdapterChoice::Any, options));
        let runner = runner.expect("a runner");
        let refused: Result<(), _> = Err(GpuError::OutOfMemory("a test".into()));
        assert!(!runner.makes_room(&refused), "nothing waits");
        let cube = Frame3::aligned_box(glam::Vec3::ZERO, glam::Vec3::ONE).expect("a cube");
        let frames = [cube; 2];
        let shapes = RunnerShapes::Resting(FrameList::one(&frames));
        let codes = pollster::block_on(runner.codes(shapes, &[Pair::new(0, 1)]));
        assert_eq!(codes.map(|batch| batch.codes.len()), Ok(1));
        assert!(!runner.makes_room(&Ok(())), "nothing has to make way");
        assert!(runner.makes_room(&refused));
        assert!(!runner.makes_room(&refused), "all of it made way");
    }
}
