//! The pipelines of a device, from which batches are made.

use crate::gpu::device::headless::loss;
use crate::gpu::device::limits::check_limits;
use crate::gpu::device::scopes::checked_now;
use crate::gpu::record::batch::{Batch, BatchBuffers, BatchOptions, BufferError};
use crate::gpu::stages::compiled::Stages;
use crate::gpu_error::GpuError;
use std::sync::Arc;

/// The compiled stages, made from any [`wgpu::Device`] and shared by all its batches. A clone is a
/// handle.
#[derive(Clone, Debug)]
pub struct Pipelines(Arc<Stages>);

impl Pipelines {
    /// Compiles the stages, ten pipelines: once a device. The driver's compiler takes most of the
    /// time, a tenth of a second or several.
    ///
    /// Asks for nothing beyond WebGPU's default limits and no optional feature; a device with less
    /// answers [`GpuError::LimitTooSmall`] before anything is made. What a driver refuses comes
    /// back as an error too: the caller's error scopes and handlers see nothing of it. A lost
    /// device answers [`GpuError::DeviceLost`].
    pub fn new(device: &wgpu::Device) -> Result<Self, GpuError> {
        check_limits(&device.adapter_info().name, &device.limits())?;
        let made = checked_now(device, || Self::with_groups_per_row(device, u32::MAX));
        made.and_then(|made| made).map_err(|error| loss(device).unwrap_or(error))
    }

    /// [`new`](Self::new) without its checks, with dispatches in rows of at most `groups`
    /// workgroups.
    pub(in crate::gpu) fn with_groups_per_row(
        device: &wgpu::Device,
        groups: u32,
    ) -> Result<Self, GpuError> {
        Ok(Self(Arc::new(Stages::new(device, groups)?)))
    }

    /// Binds the caller's buffers, and allocates what a batch needs besides, once: recording makes
    /// no object.
    ///
    /// Everything is checked here, before wgpu sees it: usages, sizes, alignments, room, and
    /// buffers that would be read and written at once. A buffer of the same instance's other
    /// devices is refused as well, and a lost device says so.
    pub fn batch(
        &self,
        device: &wgpu::Device,
        buffers: &BatchBuffers<'_>,
        options: &BatchOptions,
    ) -> Result<Batch, BufferError> {
        Batch::new(self.0.clone(), device, buffers, options)
    }

    pub(in crate::gpu) fn stages(&self) -> &Stages {
        &self.0
    }
}
