//! The batch's own buffers, made once, and all buffers bound.

use crate::gpu::record::batch::buffers::{BatchBuffers, Checked};
use crate::gpu::record::batch::options::BatchOptions;
use crate::gpu::record::slices::binding;
use crate::gpu::record::stride::Gathered;
use crate::gpu::shader::byte_table::{self, filled};
use crate::gpu::shader::layout::codes_size;
use crate::gpu::shader::stage::Stage;
use crate::gpu::shader::stage_layout::SETTLED_BYTES;
use crate::gpu::shader::stage_layout::{Dispatches, Params, blocks_size, prefixes_size};
use crate::gpu::stages::any_hit::{AnyHitBindings, AnyHitBuffers};
use crate::gpu::stages::compiled::Stages;
use crate::gpu::stages::hit_bounds::{BoundsBindings, BoundsBuffers, BoundsStages};
use crate::gpu::stages::listing::{CodeSet, ListBindings, ListBuffers, ScanBuffers};
use crate::gpu::stages::verdicts::{VerdictBindings, VerdictBuffers};
use crate::gpu_error::GpuError;
use crate::verdict::{RawCode, Undecided};
use wgpu::{
    BindGroup, Buffer, BufferBinding, BufferSize, BufferSlice, BufferUsages as Usage, Device,
};

/// Every stage's group 0; none for a list that is not wanted.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    /// The frames side by side, where they do not lie so.
    pub gathered: Option<Gathered>,
    pub prepare: BindGroup,
    pub verdicts: VerdictBindings,
    pub scan: Option<BindGroup>,
    pub hits: Option<(Stage, BindGroup)>,
    pub undecided: Option<(Stage, BindGroup)>,
    /// The list of indices and codes.
    pub list: Option<ListBindings>,
    pub bounds: Option<BoundsBindings>,
    pub any_hit: Option<AnyHitBindings>,
    /// What [`Dispatches`] says.
    pub dispatches: Buffer,
    /// How many pairs were settled.
    pub settled: Buffer,
    /// Bytes of the buffers made here.
    pub scratch_bytes: u64,
}

fn settings(
    buffers: &BatchBuffers<'_>,
    list: Option<BufferSlice<'_>>,
    checked: &Checked,
    options: &BatchOptions,
) -> Params {
    // Kernels answer no touching pair; where pairs are settled there are some.
    let hits = CodeSet::of(RawCode::OVERLAPPING).with(RawCode::TOUCHING);
    let mask = match options.undecided {
        Undecided::Keep => hits.with(RawCode::UNDECIDED),
        Undecided::Drop => hits,
    };
    let filtered = if buffers.filters.is_some() { Params::FILTERED } else { 0 };
    let named = if buffers.ids.is_some() { Params::NAMED } else { 0 };
    let coded = if list.is_some() { Params::CODED } else { 0 };
    // Behind the count.
    let listed = list.map(|list| (list.size() / size_of::<u32>() as u64 - 1) as u32);
    Params {
        pair_count: checked.pairs,
        offered: 0,
        frame_count: checked.frames,
        mask: mask.bits(),
        capacity: listed.unwrap_or(checked.hits),
        undecided_capacity: checked.undecided,
        vertices: options.vertices_per_hit,
        options: filtered | named | coded,
    }
}

impl Bound {
    /// Binds the caller's buffers, and one for the list of indices and codes, which no batch has
    /// beside one of hits.
    pub fn new(
        device: &Device,
        stages: &Stages,
        (buffers, list): (&BatchBuffers<'_>, Option<BufferSlice<'_>>),
        checked: &Checked,
        options: &BatchOptions,
    ) -> Result<Self, GpuError> {
        let mut scratch_bytes = 0;
        let mut empty = |label: &str, size: u64, usage: Usage| {
            scratch_bytes += size;
            let (label, mapped_at_creation) = (Some(label), false);
            let usage = usage | Usage::STORAGE;
            device.create_buffer(&wgpu::BufferDescriptor { label, size, usage, mapped_at_creation })
        };
        let params_size = size_of::<Params>() as u64;
        let params = empty("motzkin batch params", params_size, Usage::UNIFORM);
        let dispatches =
            empty("motzkin batch dispatches", size_of::<Dispatches>() as u64, Usage::INDIRECT);
        let settled = empty("motzkin batch settled", SETTLED_BYTES, Usage::COPY_SRC);
        let own_codes;
        let codes = match buffers.codes {
            Some(slice) => binding(slice),
            None => {
                own_codes = empty("motzkin batch codes", codes_size(checked.pairs), Usage::STORAGE);
                whole(&own_codes)
            }
        };
        let listed = buffers.hits.is_some() || buffers.undecided.is_some();
        let scratch = (listed || list.is_some()).then(|| {
            let prefixes =
                empty("motzkin batch prefixes", prefixes_size(checked.pairs), Usage::STORAGE);
            (prefixes, empty("motzkin batch blocks", blocks_size(checked.pairs), Usage::STORAGE))
        });
        let settings = settings(buffers, list, checked, options);
        let usage = Usage::UNIFORM | Usage::STORAGE;
        let settings =
            filled(device, "motzkin batch settings", bytemuck::bytes_of(&settings), usage)?;

        let gather = |stride| {
            let all = (checked.frame, checked.frames);
            Gathered::new(device, stages, buffers.frames, stride, all)
        };
        let gathered = options.stride.map(gather).transpose()?;
        let frames = gathered.as_ref().map(|gathered| whole(&gathered.items));
        let frames = frames.unwrap_or_else(|| binding(buffers.frames));
        let pairs = binding(buffers.pairs);
        // A binding has to hold something, also where it is not read.
        let count = buffers.count.map_or(whole(&settings), binding);
        let ids = buffers.ids.map_or(pairs.clone(), binding);
        let byte = BufferBinding {
            buffer: &stages.byte_table,
            offset: 0,
            size: BufferSize::new(byte_table::SIZE),
        };
        let (settings, known) = (whole(&settings), whole(&params));
        let (sized, none) = (whole(&dispatches), whole(&settled));
        let prepare = [&byte, &byte, &byte, &byte, &settings, &count, &known, &sized, &none];
        let prepare = stages.prepare.bind(device, &prepare);
        let filters = buffers.filters.map(binding);
        let kind = options.kind();
        let verdicts = VerdictBuffers {
            params: known.clone(),
            frames: frames.clone(),
            pairs: pairs.clone(),
            filters,
            codes: codes.clone(),
            settled: options.settle.then(|| whole(&settled)),
        };
        let verdicts = stages.verdicts.bind(device, &verdicts, kind)?;
        let bounds = buffers.hits.zip(buffers.bounds).map(|(hits, bounds)| {
            let buffers = BoundsBuffers {
                params: known.clone(),
                pairs: pairs.clone(),
                frames: frames.clone(),
                hits: binding(hits),
                bounds: binding(bounds),
            };
            let dispatch = || {
                empty(
                    "motzkin batch bounds dispatch",
                    BoundsStages::DISPATCH_BYTES,
                    Usage::INDIRECT,
                )
            };
            stages.bounds.bind(device, &buffers, kind, options.wanted, dispatch)
        });
        let bounds = bounds.transpose()?.flatten();
        // No more groups than have starts.
        let all_groups = match (buffers.any_hits, buffers.group_count) {
            (Some(_), None) => {
                let groups = bytemuck::bytes_of(&checked.groups);
                scratch_bytes += groups.len() as u64;
                Some(filled(device, "motzkin batch groups", groups, Usage::STORAGE)?)
            }
            _ => None,
        };
        let group_count = buffers.group_count.map(binding).or(all_groups.as_ref().map(whole));
        let groups = buffers.group_starts.zip(group_count).zip(buffers.any_hits);
        let any_hit = groups.map(|((starts, group_count), bits)| {
            let (params, codes) = (known.clone(), codes.clone());
            let (starts, bits) = (binding(starts), binding(bits));
            let buffers = AnyHitBuffers { params, codes, starts, group_count, bits };
            Ok::<_, GpuError>(stages.any_hit(device)?.bind(device, &buffers))
        });
        let any_hit = any_hit.transpose()?;
        let (mut scan, mut hits, mut undecided, mut coded) = (None, None, None, None);
        if let Some((prefixes, blocks)) = &scratch {
            let (prefixes, blocks) = (whole(prefixes), whole(blocks));
            let bind = |stage: Stage, input: &BufferBinding<'_>, list: BufferSlice<'_>| {
                let list = [&known, &codes, &prefixes, &blocks, &pairs, input, &binding(list)];
                let bound = stage.bind(device, &list);
                (stage, bound)
            };
            if let Some(slice) = buffers.hits {
                hits = Some(bind(stages.list_hits(device)?, &ids, slice));
            }
            if let Some(slice) = buffers.undecided {
                let stage = stages.list_undecided(device, kind.in_plane)?;
                undecided = Some(bind(stage, &frames, slice));
            }
            coded = list.map(|list| {
                let (params, codes, list) = (known.clone(), codes.clone(), binding(list));
                let (prefixes, blocks) = (prefixes.clone(), blocks.clone());
                stages.list.bind(device, &ListBuffers { params, codes, prefixes, blocks, list })
            });
            let buffers = ScanBuffers {
                params: known.clone(),
                codes: codes.clone(),
                prefixes: prefixes.clone(),
                blocks: blocks.clone(),
            };
            scan = listed.then(|| stages.scan.bind(device, &buffers));
        }
        scratch_bytes += gathered.as_ref().map_or(0, Gathered::bytes);
        Ok(Self {
            gathered,
            prepare,
            verdicts,
            scan,
            hits,
            undecided,
            list: coded,
            bounds,
            any_hit,
            dispatches,
            settled,
            scratch_bytes: scratch_bytes + params_size,
        })
    }
}

fn whole(buffer: &Buffer) -> BufferBinding<'_> {
    buffer.as_entire_buffer_binding()
}
