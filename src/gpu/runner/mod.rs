//! The runner: a device, pipelines, a pool of buffers and a thread that sees to it that answers
//! come.

mod bounds;
mod hulls;
mod options;
mod shared;

pub use options::RunnerOptions;

use crate::geom::Pair;
use crate::gpu::budget::{Budget, Held};
use crate::gpu::chunks::{Chunk, ChunkLimits, Chunks, shape_mix};
use crate::gpu::device::{AdapterChoice, AdapterSummary, Headless, headless};
use crate::gpu::dimension::ShaderFrame;
use crate::gpu::layout::{Params, codes_size, list_size};
use crate::gpu::limits::check_limits;
use crate::gpu::listing::{CodeSet, ListBuffers};
use crate::gpu::pipelines::{Pipelines, Stages};
use crate::gpu::poller::Poller;
use crate::gpu::readback::{append_codes, append_undecided};
use crate::gpu::scopes::checked;
use crate::gpu::staging::{Buffers, Workspace, upload};
use crate::gpu::timing::StageTimer;
use crate::gpu::turns::{Turn, Turns};
use crate::gpu::verdicts::{FrameKind, VerdictBuffers};
use crate::gpu::watch::{Answer, Source};
use crate::gpu_error::GpuError;
use crate::gpu_error::OverBudget;
use crate::timing::{StageTimes, add, timed};
use crate::verdict::RawCode;
use futures_intrusive::channel::shared::OneshotReceiver;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

/// What the shaders say of a batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawBatch {
    /// One code a pair, in the order of the pairs.
    pub codes: Vec<RawCode>,
    /// The undecided pairs, ascending: always all of them.
    pub undecided: Vec<u32>,
    /// True when a dispatch had more undecided pairs than its list had room for, so that they were
    /// listed from the codes.
    pub overflowed: bool,
    /// How long the stages took, where [`RunnerOptions::profile`] asks for it. The device's stages
    /// are missing where it lacks [`wgpu::Features::TIMESTAMP_QUERY`].
    pub times: Option<StageTimes>,
}

/// Computes raw codes on a device. May be shared by threads; each call takes buffers of its own
/// from a pool.
///
/// It submits work of its own only, leaves the handlers and error scopes of a caller's device
/// alone, and answers every failure by an error. Its drop takes half a second at most, whatever the
/// GPU does.
pub struct Runner {
    gpu: Headless,
    pipelines: Pipelines,
    limits: ChunkLimits,
    budget: Arc<Budget>,
    turns: Turns,
    profile: bool,
    pool: Mutex<Vec<Workspace>>,
    lost: OnceLock<GpuError>,
    // Last: its thread holds the queue's last handle, whose drop waits for the GPU.
    poller: Poller,
}

/// Buffer sets that are kept between calls; one where memory is bounded.
const POOL: usize = 2;

/// The timed passes, in the order of their timestamps.
const KERNEL: u32 = 0;
const LISTING: u32 = 1;
const TIMED_PASSES: u32 = 2;

/// A chunk on its way.
struct Pending {
    start: u32,
    pairs: u32,
    capacity: u32,
    slot: usize,
    answer: OneshotReceiver<Result<(), GpuError>>,
}

/// What a call works with: buffers, and its turn at the memory where that is bounded.
struct Work<'a, F> {
    frames: &'a [F],
    moving: bool,
    buffers: &'a Buffers,
    limits: ChunkLimits,
    /// To be kept until the GPU is done.
    turn: Option<(Turn, Arc<Held>)>,
}

impl Runner {
    /// Opens an adapter and compiles the shaders.
    pub async fn start(choice: &AdapterChoice, options: RunnerOptions) -> Result<Self, GpuError> {
        Self::new(headless(choice).await?, options).await
    }

    /// Takes over a device.
    pub async fn new(gpu: Headless, options: RunnerOptions) -> Result<Self, GpuError> {
        check_limits(&gpu.adapter.name, &gpu.device.limits())?;
        let limits = ChunkLimits::new(&gpu.device.limits(), &options);
        if let Some(budget) = options.memory {
            limits.within(budget).map_err(|needed| GpuError::BudgetTooSmall { budget, needed })?;
        }
        let (device, row) = (&gpu.device, options.max_groups_per_row);
        let made = checked(device, || Pipelines::with_groups_per_row(device, row)).await;
        let pipelines = match (made, gpu.fault()) {
            (_, Some(fault)) => return Err(fault),
            (made, None) => made??,
        };
        let (budget, turns) = (Budget::new(options.memory), Turns::new(options.memory.is_some()));
        let poller = Poller::start(device, &gpu.queue, options.polling, options.timeout)?;
        let (pool, lost, profile) = (Mutex::default(), OnceLock::new(), options.profile);
        Ok(Self { gpu, pipelines, limits, budget, turns, profile, pool, lost, poller })
    }

    /// Works on a caller's device, which stays the caller's: its handler of uncaptured errors, its
    /// callback for its loss and its error scopes are neither set nor reached.
    ///
    /// # Errors
    ///
    /// A device whose limits are too small, a lost device, or a memory budget that is too small.
    pub async fn on(
        device: wgpu::Device,
        queue: wgpu::Queue,
        options: RunnerOptions,
    ) -> Result<Self, GpuError> {
        Self::new(Headless::lent(device, queue), options).await
    }

    /// What it runs on.
    pub fn adapter(&self) -> &AdapterSummary {
        &self.gpu.adapter
    }

    /// The loss of the device, once a call has met it. Nothing is computed any more: each later
    /// call is answered by this error at once.
    pub fn lost(&self) -> Option<&GpuError> {
        self.lost.get()
    }

    /// Runs a future of this runner to its end on this thread, polling the device where
    /// [`Polling::Caller`](crate::gpu::Polling::Caller) leaves that to the caller.
    pub fn block_on<F: Future>(&self, future: F) -> F::Output {
        self.poller.block_on(future)
    }

    /// The raw code of every pair. A pair that names a frame out of range, and a frame that is not
    /// finite or of no known shape, make the pair undecided.
    ///
    /// The future may be dropped at any time. At most `u32::MAX` pairs.
    pub async fn raw_codes<F: ShaderFrame>(
        &self,
        frames: &[F],
        pairs: &[Pair],
    ) -> Result<RawBatch, GpuError> {
        self.codes(frames, pairs, false).await
    }

    /// The same of frames that move while `t` runs over `[0, 1]`: separate where they never meet,
    /// overlapping where their interiors do at some `t`. The first call compiles pipelines of its
    /// own.
    pub async fn raw_moving_codes<F: ShaderFrame>(
        &self,
        frames: &[F],
        pairs: &[Pair],
    ) -> Result<RawBatch, GpuError> {
        self.codes(frames, pairs, true).await
    }

    async fn codes<F: ShaderFrame>(
        &self,
        frames: &[F],
        pairs: &[Pair],
        moving: bool,
    ) -> Result<RawBatch, GpuError> {
        let times = self.times();
        if pairs.is_empty() {
            return Ok(RawBatch { times, ..RawBatch::default() });
        }
        if let Some(lost) = self.lost() {
            return Err(lost.clone());
        }
        let turn = self.turns.take(&self.poller).await?;
        let pooled = self.pool().pop();
        let mut workspace = pooled.unwrap_or_default();
        let codes = Vec::with_capacity(pairs.len() + 3);
        let batch = RawBatch { codes, times, ..RawBatch::default() };
        let batch = match self.run(&mut workspace, &turn, (frames, moving), pairs, batch).await {
            Ok(batch) => batch,
            Err(error) => return Err(self.cause(error)),
        };
        // A set that an error or a dropped future left in use is not given back.
        let mut pool = self.pool();
        if pool.len() < POOL {
            pool.push(workspace);
        }
        Ok(batch)
    }

    fn pool(&self) -> std::sync::MutexGuard<'_, Vec<Workspace>> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the budget leaves for a batch; a workspace that is too large for it makes way.
    fn share(&self, workspace: &mut Workspace) -> Result<ChunkLimits, GpuError> {
        let Some(budget) = self.budget.most() else { return Ok(self.limits) };
        let left = self.budget.left() + workspace.held().map_or(0, |held| held.bytes());
        let limits = self.limits.within(left).map_err(|needed| {
            let what = "the smallest part of a batch";
            OverBudget { what, needed, used: budget.saturating_sub(left), budget }
        })?;
        if !workspace.is_within(&limits) {
            *workspace = Workspace::default();
        }
        Ok(limits)
    }

    async fn run<F: ShaderFrame>(
        &self,
        workspace: &mut Workspace,
        turn: &Turn,
        (frames, moving): (&[F], bool),
        pairs: &[Pair],
        mut batch: RawBatch,
    ) -> Result<RawBatch, GpuError> {
        let limits = self.share(workspace)?;
        let within = |count: usize, limit: u32| u32::try_from(count).unwrap_or(u32::MAX).min(limit);
        let most_pairs = within(pairs.len(), limits.pairs);
        let most_frames = within(frames.len(), limits.frames);
        let Headless { device, queue, .. } = &self.gpu;
        let timer =
            || if self.profile { StageTimer::new(device, queue, TIMED_PASSES) } else { Ok(None) };
        let list_room = limits.list_room(most_pairs);
        workspace.reserve(device, &self.budget, most_frames, most_pairs, list_room, timer).await?;
        let buffers = workspace.buffers()?;
        let turn =
            workspace.held().filter(|_| turn.is_some()).map(|held| (turn.clone(), held.clone()));
        let chunks = Chunks::new(frames, pairs, limits);
        if !chunks.gathers() {
            let write = || upload(queue, &buffers.frames, frames);
            checked(device, || timed(&mut batch.times, |times| &mut times.upload, write)).await?;
        }
        let work = Work { frames, moving, buffers, limits, turn };
        let (mut start, mut before) = (0, None);
        for (number, chunk) in chunks.enumerate() {
            let pending = self.submit(&work, &chunk, start, number % 2, &mut batch.times).await?;
            start += pending.pairs;
            if let Some(earlier) = before.replace(pending) {
                self.collect(buffers, earlier, &mut batch).await?;
            }
        }
        if let Some(last) = before {
            self.collect(buffers, last, &mut batch).await?;
        }
        Ok(batch)
    }

    async fn submit<F: ShaderFrame>(
        &self,
        work: &Work<'_, F>,
        chunk: &Chunk<'_, F>,
        start: u32,
        slot: usize,
        times: &mut Option<StageTimes>,
    ) -> Result<Pending, GpuError> {
        let Headless { device, queue, .. } = &self.gpu;
        let Work { moving, buffers, limits, ref turn, .. } = *work;
        let pairs = chunk.pairs.len() as u32;
        let capacity = limits.list_room(pairs);
        let frames = chunk.gathered.as_deref().unwrap_or(work.frames);
        let (answer, receiver) = Answer::pending();
        let write = || {
            if let Some(gathered) = &chunk.gathered {
                upload(queue, &buffers.frames, gathered);
            }
            upload(queue, &buffers.pairs, &chunk.pairs);
            let mask = CodeSet::UNDECIDED.bits();
            let frame_count = frames.len() as u32;
            let params =
                Params { pair_count: pairs, frame_count, mask, capacity, ..Params::default() };
            upload(queue, &buffers.params, &[params]);
        };
        let work = || {
            timed(times, |times| &mut times.upload, write);
            let commands = self.commands(buffers, (frames, moving), &chunk.pairs, capacity, slot);
            timed(times, |times| &mut times.readback, || queue.submit([commands]));
            if let Some(turn) = turn.clone() {
                // Even if the future is dropped before, which answers the mapping at once.
                self.until_done(turn);
            }
            self.poller.watch(Source::Gpu, &answer);
            buffers.readback[slot].map_async(wgpu::MapMode::Read, .., move |mapped| {
                answer.give(mapped.map_err(|error| GpuError::Refused(error.to_string())));
            });
        };
        checked(device, work).await?;
        Ok(Pending { start, pairs, capacity, slot, answer: receiver })
    }

    fn commands<F: ShaderFrame>(
        &self,
        buffers: &Buffers,
        (frames, moving): (&[F], bool),
        pairs: &[Pair],
        capacity: u32,
        slot: usize,
    ) -> wgpu::CommandBuffer {
        let device = &self.gpu.device;
        let count = pairs.len() as u32;
        let whole = |buffer| wgpu::BufferBinding { buffer, offset: 0, size: None };
        let Buffers {
            params,
            frames: frame_buffer,
            pairs: pair_buffer,
            codes,
            prefixes,
            blocks,
            list,
            ..
        } = buffers;
        let judged = VerdictBuffers {
            params: whole(params),
            frames: whole(frame_buffer),
            pairs: whole(pair_buffer),
            filters: None,
            codes: whole(codes),
        };
        let listed = ListBuffers {
            params: whole(params),
            codes: whole(codes),
            prefixes: whole(prefixes),
            blocks: whole(blocks),
            list: whole(list),
        };
        let Stages { verdicts: judge, list: lister, .. } = self.pipelines.stages();
        let (judged, listed) = (
            judge.bind(device, &judged, FrameKind { moving, in_plane: F::IN_PLANE }),
            lister.bind(device, &listed),
        );
        let label = Some("motzkin raw codes");
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label });
        let timer = buffers.timers.as_ref().map(|timers| &timers[slot]);
        let pass = |index| timer.and_then(|timer| timer.pass(index));
        judge.record(&mut encoder, &judged, count, shape_mix(frames, pairs), pass(KERNEL));
        lister.record(&mut encoder, &listed, count, pass(LISTING));
        let readback = &buffers.readback[slot];
        let codes_size = codes_size(count);
        encoder.copy_buffer_to_buffer(codes, 0, readback, 0, codes_size);
        encoder.copy_buffer_to_buffer(list, 0, readback, codes_size, list_size(capacity));
        if let Some(timer) = timer {
            timer.resolve(&mut encoder, readback, codes_size + list_size(capacity));
        }
        encoder.finish()
    }

    async fn collect(
        &self,
        buffers: &Buffers,
        pending: Pending,
        batch: &mut RawBatch,
    ) -> Result<(), GpuError> {
        let Pending { start, pairs, capacity, slot, answer } = pending;
        let gone = || GpuError::Internal("the answer's sender is gone".into());
        let begin = self.profile.then(Instant::now);
        let answer = answer.receive().await.unwrap_or_else(|| Err(gone()));
        self.gpu.faults.take().map_or(answer, Err)?;
        let readback = &buffers.readback[slot];
        {
            let timer = buffers.timers.as_ref().map(|timers| &timers[slot]);
            let answers = codes_size(pairs) + list_size(capacity);
            let size = answers + timer.map_or(0, StageTimer::bytes);
            let bytes = readback
                .get_mapped_range(..size)
                .map_err(|error| GpuError::Refused(error.to_string()))?;
            let (answers, stamps) = bytes.split_at(answers as usize);
            append_codes(&mut batch.codes, answers, pairs);
            let own = &batch.codes[start as usize..];
            batch.overflowed |=
                !append_undecided(&mut batch.undecided, answers, own, start, capacity);
            if let (Some(timer), Some(times)) = (timer, &mut batch.times) {
                let stages = [&mut times.kernel, &mut times.listing];
                stages
                    .into_iter()
                    .zip(timer.durations(stamps))
                    .for_each(|(sum, time)| add(sum, time));
            }
        }
        // Unmapping what a lost device has destroyed is an error, which must not reach a caller's
        // handler.
        checked(&self.gpu.device, || readback.unmap()).await?;
        if let (Some(begin), Some(times)) = (begin, &mut batch.times) {
            add(&mut times.readback, begin.elapsed());
        }
        Ok(())
    }
}
