//! Buffers of a benchmark's own.

use crate::error::CliError;
use motzkin::gpu::GpuError;
use motzkin::wgpu;
use std::time::Duration;

/// How long commands may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// Makes a buffer that is not mapped.
pub fn buffer(
    device: &wgpu::Device,
    label: &str,
    size: u64,
    usage: wgpu::BufferUsages,
) -> wgpu::Buffer {
    let (label, mapped_at_creation) = (Some(label), false);
    device.create_buffer(&wgpu::BufferDescriptor { label, size, usage, mapped_at_creation })
}

/// Submits commands that end with copies to `readback`, waits for them, and returns its bytes.
pub fn read_back(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    commands: wgpu::CommandBuffer,
    readback: &wgpu::Buffer,
) -> Result<Vec<u8>, CliError> {
    let submission = queue.submit([commands]);
    readback.map_async(wgpu::MapMode::Read, .., |_| {});
    let wait = wgpu::PollType::Wait { submission_index: Some(submission), timeout: Some(PATIENCE) };
    device.poll(wait).map_err(|_| GpuError::Timeout(PATIENCE))?;
    let mapped = readback.get_mapped_range(..);
    let bytes = mapped.map(|bytes| bytes.to_vec());
    readback.unmap();
    Ok(bytes.map_err(|error| GpuError::Refused(error.to_string()))?)
}
