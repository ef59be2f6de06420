//! One stage, compiled.

use crate::gpu::shader::bindings::Access;
use crate::gpu::shader::sources::Source;
use wgpu::BufferBinding;

/// What compiles stages: a device, and its pipeline cache where the caller has one.
#[derive(Clone, Copy, Debug)]
pub(in crate::gpu) struct Compiler<'a> {
    pub device: &'a wgpu::Device,
    pub cache: Option<&'a wgpu::PipelineCache>,
}

/// A shader, its layout, and a pipeline for each setting of its `override` constants.
#[derive(Clone, Debug)]
pub(in crate::gpu) struct Stage {
    label: String,
    layout: wgpu::BindGroupLayout,
    pipelines: Vec<wgpu::ComputePipeline>,
}

impl Stage {
    /// Compiles a pipeline for each of the given values of one constant.
    pub fn new(compiler: Compiler<'_>, source: &Source, constant: &str, values: &[u32]) -> Self {
        let Compiler { device, cache } = compiler;
        let text = format!("motzkin {}", source.name.replace('_', " "));
        let label = Some(text.as_str());
        let layout = layout(device, label, source);
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label,
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label,
            source: wgpu::ShaderSource::Wgsl(text_of(source).into()),
        });
        let pipeline = |constants: &[(&str, f64)]| {
            device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label,
                layout: Some(&pipeline_layout),
                module: &module,
                entry_point: Some(source.name),
                compilation_options: wgpu::PipelineCompilationOptions {
                    constants,
                    ..Default::default()
                },
                cache,
            })
        };
        let pipelines = match values {
            [] => vec![pipeline(&[])],
            _ => values.iter().map(|&value| pipeline(&[(constant, value.into())])).collect(),
        };
        #[cfg(target_family = "wasm")]
        use_once(device, &pipelines);
        Self { label: text, layout, pipelines }
    }

    /// Binds buffers, in the order of the stage's bindings.
    pub fn bind<'a>(
        &self,
        device: &wgpu::Device,
        buffers: &[&BufferBinding<'a>],
    ) -> wgpu::BindGroup {
        let entry = |(binding, &buffer): (u32, &&BufferBinding<'a>)| wgpu::BindGroupEntry {
            binding,
            resource: wgpu::BindingResource::Buffer(buffer.clone()),
        };
        let entries: Vec<_> = (0..).zip(buffers).map(entry).collect();
        let (label, layout) = (Some(self.label.as_str()), &self.layout);
        device.create_bind_group(&wgpu::BindGroupDescriptor { label, layout, entries: &entries })
    }

    /// Binds whole buffers.
    pub fn bind_all(&self, device: &wgpu::Device, buffers: &[&wgpu::Buffer]) -> wgpu::BindGroup {
        let whole: Vec<_> =
            buffers.iter().map(|buffer| buffer.as_entire_buffer_binding()).collect();
        self.bind(device, &whole.iter().collect::<Vec<_>>())
    }

    /// The stage's label.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Makes the pipeline of the constant's value number `variant` and its buffers the ones to
    /// dispatch with.
    pub fn set(
        &self,
        pass: &mut wgpu::ComputePass<'_>,
        variant: usize,
        group: &wgpu::BindGroup,
        offsets: &[u32],
    ) {
        pass.set_pipeline(&self.pipelines[variant]);
        pass.set_bind_group(0, group, offsets);
    }
}

/// Uses pipelines without a submission. To use one that is broken is an error, whatever broke it.
/// Of a browser's internal errors [our scopes](crate::gpu::device::scopes) do not tell.
#[cfg(target_family = "wasm")]
fn use_once(device: &wgpu::Device, pipelines: &[wgpu::ComputePipeline]) {
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
    pipelines.iter().for_each(|pipeline| pass.set_pipeline(pipeline));
    drop(pass);
    drop(encoder.finish());
}

/// The text to compile.
fn text_of(source: &Source) -> String {
    #[cfg(feature = "internals")]
    return crate::gpu::shader::fault::edited(source.wgsl());
    #[cfg(not(feature = "internals"))]
    source.wgsl()
}

fn layout(device: &wgpu::Device, label: Option<&str>, source: &Source) -> wgpu::BindGroupLayout {
    let entry = |(binding, &(_, access)): (u32, &(&str, Access))| {
        let ty = match access {
            Access::Uniform | Access::Chosen => wgpu::BufferBindingType::Uniform,
            Access::Read => wgpu::BufferBindingType::Storage { read_only: true },
            Access::ReadWrite => wgpu::BufferBindingType::Storage { read_only: false },
        };
        let has_dynamic_offset = access == Access::Chosen;
        wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset, min_binding_size: None },
            count: None,
        }
    };
    let entries: Vec<_> = (0..).zip(source.bindings).map(entry).collect();
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label, entries: &entries })
}
