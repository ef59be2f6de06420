//! Raw codes of convex polytopes.

use crate::geom::{Pair, PolytopeSet};
use crate::gpu::run::chunks::Chunk;
use crate::gpu::run::code_buffers::{CodeBuffers, INPUT, TIMED_PASSES, buffer};
use crate::gpu::run::codes::{Codes, Tests, bind_list};
use crate::gpu::run::hulls::chunks::{HullCapacity, HullChunks, Hulls};
use crate::gpu::run::hulls::record::placed_hulls;
use crate::gpu::run::raw_batch::RawBatch;
use crate::gpu::run::runner::Runner;
use crate::gpu::run::turns::Kept;
use crate::gpu::run::upload::Uploads;
use crate::gpu::shader::bindings::grid;
use crate::gpu::shader::stage::Stage;
use crate::gpu::shader::stage_layout::PAIRS_PER_GROUP;
use crate::gpu_error::GpuError;

/// Readback buffers: each chunk is awaited.
const SLOTS: usize = 1;

/// The test of hulls.
struct HullTests<'a> {
    count: u32,
    hulls: &'a wgpu::Buffer,
    blocks: &'a wgpu::Buffer,
    stage: Stage,
    bound: wgpu::BindGroup,
    row: u32,
}

impl Tests for HullTests<'_> {
    type Gathered = Hulls;

    const SLOTS: usize = SLOTS;

    fn upload(&self, uploads: &mut Uploads<'_>, (hulls, blocks): &Hulls) -> Result<(), GpuError> {
        uploads.write(self.hulls, hulls)?;
        uploads.write(self.blocks, blocks)
    }

    fn count(&self, gathered: Option<&Hulls>) -> u32 {
        gathered.map_or(self.count, |(hulls, _)| hulls.len() as u32)
    }

    fn record(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        chunk: &Chunk<'_, Hulls>,
        timestamp_writes: Option<wgpu::ComputePassTimestampWrites<'_>>,
    ) {
        let label = Some(self.stage.label());
        let mut pass =
            encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label, timestamp_writes });
        self.stage.set(&mut pass, 0, &self.bound, &[]);
        let [x, y] = grid((chunk.pairs.len() as u32).div_ceil(PAIRS_PER_GROUP), self.row);
        pass.dispatch_workgroups(x, y, 1);
    }
}

impl Runner {
    /// The raw codes of polytopes, at rest or moving.
    pub(super) async fn hull_codes(
        &self,
        set: &PolytopeSet,
        moving: bool,
        pairs: &[Pair],
        batch: &mut RawBatch,
    ) -> Result<(), GpuError> {
        let (device, stages) = (&self.jobs.gpu.device, self.pipelines.stages());
        let stage = self.jobs.make(|| stages.hull_verdicts(device, moving)).await??;
        let turn = self.jobs.turn().await?;
        let capacity = self.hull_capacity(set, pairs)?;
        let what = "a batch of polytopes";
        let held = self.jobs.budget.take(what, capacity.bytes(self.limits))?;
        // Given back after the buffers.
        let kept = Kept::new(held, &turn);
        let timers = self.jobs.timers(SLOTS, TIMED_PASSES).await?;
        let make = || {
            let [hulls, blocks] = capacity.inputs();
            let make = |label, size| buffer(device, label, size, INPUT);
            let codes = CodeBuffers::new(device, capacity.codes(self.limits), timers);
            (make("hull placements", hulls), make("hull vertices", blocks), codes)
        };
        let (hulls, blocks, buffers) = &self.jobs.make(make).await?;
        let placed = placed_hulls(set, moving);
        let chunks = HullChunks::new(&placed, set.scanned(), pairs, capacity);
        let mut times = batch.times;
        let uploads = if chunks.gathers() {
            self.jobs.uploads()
        } else {
            let write = |uploads: &mut Uploads<'_>| -> Result<(), GpuError> {
                uploads.write(hulls, &placed)?;
                uploads.write(blocks, set.scanned())
            };
            self.jobs.upload(&mut times, write).await?
        };
        let (count, lister, limits) = (placed.len() as u32, &stages.list, self.limits);
        let bind = || {
            let CodeBuffers { params, pairs, codes, .. } = buffers;
            let bound = stage.bind_all(device, &[params, hulls, pairs, blocks, codes]);
            let tests = HullTests { count, hulls, blocks, stage, bound, row: stages.row };
            (tests, bind_list(device, buffers, lister))
        };
        let (tests, listed) = self.jobs.make(bind).await?;
        let mut work = Codes { tests, buffers, lister, listed, limits, batch };
        self.jobs.run(&mut work, chunks, uploads, kept.clone(), &mut times).await?;
        batch.times = times;
        Ok(())
    }

    /// What one dispatch takes, within what the budget leaves.
    fn hull_capacity(&self, set: &PolytopeSet, pairs: &[Pair]) -> Result<HullCapacity, GpuError> {
        let whole = HullCapacity::new(&self.jobs.gpu.device.limits(), self.limits);
        if self.jobs.budget.most().is_some() {
            self.free_idle();
        }
        let what = "the smallest part of a batch of polytopes";
        self.jobs.within(what, 0, |left| whole.within(set, pairs, left, self.limits))
    }
}
