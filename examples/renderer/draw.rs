//! Draws the world: every box in grey, then those that collide once more, in red.

use crate::shaders;
use crate::world::{World, module};
use motzkin::gpu::layout::{HitRecord, ListHeader};
use motzkin::{Frame3, wgpu};

const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;
const SAMPLES: u32 = 4;
/// Where nothing is, linear. Twin: `HAZE` in `draw.wgsl`.
const HAZE: wgpu::Color = wgpu::Color { r: 0.011, g: 0.013, b: 0.018, a: 1.0 };

/// Pipelines and targets for pictures of one size.
pub struct Painter {
    format: wgpu::TextureFormat,
    any_box: wgpu::RenderPipeline,
    hit_box: wgpu::RenderPipeline,
    /// Group 0 of each of the two.
    bindings: [wgpu::BindGroup; 2],
    /// Colour before it is resolved, and depth.
    targets: [wgpu::TextureView; 2],
}

impl Painter {
    pub fn new(
        device: &wgpu::Device,
        world: &World,
        format: wgpu::TextureFormat,
        size: [u32; 2],
    ) -> Self {
        let rows = wgpu::vertex_attr_array![0 => Float32x4, 1 => Float32x4, 2 => Float32x4, 3 => Float32x4];
        let hit = wgpu::vertex_attr_array![0 => Uint32x3];
        let shader = module(device, "draw", shaders::draw());
        let pipeline = |name, array_stride: usize, attributes| {
            device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                label: Some(name),
                layout: None,
                vertex: wgpu::VertexState {
                    module: &shader,
                    entry_point: Some(name),
                    compilation_options: Default::default(),
                    buffers: &[Some(wgpu::VertexBufferLayout {
                        array_stride: array_stride as u64,
                        step_mode: wgpu::VertexStepMode::Instance,
                        attributes,
                    })],
                },
                primitive: wgpu::PrimitiveState {
                    cull_mode: Some(wgpu::Face::Back),
                    ..Default::default()
                },
                depth_stencil: Some(wgpu::DepthStencilState {
                    format: DEPTH,
                    depth_write_enabled: Some(true),
                    depth_compare: Some(wgpu::CompareFunction::LessEqual),
                    stencil: Default::default(),
                    bias: Default::default(),
                }),
                multisample: wgpu::MultisampleState { count: SAMPLES, ..Default::default() },
                fragment: Some(wgpu::FragmentState {
                    module: &shader,
                    entry_point: Some("lit"),
                    compilation_options: Default::default(),
                    targets: &[Some(format.into())],
                }),
                multiview_mask: None,
                cache: None,
            })
        };
        let any_box = pipeline("any_box", size_of::<Frame3>(), &rows);
        let hit_box = pipeline("hit_box", size_of::<HitRecord>(), &hit);
        let bind = |pipeline: &wgpu::RenderPipeline, buffers: &[&wgpu::Buffer]| {
            let entries: Vec<_> = (0..)
                .zip(buffers)
                .map(|(binding, buffer)| wgpu::BindGroupEntry {
                    binding,
                    resource: buffer.as_entire_binding(),
                })
                .collect();
            let layout = &pipeline.get_bind_group_layout(0);
            let label = Some("draw");
            device.create_bind_group(&wgpu::BindGroupDescriptor {
                label,
                layout,
                entries: &entries,
            })
        };
        let bindings =
            [bind(&any_box, &[&world.moment]), bind(&hit_box, &[&world.moment, &world.frames])];
        Self { format, any_box, hit_box, bindings, targets: targets(device, format, size) }
    }

    /// Makes the targets anew for pictures of another size.
    pub fn resize(&mut self, device: &wgpu::Device, size: [u32; 2]) {
        self.targets = targets(device, self.format, size);
    }

    /// Records the picture.
    pub fn record(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        world: &World,
        out: &wgpu::TextureView,
    ) {
        let [colour, depth] = &self.targets;
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("draw"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: colour,
                depth_slice: None,
                resolve_target: Some(out),
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(HAZE),
                    store: wgpu::StoreOp::Discard,
                },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: depth,
                depth_ops: Some(wgpu::Operations {
                    load: wgpu::LoadOp::Clear(1.0),
                    store: wgpu::StoreOp::Discard,
                }),
                stencil_ops: None,
            }),
            ..Default::default()
        });
        pass.set_pipeline(&self.any_box);
        pass.set_bind_group(0, &self.bindings[0], &[]);
        pass.set_vertex_buffer(0, world.frames.slice(..));
        pass.draw(0..36, 0..world.boxes);
        // The list's header says how many instances there are: the CPU never knows.
        pass.set_pipeline(&self.hit_box);
        pass.set_bind_group(0, &self.bindings[1], &[]);
        pass.set_vertex_buffer(0, world.hits.slice(size_of::<ListHeader>() as u64..));
        pass.draw_indirect(&world.hits, 0);
    }
}

fn targets(
    device: &wgpu::Device,
    format: wgpu::TextureFormat,
    size: [u32; 2],
) -> [wgpu::TextureView; 2] {
    [format, DEPTH].map(|format| {
        let descriptor = wgpu::TextureDescriptor {
            label: Some("target"),
            size: wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: SAMPLES,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
            view_formats: &[],
        };
        device.create_texture(&descriptor).create_view(&Default::default())
    })
}
