//! The stage that judges pairs: `shaders/verdicts.wgsl`.

use super::layout::{PAIRS_PER_GROUP, VERDICT_BINDINGS, bind_group, bind_group_layout, grid};
use super::sources::{VERDICTS, pipeline_layout};
use wgpu::BufferBinding;

/// The shapes that a batch holds. A pipeline made for one mix leaves pairs of another undecided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum ShapeMix {
    /// Any: every pair is answered.
    #[default]
    Any = 0,
    /// Two cuboids in each pair.
    Cuboids = 1,
    /// A cuboid and a tetrahedron in each pair, in either order.
    CuboidTetra = 2,
    /// Two tetrahedra in each pair.
    Tetras = 3,
}

impl ShapeMix {
    const ALL: [Self; 4] = [Self::Any, Self::Cuboids, Self::CuboidTetra, Self::Tetras];
}

/// The buffers that the stage reads and writes; [`layout`](super::layout) says what lies in them.
#[derive(Clone, Debug)]
pub struct VerdictBuffers<'a> {
    /// Usage `UNIFORM`.
    pub params: BufferBinding<'a>,
    /// Usage `STORAGE`.
    pub frames: BufferBinding<'a>,
    /// Usage `STORAGE`.
    pub pairs: BufferBinding<'a>,
    /// Usage `STORAGE`; written.
    pub codes: BufferBinding<'a>,
}

/// Buffers bound to a [`VerdictStage`].
#[derive(Clone, Debug)]
pub struct VerdictBindings(wgpu::BindGroup);

/// One raw code a pair. Pipelines only: buffers are bound by [`bind`](Self::bind).
#[derive(Clone, Debug)]
pub struct VerdictStage {
    layout: wgpu::BindGroupLayout,
    pipelines: [wgpu::ComputePipeline; 4],
    row: u32,
}

impl VerdictStage {
    pub(super) fn new(device: &wgpu::Device, row: u32) -> Self {
        let layout = bind_group_layout(device, VERDICTS.name, &VERDICT_BINDINGS);
        let pipeline_layout = pipeline_layout(device, VERDICTS.name, &layout);
        let module = VERDICTS.module(device);
        let make = |mix: ShapeMix| {
            let shapes = f64::from(mix as u32);
            VERDICTS.pipeline(device, &module, &pipeline_layout, &[("SHAPES", shapes)])
        };
        Self { layout, pipelines: ShapeMix::ALL.map(make), row }
    }

    /// Binds buffers.
    pub fn bind(&self, device: &wgpu::Device, buffers: &VerdictBuffers<'_>) -> VerdictBindings {
        let VerdictBuffers { params, frames, pairs, codes } = buffers;
        VerdictBindings(bind_group(device, VERDICTS.name, &self.layout, &[params, frames, pairs, codes]))
    }

    /// Records the judging of the first `pairs` pairs, at most
    /// [`MAX_PAIRS`](super::layout::MAX_PAIRS): the number in the bound params.
    pub fn record(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        bindings: &VerdictBindings,
        pairs: u32,
        mix: ShapeMix,
    ) {
        self.record_timed(encoder, bindings, pairs, mix, None);
    }

    /// [`record`](Self::record) with timestamps, such as those of a [`StageTimer`](super::StageTimer).
    pub fn record_timed(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        bindings: &VerdictBindings,
        pairs: u32,
        mix: ShapeMix,
        timestamp_writes: Option<wgpu::ComputePassTimestampWrites<'_>>,
    ) {
        let [x, y] = grid(pairs.div_ceil(PAIRS_PER_GROUP), self.row);
        let label = Some(VERDICTS.name);
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label, timestamp_writes });
        pass.set_pipeline(&self.pipelines[mix as usize]);
        pass.set_bind_group(0, &bindings.0, &[]);
        pass.dispatch_workgroups(x, y, 1);
    }
}
