//! A number that travels with a recording: not through the queue, and without a buffer of its own.
//!
//! A table holds 0 to 255, one number at each offset that a uniform binding may have. Four bindings
//! of the table, each at the offset of one byte of the number, tell a shader the number. Two
//! recordings in one encoder thus see a number each, though no memory differs.

use crate::gpu_error::GpuError;
use wgpu::{BufferUsages, Device};

/// WebGPU's default `minUniformBufferOffsetAlignment`, which none may exceed.
pub(in crate::gpu) const STRIDE: u32 = 256;

/// Bytes of a binding.
pub(in crate::gpu) const SIZE: u64 = 16;

/// Makes the table: 64 KiB, never written again.
pub(in crate::gpu) fn table(device: &Device) -> Result<wgpu::Buffer, GpuError> {
    let mut bytes = vec![0; 256 * STRIDE as usize];
    for (byte, slot) in (0..=u8::MAX).zip(bytes.chunks_exact_mut(STRIDE as usize)) {
        slot[0] = byte;
    }
    filled(device, "motzkin bytes", &bytes, BufferUsages::UNIFORM)
}

/// The offsets at which the four bindings spell a number, lowest byte first.
pub(in crate::gpu) fn offsets(number: u32) -> [u32; 4] {
    number.to_le_bytes().map(|byte| u32::from(byte) * STRIDE)
}

/// A buffer that is born with its bytes. Without `MAP_WRITE` in its usage wgpu 30 stages them on
/// its own, and loses a device that has no memory left for that. Who has a queue and an encoder
/// does better; what is made here without is tiny.
pub(in crate::gpu) fn filled(
    device: &Device,
    label: &str,
    bytes: &[u8],
    usage: BufferUsages,
) -> Result<wgpu::Buffer, GpuError> {
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size: bytes.len() as u64,
        usage,
        mapped_at_creation: true,
    });
    let mapped = buffer.get_mapped_range_mut(..);
    mapped.map_err(|error| GpuError::Refused(error.to_string()))?.copy_from_slice(bytes);
    buffer.unmap();
    Ok(buffer)
}
