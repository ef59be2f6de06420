//! Bounds of how, where and when pairs meet that are known to.

use super::Runner;
use crate::geom::{Frame3, Pair};
use crate::gpu::bindings::grid;
use crate::gpu::chunks::{Chunk, ChunkLimits, Chunks};
use crate::gpu::device::Headless;
use crate::gpu::dimension::ShaderFrame;
use crate::gpu::layout::{
    Hit, HitBounds, HitInterval, ListHeader, PAIRS_PER_GROUP, Params, hits_size,
};
use crate::gpu::scopes::checked;
use crate::gpu::stage::Stage;
use crate::gpu::staging::upload;
use crate::gpu::turns::Turn;
use crate::gpu::verdicts::FrameKind;
use crate::gpu::watch::{Answer, Source};
use crate::gpu_error::GpuError;
use crate::gpu_error::OverBudget;
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

impl Runner {
    /// How and where pairs meet that are known to, as far as the shaders can tell: see
    /// [`HitBounds`]. Of `wanted`, [`DEPTH`](Wanted::DEPTH), [`WITNESS`](Wanted::WITNESS) and
    /// [`BOX`](Wanted::BOX) are computed; the first call that wants them compiles a pipeline. A
    /// pair that names a frame out of range, and an invalid frame, have no bounds.
    pub async fn bounds<F: ShaderFrame>(
        &self,
        frames: &[F],
        pairs: &[Pair],
        wanted: Wanted,
    ) -> Result<Vec<HitBounds>, GpuError> {
        self.bounds_of(false, wanted, HitBounds::default(), frames, pairs).await
    }

    /// When pairs of moving frames meet that are known to, as far as the shaders can tell. The
    /// first call compiles a pipeline. A pair that names a frame out of range, and an invalid
    /// frame, may meet [at any time](HitInterval::ANYTIME).
    pub async fn intervals<F: ShaderFrame>(
        &self,
        frames: &[F],
        pairs: &[Pair],
    ) -> Result<Vec<HitInterval>, GpuError> {
        self.bounds_of(true, Wanted::INTERVAL, HitInterval::ANYTIME, frames, pairs).await
    }

    /// A record for each pair, `none` where nothing is wanted.
    async fn bounds_of<F: ShaderFrame, R: Pod>(
        &self,
        moving: bool,
        wanted: Wanted,
        none: R,
        frames: &[F],
        pairs: &[Pair],
    ) -> Result<Vec<R>, GpuError> {
        let mut out = Vec::with_capacity(pairs.len());
        if pairs.is_empty() {
            return Ok(out);
        }
        if let Some(lost) = self.lost() {
            return Err(lost.clone());
        }
        let stage = {
            let (stages, device) = (&self.pipelines.stages().bounds, &self.gpu.device);
            let kind = FrameKind { moving, in_plane: F::IN_PLANE };
            checked(device, || stages.stage(device, kind, wanted).cloned()).await?
        };
        let Some(stage) = stage else {
            out.resize(pairs.len(), none);
            return Ok(out);
        };
        let turn = self.turns.take(&self.poller).await?;
        let limits = self.limits_of_bounds()?;
        for chunk in Chunks::new(frames, pairs, limits) {
            let bound = self.bound_chunk(&stage, frames, &chunk, turn.clone(), &mut out).await;
            bound.map_err(|error| self.cause(error))?;
        }
        Ok(out)
    }

    fn limits_of_bounds(&self) -> Result<ChunkLimits, GpuError> {
        let binding = self.gpu.device.limits().max_storage_buffer_binding_size
            / size_of::<HitBounds>() as u64;
        let most = u32::try_from(binding).unwrap_or(u32::MAX).min(MOST_PAIRS);
        let limits = self.limits.of_at_most(most);
        let Some(budget) = self.budget.most() else { return Ok(limits) };
        self.free_idle();
        let left = self.budget.left();
        limits.within_by(left, bytes).map_err(|needed| {
            let what = "the smallest part of a batch of bounds";
            OverBudget { what, needed, used: budget.saturating_sub(left), budget }.into()
        })
    }

    async fn bound_chunk<F: ShaderFrame, R: Pod>(
        &self,
        stage: &Stage,
        frames: &[F],
        chunk: &Chunk<'_, F>,
        turn: Turn,
        out: &mut Vec<R>,
    ) -> Result<(), GpuError> {
        let Headless { device, queue, .. } = &self.gpu;
        let frames = chunk.gathered.as_deref().unwrap_or(frames);
        let count = chunk.pairs.len() as u32;
        let held = self.budget.take("a batch of bounds", bytes(frames.len() as u32, count))?;
        let (answer, receiver) = Answer::pending();
        let work = || {
            let (commands, readback) =
                self.bounds_commands(stage, frames, &chunk.pairs, size_of::<R>());
            queue.submit([commands]);
            // Even if the future is dropped before, which answers the mapping at once.
            self.until_done((turn, held.clone()));
            self.poller.watch(Source::Gpu, &answer);
            readback.map_async(wgpu::MapMode::Read, .., move |mapped| {
                answer.give(mapped.map_err(|error| GpuError::Refused(error.to_string())));
            });
            readback
        };
        let readback = checked(device, work).await?;
        let gone = || GpuError::Internal("the answer's sender is gone".into());
        let answer = receiver.receive().await.unwrap_or_else(|| Err(gone()));
        self.outcome(answer)?;
        let mapped =
            readback.get_mapped_range(..).map_err(|error| GpuError::Refused(error.to_string()))?;
        out.extend(mapped.chunks_exact(size_of::<R>()).map(bytemuck::pod_read_unaligned::<R>));
        Ok(())
    }

    /// The upload and the commands, and where the bounds come to lie, of so many bytes each.
    fn bounds_commands<F: ShaderFrame>(
        &self,
        stage: &Stage,
        frames: &[F],
        pairs: &[Pair],
        record: usize,
    ) -> (wgpu::CommandBuffer, wgpu::Buffer) {
        let Headless { device, queue, .. } = &self.gpu;
        let count = pairs.len() as u32;
        let make = |label: &str, size: usize, usage: Usage| {
            let (label, size, mapped_at_creation) = (Some(label), size as u64, false);
            device.create_buffer(&wgpu::BufferDescriptor { label, size, usage, mapped_at_creation })
        };
        let input = Usage::STORAGE | Usage::COPY_DST;
        let size = pairs.len() * record;
        let params =
            make("motzkin bounds params", size_of::<Params>(), Usage::UNIFORM | Usage::COPY_DST);
        // No binding may be empty, though every pair names a frame out of range.
        let frame_bytes = size_of_val(frames).max(size_of::<F>());
        let frame_buffer = make("motzkin bounds frames", frame_bytes, input);
        let pair_buffer = make("motzkin bounds pairs", size_of_val(pairs), input);
        let hits = make("motzkin bounds hits", hits_size(count) as usize, input);
        let bounds = make("motzkin bounds", size, Usage::STORAGE | Usage::COPY_SRC);
        let readback = make("motzkin bounds readback", size, Usage::MAP_READ | Usage::COPY_DST);
        upload(queue, &params, &[Params { frame_count: frames.len() as u32, ..Params::default() }]);
        upload(queue, &frame_buffer, frames);
        upload(queue, &pair_buffer, pairs);
        // Every pair is a hit.
        let listed: Vec<Hit> = (0..count).map(|pair| Hit { pair, a: 0, b: 0 }).collect();
        upload(queue, &hits, &[ListHeader { listed: count, ..ListHeader::default() }]);
        queue.write_buffer(&hits, size_of::<ListHeader>() as u64, bytemuck::cast_slice(&listed));
        let group = stage.bind_all(device, &[&params, &pair_buffer, &frame_buffer, &hits, &bounds]);
        let label = Some("motzkin bounds");
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label });
        {
            let timestamp_writes = None;
            let mut pass = encoder
                .begin_compute_pass(&wgpu::ComputePassDescriptor { label, timestamp_writes });
            stage.set(&mut pass, 0, &group, &[]);
            let [x, y] = grid(count.div_ceil(PAIRS_PER_GROUP), self.pipelines.stages().row);
            pass.dispatch_workgroups(x, y, 1);
        }
        encoder.copy_buffer_to_buffer(&bounds, 0, &readback, 0, size as u64);
        (encoder.finish(), readback)
    }
}
