//! The broad phase's own buffers, made once, and all buffers bound.

use crate::gpu::record::broad::buffers::{BroadPhaseBuffers, Checked};
use crate::gpu::record::broad::options::BroadPhaseOptions;
use crate::gpu::record::slices::binding;
use crate::gpu::record::stride::Gathered;
use crate::gpu::shader::broad_layout::{
    BOX, BROAD_GROUP, BroadDispatches, BroadParams, CODE_TURNS, DOMAIN, SLICE, TOP_LEVEL,
    WORLD_TURNS, level_starts, nodes_size, scan_size, table_size,
};
use crate::gpu::shader::byte_table::{self, filled};
use crate::gpu::shader::stage_layout::words;
use crate::gpu::stages::compiled::Stages;
use crate::gpu_error::GpuError;
use wgpu::{BindGroup, Buffer, BufferBinding, BufferSize, BufferUsages as Usage, Device};

/// Every stage's group 0.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    /// The shapes side by side, where they do not lie so.
    pub gathered: Option<Gathered>,
    pub prepare: BindGroup,
    pub boxes: BindGroup,
    pub domain: BindGroup,
    pub codes: BindGroup,
    /// The histogram and the scatter of each turn.
    pub turns: Vec<[BindGroup; 2]>,
    pub table: BindGroup,
    pub leaves: BindGroup,
    /// One for each level above the leaves.
    pub refit: Vec<BindGroup>,
    /// The count and the list of each slice.
    pub slices: Vec<[BindGroup; 2]>,
    pub pairs: BindGroup,
    pub header: BindGroup,
    pub few: BindGroup,
    /// What the stages are told.
    pub params: Buffer,
    /// What [`BroadDispatches`] says.
    pub dispatches: Buffer,
    /// Bytes of the buffers made here.
    pub scratch_bytes: u64,
}

/// Bytes of the buffers made here, in the order of the fields of [`Scratch`]. The settings are
/// [`SETTINGS`] more.
fn sizes(shapes: u32) -> [u64; 12] {
    let (most, each) = (shapes.max(1), words(shapes));
    [
        size_of::<BroadParams>() as u64,
        size_of::<BroadDispatches>() as u64,
        BOX * u64::from(most),
        DOMAIN * u64::from(most.div_ceil(BROAD_GROUP)),
        DOMAIN,
        2 * each,
        each,
        each,
        table_size(shapes),
        each,
        scan_size(shapes),
        nodes_size(shapes),
    ]
}

/// Bytes of the settings, which stay as they are.
const SETTINGS: u64 = size_of::<BroadParams>() as u64;

/// The bytes that a broad phase of so many shapes allocates for itself.
pub fn scratch_bytes(shapes: u32) -> u64 {
    sizes(shapes).iter().sum::<u64>() + SETTINGS
}

/// The buffers made here.
struct Scratch {
    params: Buffer,
    dispatches: Buffer,
    boxes: Buffer,
    domains: Buffer,
    domain: Buffer,
    keys: Buffer,
    orders: [Buffer; 2],
    table: Buffer,
    counts: Buffer,
    blocks: Buffer,
    nodes: Buffer,
}

impl Scratch {
    fn new(device: &Device, shapes: u32) -> Self {
        let make = |name: &str, size: u64, usage: Usage| {
            let label = format!("motzkin broad phase {name}");
            let (label, mapped_at_creation) = (Some(label.as_str()), false);
            let usage = usage | Usage::STORAGE;
            device.create_buffer(&wgpu::BufferDescriptor { label, size, usage, mapped_at_creation })
        };
        let plain = Usage::STORAGE;
        let [
            params,
            dispatches,
            boxes,
            domains,
            domain,
            keys,
            order,
            other,
            table,
            counts,
            blocks,
            nodes,
        ] = sizes(shapes);
        Self {
            params: make("params", params, Usage::UNIFORM | Usage::COPY_DST),
            dispatches: make("dispatches", dispatches, Usage::INDIRECT),
            boxes: make("boxes", boxes, plain),
            domains: make("domains", domains, plain),
            domain: make("domain", domain, plain),
            keys: make("keys", keys, plain),
            orders: [order, other].map(|size| make("order", size, plain)),
            table: make("table", table, plain),
            counts: make("counts", counts, plain),
            blocks: make("blocks", blocks, plain),
            nodes: make("nodes", nodes, plain),
        }
    }
}

fn settings(
    buffers: &BroadPhaseBuffers<'_>,
    checked: &Checked,
    options: &BroadPhaseOptions,
) -> BroadParams {
    let starts = level_starts(checked.shapes);
    let start = |level: usize| starts.get(level).copied().unwrap_or_default();
    let flag = |wanted: bool, flag: u32| if wanted { flag } else { 0 };
    BroadParams {
        count: checked.shapes,
        offered: 0,
        capacity: checked.pairs,
        source: buffers.shapes.kind().1,
        options: flag(buffers.filters.is_some(), BroadParams::FILTERED)
            | flag(options.moves(), BroadParams::MOVING)
            | flag(buffers.worlds.is_some(), BroadParams::WORLDS)
            | flag(options.between.is_some(), BroadParams::BETWEEN),
        // Rounded up where it is a denormal: half of the others is exact.
        margin: if options.margin > 0.0 {
            (0.5 * options.margin).max(f32::MIN_POSITIVE)
        } else {
            0.0
        },
        sort_blocks: 0,
        split: options.between.unwrap_or(0),
        starts: [0, 4].map(|first| [0, 1, 2, 3].map(|i| start(first + i))),
        window: [0; 2],
        pad: [0; 2],
    }
}

impl Bound {
    pub fn new(
        device: &Device,
        stages: &Stages,
        buffers: &BroadPhaseBuffers<'_>,
        checked: &Checked,
        options: &BroadPhaseOptions,
    ) -> Result<Self, GpuError> {
        let broad = stages.broad(device)?;
        let scratch = Scratch::new(device, checked.shapes);
        let settings = settings(buffers, checked, options);
        let usage = Usage::UNIFORM | Usage::STORAGE;
        let settings =
            filled(device, "motzkin broad phase settings", bytemuck::bytes_of(&settings), usage)?;
        let gather = |stride| {
            let all = (buffers.shapes.kind().0 as u64, checked.shapes);
            Gathered::new(device, stages, buffers.shapes.slice(), stride, all)
        };
        let gathered = options.stride.map(gather).transpose()?;
        let shapes = gathered.as_ref().map(|gathered| whole(&gathered.items));
        let shapes = shapes.unwrap_or_else(|| binding(buffers.shapes.slice()));
        // A binding has to hold something, also where it is not read.
        let count = buffers.count.map_or(whole(&settings), binding);
        let worlds = buffers.worlds.map_or(shapes.clone(), binding);
        let filters = buffers.filters.map_or(shapes.clone(), binding);
        let (header, pairs) = (binding(buffers.header), binding(buffers.pairs));

        let [params, boxes, domains, domain, keys, table, counts, blocks, nodes] = [
            &scratch.params,
            &scratch.boxes,
            &scratch.domains,
            &scratch.domain,
            &scratch.keys,
            &scratch.table,
            &scratch.counts,
            &scratch.blocks,
            &scratch.nodes,
        ]
        .map(whole);
        let orders = scratch.orders.each_ref().map(whole);
        // The byte table has every small number, each at its offset.
        let number = |number: u32| BufferBinding {
            buffer: &stages.byte_table,
            offset: u64::from(number * byte_table::STRIDE),
            size: BufferSize::new(byte_table::SIZE),
        };
        let zero = number(0);
        let (settings, sizes) = (whole(&settings), whole(&scratch.dispatches));
        let sized = [&zero, &zero, &zero, &zero, &settings, &count, &params, &sizes];
        let turn = |turn: u32| {
            let (from, to) = (&orders[turn as usize % 2], &orders[(turn as usize + 1) % 2]);
            let turn = number(turn);
            let counted = [&params, &turn, &keys, &boxes, from, &table];
            let moved = [&params, &turn, &keys, &boxes, from, &table, &blocks, to];
            [broad.histogram.bind(device, &counted), broad.scatter.bind(device, &moved)]
        };
        let turns = CODE_TURNS + if buffers.worlds.is_some() { WORLD_TURNS } else { 0 };
        // An even number of turns ends where it began.
        let order = &orders[turns as usize % 2];
        let refit = |level| broad.refit.bind(device, &[&params, &number(level), &nodes]);
        // Nobody reads the boxes of shapes any more when the pairs are counted.
        let firsts = &boxes;
        let slice = |slice| {
            let slice = number(slice);
            let read = [&params, &slice, &nodes, order, &domain, &filters, &counts];
            let count = broad.count.bind(device, &[&read[..], &[firsts]].concat());
            let list = [&read[..], &[&blocks, firsts, &pairs]].concat();
            [count, broad.list.bind(device, &list)]
        };
        Ok(Self {
            prepare: broad.prepare.bind(device, &sized),
            boxes: broad.boxes.bind(device, &[&params, &shapes, &worlds, &boxes, &domains]),
            domain: broad.domain.bind(device, &[&params, &domains, &domain]),
            codes: broad.codes.bind(device, &[&params, &boxes, &domain, &keys, &orders[0]]),
            turns: (0..turns).map(turn).collect(),
            table: broad.scan.bind(device, &[&params, &table, &blocks]),
            leaves: broad.leaves.bind(device, &[&params, order, &boxes, &domain, &nodes]),
            refit: (1..=TOP_LEVEL).map(refit).collect(),
            slices: (0..checked.shapes.div_ceil(SLICE).max(1)).map(slice).collect(),
            header: broad.header.bind(device, &[&params, &blocks, &domain, &header]),
            pairs: broad.scan.bind(device, &[&params, &counts, &blocks]),
            few: broad.few.bind(device, &[&params, &shapes, &worlds, &filters, &header, &pairs]),
            params: scratch.params.clone(),
            dispatches: scratch.dispatches.clone(),
            scratch_bytes: scratch_bytes(checked.shapes)
                + gathered.as_ref().map_or(0, Gathered::bytes),
            gathered,
        })
    }
}

fn whole(buffer: &Buffer) -> BufferBinding<'_> {
    buffer.as_entire_buffer_binding()
}
