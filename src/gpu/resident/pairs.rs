//! Pairs that stay in a GPU buffer, with the codes that answer them.

use crate::geom::Pair;
use crate::gpu::record::batch::{Batch, BatchBuffers, BatchOptions};
use crate::gpu::record::error::{BufferError, RecordError};
use crate::gpu::record::pipelines::Pipelines;
use crate::gpu::resident::answers::{Answers, LEAST_LISTED, LastFound, list_begin, list_words};
use crate::gpu::resident::bindings::{Binding, Bindings, Bound};
use crate::gpu::resident::doubts::Doubts;
use crate::gpu::resident::frames::ResidentFrames;
use crate::gpu::resident::grown::Grown;
use crate::gpu::resident::reservation::Reservation;
use crate::gpu::run::belt::UploadBelt;
use crate::gpu::run::budget::{Budget, Held};
use crate::gpu::shader::layout::{CODES_PER_WORD, codes_size};
use crate::gpu::shader::stage_layout::{
    Dispatches, Params, SETTLED_BYTES, blocks_size, prefixes_size,
};
use crate::gpu::stages::verdicts::ShapeMix;
use crate::gpu_error::GpuError;
use crate::gpu_error::OverBudget;
use crate::verdict::Undecided;
use std::sync::Arc;
use wgpu::BufferUsages;

/// A pair list on the GPU, bound to the frames of a scene.
#[derive(Debug, Default)]
pub(crate) struct ResidentPairs {
    /// Goes before the memory of the buffers, and lets them go when the scene says so.
    bound: Arc<Binding>,
    buffers: Option<Buffers>,
    /// Pairs before this place lie in the buffer as they are.
    uploaded: usize,
    /// How many pairs met.
    pub(super) found: LastFound,
    /// Submissions of this list.
    pub(super) doubts: Doubts,
    /// The device may have no memory for lists of what meets: codes answer too.
    is_short: bool,
}

#[derive(Debug)]
struct Buffers {
    pairs: Grown,
    codes: Grown,
    /// The pairs that are not separate, of each dispatch; made for the first submission that wants
    /// them.
    list: Grown,
    reservation: Reservation,
}

/// What is asked of the frames of a scene.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    /// The shapes that they have.
    pub shapes: ShapeMix,
    /// Over all `t` from 0 to 1, not as they stand.
    pub moving: bool,
    /// Every verdict is wanted, not those of the pairs that meet alone.
    pub every: bool,
}

/// What a list is tested with.
pub(super) struct Test<'a> {
    pub device: &'a wgpu::Device,
    pub pipelines: &'a Pipelines,
    pub frames: &'a ResidentFrames,
    pub asked: Asked,
    pub answers: &'a Answers,
    pub pairs: u32,
    /// The most pairs in a dispatch, of which slices of pairs and codes may begin at any multiple.
    pub per_dispatch: u32,
    pub timestamps: Option<wgpu::ComputePassTimestampWrites<'a>>,
}

/// The pairs at any multiple of which slices of pairs and codes may begin.
pub(in crate::gpu) fn slice_unit(device: &wgpu::Device) -> u32 {
    let words = device.limits().min_storage_buffer_offset_alignment / size_of::<u32>() as u32;
    words.max(1) * CODES_PER_WORD
}

/// Bytes that each batch of a list allocates: it has the codes. One that lists has scratch beside.
const BATCH: usize = 2 * size_of::<Params>() + size_of::<Dispatches>() + SETTLED_BYTES as usize;

/// Bytes of a list with so many pairs.
fn list_bytes(pairs: usize, per_dispatch: u32) -> u64 {
    let codes = words(pairs) * size_of::<u32>();
    // Those of resting frames, and those of moving ones.
    let batches = 2 * pairs.div_ceil(per_dispatch as usize);
    (pairs * size_of::<Pair>() + codes + batches * BATCH) as u64
        + listing_bytes(pairs, per_dispatch)
}

/// Bytes of the lists of so many pairs, and of the scratch to make them at rest and in motion.
fn listing_bytes(pairs: usize, per_dispatch: u32) -> u64 {
    if pairs < LEAST_LISTED as usize {
        return 0;
    }
    let scratch = |pairs| 2 * (prefixes_size(pairs) + blocks_size(pairs));
    let (whole, rest) = (pairs as u32 / per_dispatch, pairs as u32 % per_dispatch);
    let list = list_words(pairs as u32, per_dispatch) * size_of::<u32>() as u64;
    list + u64::from(whole) * scratch(per_dispatch) + scratch(rest)
}

/// Dispatches of so many pairs.
fn dispatches(pairs: u32, per_dispatch: u32) -> u32 {
    pairs.div_ceil(per_dispatch)
}

/// Words of codes.
fn words(pairs: usize) -> usize {
    pairs.div_ceil(CODES_PER_WORD as usize)
}

impl ResidentPairs {
    /// Takes the memory that so many pairs need, if there is less: with capacity for half as many
    /// again where there were some before, and the budget allows it.
    pub(in crate::gpu) fn reserve(
        &mut self,
        budget: &Arc<Budget>,
        pairs: usize,
        most: usize,
        per_dispatch: u32,
    ) -> Result<(), OverBudget> {
        let Buffers { reservation, .. } = self.buffers.get_or_insert_with(|| Buffers {
            pairs: Grown::new("motzkin pairs", size_of::<Pair>(), BufferUsages::STORAGE),
            codes: Grown::new("motzkin codes", size_of::<u32>(), BufferUsages::STORAGE),
            list: Grown::new("motzkin hits", size_of::<u32>(), BufferUsages::STORAGE),
            reservation: Reservation::new(budget, "a pair list"),
        });
        if pairs <= reservation.capacity() {
            return Ok(());
        }
        let grown = reservation.grown(pairs, most);
        let mut hold = |capacity| reservation.hold(capacity, list_bytes(capacity, per_dispatch));
        hold(grown).or_else(|_| hold(pairs))
    }

    /// Plans no capacity beyond so many pairs. Returns false where none was planned.
    pub(in crate::gpu) fn trim(&mut self, pairs: usize, per_dispatch: u32) -> bool {
        let bytes = list_bytes(pairs, per_dispatch);
        self.buffers.as_mut().is_some_and(|own| own.reservation.trim(pairs, bytes))
    }

    /// Pairs from this place on have changed.
    pub fn touch(&mut self, from: usize) {
        self.uploaded = self.uploaded.min(from);
    }

    /// Bytes of pairs, codes, lists and the batches' scratch.
    pub fn bytes(&self) -> u64 {
        let buffers = self.buffers.iter().flat_map(|own| [&own.pairs, &own.codes, &own.list]);
        let buffers = buffers.map(Grown::bytes).sum::<u64>();
        let bound = self.bound.lock();
        let batches = bound.iter().flatten().flat_map(|bound| &bound.batches);
        buffers + batches.map(Batch::scratch_bytes).sum::<u64>()
    }

    /// The memory that a submission uses.
    pub(in crate::gpu) fn held(&self) -> impl Iterator<Item = Arc<Held>> {
        self.buffers.iter().flat_map(|own| own.reservation.held())
    }

    /// What was recorded is submitted.
    pub(in crate::gpu) fn commit(&mut self) {
        if let Some(Buffers { pairs, codes, list, reservation }) = &mut self.buffers {
            [pairs, codes, list].into_iter().for_each(Grown::commit);
            reservation.commit();
        }
    }

    /// What was recorded is not submitted: the buffers are those from before, and all is uploaded
    /// again.
    pub(in crate::gpu) fn revert(&mut self) {
        if let Some(Buffers { pairs, codes, list, reservation }) = &mut self.buffers {
            [pairs, codes, list].into_iter().for_each(Grown::revert);
            reservation.revert();
        }
        self.bound.clear();
        self.uploaded = 0;
    }

    /// A submission was refused after it was [committed](Self::commit), maybe for want of memory:
    /// the next upload makes all buffers anew.
    pub(super) fn start_over(&mut self, is_short: bool) {
        if let Some(Buffers { pairs, codes, list, reservation }) = &mut self.buffers {
            [pairs, codes, list].into_iter().for_each(Grown::discard);
            reservation.renew();
        }
        self.is_short |= is_short;
        self.bound.clear();
        self.uploaded = 0;
    }

    /// Records the upload of what has changed, and answers its bytes. Memory was
    /// [reserved](Self::reserve). Where lists may be read, those of `lists_of` pairs a dispatch,
    /// they [have a buffer](Self::has_lists) afterwards if the device has memory for it.
    pub(in crate::gpu) fn record_updates(
        &mut self,
        device: &wgpu::Device,
        belt: &mut UploadBelt,
        encoder: &mut wgpu::CommandEncoder,
        pairs: &[Pair],
        lists_of: Option<u32>,
    ) -> Result<u64, GpuError> {
        let kept = std::mem::take(&mut self.uploaded).min(pairs.len());
        let Some(Buffers { pairs: buffer, codes, list, reservation }) = &mut self.buffers else {
            return Err(missing());
        };
        let capacity = reservation.realise();
        let grown = buffer.grow(device, encoder, capacity, kept)?;
        if codes.grow(device, encoder, words(capacity), 0)? || grown {
            self.bound.clear();
        }
        let may_list = pairs.len() >= LEAST_LISTED as usize && !self.is_short;
        if let Some(per_dispatch) = lists_of.filter(|_| may_list) {
            let words = list_words(capacity as u32, per_dispatch) as usize;
            match list.grow(device, encoder, words, 0) {
                Ok(true) => self.bound.clear(),
                // Codes answer too.
                Ok(false) | Err(GpuError::OutOfMemory(_)) => {}
                Err(error) => return Err(error),
            }
        }
        let (Some(target), new) = (buffer.buffer(), &pairs[kept..]) else { return Err(missing()) };
        belt.write(encoder, target, (kept * size_of::<Pair>()) as u64, bytemuck::cast_slice(new))?;
        self.uploaded = pairs.len();
        Ok(size_of_val(new) as u64)
    }

    /// True where there is a buffer for lists of so many pairs a dispatch.
    pub(super) fn has_lists(&self, per_dispatch: u32) -> bool {
        self.buffers.as_ref().is_some_and(|own| own.lists(per_dispatch).is_some())
    }

    /// Records the test of the first pairs and the copy of the answers to a buffer; the codes go to
    /// `kept` where lists are read. The scene learns that its buffers are bound.
    pub(super) fn record_test(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        test: Test<'_>,
        scene: &mut Bindings,
        (readback, kept): (&wgpu::Buffer, Option<&wgpu::Buffer>),
    ) -> Result<(), GpuError> {
        let own = self.buffers.as_ref().ok_or_else(missing)?;
        let codes = own.codes.buffer().ok_or_else(missing)?;
        let fits = |bound: &&Bound| {
            bound.generation == test.frames.generation() && bound.shapes == test.asked.shapes
        };
        let mut bound = self.bound.lock();
        let bound = &mut bound[usize::from(test.asked.moving)];
        let bound = match bound.as_ref().filter(fits) {
            Some(_) => bound.as_ref(),
            None => {
                scene.add(&self.bound);
                Some(&*bound.insert(own.bind(&test)?))
            }
        };
        let bound = bound.ok_or_else(missing)?;
        let (label, timestamp_writes) = (Some("motzkin scene"), test.timestamps);
        let mut pass =
            encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label, timestamp_writes });
        let batches = &bound.batches[..dispatches(test.pairs, test.per_dispatch) as usize];
        let mut rest = test.pairs;
        for batch in batches {
            let pairs = rest.min(test.per_dispatch);
            batch
                .record(&mut pass, pairs)
                .map_err(|error: RecordError| GpuError::Internal(error.to_string()))?;
            if test.answers.are_lists() {
                batch.record_list(&mut pass, pairs);
            }
            rest -= pairs;
        }
        drop(pass);
        let settled = batches.iter().map(Batch::settled);
        test.answers.copy(encoder, (codes, own.list.buffer()), settled, readback);
        if let Some(kept) = kept.filter(|_| test.answers.are_lists()) {
            encoder.copy_buffer_to_buffer(codes, 0, kept, 0, codes_size(test.pairs));
        }
        Ok(())
    }
}

impl Buffers {
    /// The buffer of the lists, for all pairs that there is capacity for. After answers without
    /// lists it may be too short. It grows before one is read, and then all is bound anew.
    fn lists(&self, per_dispatch: u32) -> Option<&wgpu::Buffer> {
        let words = list_words(self.pairs.capacity() as u32, per_dispatch);
        self.list.buffer().filter(|list| list.size() >= words * size_of::<u32>() as u64)
    }

    /// Binds slices for all pairs that there is capacity for.
    fn bind(&self, test: &Test<'_>) -> Result<Bound, GpuError> {
        let (pairs, codes) = self.pairs.buffer().zip(self.codes.buffer()).ok_or_else(missing)?;
        let frames = test.frames.frames().ok_or_else(missing)?;
        let (capacity, per_dispatch) = (self.pairs.capacity(), test.per_dispatch as usize);
        let list = self.lists(test.per_dispatch);
        let batch = |start: usize| {
            let end = capacity.min(start + per_dispatch);
            let bytes =
                |from: usize, to: usize, size: usize| (from * size) as u64..(to * size) as u64;
            let buffers = BatchBuffers {
                filters: test.frames.filters().map(|buffer| buffer.slice(..)),
                codes: Some(codes.slice(bytes(words(start), words(end), size_of::<u32>()))),
                ..BatchBuffers::new(
                    frames.slice(..),
                    pairs.slice(bytes(start, end, size_of::<Pair>())),
                )
            };
            let options = BatchOptions {
                shapes: test.asked.shapes,
                undecided: Undecided::Keep,
                settle: true,
                #[cfg(feature = "motion")]
                moving: test.asked.moving,
                ..BatchOptions::default()
            };
            let list = list.map(|list| {
                let dispatch = (start / per_dispatch) as u32;
                let [from, to] = [dispatch, dispatch + 1].map(|dispatch| {
                    list_begin(dispatch, test.per_dispatch) * size_of::<u32>() as u64
                });
                list.slice(from..to.min(list.size()))
            });
            test.pipelines
                .listing_batch(test.device, (&buffers, list), &options)
                .map_err(BufferError::of_own)
        };
        let batches = (0..capacity).step_by(per_dispatch).map(batch).collect::<Result<_, _>>()?;
        Ok(Bound { batches, generation: test.frames.generation(), shapes: test.asked.shapes })
    }
}

fn missing() -> GpuError {
    GpuError::Internal("nothing was uploaded".into())
}
