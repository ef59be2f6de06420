//! A broad phase: shapes in the caller's buffer, and the pairs whose boxes meet.

mod bound;
mod buffers;
mod options;
mod steps;

pub use buffers::{BroadPhaseBuffers, BroadPhaseInput};
pub use options::BroadPhaseOptions;

use crate::gpu::device::headless::loss;
use crate::gpu::device::scopes::checked_now;
use crate::gpu::record::error::{BufferError, RecordError};
use crate::gpu::record::shape_count::ShapeCount;
use crate::gpu::record::target::{RecordTarget, check_timer};
use crate::gpu::shader::broad_layout::BroadParams;
use crate::gpu::stages::broad::BroadStages;
use crate::gpu::stages::compiled::Stages;
use bound::{Bound, scratch_bytes};
use buffers::{Checked, shape_capacity};
use std::mem::offset_of;
use std::sync::Arc;
use steps::Steps;
use wgpu::ComputePass;

/// Lists the pairs of shapes whose boxes meet, on the GPU: buffers bound to pipelines, with the
/// scratch memory that a recording needs.
///
/// A recording reads the first shapes of the buffer as they are when the commands run. It makes a
/// box of each, rounded outward, sorts the boxes by classes of size, small ones first, and in a
/// class along Hilbert's curve, builds a tree over them, and writes the pairs whose boxes meet,
/// `a < b`, and a [`CandidateHeader`](crate::gpu::layout::CandidateHeader). Both feed
/// [`Batch::record`](crate::gpu::Batch::record) with
/// [`Pairs::Indirect`](crate::gpu::Pairs::Indirect): nothing is read back.
///
/// No pair that meets is missing: exact verdicts of the candidates are the exact answer. Which
/// others are listed, and in which order, may differ between devices. On one device both are the
/// same in every run: of up to 256 shapes the order of the indices, of more that of the sorted
/// boxes. With worlds, boxes are sorted by world first. With
/// [`ShapeCount::Indirect`](crate::gpu::ShapeCount::Indirect) the capacity counts, not the number.
///
/// A recording is correct any number of times in one encoder, with different numbers of shapes.
/// Recording never submits, never writes through a queue, never polls and makes no object. It needs
/// WebGPU's default limits and no feature: no subgroups, no order between workgroups. A device with
/// less is refused by [`GpuError::LimitTooSmall`](crate::gpu::GpuError::LimitTooSmall).
///
/// A recording takes time in proportion to the shapes and to the pairs that they have. Of pairs
/// that the list does not hold, which are counted, a shape takes those within its box at once, if
/// there are no filters, and looks at all others one by one. A shape of eight times the usual size
/// or more may meet all others: each of them finds it, at once.
#[derive(Clone, Debug)]
pub struct BroadPhase {
    stages: Arc<BroadStages>,
    bound: Bound,
    row: u32,
    checked: Checked,
}

impl BroadPhase {
    /// Compute passes of a recording with a timer: boxes and their codes; the sort; the tree; the
    /// pairs.
    pub const PASSES: u32 = Steps::ALL.len() as u32;

    pub(in crate::gpu) fn new(
        stages: &Stages,
        device: &wgpu::Device,
        buffers: &BroadPhaseBuffers<'_>,
        options: &BroadPhaseOptions,
    ) -> Result<Self, BufferError> {
        let checked = Checked::new(buffers, options, &device.limits())?;
        let bound = checked_now(device, || Bound::new(device, stages, buffers, &checked, options));
        let bound = bound.and_then(|bound| bound).map_err(|error| loss(device).unwrap_or(error))?;
        Ok(Self { stages: stages.broad(device)?, bound, row: stages.row, checked })
    }

    /// Records the broad phase, into an encoder, a compute pass or an encoder with a timer of
    /// [`PASSES`](Self::PASSES) passes.
    ///
    /// # Errors
    ///
    /// Returns a [`RecordError`] for more shapes than the buffer holds, for
    /// [`ShapeCount::Indirect`] of a broad phase without a count, and for a timer that is too
    /// small. Nothing is recorded then.
    pub fn record<'a, 'pass: 'a>(
        &self,
        target: impl Into<RecordTarget<'a, 'pass>>,
        shapes: impl Into<ShapeCount>,
    ) -> Result<(), RecordError> {
        let shapes = shapes.into();
        shapes.check(self.checked.shapes, self.checked.counted)?;
        let steps = self.steps(shapes);
        match target.into() {
            RecordTarget::Encoder(encoder) => {
                let mut pass = Self::pass(encoder, None);
                Steps::ALL.iter().for_each(|step| step(&steps, &mut pass));
            }
            RecordTarget::Pass(pass) => Steps::ALL.iter().for_each(|step| step(&steps, pass)),
            RecordTarget::Timed { encoder, timer, first } => {
                check_timer(timer, first, Self::PASSES)?;
                for (number, step) in (first..).zip(Steps::ALL) {
                    step(&steps, &mut Self::pass(encoder, timer.pass(number)));
                }
            }
        }
        Ok(())
    }

    /// Where it is written with which pair, of all that the last recording found, later
    /// [windows](Self::record_window) begin: in two words, the low one first. A recording of all
    /// begins with the first pair again.
    pub(in crate::gpu) fn window(&self) -> (&wgpu::Buffer, u64) {
        (&self.bound.params, offset_of!(BroadParams, window) as u64)
    }

    /// Records the list of the pairs from the window's first on, behind a recording of as many
    /// shapes. The header stays as it is.
    pub(in crate::gpu) fn record_window(&self, pass: &mut ComputePass<'_>, shapes: u32) {
        self.steps(shapes.into()).list(pass);
    }

    /// Returns the bytes that a broad phase of so many shapes allocates for itself; `None` if there
    /// is none of so many on this device.
    pub(in crate::gpu) fn scratch_of(limits: &wgpu::Limits, shapes: u32) -> Option<u64> {
        shape_capacity(shapes.into(), limits).is_ok().then(|| scratch_bytes(shapes))
    }

    fn steps(&self, shapes: ShapeCount) -> Steps<'_> {
        let Self { stages, bound, row, checked } = self;
        Steps { stages, bound, row: *row, shapes, capacity: checked.shapes }
    }

    /// Returns the shapes that the buffer of shapes holds.
    pub fn shape_capacity(&self) -> u32 {
        self.checked.shapes
    }

    /// Returns the capacity of the list of pairs.
    pub fn pair_capacity(&self) -> u32 {
        self.checked.pairs
    }

    /// Returns the bytes on the device that the broad phase allocated for itself.
    pub fn scratch_bytes(&self) -> u64 {
        self.bound.scratch_bytes
    }

    fn pass<'a>(
        encoder: &'a mut wgpu::CommandEncoder,
        timestamp_writes: Option<wgpu::ComputePassTimestampWrites<'_>>,
    ) -> ComputePass<'a> {
        let label = Some("motzkin broad phase");
        encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label, timestamp_writes })
    }
}
