//! The stage that reduces codes to bits of groups: `shaders/any_hit.wgsl`.

use crate::gpu::shader::bindings::grid;
use crate::gpu::shader::layout::GROUPS_PER_WORD;
use crate::gpu::shader::sources::ANY_HIT;
use crate::gpu::shader::stage::{Compiler, Stage};
use crate::gpu::shader::stage_layout::{CODES_PER_WORD, PAIRS_PER_SPAN};
use crate::gpu::stages::workgroups::{Dispatched, Division};
use wgpu::BufferBinding;

/// Words that a workgroup clears, or takes.
const WORDS_PER_SPAN: u32 = PAIRS_PER_SPAN / CODES_PER_WORD;

/// What the stage reads and writes; [`layout`](crate::gpu::layout) says what lies in it.
#[derive(Clone, Debug)]
pub(in crate::gpu) struct AnyHitBuffers<'a> {
    pub params: BufferBinding<'a>,
    /// As the last stage that tests or settles wrote them.
    pub codes: BufferBinding<'a>,
    pub starts: BufferBinding<'a>,
    /// No more of the starts are read than this says.
    pub group_count: BufferBinding<'a>,
    /// Written.
    pub bits: BufferBinding<'a>,
}

/// One bit a group where some pair meets, and one where some pair is undecided.
#[derive(Clone, Debug)]
pub(in crate::gpu) struct AnyHitStage {
    stage: Stage,
    row: u32,
}

/// Buffers bound to an [`AnyHitStage`].
#[derive(Clone, Debug)]
pub(in crate::gpu) struct AnyHitBindings {
    stage: AnyHitStage,
    bound: wgpu::BindGroup,
}

impl AnyHitStage {
    pub fn new(compiler: Compiler<'_>, row: u32) -> Self {
        Self { stage: Stage::new(compiler, &ANY_HIT, "STEP", &[0, 1]), row }
    }

    /// Binds buffers.
    pub fn bind(&self, device: &wgpu::Device, buffers: &AnyHitBuffers<'_>) -> AnyHitBindings {
        let AnyHitBuffers { params, codes, starts, group_count, bits } = buffers;
        let bound = self.stage.bind(device, &[params, codes, starts, group_count, bits]);
        AnyHitBindings { stage: self.clone(), bound }
    }
}

impl AnyHitBindings {
    /// Records both steps, for the pairs in the bound params. The bits of the first groups, so
    /// many, are cleared.
    pub fn record(&self, pass: &mut wgpu::ComputePass<'_>, pairs: Dispatched<'_>, groups: u32) {
        let AnyHitStage { stage, row } = &self.stage;
        stage.set(pass, 0, &self.bound, &[]);
        let [x, y] = grid((2 * groups.div_ceil(GROUPS_PER_WORD)).div_ceil(WORDS_PER_SPAN), *row);
        pass.dispatch_workgroups(x, y, 1);
        stage.set(pass, 1, &self.bound, &[]);
        pairs.dispatch(pass, Division::Spans, *row);
    }
}
