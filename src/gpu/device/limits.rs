//! What the shaders need of a device: nothing beyond WebGPU's defaults.

use crate::gpu::shader::bindings::Access;
use crate::gpu::shader::broad_layout::WORKGROUP_BYTES;
use crate::gpu::shader::sources::ALL;
use crate::gpu::shader::stage_layout::{COUNTS_PER_BLOCK, SCAN_LANES};
use crate::gpu_error::GpuError;

/// Bindings of the stage that has most of them.
fn most(counted: impl Fn(Access) -> bool) -> u64 {
    let count = |bindings: &[(&str, Access)]| {
        bindings.iter().filter(|(_, access)| counted(*access)).count()
    };
    ALL.iter().map(|source| count(source.bindings)).max().unwrap_or_default() as u64
}

/// Answers the first limit that is too small; `adapter` names the culprit.
pub(in crate::gpu) fn check_limits(adapter: &str, limits: &wgpu::Limits) -> Result<(), GpuError> {
    let lanes = u64::from(SCAN_LANES);
    let storages = most(|access| matches!(access, Access::Read | Access::ReadWrite));
    let uniforms = most(|access| matches!(access, Access::Uniform | Access::Chosen));
    let chosen = most(|access| access == Access::Chosen);
    let dynamic = limits.max_dynamic_uniform_buffers_per_pipeline_layout;
    for (limit, needed, found) in [
        (
            "maxStorageBuffersPerShaderStage",
            storages,
            limits.max_storage_buffers_per_shader_stage.into(),
        ),
        (
            "maxUniformBuffersPerShaderStage",
            uniforms,
            limits.max_uniform_buffers_per_shader_stage.into(),
        ),
        ("maxDynamicUniformBuffersPerPipelineLayout", chosen, dynamic.into()),
        ("maxBindingsPerBindGroup", storages + uniforms, limits.max_bindings_per_bind_group.into()),
        (
            "maxComputeInvocationsPerWorkgroup",
            lanes,
            limits.max_compute_invocations_per_workgroup.into(),
        ),
        ("maxComputeWorkgroupSizeX", lanes, limits.max_compute_workgroup_size_x.into()),
        (
            "maxComputeWorkgroupStorageSize",
            WORKGROUP_BYTES,
            limits.max_compute_workgroup_storage_size.into(),
        ),
        (
            "maxComputeWorkgroupsPerDimension",
            COUNTS_PER_BLOCK.into(),
            limits.max_compute_workgroups_per_dimension.into(),
        ),
        ("maxStorageBufferBindingSize", 1 << 20, limits.max_storage_buffer_binding_size),
        ("maxBufferSize", 1 << 20, limits.max_buffer_size),
    ] {
        if found < needed {
            return Err(GpuError::LimitTooSmall { adapter: adapter.into(), limit, needed, found });
        }
    }
    Ok(())
}
