//! A poll that answers an error where wgpu panics.

use crate::gpu_error::GpuError;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Polls once. A device that is lost by more than a call of `destroy` makes wgpu panic here.
pub(in crate::gpu) fn poll(device: &wgpu::Device) -> Result<(), GpuError> {
    match catch_unwind(AssertUnwindSafe(|| device.poll(wgpu::PollType::Poll))) {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(error)) => Err(GpuError::Refused(error.to_string())),
        Err(_) => Err(GpuError::DeviceLost("the driver failed while it was polled".into())),
    }
}
