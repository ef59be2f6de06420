//! Raw codes of convex polytopes.

use super::{KERNEL, LISTING, RawBatch, Runner, TIMED_PASSES};
use crate::geom::{Pair, PolytopeSet};
use crate::gpu::bindings::grid;
use crate::gpu::budget::Held;
use crate::gpu::device::Headless;
use crate::gpu::hulls::{HullChunk, HullChunks, HullRoom, placed_hulls};
use crate::gpu::layout::{PAIRS_PER_GROUP, Params, codes_size, list_size};
use crate::gpu::listing::{CodeSet, ListBuffers};
use crate::gpu::readback::{append_codes, append_undecided};
use crate::gpu::scopes::checked;
use crate::gpu::stage::Stage;
use crate::gpu::staging::upload;
use crate::gpu::timing::StageTimer;
use crate::gpu::turns::Turn;
use crate::gpu::watch::{Answer, Source};
use crate::gpu_error::GpuError;
use crate::gpu_error::OverBudget;
use crate::timing::{add, timed};
use std::sync::Arc;
use std::time::Instant;
use wgpu::BufferUsages as Usage;

/// What a call works with.
struct Work {
    stage: Stage,
    buffers: Buffers,
    judged: wgpu::BindGroup,
    /// To be kept until the GPU is done.
    turn: (Turn, Arc<Held>),
}

struct Buffers {
    params: wgpu::Buffer,
    hulls: wgpu::Buffer,
    blocks: wgpu::Buffer,
    pairs: wgpu::Buffer,
    codes: wgpu::Buffer,
    list: wgpu::Buffer,
    prefixes: wgpu::Buffer,
    counts: wgpu::Buffer,
    /// Codes, the list, then timestamps.
    readback: wgpu::Buffer,
    timer: Option<StageTimer>,
}

impl Runner {
    /// The raw code of every pair of convex polytopes. Undecided are pairs within some `1e-5` of
    /// their size of contact, such as flat polytopes that meet out of the plane `z = 0`, and those
    /// with thousands of vertices or coordinates beyond some `2^59`; and a pair that names no
    /// polytope.
    ///
    /// The first call compiles a pipeline. Each uploads the set's polytopes and vertices, or those
    /// of the pairs where a device or a budget has no room for all. The future may be dropped at
    /// any time. At most `u32::MAX` pairs.
    pub async fn raw_polytope_codes(
        &self,
        set: &PolytopeSet,
        pairs: &[Pair],
    ) -> Result<RawBatch, GpuError> {
        let mut batch = RawBatch { times: self.times(), ..RawBatch::default() };
        if pairs.is_empty() {
            return Ok(batch);
        }
        if let Some(lost) = self.lost() {
            return Err(lost.clone());
        }
        batch.codes.reserve(pairs.len() + 3);
        match self.judge_hulls(set, pairs, &mut batch).await {
            Ok(()) => Ok(batch),
            Err(error) => Err(self.cause(error)),
        }
    }

    async fn judge_hulls(
        &self,
        set: &PolytopeSet,
        pairs: &[Pair],
        batch: &mut RawBatch,
    ) -> Result<(), GpuError> {
        let Headless { device, queue, .. } = &self.gpu;
        let stage =
            checked(device, || self.pipelines.stages().hull_verdicts(device).clone()).await?;
        let turn = self.turns.take(&self.poller).await?;
        let room = self.hull_room(set, pairs)?;
        let held = self.budget.take("a batch of polytopes", room.bytes(self.limits))?;
        let timer = match self.profile {
            true => StageTimer::new(device, queue, TIMED_PASSES)?,
            false => None,
        };
        let make = || {
            let buffers = Buffers::new(device, room, room.outputs(self.limits), timer);
            let Buffers { params, hulls, blocks, pairs, codes, .. } = &buffers;
            let judged = stage.bind_all(device, &[params, hulls, pairs, blocks, codes]);
            Work { stage, buffers, judged, turn: (turn, held) }
        };
        let work = checked(device, make).await?;
        let hulls = placed_hulls(set);
        let chunks = HullChunks::new(&hulls, set.scanned(), pairs, room);
        if !chunks.gathers() {
            let write = || {
                upload(queue, &work.buffers.hulls, &hulls);
                upload(queue, &work.buffers.blocks, set.scanned());
            };
            checked(device, || timed(&mut batch.times, |times| &mut times.upload, write)).await?;
        }
        for chunk in chunks {
            self.judge_chunk(&work, &chunk, hulls.len() as u32, batch).await?;
        }
        Ok(())
    }

    /// Room for a batch, within what the budget leaves.
    fn hull_room(&self, set: &PolytopeSet, pairs: &[Pair]) -> Result<HullRoom, GpuError> {
        let whole = HullRoom::new(&self.gpu.device.limits(), self.limits);
        let budget = self.budget.most();
        if budget.is_some() {
            self.free_idle();
        }
        let left = self.budget.left();
        whole.within(set, pairs, left, self.limits).map_err(|needed| {
            let (what, budget) =
                ("the smallest part of a batch of polytopes", budget.unwrap_or(u64::MAX));
            OverBudget { what, needed, used: budget.saturating_sub(left), budget }.into()
        })
    }

    async fn judge_chunk(
        &self,
        work: &Work,
        chunk: &HullChunk<'_>,
        hulls: u32,
        batch: &mut RawBatch,
    ) -> Result<(), GpuError> {
        let Headless { device, queue, .. } = &self.gpu;
        let buffers = &work.buffers;
        let (start, pairs) = (batch.codes.len() as u32, chunk.pairs.len() as u32);
        let capacity = self.limits.list_room(pairs);
        let (answer, receiver) = Answer::pending();
        let write = || {
            if let Some((hulls, blocks)) = &chunk.gathered {
                upload(queue, &buffers.hulls, hulls);
                upload(queue, &buffers.blocks, blocks);
            }
            upload(queue, &buffers.pairs, &chunk.pairs);
            let frame_count =
                chunk.gathered.as_ref().map_or(hulls, |(hulls, _)| hulls.len() as u32);
            let mask = CodeSet::UNDECIDED.bits();
            let params =
                Params { pair_count: pairs, frame_count, mask, capacity, ..Params::default() };
            upload(queue, &buffers.params, &[params]);
        };
        let times = &mut batch.times;
        let submit = || {
            timed(times, |times| &mut times.upload, write);
            let begin = self.profile.then(Instant::now);
            queue.submit([self.hull_commands(work, pairs, capacity)]);
            // Even if the future is dropped before, which answers the mapping at once.
            self.until_done(work.turn.clone());
            self.poller.watch(Source::Gpu, &answer);
            buffers.readback.map_async(wgpu::MapMode::Read, .., move |mapped| {
                answer.give(mapped.map_err(|error| GpuError::Refused(error.to_string())));
            });
            begin
        };
        let begin = checked(device, submit).await?;
        let gone = || GpuError::Internal("the answer's sender is gone".into());
        let answer = receiver.receive().await.unwrap_or_else(|| Err(gone()));
        self.outcome(answer)?;
        buffers.unpack(batch, start, pairs, capacity)?;
        // Unmapping what a lost device has destroyed is an error, which must not reach a caller's
        // handler.
        checked(device, || buffers.readback.unmap()).await?;
        if let (Some(begin), Some(times)) = (begin, &mut batch.times) {
            add(&mut times.readback, begin.elapsed());
        }
        Ok(())
    }

    fn hull_commands(&self, work: &Work, pairs: u32, capacity: u32) -> wgpu::CommandBuffer {
        let device = &self.gpu.device;
        let Work { stage, buffers, judged, .. } = work;
        let whole = wgpu::Buffer::as_entire_buffer_binding;
        let listed = ListBuffers {
            params: whole(&buffers.params),
            codes: whole(&buffers.codes),
            prefixes: whole(&buffers.prefixes),
            blocks: whole(&buffers.counts),
            list: whole(&buffers.list),
        };
        let stages = self.pipelines.stages();
        let listed = stages.list.bind(device, &listed);
        let label = Some("motzkin hull codes");
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label });
        let stamps = |index| buffers.timer.as_ref().and_then(|timer| timer.pass(index));
        {
            let (label, timestamp_writes) = (Some(stage.label()), stamps(KERNEL));
            let mut pass = encoder
                .begin_compute_pass(&wgpu::ComputePassDescriptor { label, timestamp_writes });
            stage.set(&mut pass, 0, judged, &[]);
            let [x, y] = grid(pairs.div_ceil(PAIRS_PER_GROUP), stages.row);
            pass.dispatch_workgroups(x, y, 1);
        }
        stages.list.record(&mut encoder, &listed, pairs, stamps(LISTING));
        let (codes, list) = (codes_size(pairs), list_size(capacity));
        encoder.copy_buffer_to_buffer(&buffers.codes, 0, &buffers.readback, 0, codes);
        encoder.copy_buffer_to_buffer(&buffers.list, 0, &buffers.readback, codes, list);
        if let Some(timer) = &buffers.timer {
            timer.resolve(&mut encoder, &buffers.readback, codes + list);
        }
        encoder.finish()
    }
}

impl Buffers {
    fn new(
        device: &wgpu::Device,
        room: HullRoom,
        [codes, list, prefixes, counts]: [u64; 4],
        timer: Option<StageTimer>,
    ) -> Self {
        let make = |label: &str, size: u64, usage: Usage| {
            let (label, mapped_at_creation) = (format!("motzkin hull {label}"), false);
            let label = Some(label.as_str());
            device.create_buffer(&wgpu::BufferDescriptor { label, size, usage, mapped_at_creation })
        };
        let [params, hulls, blocks, pairs] = room.inputs();
        let input = Usage::STORAGE | Usage::COPY_DST;
        let output = Usage::STORAGE | Usage::COPY_SRC;
        let times = timer.as_ref().map_or(0, StageTimer::bytes);
        Self {
            params: make("params", params, Usage::UNIFORM | Usage::COPY_DST),
            hulls: make("placements", hulls, input),
            blocks: make("vertices", blocks, input),
            pairs: make("pairs", pairs, input),
            codes: make("codes", codes, output),
            list: make("list", list, output),
            prefixes: make("prefixes", prefixes, Usage::STORAGE),
            counts: make("blocks", counts, Usage::STORAGE),
            readback: make("readback", codes + list + times, Usage::MAP_READ | Usage::COPY_DST),
            timer,
        }
    }

    /// Appends a chunk's answers.
    fn unpack(
        &self,
        batch: &mut RawBatch,
        start: u32,
        pairs: u32,
        capacity: u32,
    ) -> Result<(), GpuError> {
        let answers = codes_size(pairs) + list_size(capacity);
        let size = answers + self.timer.as_ref().map_or(0, StageTimer::bytes);
        let mapped = self.readback.get_mapped_range(..size);
        let bytes = mapped.map_err(|error| GpuError::Refused(error.to_string()))?;
        let (answers, stamps) = bytes.split_at(answers as usize);
        append_codes(&mut batch.codes, answers, pairs);
        let own = &batch.codes[start as usize..];
        batch.overflowed |= !append_undecided(&mut batch.undecided, answers, own, start, capacity);
        if let (Some(timer), Some(times)) = (&self.timer, &mut batch.times) {
            let stages = [&mut times.kernel, &mut times.listing];
            stages.into_iter().zip(timer.durations(stamps)).for_each(|(sum, time)| add(sum, time));
        }
        Ok(())
    }
}
