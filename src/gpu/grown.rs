//! Buffers that grow and keep what they hold.

use super::error::GpuError;
use super::scopes::checked_now;
use wgpu::BufferUsages;

/// A buffer of rows.
#[derive(Debug)]
pub(super) struct Grown {
    label: &'static str,
    /// Bytes of a row.
    row: u64,
    usage: BufferUsages,
    buffer: Option<wgpu::Buffer>,
    room: usize,
}

impl Grown {
    pub fn new(label: &'static str, row: usize, usage: BufferUsages) -> Self {
        let usage = usage | BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
        Self { label, row: row as u64, usage, buffer: None, room: 0 }
    }

    pub fn buffer(&self) -> Option<&wgpu::Buffer> {
        self.buffer.as_ref()
    }

    /// Rows that there is room for.
    pub fn room(&self) -> usize {
        self.room
    }

    pub fn bytes(&self) -> u64 {
        self.buffer.as_ref().map_or(0, wgpu::Buffer::size)
    }

    /// Makes room for so many rows, and half as many again where there were some before, up to `most`; records the copy of
    /// the first `kept` ones. Answers whether the buffer is another one.
    pub fn reserve(
        &mut self,
        device: &wgpu::Device,
        encoder: &mut wgpu::CommandEncoder,
        rows: usize,
        kept: usize,
        most: usize,
    ) -> Result<bool, GpuError> {
        if rows <= self.room {
            return Ok(false);
        }
        if rows > most {
            return Err(GpuError::OutOfMemory(format!("{}: {rows} rows, {most} fit a buffer", self.label)));
        }
        let room = rows.max((self.room + self.room / 2).min(most));
        let descriptor = wgpu::BufferDescriptor {
            label: Some(self.label),
            size: room as u64 * self.row,
            usage: self.usage,
            mapped_at_creation: false,
        };
        let buffer = checked_now(device, || device.create_buffer(&descriptor))?;
        let kept = kept.min(self.room) as u64 * self.row;
        if let Some(old) = self.buffer.as_ref().filter(|_| kept > 0) {
            encoder.copy_buffer_to_buffer(old, 0, &buffer, 0, kept);
        }
        (self.buffer, self.room) = (Some(buffer), room);
        Ok(true)
    }
}

/// Rows of so many bytes that the device binds at once.
pub(super) fn most_rows(device: &wgpu::Device, row: usize) -> usize {
    let limits = device.limits();
    let bytes = limits.max_storage_buffer_binding_size.min(limits.max_buffer_size);
    usize::try_from(bytes / row as u64).unwrap_or(usize::MAX).min(u32::MAX as usize)
}
