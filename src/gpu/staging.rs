//! Buffers of the runner, and what fills them.

use super::budget::{Budget, Held};
use super::chunks::ChunkLimits;
use super::layout::{Params, blocks_size, codes_size, list_size, prefixes_size};
use super::scopes::checked;
use super::timing::StageTimer;
use crate::geom::{Frame3, Pair};
use crate::gpu_error::GpuError;
use std::sync::Arc;
use wgpu::BufferUsages as Usage;

/// The most that one write stages before it is submitted.
const PIECE: usize = 64 << 20;

/// The buffers of one batch: taken from the runner's pool, and given back grown.
#[derive(Debug, Default)]
pub(super) struct Workspace {
    frame_room: u32,
    pair_room: u32,
    list_room: u32,
    buffers: Option<Buffers>,
    /// The memory of them, and of what is staged for them.
    held: Option<Arc<Held>>,
}

/// Chunks follow each other on one queue, so they share all but what the CPU reads.
#[derive(Debug)]
pub(super) struct Buffers {
    pub params: wgpu::Buffer,
    pub frames: wgpu::Buffer,
    pub pairs: wgpu::Buffer,
    pub codes: wgpu::Buffer,
    pub prefixes: wgpu::Buffer,
    pub blocks: wgpu::Buffer,
    pub list: wgpu::Buffer,
    /// Codes, the list, then timestamps. Two, so that one chunk is read while the next runs.
    pub readback: [wgpu::Buffer; 2],
    /// One for each readback, where stages are timed.
    pub timers: Option<[StageTimer; 2]>,
}

impl Workspace {
    /// Makes room; what there is never shrinks.
    pub async fn reserve(
        &mut self,
        device: &wgpu::Device,
        budget: &Arc<Budget>,
        frames: u32,
        pairs: u32,
        list: u32,
        timer: impl Fn() -> Result<Option<StageTimer>, GpuError>,
    ) -> Result<(), GpuError> {
        let fits = frames <= self.frame_room && pairs <= self.pair_room && list <= self.list_room;
        if self.buffers.is_some() && fits {
            return Ok(());
        }
        self.buffers = None;
        let room =
            (frames.max(self.frame_room), pairs.max(self.pair_room), list.max(self.list_room));
        let bytes = batch_bytes(room.0, room.1, room.2);
        match &self.held {
            Some(held) => held.resize(bytes)?,
            None => self.held = Some(budget.take("a batch", bytes)?),
        }
        let timers = timer()?.zip(timer()?).map(<[_; 2]>::from);
        let make = || Buffers::new(device, room.0, room.1, room.2, timers);
        let buffers = checked(device, make).await?;
        (self.frame_room, self.pair_room, self.list_room) = room;
        self.buffers = Some(buffers);
        Ok(())
    }

    /// Whether a batch may be as large as the buffers allow.
    pub fn is_within(&self, limits: &ChunkLimits) -> bool {
        self.frame_room <= limits.frames
            && self.pair_room <= limits.pairs
            && self.list_room <= limits.list_room(limits.pairs)
    }

    /// The memory, once reserved.
    pub fn held(&self) -> Option<&Arc<Held>> {
        self.held.as_ref()
    }

    /// The buffers, once reserved.
    pub fn buffers(&self) -> Result<&Buffers, GpuError> {
        self.buffers.as_ref().ok_or_else(|| GpuError::Internal("no buffers reserved".into()))
    }
}

/// Bytes of two timers, of their queries, and of the timestamps in the readback.
const TIMERS: u64 = 2 * 3 * StageTimer::bytes_of(2);

/// Bytes of GPU memory that a batch takes at most: its buffers, and what wgpu stages for the
/// uploads of the chunk that runs and of the one that follows.
pub(super) fn batch_bytes(frames: u32, pairs: u32, list: u32) -> u64 {
    let [params, frames, pairs, codes, prefixes, blocks, list] = sizes(frames, pairs, list);
    let staged = 2 * (params + frames + pairs);
    staged
        + params
        + frames
        + pairs
        + codes
        + prefixes
        + blocks
        + list
        + 2 * (codes + list)
        + TIMERS
}

/// Bytes of params, frames, pairs, codes, prefixes, blocks and list.
fn sizes(frames: u32, pairs: u32, list: u32) -> [u64; 7] {
    [
        size_of::<Params>() as u64,
        u64::from(frames.max(1)) * size_of::<Frame3>() as u64,
        u64::from(pairs.max(1)) * size_of::<Pair>() as u64,
        codes_size(pairs),
        prefixes_size(pairs),
        blocks_size(pairs),
        list_size(list),
    ]
}

impl Buffers {
    fn new(
        device: &wgpu::Device,
        frames: u32,
        pairs: u32,
        list: u32,
        timers: Option<[StageTimer; 2]>,
    ) -> Self {
        let make = |label: &str, size: u64, usage: Usage| {
            let label = format!("motzkin {label}");
            let mapped_at_creation = false;
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(&label),
                size,
                usage,
                mapped_at_creation,
            })
        };
        let input = Usage::STORAGE | Usage::COPY_DST;
        let output = Usage::STORAGE | Usage::COPY_SRC;
        let [params, frames, pairs, codes, prefixes, blocks, list] = sizes(frames, pairs, list);
        let times = timers.as_ref().map_or(0, |[timer, _]| timer.bytes());
        let readback = || make("readback", codes + list + times, Usage::MAP_READ | Usage::COPY_DST);
        Self {
            params: make("params", params, Usage::UNIFORM | Usage::COPY_DST),
            frames: make("frames", frames, input),
            pairs: make("pairs", pairs, input),
            codes: make("codes", codes, output),
            prefixes: make("prefixes", prefixes, Usage::STORAGE),
            blocks: make("blocks", blocks, Usage::STORAGE),
            list: make("list", list, output),
            readback: [readback(), readback()],
            timers,
        }
    }
}

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
