//! Lists as a caller reads them back.

use crate::gpu::shader::layout::{HEADER, ListHeader};
use bytemuck::AnyBitPattern;

/// Returns the header and the listed entries, [`HitRecord`](crate::gpu::layout::HitRecord)s or
/// [`UndecidedRecord`](crate::gpu::layout::UndecidedRecord)s, of a list that was copied to the CPU:
/// mapped bytes will do, whatever their alignment. `None` when there are fewer bytes than the
/// header says, or when an entry has no bytes.
pub fn read_list<T: AnyBitPattern>(bytes: &[u8]) -> Option<(ListHeader, Vec<T>)> {
    let (header, entries) = bytes.split_at_checked(HEADER as usize)?;
    let header: ListHeader = bytemuck::pod_read_unaligned(header);
    let listed = entries.get(..(header.listed as usize).checked_mul(size_of::<T>())?)?;
    let size = std::num::NonZero::new(size_of::<T>())?.get();
    let entries = listed.chunks_exact(size).map(bytemuck::pod_read_unaligned).collect();
    Some((header, entries))
}
