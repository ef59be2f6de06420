//! The buffers of a batch of frames.

use crate::geom::Frame3;
use crate::gpu::device::own_buffer::OwnBuffer;
use crate::gpu::run::budget::Held;
use crate::gpu::run::chunks::ChunkLimits;
use crate::gpu::run::code_buffers::{CodeBuffers, CodeCapacity, INPUT, TIMED_PASSES, buffer};
use crate::gpu::run::jobs::Jobs;
use crate::gpu_error::GpuError;
use std::sync::Arc;

/// Readback buffers: one chunk is read while the next runs.
pub(super) const SLOTS: usize = 2;

/// The buffers of one batch: taken from the runner's pool, and given back grown.
#[derive(Debug, Default)]
pub(super) struct Workspace {
    frames: u32,
    codes: CodeCapacity,
    buffers: Option<Buffers>,
    /// The memory of them, and of what is staged for them.
    held: Option<Arc<Held>>,
}

/// The buffers of frames and codes.
#[derive(Debug)]
pub(super) struct Buffers {
    pub frames: OwnBuffer,
    pub codes: CodeBuffers,
}

impl Workspace {
    /// Takes the memory and makes the buffers; what there is never shrinks. Answers the buffers and
    /// their memory.
    pub async fn reserve(
        &mut self,
        jobs: &Jobs,
        frames: u32,
        codes: CodeCapacity,
    ) -> Result<(&Buffers, Arc<Held>), GpuError> {
        let held = self.held.get_or_insert_with(|| Held::none(&jobs.budget, "a batch")).clone();
        let fits = frames <= self.frames
            && codes.pairs <= self.codes.pairs
            && codes.list <= self.codes.list
            && codes.groups <= self.codes.groups;
        let buffers = match self.buffers.take().filter(|_| fits) {
            Some(buffers) => buffers,
            None => {
                let frames = frames.max(self.frames);
                let (pairs, list) =
                    (codes.pairs.max(self.codes.pairs), codes.list.max(self.codes.list));
                let groups = codes.groups.max(self.codes.groups);
                let codes = CodeCapacity { pairs, list, groups };
                let bytes = u64::from(frames.max(1)) * size_of::<Frame3>() as u64;
                held.resize(codes.bytes(SLOTS as u64, bytes))?;
                let timers = jobs.timers(SLOTS, TIMED_PASSES).await?;
                let device = &jobs.gpu.device;
                let make = || Buffers {
                    frames: buffer(device, "frames", bytes, INPUT),
                    codes: CodeBuffers::new(device, codes, timers),
                };
                let buffers = jobs.make(make).await?;
                (self.frames, self.codes) = (frames, codes);
                buffers
            }
        };
        Ok((self.buffers.insert(buffers), held))
    }

    /// Whether a batch, with groups or without, may be as large as the buffers allow.
    pub fn is_within(&self, limits: &ChunkLimits, grouped: bool) -> bool {
        self.frames <= limits.frames
            && self.codes.pairs <= limits.pairs
            && self.codes.list <= limits.list_capacity(limits.pairs)
            && self.codes.groups <= if grouped { limits.pairs } else { 0 }
    }

    /// Bytes that it holds.
    pub fn bytes(&self) -> u64 {
        self.held.as_ref().map_or(0, |held| held.bytes())
    }
}
