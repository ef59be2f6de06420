//! Raw codes and the list of undecided pairs: what codes of frames and of polytopes have in common.

use crate::gpu::device::timer::StageTimer;
use crate::gpu::run::chunks::{Chunk, ChunkLimits};
use crate::gpu::run::code_buffers::{CodeBuffers, KERNEL, LISTING};
use crate::gpu::run::job::{Job, Work};
use crate::gpu::run::raw_batch::RawBatch;
use crate::gpu::run::readback::{append_codes, append_undecided};
use crate::gpu::run::upload::Uploads;
use crate::gpu::shader::layout::codes_size;
use crate::gpu::shader::stage_layout::{Params, SETTLED_BYTES, list_size};
use crate::gpu::stages::listing::{CodeSet, ListBindings, ListBuffers, ListStage};
use crate::gpu_error::GpuError;
use crate::timing::{StageTimes, add};

/// The stage that tests pairs of some kind, bound to what the pairs name.
pub(super) trait Tests {
    /// What a chunk brings, where not everything is on the device.
    type Gathered;

    /// Readback buffers.
    const SLOTS: usize;

    /// Uploads what a chunk brings.
    fn upload(&self, uploads: &mut Uploads<'_>, gathered: &Self::Gathered) -> Result<(), GpuError>;

    /// How many things the pairs of a chunk may name.
    fn count(&self, gathered: Option<&Self::Gathered>) -> u32;

    /// Records the test of the pairs.
    fn record(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        chunk: &Chunk<'_, Self::Gathered>,
        timestamps: Option<wgpu::ComputePassTimestampWrites<'_>>,
    );
}

/// The codes of a batch.
pub(super) struct Codes<'a, T> {
    pub tests: T,
    pub buffers: &'a CodeBuffers,
    pub lister: &'a ListStage,
    pub listed: ListBindings,
    pub limits: ChunkLimits,
    pub batch: &'a mut RawBatch,
}

/// Binds the buffers to the stages that list.
pub(super) fn bind_list(
    device: &wgpu::Device,
    buffers: &CodeBuffers,
    lister: &ListStage,
) -> ListBindings {
    let whole = wgpu::Buffer::as_entire_buffer_binding;
    let listed = ListBuffers {
        params: whole(&buffers.params),
        codes: whole(&buffers.codes),
        prefixes: whole(&buffers.prefixes),
        blocks: whole(&buffers.blocks),
        list: whole(&buffers.list),
    };
    lister.bind(device, &listed)
}

/// Uploads the pairs of a chunk, and what the chunk brings.
pub(super) fn upload_pairs<T: Tests>(
    tests: &T,
    buffers: &CodeBuffers,
    limits: ChunkLimits,
    uploads: &mut Uploads<'_>,
    chunk: &Chunk<'_, T::Gathered>,
) -> Result<(), GpuError> {
    if let Some(gathered) = &chunk.gathered {
        tests.upload(uploads, gathered)?;
    }
    uploads.write(&buffers.pairs, &chunk.pairs)?;
    let pair_count = chunk.pairs.len() as u32;
    let params = Params {
        pair_count,
        frame_count: tests.count(chunk.gathered.as_ref()),
        mask: CodeSet::UNDECIDED.bits(),
        capacity: limits.list_capacity(pair_count),
        ..Params::default()
    };
    uploads.write(&buffers.params, &[params])
}

impl<'a, T: Tests> Work for Codes<'a, T>
where
    T::Gathered: 'a,
{
    type Chunk = Chunk<'a, T::Gathered>;

    const SLOTS: usize = T::SLOTS;

    fn upload(&self, uploads: &mut Uploads<'_>, chunk: &Self::Chunk) -> Result<(), GpuError> {
        upload_pairs(&self.tests, self.buffers, self.limits, uploads, chunk)
    }

    fn record(&self, device: &wgpu::Device, chunk: &Self::Chunk, slot: usize) -> Job {
        let pairs = chunk.pairs.len() as u32;
        let (readback, timer) = &self.buffers.readbacks[slot];
        let label = Some("motzkin codes");
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label });
        let stamps = |pass| timer.as_ref().and_then(|timer| timer.pass(pass));
        encoder.clear_buffer(&self.buffers.settled, 0, None);
        self.tests.record(&mut encoder, chunk, stamps(KERNEL));
        self.lister.record(&mut encoder, &self.listed, pairs, stamps(LISTING));
        let (codes, list) = (codes_size(pairs), list_size(self.limits.list_capacity(pairs)));
        encoder.copy_buffer_to_buffer(&self.buffers.codes, 0, readback, 0, codes);
        encoder.copy_buffer_to_buffer(&self.buffers.list, 0, readback, codes, list);
        let settled = &self.buffers.settled;
        encoder.copy_buffer_to_buffer(settled, 0, readback, codes + list, SETTLED_BYTES);
        let answers = codes + list + SETTLED_BYTES;
        if let Some(timer) = timer {
            timer.resolve(&mut encoder, readback, answers);
        }
        let bytes = answers + timer.as_ref().map_or(0, StageTimer::bytes);
        Job { commands: encoder.finish(), readback: readback.handle(), bytes }
    }

    fn read(
        &mut self,
        chunk: Self::Chunk,
        slot: usize,
        bytes: &[u8],
        times: &mut Option<StageTimes>,
    ) {
        let (start, pairs) = (self.batch.codes.len(), chunk.pairs.len() as u32);
        let capacity = self.limits.list_capacity(pairs);
        let (answers, rest) = bytes.split_at((codes_size(pairs) + list_size(capacity)) as usize);
        let (settled, stamps) = rest.split_at(SETTLED_BYTES as usize);
        let batch = &mut *self.batch;
        batch.settled += bytemuck::pod_read_unaligned::<u32>(settled) as usize;
        append_codes(&mut batch.codes, answers, pairs);
        let (own, list) = (&batch.codes[start..], &mut batch.undecided);
        batch.overflowed |= !append_undecided(list, answers, own, start as u32, capacity);
        if let (Some(timer), Some(times)) = (&self.buffers.readbacks[slot].1, times) {
            let stages = [&mut times.kernel, &mut times.listing];
            stages.into_iter().zip(timer.durations(stamps)).for_each(|(sum, time)| add(sum, time));
        }
    }
}
