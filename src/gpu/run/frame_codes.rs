//! Raw codes of frames, at rest or moving.

use crate::geom::Pair;
use crate::gpu::run::chunks::{Chunk, ChunkLimits, Chunks};
use crate::gpu::run::code_buffers::CodeCapacity;
use crate::gpu::run::codes::{Codes, Tests, bind_list};
use crate::gpu::run::forms::Forms;
use crate::gpu::run::frame_test::FrameTest;
use crate::gpu::run::raw_batch::RawBatch;
use crate::gpu::run::runner::Runner;
use crate::gpu::run::upload::upload;
use crate::gpu::run::workspace::{SLOTS, Workspace};
use crate::gpu::shader::frame::ShaderFrame;
use crate::gpu::stages::frame_kind::FrameKind;
use crate::gpu::stages::verdicts::{VerdictBindings, VerdictBuffers};
use crate::gpu::stages::workgroups::Dispatched;
use crate::gpu_error::GpuError;

/// The test of frames.
struct FrameTests<'a, F> {
    frames: &'a [F],
    buffer: &'a wgpu::Buffer,
    /// Those of the frames, unless each chunk brings its own.
    forms: Forms,
    bound: VerdictBindings,
}

impl<F: ShaderFrame> Tests for FrameTests<'_, F> {
    type Gathered = Vec<F>;

    const SLOTS: usize = SLOTS;

    fn upload(&self, queue: &wgpu::Queue, gathered: &Vec<F>) {
        upload(queue, self.buffer, gathered);
    }

    fn count(&self, gathered: Option<&Vec<F>>) -> u32 {
        gathered.map_or(self.frames.len(), Vec::len) as u32
    }

    fn record(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        chunk: &Chunk<'_, Vec<F>>,
        timestamps: Option<wgpu::ComputePassTimestampWrites<'_>>,
    ) {
        let mix = match &chunk.gathered {
            None => self.forms.mix(&chunk.pairs),
            Some(frames) => Forms::of(frames).mix(&chunk.pairs),
        };
        let pairs = Dispatched::Of(chunk.pairs.len() as u32);
        let (label, timestamp_writes) = (Some(self.bound.label()), timestamps);
        let mut pass =
            encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label, timestamp_writes });
        self.bound.record(&mut pass, mix, pairs);
    }
}

impl Runner {
    /// The codes of frames.
    pub(super) async fn frame_codes<F: ShaderFrame>(
        &self,
        frames: &[F],
        asked: FrameTest,
        pairs: &[Pair],
        batch: &mut RawBatch,
    ) -> Result<(), GpuError> {
        let turn = self.jobs.turn().await?;
        let mut workspace = self.pooled().unwrap_or_default();
        let limits = self.share(&mut workspace)?;
        let within = |count: usize, limit: u32| u32::try_from(count).unwrap_or(u32::MAX).min(limit);
        let most_pairs = within(pairs.len(), limits.pairs);
        let capacity = CodeCapacity { pairs: most_pairs, list: limits.list_capacity(most_pairs) };
        let (buffers, held) =
            workspace.reserve(&self.jobs, within(frames.len(), limits.frames), capacity).await?;
        let device = &self.jobs.gpu.device;
        let mut times = batch.times;
        let chunks = Chunks::new(frames, pairs, limits);
        if !chunks.gathers() {
            let write = || upload(&self.jobs.gpu.queue, &buffers.frames, frames);
            self.jobs.upload(&mut times, write).await?;
        }
        let forms = Forms::of(if chunks.gathers() { &[] } else { frames });
        let stages = self.pipelines.stages();
        let lister = &stages.list;
        let bind = || {
            let whole = wgpu::Buffer::as_entire_buffer_binding;
            let bound = VerdictBuffers {
                params: whole(&buffers.codes.params),
                frames: whole(&buffers.frames),
                pairs: whole(&buffers.codes.pairs),
                filters: None,
                codes: whole(&buffers.codes.codes),
                settled: asked.settle.then(|| whole(&buffers.codes.settled)),
            };
            let kind = FrameKind { moving: asked.moving, in_plane: F::IN_PLANE };
            let bound = stages.verdicts.bind(device, &bound, kind);
            let tests = FrameTests { frames, buffer: &buffers.frames, forms, bound };
            (tests, bind_list(device, &buffers.codes, lister))
        };
        let (tests, listed) = self.jobs.make(bind).await?;
        let mut work = Codes { tests, buffers: &buffers.codes, lister, listed, limits, batch };
        self.jobs.run(&mut work, chunks, (turn, held), &mut times).await?;
        batch.times = times;
        // A set that an error or a dropped future left in use is not given back.
        self.give_back(workspace);
        Ok(())
    }

    /// What the budget leaves for a batch; a workspace that is too large for it makes way.
    fn share(&self, workspace: &mut Workspace) -> Result<ChunkLimits, GpuError> {
        if self.jobs.budget.most().is_none() {
            return Ok(self.limits);
        }
        let what = "the smallest part of a batch";
        let limits = self.jobs.within(what, workspace.bytes(), |left| self.limits.within(left))?;
        if !workspace.is_within(&limits) {
            *workspace = Workspace::default();
        }
        Ok(limits)
    }
}
