//! A batch: the caller's buffers, bound once, recorded any number of times.

mod bound;
mod buffers;
mod options;
mod pairs;

pub use buffers::BatchBuffers;
pub use options::BatchOptions;
pub use pairs::Pairs;

use crate::gpu::device::headless::loss;
use crate::gpu::device::scopes::checked_now;
use crate::gpu::record::error::{BufferError, RecordError};
use crate::gpu::record::target::{RecordTarget, check_timer};
use crate::gpu::shader::byte_table;
use crate::gpu::stages::compiled::Stages;
use crate::gpu::stages::verdicts::ShapeMix;
use crate::gpu::stages::workgroups::{Dispatched, Division};
use bound::Bound;
use buffers::Checked;
use std::sync::Arc;

/// Buffers bound to pipelines, with the scratch memory that a recording needs.
///
/// A recording tests the first pairs of the buffer as they are when the commands run, and writes
/// the codes and the lists that the batch has buffers for. It is correct any number of times in one
/// encoder, with different numbers of pairs. Recording never submits, never writes through a queue,
/// never polls and makes no object.
///
/// Answers are certain, or undecided. [`BatchOptions::settle`] leaves hardly any undecided, and
/// [`Undecided`](crate::gpu::Undecided) says how the hits take those.
#[derive(Clone, Debug)]
pub struct Batch {
    stages: Arc<Stages>,
    bound: Bound,
    shapes: ShapeMix,
    checked: Checked,
}

impl Batch {
    pub(in crate::gpu) fn new(
        stages: Arc<Stages>,
        device: &wgpu::Device,
        buffers: &BatchBuffers<'_>,
        options: &BatchOptions,
    ) -> Result<Self, BufferError> {
        Self::listing(stages, device, (buffers, None), options)
    }

    /// A batch that also lists the numbers of hits with their codes, where
    /// [`record_list`](Self::record_list) says so: a count, and as many as the slice has words
    /// behind it. Such a batch has no buffer of hits.
    pub(in crate::gpu) fn listing(
        stages: Arc<Stages>,
        device: &wgpu::Device,
        (buffers, list): (&BatchBuffers<'_>, Option<wgpu::BufferSlice<'_>>),
        options: &BatchOptions,
    ) -> Result<Self, BufferError> {
        let checked = Checked::new(buffers, options, &device.limits())?;
        let bind = || Bound::new(device, &stages, (buffers, list), &checked, options);
        let bound = checked_now(device, bind);
        let bound = bound.and_then(|bound| bound).map_err(|error| loss(device).unwrap_or(error))?;
        Ok(Self { stages, bound, shapes: options.shapes, checked })
    }

    /// Records the test of pairs, into an encoder, a compute pass or an encoder with a timer.
    ///
    /// # Errors
    ///
    /// Returns a [`RecordError`] for more pairs than the buffer holds, for [`Pairs::Indirect`] of a
    /// batch without a count, and for a timer without two passes from the first on. Nothing is
    /// recorded then.
    pub fn record<'a, 'pass: 'a>(
        &self,
        target: impl Into<RecordTarget<'a, 'pass>>,
        pairs: impl Into<Pairs>,
    ) -> Result<(), RecordError> {
        let pairs = pairs.into();
        self.check(pairs)?;
        match target.into() {
            RecordTarget::Encoder(encoder) => {
                self.record_all(&mut Self::pass(encoder, None), pairs)
            }
            RecordTarget::Pass(pass) => self.record_all(pass, pairs),
            RecordTarget::Timed { encoder, timer, first } => {
                check_timer(timer, first, 2)?;
                self.test(&mut Self::pass(encoder, timer.pass(first)), pairs);
                self.list(&mut Self::pass(encoder, timer.pass(first + 1)), pairs);
            }
        }
        Ok(())
    }

    /// Records the list of the first pairs, which were [recorded](Self::record).
    pub(in crate::gpu) fn record_list(&self, pass: &mut wgpu::ComputePass<'_>, pairs: u32) {
        if let Some(list) = &self.bound.list {
            self.stages.list.record_in(pass, list, pairs);
        }
    }

    /// Returns the pairs that the buffer of pairs holds.
    pub fn pair_capacity(&self) -> u32 {
        self.checked.pairs
    }

    /// Returns the frames that the buffer of frames holds.
    pub fn frame_count(&self) -> u32 {
        self.checked.frames
    }

    /// Returns the groups that the buffer of their starts holds, 0 without groups.
    pub fn group_capacity(&self) -> u32 {
        self.checked.groups
    }

    /// Returns the capacity of the list of hits, 0 without a list.
    pub fn hit_capacity(&self) -> u32 {
        self.checked.hits
    }

    /// Returns the capacity of the list of undecided pairs, 0 without a list.
    pub fn undecided_capacity(&self) -> u32 {
        self.checked.undecided
    }

    /// Returns the bytes on the device that the batch allocated for itself.
    pub fn scratch_bytes(&self) -> u64 {
        self.bound.scratch_bytes
    }

    /// Returns where the number of pairs lies that the last recording settled.
    pub(in crate::gpu) fn settled(&self) -> &wgpu::Buffer {
        &self.bound.settled
    }

    fn check(&self, pairs: Pairs) -> Result<(), RecordError> {
        match pairs {
            Pairs::Count(pairs) if pairs > self.checked.pairs => {
                Err(RecordError::TooManyPairs { pairs, capacity: self.checked.pairs })
            }
            Pairs::Indirect if !self.checked.counted => Err(RecordError::NoCount),
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

    fn record_all(&self, pass: &mut wgpu::ComputePass<'_>, pairs: Pairs) {
        self.test(pass, pairs);
        self.list(pass, pairs);
    }

    fn test(&self, pass: &mut wgpu::ComputePass<'_>, pairs: Pairs) {
        let stages = &self.stages;
        // No batch is so large that all ones could be a number of pairs.
        let number = match pairs {
            Pairs::Count(pairs) => pairs,
            Pairs::Indirect => u32::MAX,
        };
        if let Some(gathered) = &self.bound.gathered {
            gathered.record(pass, self.checked.frames);
        }
        pass.push_debug_group("motzkin batch verdicts");
        stages.prepare.set(pass, 0, &self.bound.prepare, &byte_table::offsets(number));
        pass.dispatch_workgroups(1, 1, 1);
        self.bound.verdicts.record(pass, self.shapes, self.dispatched(pairs));
        pass.pop_debug_group();
    }

    fn list(&self, pass: &mut wgpu::ComputePass<'_>, pairs: Pairs) {
        let (stages, dispatched) = (&self.stages, self.dispatched(pairs));
        let Bound { scan, hits, undecided, bounds, any_hit, .. } = &self.bound;
        if let Some(any_hit) = any_hit {
            pass.push_debug_group("motzkin batch any hit");
            any_hit.record(pass, dispatched, self.checked.groups);
            pass.pop_debug_group();
        }
        pass.push_debug_group("motzkin batch lists");
        if let Some(scan) = scan {
            stages.scan.record(pass, scan, dispatched);
        }
        for (stage, bound) in [hits, undecided].into_iter().flatten() {
            stage.set(pass, 0, bound, &[]);
            dispatched.dispatch(pass, Division::Pairs, stages.row);
        }
        pass.pop_debug_group();
        if let Some(bounds) = bounds {
            pass.push_debug_group("motzkin batch bounds");
            bounds.record(pass);
            pass.pop_debug_group();
        }
    }

    fn dispatched(&self, pairs: Pairs) -> Dispatched<'_> {
        match pairs {
            Pairs::Count(pairs) => Dispatched::Of(pairs),
            Pairs::Indirect => Dispatched::In(&self.bound.dispatches),
        }
    }
}
