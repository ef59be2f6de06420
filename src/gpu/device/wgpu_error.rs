//! How errors of wgpu become errors of the crate.

use crate::gpu_error::GpuError;

impl From<wgpu::Error> for GpuError {
    fn from(error: wgpu::Error) -> Self {
        match error {
            wgpu::Error::OutOfMemory { source } => Self::OutOfMemory(source.to_string()),
            wgpu::Error::Validation { description, .. }
            | wgpu::Error::Internal { description, .. } => Self::Refused(description),
        }
    }
}
