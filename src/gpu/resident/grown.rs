//! Buffers that grow and keep what they hold.

use crate::gpu::device::limits::largest_bound;
use crate::gpu::device::scopes::checked_now;
use crate::gpu_error::GpuError;
use wgpu::BufferUsages;

/// A buffer of rows.
#[derive(Debug)]
pub(in crate::gpu) struct Grown {
    label: &'static str,
    /// Bytes of a row.
    row: u64,
    usage: BufferUsages,
    buffer: Option<wgpu::Buffer>,
    capacity: usize,
    /// Buffer and capacity before the last growth, until what was recorded with it is submitted.
    before: Option<(Option<wgpu::Buffer>, usize)>,
}

impl Grown {
    pub fn new(label: &'static str, row: usize, usage: BufferUsages) -> Self {
        let usage = usage | BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
        Self { label, row: row as u64, usage, buffer: None, capacity: 0, before: None }
    }

    pub fn buffer(&self) -> Option<&wgpu::Buffer> {
        self.buffer.as_ref()
    }

    /// Rows that there is capacity for.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    pub fn bytes(&self) -> u64 {
        self.buffer.as_ref().map_or(0, wgpu::Buffer::size)
    }

    /// Makes capacity for so many rows, if there is less; records the copy of the first `kept`
    /// ones. Answers whether the buffer is another one.
    pub fn grow(
        &mut self,
        device: &wgpu::Device,
        encoder: &mut wgpu::CommandEncoder,
        capacity: usize,
        kept: usize,
    ) -> Result<bool, GpuError> {
        if capacity <= self.capacity {
            return Ok(false);
        }
        let descriptor = wgpu::BufferDescriptor {
            label: Some(self.label),
            size: capacity as u64 * self.row,
            usage: self.usage,
            mapped_at_creation: false,
        };
        let buffer = checked_now(device, || device.create_buffer(&descriptor))?;
        let kept = kept.min(self.capacity) as u64 * self.row;
        if let Some(old) = self.buffer.as_ref().filter(|_| kept > 0) {
            encoder.copy_buffer_to_buffer(old, 0, &buffer, 0, kept);
        }
        let old = (self.buffer.replace(buffer), std::mem::replace(&mut self.capacity, capacity));
        self.before.get_or_insert(old);
        Ok(true)
    }

    /// Does without a buffer. Answers whether there was one.
    pub fn forget(&mut self) -> bool {
        let Some(buffer) = self.buffer.take() else { return false };
        let old = (Some(buffer), std::mem::take(&mut self.capacity));
        self.before.get_or_insert(old);
        true
    }

    /// What was recorded is submitted, or about to be.
    pub fn commit(&mut self) {
        self.before = None;
    }

    /// No buffer is known to be whole: there is none any more, whatever is reverted.
    pub fn discard(&mut self) {
        (self.buffer, self.capacity, self.before) = (None, 0, None);
    }

    /// What was recorded is not submitted.
    pub fn revert(&mut self) {
        if let Some(before) = self.before.take() {
            (self.buffer, self.capacity) = before;
        }
    }
}

/// Rows of so many bytes that the device binds at once.
pub(in crate::gpu) fn most_rows(device: &wgpu::Device, row: usize) -> usize {
    usize::try_from(largest_bound(&device.limits()) / row as u64)
        .unwrap_or(usize::MAX)
        .min(u32::MAX as usize)
}
