//! Raw codes of frames, at rest or moving.

use crate::geom::Pair;
use crate::gpu::run::budget::Held;
use crate::gpu::run::chunks::{Chunk, ChunkLimits, Chunks};
use crate::gpu::run::code_buffers::{CodeBuffers, CodeCapacity, GroupBuffers};
use crate::gpu::run::codes::{Codes, Tests, bind_list};
use crate::gpu::run::forms::Forms;
use crate::gpu::run::frame_list::FrameList;
use crate::gpu::run::frame_test::FrameTest;
use crate::gpu::run::raw_batch::RawBatch;
use crate::gpu::run::runner::Runner;
use crate::gpu::run::turns::Kept;
use crate::gpu::run::upload::Uploads;
use crate::gpu::run::workspace::{SLOTS, Workspace};
use crate::gpu::shader::frame::ShaderFrame;
use crate::gpu::stages::frame_kind::FrameKind;
use crate::gpu::stages::verdicts::{VerdictBindings, VerdictBuffers};
use crate::gpu::stages::workgroups::Dispatched;
use crate::gpu_error::GpuError;
use crate::timing::StageTimes;
use std::sync::Arc;

/// The test of frames.
pub(super) struct FrameTests<'a, F> {
    frames: FrameList<'a, F>,
    buffer: &'a wgpu::Buffer,
    /// Those of the frames, unless each chunk brings its own.
    forms: Forms,
    bound: VerdictBindings,
}

impl<F: ShaderFrame> Tests for FrameTests<'_, F> {
    type Gathered = Vec<F>;

    const SLOTS: usize = SLOTS;

    fn upload(&self, uploads: &mut Uploads<'_>, gathered: &Vec<F>) -> Result<(), GpuError> {
        uploads.write(self.buffer, gathered)
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

/// A batch of frames whose memory is reserved: what is the same whatever is read of its codes.
pub(super) struct Ready<'a, F> {
    pub tests: FrameTests<'a, F>,
    pub chunks: Chunks<'a, F>,
    /// The frames, where all of them fit.
    pub uploads: Uploads<'a>,
    pub buffers: (&'a CodeBuffers, Option<&'a GroupBuffers>),
    pub limits: ChunkLimits,
    pub held: Arc<Held>,
}

impl Runner {
    /// The codes of frames.
    pub(super) async fn frame_codes<F: ShaderFrame>(
        &self,
        frames: FrameList<'_, F>,
        asked: FrameTest,
        pairs: &[Pair],
        batch: &mut RawBatch,
    ) -> Result<(), GpuError> {
        let turn = self.jobs.turn().await?;
        let mut workspace = self.pooled().unwrap_or_default();
        let mut times = batch.times;
        let asked = (frames, asked, pairs);
        let ready = self.ready(&mut workspace, asked, None, &mut times).await?;
        let Ready { tests, chunks, uploads, buffers: (buffers, _), limits, held } = ready;
        let (device, lister) = (&self.jobs.gpu.device, &self.pipelines.stages().list);
        let listed = self.jobs.make(|| bind_list(device, buffers, lister)).await?;
        let mut work = Codes { tests, buffers, lister, listed, limits, batch };
        let kept = Kept::new(held, &turn);
        self.jobs.run(&mut work, chunks, uploads, kept, &mut times).await?;
        batch.times = times;
        // A set that an error or a dropped future left in use is not given back.
        self.give_back(workspace);
        Ok(())
    }

    /// Reserves memory for a batch, with that for so many groups where some are asked for, writes
    /// the frames where all of them fit, and binds the test.
    pub(super) async fn ready<'a, F: ShaderFrame>(
        &'a self,
        workspace: &'a mut Workspace,
        (frames, asked, pairs): (FrameList<'a, F>, FrameTest, &'a [Pair]),
        groups: Option<usize>,
        times: &mut Option<StageTimes>,
    ) -> Result<Ready<'a, F>, GpuError> {
        let limits = self.share(workspace, groups.is_some())?;
        let within = |count: usize, limit: u32| u32::try_from(count).unwrap_or(u32::MAX).min(limit);
        let most_pairs = within(pairs.len(), limits.pairs);
        let capacity = CodeCapacity {
            pairs: most_pairs,
            list: limits.list_capacity(most_pairs),
            // A chunk has no pair of more groups than it has pairs.
            groups: groups.map_or(0, |groups| within(groups, most_pairs)),
        };
        let (buffers, held) =
            workspace.reserve(&self.jobs, within(frames.len(), limits.frames), capacity).await?;
        let device = &self.jobs.gpu.device;
        let chunks = Chunks::new(frames, pairs, limits);
        // A pipeline that is refused leaves nothing behind that waits for a submission.
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
            self.pipelines.stages().verdicts.bind(device, &bound, kind)
        };
        let bound = self.jobs.make(bind).await??;
        let mut forms = Forms::default();
        let uploads = if chunks.gathers() {
            self.jobs.uploads()
        } else {
            forms = Forms::with_capacity(frames.len());
            let see = |block: &[F]| forms.add(block);
            let write = |uploads: &mut Uploads<'_>| {
                uploads.write_seen(&buffers.frames, frames.parts(), see)
            };
            self.jobs.upload(times, write).await?
        };
        let tests = FrameTests { frames, buffer: &buffers.frames, forms, bound };
        let buffers = (&buffers.codes, buffers.codes.groups.as_ref());
        Ok(Ready { tests, chunks, uploads, buffers, limits, held })
    }

    /// What the budget leaves for a batch; a workspace that is too large for it makes way.
    fn share(&self, workspace: &mut Workspace, grouped: bool) -> Result<ChunkLimits, GpuError> {
        if self.jobs.budget.most().is_none() {
            return Ok(self.limits);
        }
        let what = "the smallest part of a batch";
        let within = |left| self.limits.within(left, grouped);
        let limits = self.jobs.within(what, workspace.bytes(), within)?;
        if !workspace.is_within(&limits, grouped) {
            *workspace = Workspace::default();
        }
        Ok(limits)
    }
}
