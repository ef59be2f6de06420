//! A poll that answers an error where wgpu panics.

use crate::gpu::device::caught::caught;
use crate::gpu_error::GpuError;

/// Polls once. A device that is lost by more than a call of `destroy` makes wgpu panic here.
pub(in crate::gpu) fn poll(device: &wgpu::Device) -> Result<(), GpuError> {
    match caught(|| device.poll(wgpu::PollType::Poll))? {
        Ok(_) => Ok(()),
        Err(error) => Err(GpuError::Refused(error.to_string())),
    }
}
