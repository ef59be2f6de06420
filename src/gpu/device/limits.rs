//! What stages need of a device: nothing beyond WebGPU's defaults, and most of them less.

use crate::gpu::shader::bindings::Access;
use crate::gpu::shader::groups::{Group, VERDICTS_AND_MORE};
use crate::gpu::shader::sources::{SCAN, VERDICTS};
use crate::gpu::shader::stage_layout::{COUNTS_PER_BLOCK, SCAN_LANES};
use crate::gpu_error::GpuError;

/// A limit's name, what is needed, and what there is.
type Limit = (&'static str, u64, u64);

/// Answers the first limit that is too small for the stages that every device has; `adapter` names
/// the culprit.
pub(in crate::gpu) fn check_limits(adapter: &str, limits: &wgpu::Limits) -> Result<(), GpuError> {
    check_group_of(adapter, limits, &VERDICTS_AND_MORE)?;
    let lanes = u64::from(SCAN_LANES);
    let scan = [
        (
            "maxComputeInvocationsPerWorkgroup",
            lanes,
            limits.max_compute_invocations_per_workgroup.into(),
        ),
        ("maxComputeWorkgroupSizeX", lanes, limits.max_compute_workgroup_size_x.into()),
        (
            "maxComputeWorkgroupsPerDimension",
            COUNTS_PER_BLOCK.into(),
            limits.max_compute_workgroups_per_dimension.into(),
        ),
    ];
    enough(adapter, SCAN.name, &scan)?;
    let buffers = [
        ("maxStorageBufferBindingSize", 1 << 20, limits.max_storage_buffer_binding_size),
        ("maxBufferSize", 1 << 20, limits.max_buffer_size),
    ];
    enough(adapter, VERDICTS.name, &buffers)
}

/// Returns the bytes of the largest buffer that a device binds whole.
pub(in crate::gpu) fn largest_bound(limits: &wgpu::Limits) -> u64 {
    limits.max_storage_buffer_binding_size.min(limits.max_buffer_size)
}

/// Answers the first limit that is too small for a group of stages.
pub(in crate::gpu) fn check_group(device: &wgpu::Device, group: &Group) -> Result<(), GpuError> {
    check_group_of(&device.adapter_info().name, &device.limits(), group)
}

/// A limit of the bindings of a stage: its name, which bindings count, and what there is.
type BindingLimit = (&'static str, fn(Access) -> bool, u32);

fn is_storage(access: Access) -> bool {
    matches!(access, Access::Read | Access::ReadWrite)
}

fn check_group_of(adapter: &str, limits: &wgpu::Limits, group: &Group) -> Result<(), GpuError> {
    let of_bindings: [BindingLimit; 4] = [
        (
            "maxStorageBuffersPerShaderStage",
            is_storage,
            limits.max_storage_buffers_per_shader_stage,
        ),
        (
            "maxUniformBuffersPerShaderStage",
            |access| !is_storage(access),
            limits.max_uniform_buffers_per_shader_stage,
        ),
        (
            "maxDynamicUniformBuffersPerPipelineLayout",
            |access| access == Access::Chosen,
            limits.max_dynamic_uniform_buffers_per_pipeline_layout,
        ),
        ("maxBindingsPerBindGroup", |_| true, limits.max_bindings_per_bind_group),
    ];
    for (limit, is_counted, found) in of_bindings {
        let (needed, stage) = most(group, is_counted);
        enough(adapter, stage, &[(limit, needed, found.into())])?;
    }
    let (stage, shared) = group.shared;
    let found = limits.max_compute_workgroup_storage_size.into();
    enough(adapter, stage, &[("maxComputeWorkgroupStorageSize", shared, found)])
}

/// The most bindings of a stage of the group, and which stage that is.
fn most(group: &Group, is_counted: impl Fn(Access) -> bool) -> (u64, &'static str) {
    let counts = group.sources.iter().map(|source| {
        let bindings = source.bindings.iter().filter(|(_, access)| is_counted(*access));
        (bindings.count() as u64, source.name)
    });
    counts.max().unwrap_or_default()
}

fn enough(adapter: &str, stage: &'static str, limits: &[Limit]) -> Result<(), GpuError> {
    match limits.iter().find(|(_, needed, found)| found < needed) {
        None => Ok(()),
        Some(&(limit, needed, found)) => {
            let adapter = adapter.into();
            Err(GpuError::LimitTooSmall { adapter, stage, limit, needed, found })
        }
    }
}
