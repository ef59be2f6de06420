//! Buffers that codes come back in.

use crate::gpu::run::budget::Held;
use std::sync::{Arc, Mutex};

/// A buffer for codes and times, and its memory.
#[derive(Debug)]
pub(super) struct Readback {
    pub buffer: wgpu::Buffer,
    pub held: Arc<Held>,
}

/// Readback buffers that wait for use: as many as were ever under way at once.
pub(super) type SpareBuffers = Arc<Mutex<Vec<Readback>>>;
