//! A batch: the caller's buffers, bound once, recorded as often as one likes.

mod bound;
mod buffers;
mod error;

pub use buffers::{BatchBuffer, BatchBuffers};
pub use error::{BufferError, RecordError};

use super::bindings::grid;
use super::device::loss;
use super::digits;
use super::layout::{Dispatches, PAIRS_PER_GROUP};
use super::listing::ScanGroups;
use super::pipelines::Pipelines;
use super::scopes::checked_now;
use super::timing::StageTimer;
use super::verdicts::{ShapeMix, VerdictBindings};
use crate::verdict::Undecided;
use crate::wanted::Wanted;
use bound::Bound;
use buffers::Checked;
use std::mem::offset_of;

/// How a batch judges and lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BatchOptions {
    /// The shapes that the pairs have; pairs of others are left undecided.
    pub shapes: ShapeMix,
    /// The frames move by their velocities while `t` runs over `[0, 1]`, and overlap where their
    /// interiors do at some `t`. Velocities are not read without. The first such batch of the
    /// pipelines compiles four more.
    pub moving: bool,
    /// The frames are [`Frame2`](crate::Frame2)s, in the plane, and the records of undecided pairs
    /// are [`UndecidedRecord2`](super::layout::UndecidedRecord2)s. The first such batch of the
    /// pipelines compiles five more.
    pub in_plane: bool,
    /// On which side the list of hits errs.
    pub undecided: Undecided,
    /// What to compute of the hits, and of them alone, into [`BatchBuffers::bounds`]:
    /// [`DEPTH`](Wanted::DEPTH), [`WITNESS`](Wanted::WITNESS) and [`BOX`](Wanted::BOX) at rest, as
    /// [`HitBounds`](super::layout::HitBounds); [`INTERVAL`](Wanted::INTERVAL) in motion, in space
    /// or in the plane, as [`HitInterval`](super::layout::HitInterval)s. Nothing without that
    /// buffer. The first batch of the pipelines that wants it compiles two more.
    pub wanted: Wanted,
    /// Vertices (or indices) that an indirect draw makes of each hit: 36 for a box of triangles.
    pub vertices_per_hit: u32,
}

/// Buffers bound to pipelines, with the scratch memory that a recording needs.
///
/// A recording judges the first pairs of the buffer as they are when the commands run, and writes
/// the codes and the lists that the batch has buffers for. It is correct any number of times in one
/// encoder, with different numbers of pairs. Recording never submits, never writes through a queue,
/// never polls and makes no object. In a compute pass it leaves its own pipeline and group 0 set.
///
/// Answers are *raw*: certain, or undecided. [`Undecided`] says how the hits take those.
#[derive(Clone, Debug)]
pub struct Batch {
    pipelines: Pipelines,
    bound: Bound,
    shapes: ShapeMix,
    checked: Checked,
}

/// Where the number of pairs comes from.
#[derive(Clone, Copy)]
enum Pairs {
    Given(u32),
    InBuffer,
}

impl Batch {
    pub(super) fn new(
        pipelines: Pipelines,
        device: &wgpu::Device,
        buffers: &BatchBuffers<'_>,
        options: &BatchOptions,
    ) -> Result<Self, BufferError> {
        let checked = Checked::new(buffers, options, &device.limits())?;
        let bound =
            checked_now(device, || Bound::new(device, &pipelines, buffers, &checked, options));
        let bound = bound.and_then(|bound| bound).map_err(|error| loss(device).unwrap_or(error))?;
        Ok(Self { pipelines, bound, shapes: options.shapes, checked })
    }

    /// Records the test of the first `pairs` pairs, in a compute pass of its own. None is fine: the
    /// lists are then empty.
    pub fn record(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        pairs: u32,
    ) -> Result<(), RecordError> {
        self.check(Pairs::Given(pairs))?;
        self.stages(&mut Self::pass(encoder, None), Pairs::Given(pairs));
        Ok(())
    }

    /// [`record`](Self::record) in two compute passes that a timer times: the judging is its pass
    /// `first`, the listing the next.
    pub fn record_timed(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        pairs: u32,
        timer: &StageTimer,
        first: u32,
    ) -> Result<(), RecordError> {
        self.check(Pairs::Given(pairs))?;
        self.timed_stages(encoder, Pairs::Given(pairs), timer, first)
    }

    /// [`record`](Self::record) into the caller's compute pass.
    pub fn record_in(
        &self,
        pass: &mut wgpu::ComputePass<'_>,
        pairs: u32,
    ) -> Result<(), RecordError> {
        self.check(Pairs::Given(pairs))?;
        self.stages(pass, Pairs::Given(pairs));
        Ok(())
    }

    /// Records the test of as many pairs as [`BatchBuffers::count`] says when the commands run.
    /// Where that is more than the buffer of pairs holds, the first are judged, and the lists'
    /// headers tell: `offered`. Codes alone do not: whoever wants no list, but wants to know, gives
    /// the batch a list of hits with no more than its least room,
    /// [`hits_size`](super::layout::hits_size)`(0)` bytes.
    pub fn record_indirect(&self, encoder: &mut wgpu::CommandEncoder) -> Result<(), RecordError> {
        self.check(Pairs::InBuffer)?;
        self.stages(&mut Self::pass(encoder, None), Pairs::InBuffer);
        Ok(())
    }

    /// [`record_indirect`](Self::record_indirect), timed as [`record_timed`](Self::record_timed)
    /// does.
    pub fn record_indirect_timed(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        timer: &StageTimer,
        first: u32,
    ) -> Result<(), RecordError> {
        self.check(Pairs::InBuffer)?;
        self.timed_stages(encoder, Pairs::InBuffer, timer, first)
    }

    /// [`record_indirect`](Self::record_indirect) into the caller's compute pass.
    pub fn record_indirect_in(&self, pass: &mut wgpu::ComputePass<'_>) -> Result<(), RecordError> {
        self.check(Pairs::InBuffer)?;
        self.stages(pass, Pairs::InBuffer);
        Ok(())
    }

    /// Pairs that the buffer of pairs has room for.
    pub fn pair_room(&self) -> u32 {
        self.checked.pairs
    }

    /// Frames in the buffer of frames.
    pub fn frame_count(&self) -> u32 {
        self.checked.frames
    }

    /// Hits that their list has room for; 0 without a list.
    pub fn hit_room(&self) -> u32 {
        self.checked.hits
    }

    /// Undecided pairs that their list has room for; 0 without a list.
    pub fn undecided_room(&self) -> u32 {
        self.checked.undecided
    }

    /// Bytes on the device that the batch allocated for itself.
    pub fn scratch_bytes(&self) -> u64 {
        self.bound.scratch_bytes
    }

    fn check(&self, pairs: Pairs) -> Result<(), RecordError> {
        match pairs {
            Pairs::Given(pairs) if pairs > self.checked.pairs => {
                Err(RecordError::TooManyPairs { pairs, room: self.checked.pairs })
            }
            Pairs::InBuffer if !self.checked.counted => Err(RecordError::NoCount),
            _ => Ok(()),
        }
    }

    fn pass<'a>(
        encoder: &'a mut wgpu::CommandEncoder,
        timestamp_writes: Option<wgpu::ComputePassTimestampWrites<'_>>,
    ) -> wgpu::ComputePass<'a> {
        let label = Some("motzkin batch");
        encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label, timestamp_writes })
    }

    fn timed_stages(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        pairs: Pairs,
        timer: &StageTimer,
        first: u32,
    ) -> Result<(), RecordError> {
        let passes = timer.passes();
        let listing = first.checked_add(1).filter(|&listing| listing < passes);
        let listing = listing.ok_or(RecordError::TimerTooSmall { first, passes })?;
        self.judge(&mut Self::pass(encoder, timer.pass(first)), pairs);
        self.list(&mut Self::pass(encoder, timer.pass(listing)), pairs);
        Ok(())
    }

    fn stages(&self, pass: &mut wgpu::ComputePass<'_>, pairs: Pairs) {
        self.judge(pass, pairs);
        self.list(pass, pairs);
    }

    fn judge(&self, pass: &mut wgpu::ComputePass<'_>, pairs: Pairs) {
        let stages = self.pipelines.stages();
        // No batch is so large that all ones could be a number of pairs.
        let number = match pairs {
            Pairs::Given(pairs) => pairs,
            Pairs::InBuffer => u32::MAX,
        };
        pass.push_debug_group("motzkin batch verdicts");
        stages.prepare.set(pass, 0, &self.bound.prepare, &digits::offsets(number));
        pass.dispatch_workgroups(1, 1, 1);
        self.bound.verdicts.set(pass, self.shapes);
        self.dispatch(pass, pairs);
        pass.pop_debug_group();
    }

    fn list(&self, pass: &mut wgpu::ComputePass<'_>, pairs: Pairs) {
        let stages = self.pipelines.stages();
        let Bound { scan, hits, undecided, bounds, dispatches, .. } = &self.bound;
        pass.push_debug_group("motzkin batch lists");
        if let Some(scan) = scan {
            let groups = match pairs {
                Pairs::Given(pairs) => ScanGroups::Of(pairs),
                Pairs::InBuffer => ScanGroups::In(dispatches, offset_of!(Dispatches, scan) as u64),
            };
            stages.scan.record(pass, scan, &groups);
        }
        for (stage, bound) in [hits, undecided].into_iter().flatten() {
            stage.set(pass, 0, bound, &[]);
            self.dispatch(pass, pairs);
        }
        pass.pop_debug_group();
        if let Some(bounds) = bounds {
            pass.push_debug_group("motzkin batch bounds");
            bounds.record(pass);
            pass.pop_debug_group();
        }
    }

    /// Dispatches a stage with a pair an invocation.
    fn dispatch(&self, pass: &mut wgpu::ComputePass<'_>, pairs: Pairs) {
        match pairs {
            Pairs::Given(pairs) => {
                let [x, y] = grid(pairs.div_ceil(PAIRS_PER_GROUP), self.pipelines.stages().row);
                pass.dispatch_workgroups(x, y, 1);
            }
            Pairs::InBuffer => pass.dispatch_workgroups_indirect(
                &self.bound.dispatches,
                offset_of!(Dispatches, pairs) as u64,
            ),
        }
    }
}
