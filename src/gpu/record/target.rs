//! Where a recording goes.

use crate::gpu::device::timer::StageTimer;
use crate::gpu::record::error::RecordError;

/// Says what a batch, a broad phase or a placer is recorded into. `&mut CommandEncoder` and
/// `&mut ComputePass` become one by themselves.
#[derive(Debug)]
pub enum RecordTarget<'a, 'pass> {
    /// One compute pass of its own.
    Encoder(&'a mut wgpu::CommandEncoder),
    /// The caller's compute pass. The recording leaves its own pipeline and group 0 set.
    Pass(&'a mut wgpu::ComputePass<'pass>),
    /// Compute passes that a timer times: two of a batch, one of a placer,
    /// [`PASSES`](crate::gpu::BroadPhase::PASSES) of a broad phase.
    Timed {
        /// Where the passes begin.
        encoder: &'a mut wgpu::CommandEncoder,
        /// What times them.
        timer: &'a StageTimer,
        /// The timer's pass for the first of them: of a batch the test, before the lists.
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

/// That a timer has so many passes from the first on.
pub(super) fn check_timer(timer: &StageTimer, first: u32, needed: u32) -> Result<(), RecordError> {
    let passes = timer.passes();
    match first.checked_add(needed) {
        Some(end) if end <= passes => Ok(()),
        _ => Err(RecordError::TimerTooSmall { first, needed, passes }),
    }
}
