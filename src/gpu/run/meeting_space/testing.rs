//! The test of candidates that are on the device, and the list of those that are kept.

use crate::gpu::device::own_buffer::OwnBuffer;
use crate::gpu::run::code_buffers::buffer;
use crate::gpu::shader::byte_table::{self, filled};
use crate::gpu::shader::layout::{HEADER, codes_size};
use crate::gpu::shader::stage::Stage;
use crate::gpu::shader::stage_layout::{
    Dispatches, Params, SETTLED_BYTES, blocks_size, prefixes_size,
};
use crate::gpu::stages::compiled::Stages;
use crate::gpu::stages::frame_kind::FrameKind;
use crate::gpu::stages::listing::ScanBuffers;
use crate::gpu::stages::verdicts::{ShapeMix, VerdictBindings, VerdictBuffers};
use crate::gpu::stages::workgroups::{Dispatched, Division};
use crate::gpu_error::GpuError;
use wgpu::{BindGroup, Buffer, BufferBinding, BufferSize, BufferUsages as Usage, Device};

/// Bytes of an entry of the list: a pair, with its code in the highest bits.
pub const ENTRY: u64 = 8;

/// Candidates that are tested.
#[derive(Clone, Copy, Debug)]
pub(in crate::gpu) enum Tested {
    /// As many as the bound count says.
    Counted,
    /// So many.
    First(u32),
}

/// Every stage's group 0.
pub(in crate::gpu) struct Tests {
    prepare: BindGroup,
    verdicts: VerdictBindings,
    scan: BindGroup,
    list: (Stage, BindGroup),
    dispatches: OwnBuffer,
    /// A header and the pairs that are kept, with their codes.
    pub found: OwnBuffer,
    /// How many pairs of a job were settled.
    pub settled: OwnBuffer,
    /// Bound to the stages.
    _scratch: [OwnBuffer; 4],
}

/// What is tested.
pub(in crate::gpu) struct TestBuffers<'a> {
    pub frames: &'a Buffer,
    pub pairs: &'a Buffer,
    /// The number of pairs.
    pub count: &'a Buffer,
}

/// Bytes of the buffers made here, for so many pairs.
pub fn bytes(pairs: u32) -> u64 {
    sizes(pairs).iter().sum::<u64>() + size_of::<Params>() as u64 + SETTLED_BYTES
}

/// Params, dispatches, codes, prefixes, blocks, and what is found.
fn sizes(pairs: u32) -> [u64; 6] {
    [
        size_of::<Params>() as u64,
        size_of::<Dispatches>() as u64,
        codes_size(pairs),
        prefixes_size(pairs),
        blocks_size(pairs),
        HEADER + u64::from(pairs) * ENTRY,
    ]
}

/// Returns the most pairs that are listed in so many bytes.
pub fn most_pairs(bytes: u64) -> u32 {
    u32::try_from(bytes.saturating_sub(HEADER) / ENTRY).unwrap_or(u32::MAX)
}

impl Tests {
    /// Binds frames and room for so many pairs, of which those with a code in the mask are kept.
    pub fn new(
        device: &Device,
        stages: &Stages,
        buffers: &TestBuffers<'_>,
        (frames, pairs): (u32, u32),
        (kind, mask): (FrameKind, u32),
    ) -> Result<Self, GpuError> {
        let make = |label, size, usage| buffer(device, label, size, usage | Usage::STORAGE);
        let [params, dispatches, codes, prefixes, blocks, found] = sizes(pairs);
        let params = make("collide params", params, Usage::UNIFORM);
        let dispatches = make("collide dispatches", dispatches, Usage::INDIRECT);
        let codes = make("collide codes", codes, Usage::STORAGE);
        let prefixes = make("collide prefixes", prefixes, Usage::STORAGE);
        let blocks = make("collide blocks", blocks, Usage::STORAGE);
        let found = make("collide list", found, Usage::COPY_SRC);
        let settled = make("collide settled", SETTLED_BYTES, Usage::COPY_SRC);
        let settings = Params {
            pair_count: pairs,
            frame_count: frames,
            mask,
            capacity: pairs,
            ..Params::default()
        };
        let usage = Usage::UNIFORM | Usage::STORAGE;
        let settings =
            filled(device, "motzkin collide settings", bytemuck::bytes_of(&settings), usage)?;
        let whole = Buffer::as_entire_buffer_binding;
        let byte = BufferBinding {
            buffer: &stages.byte_table,
            offset: 0,
            size: BufferSize::new(byte_table::SIZE),
        };
        let (known, sized, none) = (whole(&params), whole(&dispatches), whole(&settled));
        let prepare = [
            &byte,
            &byte,
            &byte,
            &byte,
            &whole(&settings),
            &whole(buffers.count),
            &known,
            &sized,
            &none,
        ];
        let verdicts = VerdictBuffers {
            params: known.clone(),
            frames: whole(buffers.frames),
            pairs: whole(buffers.pairs),
            filters: None,
            codes: whole(&codes),
            settled: Some(whole(&settled)),
        };
        let scan = ScanBuffers {
            params: known.clone(),
            codes: whole(&codes),
            prefixes: whole(&prefixes),
            blocks: whole(&blocks),
        };
        let list = stages.list_found(device)?;
        let listed: [&Buffer; 6] = [&params, &codes, &prefixes, &blocks, buffers.pairs, &found];
        let listed = list.bind_all(device, &listed);
        Ok(Self {
            prepare: stages.prepare.bind(device, &prepare),
            verdicts: stages.verdicts.bind(device, &verdicts, kind)?,
            scan: stages.scan.bind(device, &scan),
            list: (list, listed),
            dispatches,
            found,
            settled,
            _scratch: [params, codes, prefixes, blocks],
        })
    }

    /// Records the test and the list, in a pass each.
    pub fn record(
        &self,
        stages: &Stages,
        encoder: &mut wgpu::CommandEncoder,
        tested: Tested,
        shapes: ShapeMix,
        timestamps: [Option<wgpu::ComputePassTimestampWrites<'_>>; 2],
    ) {
        let [test, list] = timestamps;
        let mut pass = pass(encoder, test);
        let number = match tested {
            Tested::First(pairs) => pairs,
            Tested::Counted => u32::MAX,
        };
        stages.prepare.set(&mut pass, 0, &self.prepare, &byte_table::offsets(number));
        pass.dispatch_workgroups(1, 1, 1);
        let pairs = match tested {
            Tested::First(pairs) => Dispatched::Of(pairs),
            Tested::Counted => Dispatched::In(&self.dispatches),
        };
        self.verdicts.record(&mut pass, shapes, pairs);
        drop(pass);
        let mut pass = self::pass(encoder, list);
        stages.scan.record(&mut pass, &self.scan, pairs);
        let (list, bound) = &self.list;
        list.set(&mut pass, 0, bound, &[]);
        pairs.dispatch(&mut pass, Division::Pairs, stages.row);
    }
}

fn pass<'a>(
    encoder: &'a mut wgpu::CommandEncoder,
    timestamp_writes: Option<wgpu::ComputePassTimestampWrites<'_>>,
) -> wgpu::ComputePass<'a> {
    let label = Some("motzkin collide");
    encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label, timestamp_writes })
}
