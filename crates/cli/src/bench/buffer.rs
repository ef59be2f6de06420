//! Buffers of a benchmark's own.

use motzkin::wgpu;

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
