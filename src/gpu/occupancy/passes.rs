//! Pipelines, and a pass of each kind.

use crate::gpu::device::headless::Headless;
use crate::gpu::device::scopes::checked_now;
use crate::gpu::occupancy::layout::{Question, SHADERS};
use crate::gpu::occupancy::mode::{OccupancyMode, QUERIES};
use crate::gpu::run::job::Job;
use crate::gpu::run::jobs::Jobs;
use crate::gpu::run::polling::Polling;
use crate::gpu::run::runner::Runner;
use crate::gpu::run::turns::Kept;
use crate::gpu_error::GpuError;
use std::sync::Arc;
use std::time::Duration;

/// A pass takes milliseconds; a device that has not answered by then never will.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Any format that every device draws to.
const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// What is compiled once.
pub struct Passes {
    work: Work,
    // Last: pipelines go before the thread that waits for the GPU.
    owner: Owner,
}

/// Whose jobs the passes are: they obey that one's budget and timeout.
enum Owner {
    Own(Box<Jobs>),
    Of(Arc<Runner>),
}

impl Owner {
    fn jobs(&self) -> &Jobs {
        match self {
            Self::Own(jobs) => jobs,
            Self::Of(runner) => &runner.jobs,
        }
    }
}

/// Corners that questions are about. They are uploaded with the first questions.
pub struct Shown<'a> {
    corners: &'a [[[f32; 3]; 3]],
    uploaded: Option<wgpu::Buffer>,
}

impl<'a> Shown<'a> {
    pub fn new(corners: &'a [[[f32; 3]; 3]]) -> Self {
        Self { corners, uploaded: None }
    }
}

enum Work {
    Compute(wgpu::ComputePipeline),
    Draw {
        pipeline: wgpu::RenderPipeline,
        target: wgpu::TextureView,
        queries: wgpu::QuerySet,
        /// Vertices a triangle, and the views of a box.
        vertices: u32,
        views: u32,
    },
}

impl Passes {
    /// Compiles the pipelines of a mode.
    pub fn new(gpu: &Headless, mode: OccupancyMode) -> Result<Self, GpuError> {
        let jobs = Jobs::start(gpu.clone(), None, Polling::Caller, TIMEOUT, false)?;
        Self::on(Owner::Own(Box::new(jobs)), mode)
    }

    /// Compiles the pipelines of a mode for the device of a runner.
    pub fn of(runner: Arc<Runner>, mode: OccupancyMode) -> Result<Self, GpuError> {
        Self::on(Owner::Of(runner), mode)
    }

    fn on(owner: Owner, mode: OccupancyMode) -> Result<Self, GpuError> {
        let device = &owner.jobs().gpu.device;
        let work = checked_now(device, || Work::new(device, mode))?;
        Ok(Self { work, owner })
    }

    /// Bytes of the largest buffer that can be bound, and that a budget has room for beside what
    /// is staged and answered.
    pub fn largest(&self) -> u64 {
        let jobs = self.owner.jobs();
        let limits = jobs.gpu.device.limits();
        let budget = jobs.budget.most().map_or(u64::MAX, |most| most / 4);
        limits.max_storage_buffer_binding_size.min(limits.max_buffer_size).min(budget)
    }

    /// What each question found, in one of the views if boxes are viewed.
    pub fn run(
        &self,
        questions: &[Question],
        shown: &mut Shown,
        view: u32,
    ) -> Result<Vec<bool>, GpuError> {
        let is_set = |answer: &[u8]| answer.iter().any(|byte| *byte != 0);
        let size = self.work.answer_size();
        let read = |bytes: &[u8], _: &mut Option<_>| bytes.chunks_exact(size).map(is_set).collect();
        // Questions and corners twice, since they are staged; answers where they are written, and
        // where they are read.
        let uploaded = size_of_val(questions) + size_of_val(shown.corners);
        let bytes = 2 * (uploaded + questions.len() * size) as u64;
        let submit = || self.record(questions, shown, view);
        let jobs = self.owner.jobs();
        jobs.block_on(jobs.call(async {
            let turn = jobs.turn().await?;
            if let (Owner::Of(runner), Some(_)) = (&self.owner, jobs.budget.most()) {
                runner.free_idle();
            }
            let held = jobs.budget.take("an occupancy test", bytes)?;
            let kept = Kept::new(held, &turn);
            jobs.run_one(submit, kept, read, &mut None).await
        }))
    }

    /// Uploads the questions and records a pass.
    fn record(&self, questions: &[Question], shown: &mut Shown, view: u32) -> Job {
        use wgpu::BufferUsages as Usages;
        let Headless { device, queue, .. } = &self.owner.jobs().gpu;
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
        let asked = filled("motzkin occupancy questions", bytemuck::cast_slice(questions));
        let Shown { corners, uploaded } = shown;
        let upload = || filled("motzkin occupancy corners", bytemuck::cast_slice(corners));
        let shown = uploaded.get_or_insert_with(upload).clone();
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor {
            label: Some("motzkin occupancy"),
        });
        let bind = |layout: &wgpu::BindGroupLayout, buffers: &[wgpu::Buffer]| {
            let entries: Vec<_> = (0..)
                .zip(buffers)
                .map(|(binding, buffer)| wgpu::BindGroupEntry {
                    binding,
                    resource: buffer.as_entire_binding(),
                })
                .collect();
            let label = Some("motzkin occupancy");
            device.create_bind_group(&wgpu::BindGroupDescriptor {
                label,
                layout,
                entries: &entries,
            })
        };
        let back =
            |size| buffer("motzkin occupancy readback", size, Usages::COPY_DST | Usages::MAP_READ);
        let count = questions.len() as u32;
        let readback = match &self.work {
            Work::Compute(pipeline) => {
                let size = 4 * u64::from(count);
                let occupied =
                    buffer("motzkin occupancy answers", size, Usages::STORAGE | Usages::COPY_SRC);
                let group =
                    bind(&pipeline.get_bind_group_layout(0), &[asked, shown, occupied.clone()]);
                let label = Some("motzkin occupancy compute");
                let descriptor = wgpu::ComputePassDescriptor { label, timestamp_writes: None };
                let mut pass = encoder.begin_compute_pass(&descriptor);
                pass.set_pipeline(pipeline);
                pass.set_bind_group(0, &group, &[]);
                pass.dispatch_workgroups(count, 1, 1);
                drop(pass);
                let back = back(size);
                encoder.copy_buffer_to_buffer(&occupied, 0, &back, 0, size);
                back
            }
            Work::Draw { pipeline, target, queries, vertices, views } => {
                let group = bind(&pipeline.get_bind_group_layout(0), &[asked, shown]);
                let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                    label: Some("motzkin occupancy queries"),
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
                    // The instance names the box and the view.
                    let instance = number * views + view;
                    pass.begin_occlusion_query(number);
                    pass.draw(0..question.count * vertices, instance..instance + 1);
                    pass.end_occlusion_query();
                }
                drop(pass);
                let size = 8 * u64::from(count);
                let usage = Usages::QUERY_RESOLVE | Usages::COPY_SRC;
                let resolved = buffer("motzkin occupancy answers", size, usage);
                encoder.resolve_query_set(queries, 0..count, &resolved, 0);
                let back = back(size);
                encoder.copy_buffer_to_buffer(&resolved, 0, &back, 0, size);
                back
            }
        };
        let bytes = readback.size();
        Job { commands: encoder.finish(), readback, bytes }
    }
}

impl Work {
    fn new(device: &wgpu::Device, mode: OccupancyMode) -> Self {
        match mode {
            OccupancyMode::Compute => {
                Work::Compute(device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                    label: Some("motzkin occupancy compute"),
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
        }
    }

    /// Bytes of the answer to a question.
    fn answer_size(&self) -> usize {
        match self {
            Self::Compute(_) => 4,
            Self::Draw { .. } => 8,
        }
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
        label: Some("motzkin occupancy queries"),
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
        label: Some("motzkin occupancy target"),
        size: wgpu::Extent3d { width: size, height: size, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: FORMAT,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    });
    let queries = device.create_query_set(&wgpu::QuerySetDescriptor {
        label: Some("motzkin occupancy queries"),
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
