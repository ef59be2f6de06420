//! Uploads in bounded pieces.

/// The most that one write stages before it is submitted, in bytes,
const PIECE: usize = 64 << 20;

/// and a part of it that stays in a processor's first cache.
const BLOCK: usize = 16 << 10;

/// Writes items, a bounded piece at a time.
pub(super) fn upload<T: bytemuck::Pod>(queue: &wgpu::Queue, buffer: &wgpu::Buffer, items: &[T]) {
    for (i, bytes) in bytemuck::cast_slice::<T, u8>(items).chunks(PIECE).enumerate() {
        if i > 0 {
            queue.submit([]);
        }
        queue.write_buffer(buffer, (i * PIECE) as u64, bytes);
    }
}

/// Writes the items of two slices one after the other, a bounded piece at a time, and shows them a
/// block at a time: what is looked at while it is copied is fetched from memory once.
pub(super) fn upload_seen<T: bytemuck::Pod>(
    queue: &wgpu::Queue,
    buffer: &wgpu::Buffer,
    parts: [&[T]; 2],
    mut see: impl FnMut(&[T]),
) {
    let mut offset = 0;
    for piece in parts.into_iter().flat_map(|part| part.chunks(PIECE / size_of::<T>())) {
        if offset > 0 {
            queue.submit([]);
        }
        let bytes = size_of_val(piece) as u64;
        // There is none where the queue refuses, which it reports as it does for other writes.
        let mut view = wgpu::BufferSize::new(bytes)
            .and_then(|bytes| queue.write_buffer_with(buffer, offset, bytes));
        let mut at = 0;
        for block in piece.chunks(BLOCK / size_of::<T>()) {
            see(block);
            let bytes: &[u8] = bytemuck::cast_slice(block);
            if let Some(view) = &mut view {
                view.slice(at..at + bytes.len()).copy_from_slice(bytes);
            }
            at += bytes.len();
        }
        offset += bytes;
    }
}
