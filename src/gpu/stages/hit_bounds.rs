//! The stages that bound how, where and when the pairs of hits meet: `shaders/prepare_bounds.wgsl`,
//! `bound_hits.wgsl`, `bound_plane_hits.wgsl`, `bound_intervals.wgsl` and
//! `bound_plane_intervals.wgsl`.

use crate::gpu::shader::layout::HitBounds;
use crate::gpu::shader::sources::{
    BOUND_HITS, BOUND_INTERVALS, BOUND_PLANE_HITS, BOUND_PLANE_INTERVALS, PREPARE_BOUNDS,
};
use crate::gpu::shader::stage::{Compiler, Stage};
use crate::gpu::stages::frame_kind::FrameKind;
use crate::gpu::stages::on_demand::OnDemand;
use crate::gpu_error::GpuError;
use crate::wanted::Wanted;
use wgpu::{BindGroup, Buffer, BufferBinding};

/// What they read and write; [`layout`](crate::gpu::layout) says what lies in it.
#[derive(Clone, Debug)]
pub(in crate::gpu) struct BoundsBuffers<'a> {
    pub params: BufferBinding<'a>,
    pub pairs: BufferBinding<'a>,
    pub frames: BufferBinding<'a>,
    pub hits: BufferBinding<'a>,
    /// Written.
    pub bounds: BufferBinding<'a>,
}

/// The stages, each compiled for the first batch that needs it.
#[derive(Debug)]
pub(in crate::gpu) struct BoundsStages {
    prepare: OnDemand<Stage>,
    /// How and where pairs meet at rest: [`HitBounds`]. One for each of [`OUTPUTS`], in space and
    /// in the plane.
    bound: [[OnDemand<Stage>; 3]; 2],
    /// When they meet in motion: [`HitInterval`](crate::gpu::layout::HitInterval). In space and in
    /// the plane.
    intervals: [OnDemand<Stage>; 2],
    cache: Option<wgpu::PipelineCache>,
    row: u32,
}

/// What a pipeline computes, as the bits of [`HitBounds::known`]. The box is found with the point.
const OUTPUTS: [u32; 3] =
    [HitBounds::SEPARATION, HitBounds::COMMON, HitBounds::SEPARATION | HitBounds::COMMON];

/// Buffers bound to both, and the number of workgroups that one computes for the other.
#[derive(Clone, Debug)]
pub(in crate::gpu) struct BoundsBindings {
    prepare: (Stage, BindGroup),
    bound: (Stage, BindGroup),
    dispatch: Buffer,
}

impl BoundsStages {
    /// Bytes of the buffer that holds the number of workgroups.
    pub const DISPATCH_BYTES: u64 = 12;

    pub fn new(cache: Option<&wgpu::PipelineCache>, row: u32) -> Self {
        Self {
            prepare: OnDemand::default(),
            bound: Default::default(),
            intervals: Default::default(),
            cache: cache.cloned(),
            row,
        }
    }

    fn compiler<'a>(&'a self, device: &'a wgpu::Device) -> Compiler<'a> {
        Compiler { device, cache: self.cache.as_ref() }
    }

    /// The stage that computes what is wanted; `None` where that is nothing that hits have.
    pub fn stage(
        &self,
        device: &wgpu::Device,
        kind: FrameKind,
        wanted: Wanted,
    ) -> Result<Option<Stage>, GpuError> {
        let wants = |output| wanted.contains(output);
        let dimension = usize::from(kind.in_plane);
        if kind.moving {
            let source = [&BOUND_INTERVALS, &BOUND_PLANE_INTERVALS][dimension];
            let compile = || Stage::new(self.compiler(device), source, "", &[]);
            let interval = || self.intervals[dimension].get(device, compile);
            return wants(Wanted::INTERVAL).then(interval).transpose();
        }
        let common = wants(Wanted::WITNESS) || wants(Wanted::BOX);
        let variant = match (wants(Wanted::DEPTH), common) {
            (false, false) => return Ok(None),
            (true, false) => 0,
            (false, true) => 1,
            (true, true) => 2,
        };
        let source = [&BOUND_HITS, &BOUND_PLANE_HITS][dimension];
        let compile = || Stage::new(self.compiler(device), source, "WANTED", &[OUTPUTS[variant]]);
        self.bound[dimension][variant].get(device, compile).map(Some)
    }

    /// Binds buffers for what is wanted; `None` where that is nothing that hits have. `dispatch` is
    /// a buffer of [`DISPATCH_BYTES`](Self::DISPATCH_BYTES).
    pub fn bind(
        &self,
        device: &wgpu::Device,
        buffers: &BoundsBuffers<'_>,
        kind: FrameKind,
        wanted: Wanted,
        dispatch: impl FnOnce() -> Buffer,
    ) -> Result<Option<BoundsBindings>, GpuError> {
        let Some(bound) = self.stage(device, kind, wanted)? else { return Ok(None) };
        let BoundsBuffers { params, pairs, frames, hits, bounds } = buffers;
        let dispatch = dispatch();
        let compile = || Stage::new(self.compiler(device), &PREPARE_BOUNDS, "ROW", &[self.row]);
        let prepare = self.prepare.get(device, compile)?;
        let sized = prepare.bind(device, &[hits, &dispatch.as_entire_buffer_binding()]);
        let bounded = bound.bind(device, &[params, pairs, frames, hits, bounds]);
        Ok(Some(BoundsBindings { prepare: (prepare, sized), bound: (bound, bounded), dispatch }))
    }
}

impl BoundsBindings {
    /// Records both, behind the list of hits.
    pub fn record(&self, pass: &mut wgpu::ComputePass<'_>) {
        let (prepare, sized) = &self.prepare;
        prepare.set(pass, 0, sized, &[]);
        pass.dispatch_workgroups(1, 1, 1);
        let (bound, bounded) = &self.bound;
        bound.set(pass, 0, bounded, &[]);
        pass.dispatch_workgroups_indirect(&self.dispatch, 0);
    }
}
