//! One compute shader of the example, bound to its buffers.

use motzkin::wgpu;

/// A pipeline whose layout comes from its shader, and its bind group.
pub struct Stage {
    pipeline: wgpu::ComputePipeline,
    bindings: wgpu::BindGroup,
    groups: u32,
}

impl Stage {
    /// The entry point `name` with these buffers at these bindings of group 0, for so many
    /// workgroups.
    pub fn new(
        device: &wgpu::Device,
        module: &wgpu::ShaderModule,
        name: &str,
        buffers: &[(u32, &wgpu::Buffer)],
        groups: u32,
    ) -> Self {
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(name),
            layout: None,
            module,
            entry_point: Some(name),
            compilation_options: Default::default(),
            cache: None,
        });
        let entries: Vec<_> = buffers
            .iter()
            .map(|&(binding, buffer)| wgpu::BindGroupEntry {
                binding,
                resource: buffer.as_entire_binding(),
            })
            .collect();
        let layout = &pipeline.get_bind_group_layout(0);
        let label = Some(name);
        let descriptor = wgpu::BindGroupDescriptor { label, layout, entries: &entries };
        let bindings = device.create_bind_group(&descriptor);
        Self { pipeline, bindings, groups }
    }

    /// Records one run.
    pub fn record(&self, pass: &mut wgpu::ComputePass) {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.bindings, &[]);
        pass.dispatch_workgroups(self.groups, 1, 1);
    }
}
