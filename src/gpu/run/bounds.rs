//! Bounds of how, where and when pairs meet that are known to.

use crate::geom::{Frame3, Pair};
use crate::gpu::device::limits::largest_bound;
use crate::gpu::device::own_buffer::OwnBuffer;
use crate::gpu::run::chunks::{Chunk, ChunkLimits, Chunks};
use crate::gpu::run::code_buffers::{INPUT, buffer};
use crate::gpu::run::frame_list::FrameList;
use crate::gpu::run::job::{Job, Work};
use crate::gpu::run::runner::Runner;
use crate::gpu::run::turns::Kept;
use crate::gpu::run::upload::Uploads;
use crate::gpu::shader::bindings::grid;
use crate::gpu::shader::frame::ShaderFrame;
#[cfg(feature = "motion")]
use crate::gpu::shader::layout::HitInterval;
use crate::gpu::shader::layout::{HEADER, HitBounds, HitRecord, ListHeader, hits_size};
use crate::gpu::shader::stage::Stage;
use crate::gpu::shader::stage_layout::{PAIRS_PER_GROUP, Params};
use crate::gpu::stages::frame_kind::FrameKind;
use crate::gpu_error::GpuError;
use crate::timing::StageTimes;
use crate::wanted::Wanted;
use bytemuck::Pod;
use wgpu::BufferUsages as Usage;

/// The most pairs of a dispatch: 40 MiB of buffers beside the frames.
const MOST_PAIRS: u32 = 1 << 18;

/// Bytes of a dispatch at most: frames and pairs, twice more while they are staged, hits, and
/// bounds that are read back.
fn bytes(frames: u32, pairs: u32) -> u64 {
    let each = |count: u32, size: usize| u64::from(count.max(1)) * size as u64;
    let uploads =
        each(frames, size_of::<Frame3>()) + each(pairs, size_of::<Pair>()) + hits_size(pairs);
    2 * uploads + 2 * each(pairs, size_of::<HitBounds>()) + 2 * size_of::<Params>() as u64
}

/// The bounds of a batch: records of the type `R`.
struct Bounds<'a, F, R> {
    frames: &'a [F],
    stage: Stage,
    buffers: Buffers,
    group: wgpu::BindGroup,
    row: u32,
    out: &'a mut Vec<R>,
}

struct Buffers {
    params: OwnBuffer,
    frames: OwnBuffer,
    pairs: OwnBuffer,
    hits: OwnBuffer,
    bounds: OwnBuffer,
    readback: OwnBuffer,
}

impl Buffers {
    /// For so many frames and pairs, with so many bytes a record.
    fn new<F>(device: &wgpu::Device, frames: u32, pairs: u32, record: usize) -> Self {
        let make = |label, size: u64, usage| buffer(device, label, size, usage);
        // No binding may be empty, though every pair names a frame out of range.
        let each = |count: u32, size: usize| u64::from(count.max(1)) * size as u64;
        let size = each(pairs, record);
        let params = size_of::<Params>() as u64;
        Self {
            params: make("bounds params", params, Usage::UNIFORM | Usage::COPY_DST),
            frames: make("bounds frames", each(frames, size_of::<F>()), INPUT),
            pairs: make("bounds pairs", each(pairs, size_of::<Pair>()), INPUT),
            hits: make("bounds hits", hits_size(pairs), INPUT),
            bounds: make("bounds", size, Usage::STORAGE | Usage::COPY_SRC),
            readback: make("bounds readback", size, Usage::MAP_READ | Usage::COPY_DST),
        }
    }
}

impl<'a, F: ShaderFrame, R: Pod> Work for Bounds<'a, F, R> {
    type Chunk = Chunk<'a, Vec<F>>;

    const SLOTS: usize = 1;

    fn upload(&self, uploads: &mut Uploads<'_>, chunk: &Self::Chunk) -> Result<(), GpuError> {
        let (frames, pairs) = (chunk.gathered.as_deref().unwrap_or(self.frames), &chunk.pairs);
        let params = Params { frame_count: frames.len() as u32, ..Params::default() };
        uploads.write(&self.buffers.params, &[params])?;
        uploads.write(&self.buffers.frames, frames)?;
        uploads.write(&self.buffers.pairs, pairs)?;
        // Every pair is a hit.
        let count = pairs.len() as u32;
        let listed: Vec<HitRecord> =
            (0..count).map(|pair| HitRecord { pair, a: 0, b: 0 }).collect();
        let hits = &self.buffers.hits;
        uploads.write(hits, &[ListHeader { listed: count, ..ListHeader::default() }])?;
        uploads.write_at(hits, HEADER, &listed)
    }

    fn record(&self, device: &wgpu::Device, chunk: &Self::Chunk, _slot: usize) -> Job {
        let Buffers { bounds, readback, .. } = &self.buffers;
        let label = Some("motzkin bounds");
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label });
        {
            let timestamp_writes = None;
            let mut pass = encoder
                .begin_compute_pass(&wgpu::ComputePassDescriptor { label, timestamp_writes });
            self.stage.set(&mut pass, 0, &self.group, &[]);
            let [x, y] = grid((chunk.pairs.len() as u32).div_ceil(PAIRS_PER_GROUP), self.row);
            pass.dispatch_workgroups(x, y, 1);
        }
        let bytes = (chunk.pairs.len() * size_of::<R>()) as u64;
        encoder.copy_buffer_to_buffer(bounds, 0, readback, 0, bytes);
        Job { commands: encoder.finish(), readback: readback.handle(), bytes }
    }

    fn read(
        &mut self,
        _chunk: Self::Chunk,
        _slot: usize,
        bytes: &[u8],
        _times: &mut Option<StageTimes>,
    ) {
        let records = bytes.chunks_exact(size_of::<R>()).map(bytemuck::pod_read_unaligned::<R>);
        self.out.extend(records);
    }
}

impl Runner {
    /// Returns how and where each pair meets, as far as `f32` can show it for pairs that are
    /// known to meet: see [`HitBounds`]. Computes [`DEPTH`](Wanted::DEPTH),
    /// [`WITNESS`](Wanted::WITNESS) and [`BOX`](Wanted::BOX) of `wanted`; the first call that wants
    /// them compiles a pipeline. A pair that names a frame out of range has no bounds, and those of
    /// an invalid frame mean nothing.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`codes`](Self::codes).
    pub async fn bounds<F: ShaderFrame>(
        &self,
        frames: &[F],
        pairs: &[Pair],
        wanted: Wanted,
    ) -> Result<Vec<HitBounds>, GpuError> {
        self.records(false, wanted, HitBounds::default(), frames, pairs).await
    }

    /// Returns when each pair of moving frames meets, as far as `f32` can show it for pairs that
    /// are known to meet. The first call compiles a pipeline. A pair that names a frame out of
    /// range may meet [at any time](HitInterval::ANYTIME), and the interval of an invalid frame
    /// means nothing.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`codes`](Self::codes).
    #[cfg(feature = "motion")]
    pub async fn intervals<F: ShaderFrame>(
        &self,
        frames: &[F],
        pairs: &[Pair],
    ) -> Result<Vec<HitInterval>, GpuError> {
        self.records(true, Wanted::INTERVAL, HitInterval::ANYTIME, frames, pairs).await
    }

    /// A record for each pair, `none` where nothing is wanted.
    async fn records<F: ShaderFrame, R: Pod>(
        &self,
        moving: bool,
        wanted: Wanted,
        none: R,
        frames: &[F],
        pairs: &[Pair],
    ) -> Result<Vec<R>, GpuError> {
        let mut out = Vec::with_capacity(pairs.len());
        if !pairs.is_empty() {
            let of = (frames, pairs);
            let mut answer = self.jobs.call(self.compute(moving, wanted, of, &mut out)).await;
            if self.makes_room(&answer) {
                out.clear();
                answer = self.jobs.call(self.compute(moving, wanted, of, &mut out)).await;
            }
            answer?;
        }
        out.resize(pairs.len(), none);
        Ok(out)
    }

    /// Fills in the records; leaves them out where nothing is wanted.
    async fn compute<F: ShaderFrame, R: Pod>(
        &self,
        moving: bool,
        wanted: Wanted,
        (frames, pairs): (&[F], &[Pair]),
        out: &mut Vec<R>,
    ) -> Result<(), GpuError> {
        let (stages, device) = (self.pipelines.stages(), &self.jobs.gpu.device);
        let kind = FrameKind { moving, in_plane: F::IN_PLANE };
        let compile = || stages.bounds.stage(device, kind, wanted);
        let Some(stage) = self.jobs.make(compile).await?? else { return Ok(()) };
        let turn = self.jobs.turn().await?;
        let limits = self.limits_of_bounds()?;
        let within = |count: usize, limit: u32| u32::try_from(count).unwrap_or(u32::MAX).min(limit);
        let most = (within(frames.len(), limits.frames), within(pairs.len(), limits.pairs));
        let held = self.jobs.budget.take("a batch of bounds", bytes(most.0, most.1))?;
        // Given back after the buffers.
        let kept = Kept::new(held, &turn);
        let make = || {
            let buffers = Buffers::new::<F>(device, most.0, most.1, size_of::<R>());
            let Buffers { params, pairs, frames: bound, hits, bounds, .. } = &buffers;
            let group = stage.bind_all(device, &[params, pairs, bound, hits, bounds]);
            Bounds { frames, stage, buffers, group, row: stages.row, out }
        };
        let mut work = self.jobs.make(make).await?;
        let chunks = Chunks::new(FrameList::one(frames), pairs, limits);
        self.jobs.run(&mut work, chunks, self.jobs.uploads(), kept.clone(), &mut None).await
    }

    fn limits_of_bounds(&self) -> Result<ChunkLimits, GpuError> {
        let most = largest_bound(&self.jobs.gpu.device.limits()) / size_of::<HitBounds>() as u64;
        let most = u32::try_from(most).unwrap_or(u32::MAX).min(MOST_PAIRS);
        let limits = self.limits.of_at_most(most);
        if self.jobs.budget.most().is_none() {
            return Ok(limits);
        }
        self.free_idle();
        let what = "the smallest part of a batch of bounds";
        self.jobs.within(what, 0, |left| limits.within_by(left, bytes))
    }
}
