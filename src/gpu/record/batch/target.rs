//! Where a recording goes, and where its number of pairs comes from.

use crate::gpu::device::timer::StageTimer;

/// Says where the number of pairs of a recording comes from. A `u32` becomes [`Count`](Self::Count).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairs {
    /// The first pairs of the buffer, this many. Zero is fine: the lists are then empty.
    Count(u32),
    /// As many as [`BatchBuffers::count`](super::BatchBuffers::count) holds when the commands run.
    /// Where that is more than the buffer of pairs holds, the first pairs are tested, and the
    /// headers of the lists say so: `offered`. Codes alone do not say so. A caller who wants no
    /// list, but wants to know, gives the batch the smallest list of hits,
    /// [`hits_size`](crate::gpu::layout::hits_size)`(0)` bytes.
    Indirect,
}

impl From<u32> for Pairs {
    fn from(pairs: u32) -> Self {
        Self::Count(pairs)
    }
}

/// Says what a batch is recorded into. `&mut CommandEncoder` and `&mut ComputePass` become one by
/// themselves.
#[derive(Debug)]
pub enum RecordTarget<'a, 'pass> {
    /// One compute pass of its own.
    Encoder(&'a mut wgpu::CommandEncoder),
    /// The caller's compute pass. The recording leaves its own pipeline and group 0 set.
    Pass(&'a mut wgpu::ComputePass<'pass>),
    /// Two compute passes that a timer times.
    Timed {
        /// Where the passes begin.
        encoder: &'a mut wgpu::CommandEncoder,
        /// What times them.
        timer: &'a StageTimer,
        /// The timer's pass for the test. The timer's next pass is that of the lists.
        first: u32,
    },
}

impl<'a> From<&'a mut wgpu::CommandEncoder> for RecordTarget<'a, 'a> {
    fn from(encoder: &'a mut wgpu::CommandEncoder) -> Self {
        Self::Encoder(encoder)
    }
}

impl<'a, 'pass> From<&'a mut wgpu::ComputePass<'pass>> for RecordTarget<'a, 'pass> {
    fn from(pass: &'a mut wgpu::ComputePass<'pass>) -> Self {
        Self::Pass(pass)
    }
}
