//! The stages that settle undecided pairs in whole numbers: `shaders/settle_*.wgsl` and
//! `plane_settle_*.wgsl`.

use crate::gpu::shader::settle_sources::{IN_PLANE, IN_SPACE};
use crate::gpu::shader::stage::{Compiler, Stage};
use crate::gpu::stages::frame_kind::FrameKind;
use crate::gpu::stages::on_demand::OnDemand;
use crate::gpu::stages::workgroups::{Dispatched, Division};
use crate::gpu_error::GpuError;
use std::sync::Arc;
use wgpu::BufferBinding;

/// The buffers that the stages read and write.
#[derive(Clone, Debug)]
pub(in crate::gpu) struct SettleBuffers<'a> {
    pub params: BufferBinding<'a>,
    pub frames: BufferBinding<'a>,
    pub pairs: BufferBinding<'a>,
    /// As a verdict stage wrote them; the codes of what is settled are replaced.
    pub codes: BufferBinding<'a>,
    /// A word that the number of settled pairs is added to.
    pub settled: BufferBinding<'a>,
}

/// Buffers bound to the stages of a kind of frames.
#[derive(Clone, Debug)]
pub(in crate::gpu) struct SettleBindings {
    stages: Arc<[Stage]>,
    groups: Vec<wgpu::BindGroup>,
}

impl SettleBindings {
    /// Records the stages, from the shortest numbers to the longest: each settles what those before
    /// it left.
    pub fn record(&self, pass: &mut wgpu::ComputePass<'_>, pairs: Dispatched<'_>, row: u32) {
        for (stage, group) in self.stages.iter().zip(&self.groups) {
            stage.set(pass, 0, group, &[]);
            pairs.dispatch(pass, Division::Spans, row);
        }
    }
}

/// The stages of every kind of frames, each compiled for the first batch that needs it.
#[derive(Clone, Debug, Default)]
pub(in crate::gpu) struct SettleStages {
    kinds: [OnDemand<Arc<[Stage]>>; 4],
}

impl SettleStages {
    /// Binds buffers of frames of this kind.
    pub fn bind(
        &self,
        compiler: Compiler<'_>,
        buffers: &SettleBuffers<'_>,
        kind: FrameKind,
    ) -> Result<SettleBindings, GpuError> {
        let moving = u32::from(kind.moving);
        let sources = if kind.in_plane { &IN_PLANE[..] } else { &IN_SPACE[..] };
        let place = 2 * usize::from(kind.in_plane) + usize::from(kind.moving);
        let compile = |source| Stage::new(compiler, source, "MOVING", &[moving]);
        let all = || sources.iter().map(compile).collect();
        let stages = self.kinds[place].get(compiler.device, all)?;
        let SettleBuffers { params, frames, pairs, codes, settled } = buffers;
        let bound = [params, frames, pairs, codes, settled];
        let groups = stages.iter().map(|stage| stage.bind(compiler.device, &bound)).collect();
        Ok(SettleBindings { stages, groups })
    }
}
