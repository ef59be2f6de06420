//! The stages that list pairs by code, in pair order: `shaders/scan.wgsl`, `compact.wgsl` and
//! `list_*.wgsl`.

use crate::gpu::shader::sources::{COMPACT, SCAN};
use crate::gpu::shader::stage::{Compiler, Stage};
use crate::gpu::stages::workgroups::{Dispatched, Division};
use crate::verdict::RawCode;
use wgpu::BufferBinding;

/// A set of raw codes: the mask in [`Params`](crate::gpu::shader::stage_layout::Params).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gpu) struct CodeSet(u32);

impl CodeSet {
    /// The pairs that have to be settled.
    pub const UNDECIDED: Self = Self::of(RawCode::UNDECIDED);

    /// The set of one code.
    pub const fn of(code: RawCode) -> Self {
        Self(1 << code.bits())
    }

    /// This set and one code more.
    pub const fn with(self, code: RawCode) -> Self {
        Self(self.0 | 1 << code.bits())
    }

    /// Bit `c` is set when the set holds code `c`.
    pub const fn bits(self) -> u32 {
        self.0
    }
}

/// Counts the listed pairs before each group of pairs: a scan, not atomics, finds each its place,
/// so that a list is the same every run.
#[derive(Clone, Debug)]
pub(in crate::gpu) struct ScanStage {
    stage: Stage,
    row: u32,
}

/// The buffers that every listing begins with; [`layout`](crate::gpu::layout) says what lies in
/// them.
#[derive(Clone, Debug)]
pub(in crate::gpu) struct ScanBuffers<'a> {
    pub params: BufferBinding<'a>,
    /// As a verdict stage wrote them.
    pub codes: BufferBinding<'a>,
    /// Scratch.
    pub prefixes: BufferBinding<'a>,
    /// Scratch.
    pub blocks: BufferBinding<'a>,
}

impl ScanStage {
    pub fn new(compiler: Compiler<'_>, row: u32) -> Self {
        Self { stage: Stage::new(compiler, &SCAN, "LEVEL", &[0, 1]), row }
    }

    /// Binds buffers.
    pub fn bind(&self, device: &wgpu::Device, buffers: &ScanBuffers<'_>) -> wgpu::BindGroup {
        let ScanBuffers { params, codes, prefixes, blocks } = buffers;
        self.stage.bind(device, &[params, codes, prefixes, blocks])
    }

    /// Records both levels.
    pub fn record(
        &self,
        pass: &mut wgpu::ComputePass<'_>,
        bound: &wgpu::BindGroup,
        pairs: Dispatched<'_>,
    ) {
        self.stage.set(pass, 0, bound, &[]);
        pairs.dispatch(pass, Division::Scan, self.row);
        self.stage.set(pass, 1, bound, &[]);
        pass.dispatch_workgroups(1, 1, 1);
    }
}

/// The buffers of a list of indices.
#[derive(Clone, Debug)]
pub(in crate::gpu) struct ListBuffers<'a> {
    pub params: BufferBinding<'a>,
    pub codes: BufferBinding<'a>,
    /// Scratch.
    pub prefixes: BufferBinding<'a>,
    /// Scratch.
    pub blocks: BufferBinding<'a>,
    /// Written. Its count is the true number of pairs that have a listed code, so a count above the
    /// capacity tells of an overflow; the codes then still say which.
    pub list: BufferBinding<'a>,
}

/// Buffers bound to a [`ListStage`].
#[derive(Clone, Debug)]
pub(in crate::gpu) struct ListBindings {
    scan: wgpu::BindGroup,
    compact: wgpu::BindGroup,
}

/// Lists the indices of the pairs whose code is in a set.
#[derive(Clone, Debug)]
pub(in crate::gpu) struct ListStage {
    scan: ScanStage,
    compact: Stage,
    row: u32,
}

impl ListStage {
    pub fn new(compiler: Compiler<'_>, scan: ScanStage, row: u32) -> Self {
        Self { scan, compact: Stage::new(compiler, &COMPACT, "", &[]), row }
    }

    /// Binds buffers.
    pub fn bind(&self, device: &wgpu::Device, buffers: &ListBuffers<'_>) -> ListBindings {
        let ListBuffers { params, codes, prefixes, blocks, list } = buffers.clone();
        let compact = self.compact.bind(device, &[&params, &codes, &prefixes, &blocks, &list]);
        let scan = self.scan.bind(device, &ScanBuffers { params, codes, prefixes, blocks });
        ListBindings { scan, compact }
    }

    /// Records the listing of `pairs` codes: the number in the bound params.
    pub fn record(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        bindings: &ListBindings,
        pairs: u32,
        timestamp_writes: Option<wgpu::ComputePassTimestampWrites<'_>>,
    ) {
        let label = Some(self.compact.label());
        let mut pass =
            encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label, timestamp_writes });
        self.record_in(&mut pass, bindings, pairs);
    }

    /// [`record`](Self::record), in a pass.
    pub fn record_in(&self, pass: &mut wgpu::ComputePass<'_>, bindings: &ListBindings, pairs: u32) {
        let pairs = Dispatched::Of(pairs);
        self.scan.record(pass, &bindings.scan, pairs);
        self.compact.set(pass, 0, &bindings.compact, &[]);
        pairs.dispatch(pass, Division::Pairs, self.row);
    }
}
