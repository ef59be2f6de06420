//! Frames from placements of shapes, as renderers have them.

use crate::geom::Frame3;
use crate::gpu::device::headless::loss;
use crate::gpu::device::scopes::checked_now;
use crate::gpu::record::error::{BufferError, RecordError};
use crate::gpu::record::names::BufferName;
use crate::gpu::record::shape_count::ShapeCount;
use crate::gpu::record::slices::{Slot, binding, check_all};
use crate::gpu::record::target::{RecordTarget, check_timer};
use crate::gpu::shader::bindings::grid;
use crate::gpu::shader::byte_table;
use crate::gpu::shader::layout::Placement;
use crate::gpu::shader::stage::Stage;
use crate::gpu::shader::stage_layout::PLACEMENTS_PER_GROUP;
use crate::gpu::stages::compiled::Stages;
use wgpu::{BindGroup, BufferBinding, BufferSize, BufferSlice, ComputePass};

/// The slices that a placer reads and writes. All need the usage `STORAGE`, and begin at multiples
/// of the device's `min_storage_buffer_offset_alignment`. Inputs may share a buffer.
#[derive(Clone, Copy, Debug)]
pub struct PlacerBuffers<'a> {
    /// Input: [`Placement`]s, 64 bytes each, as many as the slice holds.
    pub placements: BufferSlice<'a>,
    /// Input: the shapes that placements name by their index, [`Frame3`]s of 64 bytes.
    pub shapes: BufferSlice<'a>,
    /// Input: the number of placements as a `u32`, for [`ShapeCount::Indirect`].
    pub count: Option<BufferSlice<'a>>,
    /// Output: a [`Frame3`] of 64 bytes for each placement.
    pub frames: BufferSlice<'a>,
}

/// Makes frames of placements on the GPU: shapes that many objects share, each scaled, turned and
/// moved to its place. A [`BroadPhase`](crate::gpu::BroadPhase) and a [`Batch`](crate::gpu::Batch)
/// take the frames.
///
/// The placing rounds in `f32`: verdicts are exact for the numbers of the frames. The 24 rotations
/// of a cube do not round. A placement that names no shape, or whose
/// [rotation](Placement::rotation) is none, makes a frame of no shape, which a broad phase leaves
/// out and counts, and whose pairs a batch leaves undecided.
#[derive(Clone, Debug)]
pub struct FramePlacer {
    stage: Stage,
    bound: BindGroup,
    row: u32,
    placements: u32,
    counted: bool,
}

impl FramePlacer {
    pub(in crate::gpu) fn new(
        stages: &Stages,
        device: &wgpu::Device,
        buffers: &PlacerBuffers<'_>,
    ) -> Result<Self, BufferError> {
        let PlacerBuffers { placements, shapes, count, frames } = *buffers;
        let (frame, placement) = (size_of::<Frame3>() as u64, size_of::<Placement>() as u64);
        let number = placements.size() / placement;
        let slots = [
            (BufferName::Placements, Some(placements), placement, placement),
            (BufferName::Shapes, Some(shapes), frame, frame),
            (BufferName::Count, count, 4, 4),
            (BufferName::Frames, Some(frames), frame, number.saturating_mul(frame)),
        ];
        let slots = slots.into_iter().filter_map(|(name, slice, unit, needed)| {
            let is_written = name == BufferName::Frames;
            Some(Slot { name, slice: slice?, unit, needed, is_written })
        });
        check_all(&slots.collect::<Vec<_>>(), &device.limits())?;
        let made = checked_now(device, || {
            let stage = stages.place_frames(device)?;
            let byte = BufferBinding {
                buffer: &stages.byte_table,
                offset: 0,
                size: BufferSize::new(byte_table::SIZE),
            };
            // A binding has to hold something, also where it is not read.
            let count = binding(count.unwrap_or(shapes));
            let [placements, shapes, frames] = [placements, shapes, frames].map(binding);
            let buffers = [&byte, &byte, &byte, &byte, &count, &placements, &shapes, &frames];
            let bound = stage.bind(device, &buffers);
            Ok((stage, bound))
        });
        // What a lost device does not make is no error of its own.
        let (stage, bound) = loss(device).map_or(made.and_then(|made| made), Err)?;
        let placements = u32::try_from(number).unwrap_or(u32::MAX);
        Ok(Self { stage, bound, row: stages.row, placements, counted: count.is_some() })
    }

    /// Records the placing: one dispatch, one pass of a timer.
    ///
    /// # Errors
    ///
    /// Returns a [`RecordError`] for more placements than the buffer holds, for
    /// [`ShapeCount::Indirect`] of a placer without a count, and for a timer without the pass.
    /// Nothing is recorded then.
    pub fn record<'a, 'pass: 'a>(
        &self,
        target: impl Into<RecordTarget<'a, 'pass>>,
        placements: impl Into<ShapeCount>,
    ) -> Result<(), RecordError> {
        let placements = placements.into();
        placements.check(self.placements, self.counted)?;
        let (encoder, timestamp_writes) = match target.into() {
            RecordTarget::Pass(pass) => {
                self.place(pass, placements);
                return Ok(());
            }
            RecordTarget::Encoder(encoder) => (encoder, None),
            RecordTarget::Timed { encoder, timer, first } => {
                check_timer(timer, first, 1)?;
                (encoder, timer.pass(first))
            }
        };
        let label = Some(self.stage.label());
        let descriptor = wgpu::ComputePassDescriptor { label, timestamp_writes };
        self.place(&mut encoder.begin_compute_pass(&descriptor), placements);
        Ok(())
    }

    fn place(&self, pass: &mut ComputePass<'_>, placements: ShapeCount) {
        let most = match placements {
            ShapeCount::Count(number) => number,
            ShapeCount::Indirect => self.placements,
        };
        self.stage.set(pass, 0, &self.bound, &byte_table::offsets(placements.number()));
        let [x, y] = grid(most.div_ceil(PLACEMENTS_PER_GROUP), self.row);
        pass.dispatch_workgroups(x, y, 1);
    }
}
