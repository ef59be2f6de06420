//! The boxes on the GPU: moved, paired and tested there, and never read back.

use crate::shaders;
use crate::stage::Stage;
use motzkin::bytemuck::{Pod, Zeroable, bytes_of};
use motzkin::glam::{Mat4, Vec3};
use motzkin::gpu::layout::{CandidateHeader, HitRecord, ListHeader};
use motzkin::gpu::{
    Batch, BatchBuffers, BatchOptions, BroadPhase, BroadPhaseBuffers, BroadPhaseInput, Pairs,
    Pipelines,
};
use motzkin::{Frame3, Pair, wgpu};
use std::error::Error;

/// Room in the list of pairs, for each box. The header of the hits says when it was too little.
const PAIRS_PER_BOX: u64 = 8;
/// Room in the list of hits, for each box.
const HITS_PER_BOX: u64 = 2;
/// Vertices of the two boxes of a hit.
const VERTICES_PER_HIT: u32 = 72;

/// What the shaders know of a moment. Twin: `moment.wgsl`.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Moment {
    view_projection: Mat4,
    eye: Vec3,
    seconds: f32,
    light: Vec3,
    longest: f32,
    boxes: u32,
    pad: [u32; 3],
}

/// The buffers and what fills them.
pub struct World {
    pub boxes: u32,
    pub moment: wgpu::Buffer,
    /// A [`Frame3`] a box: what is drawn is what is tested.
    pub frames: wgpu::Buffer,
    pub pairs: wgpu::Buffer,
    /// A [`ListHeader`], which is also the arguments of an indirect draw, then the [`HitRecord`]s.
    pub hits: wgpu::Buffer,
    simulate: Stage,
    broad: BroadPhase,
    batch: Batch,
}

/// A shader of this example.
pub fn module(device: &wgpu::Device, label: &str, wgsl: String) -> wgpu::ShaderModule {
    let source = wgpu::ShaderSource::Wgsl(wgsl.into());
    device.create_shader_module(wgpu::ShaderModuleDescriptor { label: Some(label), source })
}

impl World {
    pub fn new(device: &wgpu::Device, boxes: u32) -> Result<Self, Box<dyn Error>> {
        use wgpu::BufferUsages as Usage;
        let buffer = |label, size, usage| {
            let (label, mapped_at_creation) = (Some(label), false);
            device.create_buffer(&wgpu::BufferDescriptor { label, size, usage, mapped_at_creation })
        };
        let many = u64::from(boxes);
        let read = Usage::STORAGE | Usage::COPY_SRC;
        let (frame, pair, hit) = (size_of::<Frame3>(), size_of::<Pair>(), size_of::<HitRecord>());
        let moment = buffer("moment", size_of::<Moment>() as u64, Usage::UNIFORM | Usage::COPY_DST);
        let frames = buffer("frames", many * frame as u64, read | Usage::VERTEX);
        let pairs = buffer("pairs", PAIRS_PER_BOX * many * pair as u64, read);
        let listed = HITS_PER_BOX * many * hit as u64;
        let hits = buffer(
            "hits",
            size_of::<ListHeader>() as u64 + listed,
            read | Usage::VERTEX | Usage::INDIRECT,
        );
        let candidates = buffer("candidates", size_of::<CandidateHeader>() as u64, read);

        let groups = boxes.div_ceil(64);
        let simulate = module(device, "simulate", shaders::simulate());
        let pipelines = Pipelines::new(device)?;
        // The list of pairs goes from one to the other, and the header with their number.
        let shapes = BroadPhaseInput::Frames(frames.slice(..));
        let broad_buffers = BroadPhaseBuffers::new(shapes, pairs.slice(..), candidates.slice(..));
        let batch_buffers = BatchBuffers {
            count: Some(candidates.slice(..)),
            hits: Some(hits.slice(..)),
            ..BatchBuffers::new(frames.slice(..), pairs.slice(..))
        };
        let options = BatchOptions { vertices_per_hit: VERTICES_PER_HIT, ..Default::default() };
        Ok(Self {
            simulate: Stage::new(
                device,
                &simulate,
                "simulate",
                &[(0, &moment), (1, &frames)],
                groups,
            ),
            broad: pipelines.broad_phase(device, &broad_buffers, &Default::default())?,
            batch: pipelines.batch(device, &batch_buffers, &options)?,
            boxes,
            moment,
            frames,
            pairs,
            hits,
        })
    }

    /// Sets the time and the camera of what is recorded next.
    pub fn set_moment(&self, queue: &wgpu::Queue, seconds: f32, eye: Vec3, view_projection: Mat4) {
        // Smaller boxes where there are more of them, so that as many collide.
        let longest = 2.3 / (self.boxes as f32).cbrt();
        let light = Vec3::new(-0.45, 0.35, 0.82).normalize();
        let (boxes, pad) = (self.boxes, [0; 3]);
        let moment = Moment { view_projection, eye, seconds, light, longest, boxes, pad };
        queue.write_buffer(&self.moment, 0, bytes_of(&moment));
    }

    /// Records a step: boxes moved, candidate pairs found, hits listed.
    pub fn record(&self, encoder: &mut wgpu::CommandEncoder) -> Result<(), Box<dyn Error>> {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("move, pair and test"),
            timestamp_writes: None,
        });
        self.simulate.record(&mut pass);
        self.broad.record(&mut pass, self.boxes)?;
        Ok(self.batch.record(&mut pass, Pairs::Indirect)?)
    }
}
