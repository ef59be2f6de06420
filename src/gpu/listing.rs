//! The stages that list pairs by code, in pair order: `shaders/scan.wgsl` and `compact.wgsl`.

use super::layout::{
    CODES_PER_WORD, COUNTS_PER_BLOCK, LIST_BINDINGS, PAIRS_PER_GROUP, WORDS_PER_COMPACT_GROUP, bind_group,
    bind_group_layout, grid,
};
use super::sources::{COMPACT, SCAN, pipeline_layout};
use crate::verdict::RawCode;
use wgpu::BufferBinding;

/// A set of raw codes: the mask in [`Params`](super::layout::Params).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeSet(u32);

impl CodeSet {
    /// The pairs that have to be settled.
    pub const UNDECIDED: Self = Self::of(RawCode::UNDECIDED);

    /// The set of one code.
    pub const fn of(code: RawCode) -> Self {
        Self(1 << code.bits())
    }

    /// This set and one code more: hits and undecided pairs in one list, say.
    pub const fn with(self, code: RawCode) -> Self {
        Self(self.0 | 1 << code.bits())
    }

    /// Bit `c` is set when the set holds code `c`.
    pub const fn bits(self) -> u32 {
        self.0
    }
}

/// The buffers that the stages read and write; [`layout`](super::layout) says what lies in them.
#[derive(Clone, Debug)]
pub struct ListBuffers<'a> {
    /// Usage `UNIFORM`.
    pub params: BufferBinding<'a>,
    /// Usage `STORAGE`: the codes that a verdict stage wrote.
    pub codes: BufferBinding<'a>,
    /// Usage `STORAGE`; scratch.
    pub prefixes: BufferBinding<'a>,
    /// Usage `STORAGE`; scratch.
    pub blocks: BufferBinding<'a>,
    /// Usage `STORAGE`; written. Its count is the true number of pairs that have a listed code, so a count
    /// above the capacity tells of an overflow; the codes then still say which.
    pub list: BufferBinding<'a>,
}

/// Buffers bound to a [`ListStage`].
#[derive(Clone, Debug)]
pub struct ListBindings(wgpu::BindGroup);

/// Lists the pairs whose code is in a set. A scan, not atomics, finds each pair its place, so that
/// the list is the same every run.
#[derive(Clone, Debug)]
pub struct ListStage {
    layout: wgpu::BindGroupLayout,
    scan_groups: wgpu::ComputePipeline,
    scan_blocks: wgpu::ComputePipeline,
    compact: wgpu::ComputePipeline,
    row: u32,
}

impl ListStage {
    pub(super) fn new(device: &wgpu::Device, row: u32) -> Self {
        let layout = bind_group_layout(device, COMPACT.name, &LIST_BINDINGS);
        let pipeline_layout = pipeline_layout(device, COMPACT.name, &layout);
        let module = SCAN.module(device);
        let scan = |level| SCAN.pipeline(device, &module, &pipeline_layout, &[("LEVEL", level)]);
        let (scan_groups, scan_blocks) = (scan(0.0), scan(1.0));
        let compact = COMPACT.pipeline(device, &COMPACT.module(device), &pipeline_layout, &[]);
        Self { layout, scan_groups, scan_blocks, compact, row }
    }

    /// Binds buffers.
    pub fn bind(&self, device: &wgpu::Device, buffers: &ListBuffers<'_>) -> ListBindings {
        let ListBuffers { params, codes, prefixes, blocks, list } = buffers;
        let buffers = [params, codes, prefixes, blocks, list];
        ListBindings(bind_group(device, COMPACT.name, &self.layout, &buffers))
    }

    /// Records the listing of `pairs` codes: the number in the bound params.
    pub fn record(&self, encoder: &mut wgpu::CommandEncoder, bindings: &ListBindings, pairs: u32) {
        self.record_timed(encoder, bindings, pairs, None);
    }

    /// [`record`](Self::record) with timestamps, such as those of a [`StageTimer`](super::StageTimer).
    pub fn record_timed(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        bindings: &ListBindings,
        pairs: u32,
        timestamp_writes: Option<wgpu::ComputePassTimestampWrites<'_>>,
    ) {
        let label = Some(COMPACT.name);
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label, timestamp_writes });
        pass.set_bind_group(0, &bindings.0, &[]);
        pass.set_pipeline(&self.scan_groups);
        let [x, y] = grid(pairs.div_ceil(PAIRS_PER_GROUP).div_ceil(COUNTS_PER_BLOCK), self.row);
        pass.dispatch_workgroups(x, y, 1);
        pass.set_pipeline(&self.scan_blocks);
        pass.dispatch_workgroups(1, 1, 1);
        pass.set_pipeline(&self.compact);
        let [x, y] = grid(pairs.div_ceil(CODES_PER_WORD).div_ceil(WORDS_PER_COMPACT_GROUP), self.row);
        pass.dispatch_workgroups(x, y, 1);
    }
}
