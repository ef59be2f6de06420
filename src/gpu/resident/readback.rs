//! Buffers that answers come back in.

use crate::gpu::run::budget::Held;
use std::sync::{Arc, Mutex};

/// A buffer for answers and times, and its memory.
#[derive(Debug)]
pub(super) struct Readback {
    pub buffer: wgpu::Buffer,
    /// Where codes are kept on the device until the lists have been read.
    pub kept: Option<wgpu::Buffer>,
    pub held: Arc<Held>,
}

impl Readback {
    /// Bytes of both buffers.
    pub fn bytes(&self) -> u64 {
        self.buffer.size() + self.kept.as_ref().map_or(0, wgpu::Buffer::size)
    }
}

/// Readback buffers that wait for use: as many as were ever under way at once.
pub(super) type SpareBuffers = Arc<Mutex<Vec<Readback>>>;
