//! Pipelines, and a pass of each kind.

use crate::gpu::device::headless::Headless;
use crate::gpu::device::limits::largest_bound;
use crate::gpu::device::scopes::checked_now;
use crate::gpu::occupancy::batch::Batch;
use crate::gpu::occupancy::layout::{Question, SHADERS};
use crate::gpu::occupancy::mode::{OccupancyMode, QUERIES};
use crate::gpu::run::job::Job;
use crate::gpu::run::jobs::Jobs;
use crate::gpu::run::polling::Polling;
use crate::gpu::run::runner::Runner;
use crate::gpu::run::turns::Kept;
use crate::gpu::run::upload::Uploads;
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

/// Where a group's answers may begin, in bytes: no device asks for slices at multiples of more.
const ALIGNED: u64 = 256;

/// What a batch has sent to the device.
pub struct Sent {
    questions: wgpu::Buffer,
    listed: wgpu::Buffer,
    loose: Option<wgpu::Buffer>,
    /// Memory, and the turn at it: no other call comes between the views of a batch.
    kept: Kept,
}

enum Work {
    Compute(wgpu::ComputePipeline),
    Draw {
        pipeline: wgpu::RenderPipeline,
        target: wgpu::TextureView,
        queries: wgpu::QuerySet,
        /// Vertices for each that a question counts, and the views of a box.
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

    /// The jobs that passes are.
    pub fn jobs(&self) -> &Jobs {
        self.owner.jobs()
    }

    /// Frees what only waits for use.
    pub fn free_idle(&self) {
        match &self.owner {
            Owner::Own(jobs) => jobs.free_idle(),
            Owner::Of(runner) => runner.free_idle(),
        };
    }

    /// Bytes that may go up with a batch: those of the largest buffer that can be bound, within a
    /// third of a budget, since they are staged.
    pub fn largest(&self) -> u64 {
        let jobs = self.jobs();
        let limits = jobs.gpu.device.limits();
        let budget = jobs.budget.most().map_or(u64::MAX, |most| most / 6);
        largest_bound(&limits).min(budget)
    }

    /// What each of the `open` questions found, in one of the views if boxes are viewed. The batch
    /// goes up with its first pass.
    pub fn run(
        &self,
        batch: &Batch,
        sent: &mut Option<Sent>,
        open: &[usize],
        view: u32,
    ) -> Result<Vec<bool>, GpuError> {
        let starts = self.work.starts(batch, open);
        let size = self.work.answer_size();
        let is_set = |place: &u64, bytes: &[u8]| {
            let answer = *place as usize..*place as usize + size as usize;
            bytes[answer].iter().any(|byte| *byte != 0)
        };
        let read = |bytes: &[u8], _: &mut Option<_>| {
            starts.iter().map(|place| is_set(place, bytes)).collect()
        };
        let answers = starts.last().map_or(0, |last| last + size);
        // What goes up twice, since it is staged; answers where they are written, and where they
        // are read. A later view has no more answers than the first.
        let bytes = 2 * (batch.bytes() + answers) + 64;
        let jobs = self.jobs();
        jobs.block_on(jobs.call(async {
            let kept = match sent {
                Some(sent) => sent.kept.clone(),
                None => self.keep(bytes).await?,
            };
            let meshes: Vec<_> = batch.groups.iter().map(|group| group.mesh.clone()).collect();
            let (sending, kept) = (kept.clone(), (meshes, kept));
            let submit = |uploads: &mut Uploads<'_>| -> Result<Job, GpuError> {
                let sent = match sent {
                    Some(sent) => sent,
                    None => sent.insert(self.send(uploads, batch, sending)?),
                };
                Ok(self.record(batch, sent, open, (&starts, answers), view))
            };
            jobs.run_one(jobs.uploads(), submit, kept, read, &mut None).await
        }))
    }

    /// Waits for a turn and takes memory.
    async fn keep(&self, bytes: u64) -> Result<Kept, GpuError> {
        let jobs = self.jobs();
        let turn = jobs.turn().await?;
        if let (Owner::Of(runner), Some(_)) = (&self.owner, jobs.budget.most()) {
            runner.free_idle();
        }
        Ok(Kept::new(jobs.budget.take("an occupancy test", bytes)?, &turn))
    }

    fn buffer(&self, label: &str, size: u64, usage: wgpu::BufferUsages) -> wgpu::Buffer {
        self.jobs().gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            size,
            usage,
            mapped_at_creation: false,
        })
    }

    /// Uploads a batch.
    fn send(&self, uploads: &mut Uploads<'_>, batch: &Batch, kept: Kept) -> Result<Sent, GpuError> {
        use wgpu::BufferUsages as Usages;
        let mut filled = |label, head: &[u8], bytes: &[u8]| -> Result<wgpu::Buffer, GpuError> {
            // No binding is empty.
            let size = (head.len() + bytes.len()).max(4) as u64;
            let made = self.buffer(label, size, Usages::STORAGE | Usages::COPY_DST);
            uploads.write(&made, head)?;
            uploads.write_at(&made, head.len() as u64, bytes)?;
            Ok(made)
        };
        let questions = bytemuck::cast_slice(&batch.questions);
        let questions = filled("motzkin occupancy questions", &[], questions)?;
        let listed = filled("motzkin occupancy list", &[], bytemuck::cast_slice(&batch.listed))?;
        let corners = bytemuck::cast_slice(&batch.loose);
        // Each corner has a vertex of its own.
        let loose = || filled("motzkin occupancy corners", &[0; 4], corners);
        let loose = (!batch.loose.is_empty()).then(loose).transpose()?;
        Ok(Sent { questions, listed, loose, kept })
    }

    /// Records a pass.
    fn record(
        &self,
        batch: &Batch,
        sent: &Sent,
        open: &[usize],
        (starts, size): (&[u64], u64),
        view: u32,
    ) -> Job {
        use wgpu::BufferUsages as Usages;
        let device = &self.jobs().gpu.device;
        let label = Some("motzkin occupancy");
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label });
        let part = |buffer, offset, size| {
            let size = wgpu::BufferSize::new(size);
            wgpu::BindingResource::Buffer(wgpu::BufferBinding { buffer, offset, size })
        };
        let bind = |layout: &wgpu::BindGroupLayout, resources: &[wgpu::BindingResource]| {
            let entries: Vec<_> = (0..)
                .zip(resources.iter().cloned())
                .map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource })
                .collect();
            let entries = &entries[..];
            device.create_bind_group(&wgpu::BindGroupDescriptor { label, layout, entries })
        };
        let usage = Usages::COPY_DST | Usages::MAP_READ;
        let back = self.buffer("motzkin occupancy readback", size, usage);
        let meshes = batch.groups.iter().filter_map(|group| {
            let mesh = group.mesh.as_ref().map(|mesh| &mesh.buffer).or(sent.loose.as_ref())?;
            Some((group, mesh))
        });
        match &self.work {
            Work::Compute(pipeline) => {
                let usage = Usages::STORAGE | Usages::COPY_SRC;
                let occupied = self.buffer("motzkin occupancy answers", size, usage);
                let layout = pipeline.get_bind_group_layout(0);
                let label = Some("motzkin occupancy compute");
                let descriptor = wgpu::ComputePassDescriptor { label, timestamp_writes: None };
                let mut pass = encoder.begin_compute_pass(&descriptor);
                pass.set_pipeline(pipeline);
                for (group, mesh) in meshes {
                    let (first, count) = (group.questions.start, group.questions.len() as u64);
                    // The questions of a piece are as long as slices are aligned.
                    let question = size_of::<Question>() as u64;
                    let bound = bind(
                        &layout,
                        &[
                            part(&sent.questions, u64::from(first) * question, count * question),
                            sent.listed.as_entire_binding(),
                            mesh.as_entire_binding(),
                            part(
                                &occupied,
                                starts[first as usize],
                                count * self.work.answer_size(),
                            ),
                        ],
                    );
                    pass.set_bind_group(0, &bound, &[]);
                    pass.dispatch_workgroups(count as u32, 1, 1);
                }
                drop(pass);
                encoder.copy_buffer_to_buffer(&occupied, 0, &back, 0, size);
            }
            Work::Draw { pipeline, target, queries, vertices, views } => {
                let layout = pipeline.get_bind_group_layout(0);
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
                let mut asked = (0..).zip(open).peekable();
                for (group, mesh) in meshes {
                    let is_own =
                        |(_, number): &(u32, &usize)| group.questions.contains(&(**number as u32));
                    if !asked.peek().is_some_and(is_own) {
                        continue;
                    }
                    let (questions, listed) = (&sent.questions, &sent.listed);
                    let bound = [questions, listed, mesh].map(|buffer| buffer.as_entire_binding());
                    pass.set_bind_group(0, &bind(&layout, &bound), &[]);
                    while let Some((query, &number)) = asked.next_if(is_own) {
                        // The instance names the box and the view.
                        let instance = number as u32 * views + view;
                        pass.begin_occlusion_query(query);
                        pass.draw(
                            0..batch.questions[number].count * vertices,
                            instance..instance + 1,
                        );
                        pass.end_occlusion_query();
                    }
                }
                drop(pass);
                let usage = Usages::QUERY_RESOLVE | Usages::COPY_SRC;
                let resolved = self.buffer("motzkin occupancy answers", size, usage);
                encoder.resolve_query_set(queries, 0..open.len() as u32, &resolved, 0);
                encoder.copy_buffer_to_buffer(&resolved, 0, &back, 0, size);
            }
        }
        Job { commands: encoder.finish(), readback: back, bytes: size }
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
                draw(device, 3, wgpu::PrimitiveTopology::TriangleStrip, size)
            }
        }
    }

    /// Bytes of the answer to a question.
    fn answer_size(&self) -> u64 {
        match self {
            Self::Compute(_) => 4,
            Self::Draw { .. } => 8,
        }
    }

    /// Where the answer to each open question begins. Where groups are dispatched, each has a
    /// slice.
    fn starts(&self, batch: &Batch, open: &[usize]) -> Vec<u64> {
        let size = self.answer_size();
        if matches!(self, Self::Draw { .. }) {
            return (0..open.len() as u64).map(|query| query * size).collect();
        }
        let mut starts = Vec::with_capacity(batch.questions.len());
        for group in &batch.groups {
            let first =
                starts.last().map_or(0, |last: &u64| (last + size).next_multiple_of(ALIGNED));
            starts.extend(
                group.questions.clone().zip(0..).map(|(_, i): (u32, u64)| first + i * size),
            );
        }
        starts
    }
}

fn module(device: &wgpu::Device, shader: usize) -> wgpu::ShaderModule {
    let (name, parts, own) = SHADERS[shader];
    let wgsl = [parts, own].concat();
    #[cfg(feature = "internals")]
    let wgsl = crate::gpu::shader::fault::edited(wgsl);
    device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(&format!("motzkin {name}")),
        source: wgpu::ShaderSource::Wgsl(wgsl.into()),
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
    let (vertices, views) = match topology {
        wgpu::PrimitiveTopology::PointList => (1, 1),
        wgpu::PrimitiveTopology::TriangleStrip => (1, 3),
        _ => (3, 3),
    };
    Work::Draw {
        pipeline,
        target: target.create_view(&Default::default()),
        queries,
        vertices,
        views,
    }
}
