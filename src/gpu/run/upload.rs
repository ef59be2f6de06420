//! Uploads in bounded pieces.

/// The most that one write stages before it is submitted.
const PIECE: usize = 64 << 20;

/// Writes items, a bounded piece at a time.
pub(super) fn upload<T: bytemuck::Pod>(queue: &wgpu::Queue, buffer: &wgpu::Buffer, items: &[T]) {
    upload_parts(queue, buffer, [items]);
}

/// Writes the items of several slices one after the other, a bounded piece at a time.
pub(super) fn upload_parts<T: bytemuck::Pod, const N: usize>(
    queue: &wgpu::Queue,
    buffer: &wgpu::Buffer,
    parts: [&[T]; N],
) {
    let mut offset = 0;
    for items in parts {
        for bytes in bytemuck::cast_slice::<T, u8>(items).chunks(PIECE) {
            if offset > 0 {
                queue.submit([]);
            }
            queue.write_buffer(buffer, offset, bytes);
            offset += bytes.len() as u64;
        }
    }
}
