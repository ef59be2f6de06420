//! Pipelines, and a pass of each kind.

use super::layout::{Question, SHADERS};
use super::{OccupancyMode, QUERIES};
use crate::gpu::device::Headless;
use crate::gpu::scopes::checked_now;
use crate::gpu_error::GpuError;
use std::sync::mpsc::channel;
use std::time::Duration;

/// A pass takes milliseconds; a device that has not answered by then never will.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Any format that every device draws to.
const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// What is compiled once.
pub struct Passes {
    gpu: Headless,
    work: Work,
}

enum Work {
    Compute(wgpu::ComputePipeline),
    Draw {
        pipeline: wgpu::RenderPipeline,
        target: wgpu::TextureView,
        queries: wgpu::QuerySet,
        /// Vertices a triangle, and draws a question.
        vertices: u32,
        views: u32,
    },
}

impl Passes {
    pub fn new(gpu: &Headless, mode: OccupancyMode) -> Self {
        let device = &gpu.device;
        let work = match mode {
            OccupancyMode::Compute => {
                Work::Compute(device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                    label: Some("motzkin grey compute"),
                    layout: None,
                    module: &module(device, 0),
                    entry_point: Some(SHADERS[0].0),
                    compilation_options: Default::default(),
                    cache: None,
                }))
            }
            OccupancyMode::Exact => draw(device, 1, wgpu::PrimitiveTopology::PointList, 1),
            OccupancyMode::Views { size, strips: false } => {
                draw(device, 2, wgpu::PrimitiveTopology::TriangleList, size)
            }
            OccupancyMode::Views { size, strips: true } => {
                draw(device, 2, wgpu::PrimitiveTopology::TriangleStrip, size)
            }
        };
        Self { gpu: gpu.clone(), work }
    }

    /// Bytes of the largest buffer that can be bound.
    pub fn largest(&self) -> u64 {
        let limits = self.gpu.device.limits();
        limits.max_storage_buffer_binding_size.min(limits.max_buffer_size)
    }

    /// What each question, or each view of it, found.
    pub fn run(
        &self,
        questions: &[Question],
        corners: &[[[f32; 3]; 3]],
    ) -> Result<Vec<bool>, GpuError> {
        let device = &self.gpu.device;
        let (words, readback) = checked_now(device, || self.submit(questions, corners))?;
        let (sender, receiver) = channel();
        readback.map_async(wgpu::MapMode::Read, .., move |mapped| {
            let _ = sender.send(mapped);
        });
        let poll =
            device.poll(wgpu::PollType::Wait { submission_index: None, timeout: Some(TIMEOUT) });
        if let Some(fault) = self.gpu.fault() {
            return Err(fault);
        }
        poll.map_err(|_| GpuError::Timeout(TIMEOUT))?;
        let mapped = receiver.recv_timeout(TIMEOUT).map_err(|_| GpuError::Timeout(TIMEOUT))?;
        mapped.map_err(|error| GpuError::Refused(error.to_string()))?;
        let bytes =
            readback.get_mapped_range(..).map_err(|error| GpuError::Refused(error.to_string()))?;
        Ok(bytes.chunks_exact(words).map(|answer| answer.iter().any(|byte| *byte != 0)).collect())
    }

    /// Records and submits a pass. Answers how many bytes an answer has, and where they will be.
    fn submit(&self, questions: &[Question], corners: &[[[f32; 3]; 3]]) -> (usize, wgpu::Buffer) {
        use wgpu::BufferUsages as Usages;
        let (device, queue) = (&self.gpu.device, &self.gpu.queue);
        let buffer = |label, size, usage| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size,
                usage,
                mapped_at_creation: false,
            })
        };
        let filled = |label, bytes: &[u8]| {
            let made = buffer(label, bytes.len() as u64, Usages::STORAGE | Usages::COPY_DST);
            queue.write_buffer(&made, 0, bytes);
            made
        };
        let asked = filled("motzkin grey questions", bytemuck::cast_slice(questions));
        let shown = filled("motzkin grey corners", bytemuck::cast_slice(corners));
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor {
            label: Some("motzkin grey"),
        });
        let bind = |layout: &wgpu::BindGroupLayout, buffers: &[wgpu::Buffer]| {
            let entries: Vec<_> = (0..)
                .zip(buffers)
                .map(|(binding, buffer)| wgpu::BindGroupEntry {
                    binding,
                    resource: buffer.as_entire_binding(),
                })
                .collect();
            let label = Some("motzkin grey");
            device.create_bind_group(&wgpu::BindGroupDescriptor {
                label,
                layout,
                entries: &entries,
            })
        };
        let readback =
            |size| buffer("motzkin grey readback", size, Usages::COPY_DST | Usages::MAP_READ);
        let count = questions.len() as u32;
        let (words, back) = match &self.work {
            Work::Compute(pipeline) => {
                let size = 4 * u64::from(count);
                let grey = buffer("motzkin grey answers", size, Usages::STORAGE | Usages::COPY_SRC);
                let group = bind(&pipeline.get_bind_group_layout(0), &[asked, shown, grey.clone()]);
                let label = Some("motzkin grey compute");
                let descriptor = wgpu::ComputePassDescriptor { label, timestamp_writes: None };
                let mut pass = encoder.begin_compute_pass(&descriptor);
                pass.set_pipeline(pipeline);
                pass.set_bind_group(0, &group, &[]);
                pass.dispatch_workgroups(count, 1, 1);
                drop(pass);
                let back = readback(size);
                encoder.copy_buffer_to_buffer(&grey, 0, &back, 0, size);
                (4, back)
            }
            Work::Draw { pipeline, target, queries, vertices, views } => {
                let group = bind(&pipeline.get_bind_group_layout(0), &[asked, shown]);
                let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                    label: Some("motzkin grey queries"),
                    color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                        view: target,
                        depth_slice: None,
                        resolve_target: None,
                        ops: wgpu::Operations {
                            load: wgpu::LoadOp::Load,
                            store: wgpu::StoreOp::Store,
                        },
                    })],
                    depth_stencil_attachment: None,
                    timestamp_writes: None,
                    occlusion_query_set: Some(queries),
                    multiview_mask: None,
                });
                pass.set_pipeline(pipeline);
                pass.set_bind_group(0, &group, &[]);
                for (number, question) in (0..).zip(questions) {
                    for query in number * views..(number + 1) * views {
                        pass.begin_occlusion_query(query);
                        pass.draw(0..question.count * vertices, query..query + 1);
                        pass.end_occlusion_query();
                    }
                }
                drop(pass);
                let size = 8 * u64::from(count * views);
                let usage = Usages::QUERY_RESOLVE | Usages::COPY_SRC;
                let resolved = buffer("motzkin grey answers", size, usage);
                encoder.resolve_query_set(queries, 0..count * views, &resolved, 0);
                let back = readback(size);
                encoder.copy_buffer_to_buffer(&resolved, 0, &back, 0, size);
                (8, back)
            }
        };
        queue.submit([encoder.finish()]);
        (words, back)
    }
}

fn module(device: &wgpu::Device, shader: usize) -> wgpu::ShaderModule {
    let (name, parts, own) = SHADERS[shader];
    device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(&format!("motzkin {name}")),
        source: wgpu::ShaderSource::Wgsl([parts, own].concat().into()),
    })
}

fn draw(
    device: &wgpu::Device,
    shader: usize,
    topology: wgpu::PrimitiveTopology,
    size: u32,
) -> Work {
    let module = module(device, shader);
    let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("motzkin grey queries"),
        layout: None,
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some(SHADERS[shader].0),
            compilation_options: Default::default(),
            buffers: &[],
        },
        // Depth is clipped, which keeps what lies before and behind the box out of a view.
        primitive: wgpu::PrimitiveState { topology, ..Default::default() },
        depth_stencil: None,
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module: &module,
            entry_point: Some("fragment"),
            compilation_options: Default::default(),
            targets: &[Some(FORMAT.into())],
        }),
        multiview_mask: None,
        cache: None,
    });
    let target = device.create_texture(&wgpu::TextureDescriptor {
        label: Some("motzkin grey target"),
        size: wgpu::Extent3d { width: size, height: size, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: FORMAT,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    });
    let queries = device.create_query_set(&wgpu::QuerySetDescriptor {
        label: Some("motzkin grey queries"),
        ty: wgpu::QueryType::Occlusion,
        count: QUERIES as u32,
    });
    let of_views = topology != wgpu::PrimitiveTopology::PointList;
    let (vertices, views) = if of_views { (3, 3) } else { (1, 1) };
    Work::Draw {
        pipeline,
        target: target.create_view(&Default::default()),
        queries,
        vertices,
        views,
    }
}
