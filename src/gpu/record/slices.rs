//! The check of a caller's slices: all that wgpu would complain about.

use crate::gpu::record::error::BufferError;
use crate::gpu::record::names::BufferName;
use wgpu::{BufferBinding, BufferSize, BufferSlice, BufferUsages};

/// A slice, and what is asked of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot<'a> {
    pub name: BufferName,
    pub slice: BufferSlice<'a>,
    /// Bytes of an item: the slice holds a whole number of them.
    pub unit: u64,
    /// The least bytes that will do.
    pub needed: u64,
    pub is_written: bool,
}

/// Checks each slice, and every two of them.
pub(super) fn check_all(slots: &[Slot<'_>], limits: &wgpu::Limits) -> Result<(), BufferError> {
    slots.iter().try_for_each(|slot| check(slot, limits))?;
    for (i, first) in slots.iter().enumerate() {
        slots[..i].iter().try_for_each(|second| check_apart(first, second))?;
    }
    Ok(())
}

fn check(slot: &Slot<'_>, limits: &wgpu::Limits) -> Result<(), BufferError> {
    let Slot { name: buffer, slice, unit, needed, .. } = *slot;
    let (offset, size, missing) =
        (slice.offset(), slice.size(), BufferUsages::STORAGE - slice.buffer().usage());
    let alignment = u64::from(limits.min_storage_buffer_offset_alignment);
    let limit = limits.max_storage_buffer_binding_size;
    if !missing.is_empty() {
        return Err(BufferError::MissingUsage { buffer, missing });
    }
    if !offset.is_multiple_of(alignment) {
        return Err(BufferError::Misaligned { buffer, offset, alignment });
    }
    if size < needed {
        return Err(BufferError::TooSmall { buffer, size, needed });
    }
    if !size.is_multiple_of(unit) {
        return Err(BufferError::SizeNotMultiple { buffer, size, unit });
    }
    if size > limit {
        return Err(BufferError::TooLarge { buffer, size, limit });
    }
    Ok(())
}

/// A shader may not write what another binding of its reads, nor two bindings write the same bytes.
/// wgpu tells apart whole buffers where one is read.
fn check_apart(first: &Slot<'_>, second: &Slot<'_>) -> Result<(), BufferError> {
    let (a, b) = (first.slice, second.slice);
    if a.buffer() != b.buffer() {
        return Ok(());
    }
    let mixed = |written: &Slot<'_>, read: &Slot<'_>| {
        Err(BufferError::ReadAndWritten { written: written.name, read: read.name })
    };
    match (first.is_written, second.is_written) {
        (false, false) => Ok(()),
        (true, false) => mixed(first, second),
        (false, true) => mixed(second, first),
        (true, true) => {
            let apart = a.offset() + a.size() <= b.offset() || b.offset() + b.size() <= a.offset();
            let (first, second) = (second.name, first.name);
            if apart { Ok(()) } else { Err(BufferError::Overlap { first, second }) }
        }
    }
}

/// A slice as a binding.
pub(super) fn binding(slice: BufferSlice<'_>) -> BufferBinding<'_> {
    BufferBinding {
        buffer: slice.buffer(),
        offset: slice.offset(),
        size: BufferSize::new(slice.size()),
    }
}
