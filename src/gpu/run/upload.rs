//! Uploads in bounded pieces.

/// The most that one write stages before it is submitted.
const PIECE: usize = 64 << 20;

/// Writes items, a bounded piece at a time.
pub(super) fn upload<T: bytemuck::Pod>(queue: &wgpu::Queue, buffer: &wgpu::Buffer, items: &[T]) {
    let bytes: &[u8] = bytemuck::cast_slice(items);
    for (piece, bytes) in bytes.chunks(PIECE).enumerate() {
        if piece > 0 {
            queue.submit([]);
        }
        queue.write_buffer(buffer, (piece * PIECE) as u64, bytes);
    }
}
