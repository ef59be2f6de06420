//! The shaders: plain WGSL in parts, joined by a table.

/// One stage: a shader module whose entry point bears the stage's name.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The name of the stage, of its file and of its entry point.
    pub name: &'static str,
    parts: &'static [&'static str],
}

macro_rules! part {
    ($name:literal) => {
        include_str!(concat!("../../shaders/", $name, ".wgsl"))
    };
}

/// The verdicts of pairs.
pub const VERDICTS: Source = Source {
    name: "verdicts",
    parts: &[
        part!("parts/band"),
        part!("parts/frame"),
        part!("parts/code"),
        part!("parts/params"),
        part!("parts/vector"),
        part!("parts/operand"),
        part!("parts/cuboid_cuboid"),
        part!("parts/tetra"),
        part!("parts/cuboid_tetra"),
        part!("parts/tetra_tetra"),
        part!("verdicts"),
    ],
};

/// The scan of the counts of listed pairs.
pub const SCAN: Source = Source {
    name: "scan",
    parts: &[part!("parts/code"), part!("parts/params"), part!("parts/listing"), part!("scan")],
};

/// The list of pairs.
pub const COMPACT: Source = Source {
    name: "compact",
    parts: &[part!("parts/code"), part!("parts/params"), part!("parts/listing"), part!("compact")],
};

/// Every stage.
pub const ALL: [Source; 3] = [VERDICTS, SCAN, COMPACT];

impl Source {
    /// The whole module, for any WebGPU implementation.
    pub fn wgsl(&self) -> String {
        self.parts.concat()
    }

    pub(super) fn module(&self, device: &wgpu::Device) -> wgpu::ShaderModule {
        device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(self.name),
            source: wgpu::ShaderSource::Wgsl(self.wgsl().into()),
        })
    }

    /// A pipeline of this stage with one of its `override` constants set.
    pub(super) fn pipeline(
        &self,
        device: &wgpu::Device,
        module: &wgpu::ShaderModule,
        layout: &wgpu::PipelineLayout,
        constants: &[(&str, f64)],
    ) -> wgpu::ComputePipeline {
        device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(self.name),
            layout: Some(layout),
            module,
            entry_point: Some(self.name),
            compilation_options: wgpu::PipelineCompilationOptions { constants, ..Default::default() },
            cache: None,
        })
    }
}

/// A pipeline layout with one group.
pub(super) fn pipeline_layout(
    device: &wgpu::Device,
    label: &str,
    group: &wgpu::BindGroupLayout,
) -> wgpu::PipelineLayout {
    device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some(label),
        bind_group_layouts: &[Some(group)],
        immediate_size: 0,
    })
}
