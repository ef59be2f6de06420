//! Buffers of the runner, and what fills them.

use super::error::GpuError;
use super::layout::{Params, blocks_size, codes_size, list_size, prefixes_size};
use super::scopes::checked;
use super::timing::StageTimer;
use crate::geom::{Frame3, Pair};
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
        frames: u32,
        pairs: u32,
        list: u32,
        timer: impl Fn() -> Option<StageTimer>,
    ) -> Result<(), GpuError> {
        let fits = frames <= self.frame_room && pairs <= self.pair_room && list <= self.list_room;
        if self.buffers.is_some() && fits {
            return Ok(());
        }
        self.buffers = None;
        let room = (frames.max(self.frame_room), pairs.max(self.pair_room), list.max(self.list_room));
        let make = || Buffers::new(device, room.0, room.1, room.2, timer().zip(timer()).map(<[_; 2]>::from));
        let buffers = checked(device, make).await?;
        (self.frame_room, self.pair_room, self.list_room) = room;
        self.buffers = Some(buffers);
        Ok(())
    }

    /// The buffers, once reserved.
    pub fn buffers(&self) -> Result<&Buffers, GpuError> {
        self.buffers.as_ref().ok_or_else(|| GpuError::Refused("no buffers reserved".into()))
    }
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
        let readback = || {
            let times = timers.as_ref().map_or(0, |[timer, _]| timer.bytes());
            let size = codes_size(pairs) + list_size(list) + times;
            make("readback", size, Usage::MAP_READ | Usage::COPY_DST)
        };
        Self {
            params: make("params", size_of::<Params>() as u64, Usage::UNIFORM | Usage::COPY_DST),
            frames: make("frames", u64::from(frames.max(1)) * size_of::<Frame3>() as u64, input),
            pairs: make("pairs", u64::from(pairs.max(1)) * size_of::<Pair>() as u64, input),
            codes: make("codes", codes_size(pairs), output),
            prefixes: make("prefixes", prefixes_size(pairs), Usage::STORAGE),
            blocks: make("blocks", blocks_size(pairs), Usage::STORAGE),
            list: make("list", list_size(list), output),
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
