//! Frames that stay in GPU buffers.

use crate::geom::{Filter, Frame3};
use crate::gpu::device::headless::loss;
use crate::gpu::resident::dirty::DirtySet;
use crate::gpu::resident::grown::{Grown, most_rows};
use crate::gpu::resident::reservation::Reservation;
use crate::gpu::resident::scatter::Scatter;
use crate::gpu::run::belt::UploadBelt;
use crate::gpu::run::budget::{Budget, Held};
use crate::gpu::shader::stage_layout::FrameUpdate;
use crate::gpu_error::GpuError;
use crate::gpu_error::OverBudget;
use bytemuck::Pod;
use std::sync::Arc;
use wgpu::BufferUsages;

/// The arrays that [`ResidentFrames`] mirror: the caller's, one row a frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct FrameArrays<'a> {
    /// The frames.
    pub frames: &'a [Frame3],
    /// As many filters, or none to do without a buffer of them.
    pub filters: &'a [Filter],
    /// As many user ids, or none to do without a buffer of them.
    pub ids: &'a [u32],
}

/// Buffers of frames, filters and ids that grow with the caller's arrays and follow their changes:
/// what travels are new rows, rows that were touched since the last upload, and, of very many runs
/// of such rows, some that lie between.
///
/// All is recorded into the caller's encoder: nothing is submitted, polled, or written through a
/// queue. The buffers serve a [`Batch`](crate::gpu::Batch) and, as vertex or storage buffers, the
/// caller's renderer.
///
/// Up to 64 runs of touched rows are copied one by one; of more, those that lie close together are
/// joined. Frames that lie too far apart for that travel side by side, 80 bytes each, and a small
/// compute stage puts them into place.
#[derive(Debug)]
pub struct ResidentFrames {
    device: wgpu::Device,
    frames: Grown,
    filters: Grown,
    ids: Grown,
    reservation: Reservation,
    touched: [DirtySet; 3],
    /// Rows of each array that there were at the last upload.
    lens: [usize; 3],
    scatter: Scatter,
    generation: u64,
}

/// Bytes of a frame, its filter and its id.
pub(in crate::gpu) const ROW: u64 =
    (size_of::<Frame3>() + size_of::<Filter>() + size_of::<u32>()) as u64;

/// More runs of touched rows than this are scattered, or joined.
const MOST_COPIES: usize = 64;

impl ResidentFrames {
    /// Makes an empty set, without buffers yet. Frames get the usages `STORAGE`, `VERTEX`,
    /// `COPY_SRC` and `COPY_DST`, filters and ids all of these too.
    pub fn new(device: &wgpu::Device) -> Self {
        Self::within(device, &Budget::new(None))
    }

    /// Buffers that count against a budget.
    pub(in crate::gpu) fn within(device: &wgpu::Device, budget: &Arc<Budget>) -> Self {
        let usage = BufferUsages::STORAGE | BufferUsages::VERTEX;
        Self {
            device: device.clone(),
            frames: Grown::new("motzkin frames", size_of::<Frame3>(), usage),
            filters: Grown::new("motzkin filters", size_of::<Filter>(), usage),
            ids: Grown::new("motzkin ids", size_of::<u32>(), usage),
            reservation: Reservation::new(budget, "a scene's frames"),
            touched: Default::default(),
            lens: [0; 3],
            scatter: Scatter::new(device, budget),
            generation: 0,
        }
    }

    /// Marks the frame in this row as changed. New rows, beyond those of the last upload, travel
    /// anyway.
    pub fn touch_frame(&mut self, row: usize) {
        self.touch(0, row);
    }

    /// Marks the filter in this row as changed.
    pub fn touch_filter(&mut self, row: usize) {
        self.touch(1, row);
    }

    /// Marks the id in this row as changed.
    pub fn touch_id(&mut self, row: usize) {
        self.touch(2, row);
    }

    fn touch(&mut self, array: usize, row: usize) {
        if row < self.lens[array] {
            self.touched[array].touch(row);
        }
    }

    /// Marks all rows as changed, for example after an encoder with updates was not submitted.
    pub fn touch_all(&mut self) {
        self.lens = [0; 3];
    }

    /// Records what makes the buffers equal to the arrays, and answers the bytes that travel. Call
    /// [`UploadBelt::finish`] before the commands are submitted. Rows that were not touched are
    /// taken to be equal.
    ///
    /// Growing replaces buffers, see [`generation`](Self::generation). All that there are have
    /// capacity for as many rows, so that they fit a batch; filters or ids that have become none
    /// have no buffer.
    ///
    /// # Errors
    ///
    /// Returns an error for filters or ids that are neither none nor as many as the frames,
    /// [`GpuError::OutOfMemory`] for more frames than the device binds and for too little memory,
    /// and an error for a lost device. Do not submit the encoder then: it may hold copies into the
    /// buffers. Call [`UploadBelt::abandon`] if nothing else was written through the belt. The
    /// buffers are as they were, and the next upload starts over.
    pub fn record_updates(
        &mut self,
        belt: &mut UploadBelt,
        encoder: &mut wgpu::CommandEncoder,
        arrays: &FrameArrays<'_>,
    ) -> Result<u64, GpuError> {
        let recorded =
            self.record(belt, encoder, arrays).map_err(|error| loss(&self.device).unwrap_or(error));
        match &recorded {
            Ok(_) => self.commit(),
            Err(error) => {
                self.revert();
                // The next upload asks for no more than it needs.
                if matches!(error, GpuError::OutOfMemory(_)) {
                    self.trim(arrays.frames.len());
                }
            }
        }
        recorded
    }

    /// [`record_updates`](Self::record_updates) that is still to be committed or reverted.
    pub(in crate::gpu) fn record(
        &mut self,
        belt: &mut UploadBelt,
        encoder: &mut wgpu::CommandEncoder,
        arrays: &FrameArrays<'_>,
    ) -> Result<u64, GpuError> {
        let FrameArrays { frames, filters, ids } = *arrays;
        let (count, most) = (frames.len(), self.most_rows());
        for (array, rows) in [("filters", filters.len()), ("ids", ids.len())] {
            if rows != 0 && rows != count {
                return Err(GpuError::UnequalArrays { array, rows, frames: count });
            }
        }
        if count > most {
            return Err(GpuError::OutOfMemory(format!(
                "frames: {count} rows, {most} fit a buffer"
            )));
        }
        if count > self.capacity() {
            self.hold(self.grown(count))?;
        }
        // Nothing is taken for uploaded if this fails half way.
        let lens = std::mem::take(&mut self.lens);
        let capacity = self.reservation.realise();
        if count > self.frames.capacity()
            && self.frames.grow(&self.device, encoder, capacity, lens[0])?
        {
            self.generation += 1;
            self.scatter.forget();
        }
        let (rows, capacity) = ([count, filters.len(), ids.len()], self.frames.capacity());
        for (buffer, array) in [(&mut self.filters, 1), (&mut self.ids, 2)] {
            let other = match rows[array] {
                0 => buffer.forget(),
                _ => buffer.grow(&self.device, encoder, capacity, lens[array])?,
            };
            self.generation += u64::from(other);
        }
        for ((touched, rows), kept) in self.touched.iter_mut().zip(rows).zip(lens) {
            (kept..rows).for_each(|row| touched.touch(row));
        }
        let [touched_frames, touched_filters, touched_ids] = &self.touched;
        let mut bytes = 0;
        // Without the memory for scattering, what lies between the touched rows travels too.
        let scattered = touched_frames.len();
        if is_scattered(touched_frames)
            && self.scatter.takes(scattered)
            && self.scatter.reserve(scattered)
        {
            bytes += self.scatter.record(belt, encoder, &self.frames, touched_frames, frames)?;
        } else {
            bytes += copy(belt, encoder, &self.frames, touched_frames, frames)?;
        }
        bytes += copy(belt, encoder, &self.filters, touched_filters, filters)?;
        bytes += copy(belt, encoder, &self.ids, touched_ids, ids)?;
        self.touched.iter_mut().for_each(DirtySet::clear);
        self.lens = rows;
        Ok(bytes)
    }

    /// Rows that memory is held for.
    pub(in crate::gpu) fn capacity(&self) -> usize {
        self.reservation.capacity()
    }

    /// The most rows that a buffer takes.
    pub(in crate::gpu) fn most_rows(&self) -> usize {
        most_rows(&self.device, size_of::<Frame3>())
    }

    /// Rows to make capacity for where there are so many.
    pub(in crate::gpu) fn grown(&self, rows: usize) -> usize {
        self.reservation.grown(rows, self.most_rows())
    }

    /// Takes the memory of buffers of so many rows.
    pub(in crate::gpu) fn hold(&mut self, rows: usize) -> Result<(), OverBudget> {
        self.reservation.hold(rows, rows as u64 * ROW)
    }

    /// Plans no capacity beyond so many rows, and no scattering that needs more than there is.
    /// Returns false where none was planned.
    pub(in crate::gpu) fn trim(&mut self, rows: usize) -> bool {
        // Both, whatever the first says.
        self.reservation.trim(rows, rows as u64 * ROW) | self.scatter.trim()
    }

    /// The memory that a submission uses.
    pub(in crate::gpu) fn held(&self) -> impl Iterator<Item = Arc<Held>> {
        self.reservation.held().chain(self.scatter.held())
    }

    /// What was recorded is submitted.
    pub(in crate::gpu) fn commit(&mut self) {
        self.reservation.commit();
        [&mut self.frames, &mut self.filters, &mut self.ids].into_iter().for_each(Grown::commit);
        self.scatter.commit();
    }

    /// What was recorded is not submitted: the buffers are those from before.
    pub(in crate::gpu) fn revert(&mut self) {
        self.reservation.revert();
        [&mut self.frames, &mut self.filters, &mut self.ids].into_iter().for_each(Grown::revert);
        self.scatter.revert();
        self.touch_all();
    }

    /// A submission was refused after it was [committed](Self::commit): the next upload makes all
    /// buffers anew.
    pub(in crate::gpu) fn start_over(&mut self) {
        self.reservation.renew();
        [&mut self.frames, &mut self.filters, &mut self.ids].into_iter().for_each(Grown::discard);
        self.scatter.start_over();
        self.generation += 1;
        self.touch_all();
    }

    /// Returns the buffer of frames, 64 bytes each, with capacity behind them. `None` before the
    /// first upload.
    pub fn frames(&self) -> Option<&wgpu::Buffer> {
        self.frames.buffer()
    }

    /// Returns the buffer of filters, 8 bytes each. `None` where there are none.
    pub fn filters(&self) -> Option<&wgpu::Buffer> {
        self.filters.buffer()
    }

    /// Returns the buffer of ids, 4 bytes each. `None` where there are none.
    pub fn ids(&self) -> Option<&wgpu::Buffer> {
        self.ids.buffer()
    }

    /// Returns a number that changes whenever an upload has replaced or dropped a buffer. What was
    /// bound to the old buffer, batches among them, has to be made anew then.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Returns the bytes of the buffer of frames, of the buffers of filters and ids together, and
    /// of the scratch buffer for scattered updates.
    pub fn bytes(&self) -> (u64, u64, u64) {
        (self.frames.bytes(), self.filters.bytes() + self.ids.bytes(), self.scatter.bytes())
    }
}

/// True where many runs lie so far apart that what is between them would cost more than scattering.
fn is_scattered(touched: &DirtySet) -> bool {
    let span = touched.span() * size_of::<Frame3>();
    // A head comes before the updates.
    let updates = (touched.len() + 1) * size_of::<FrameUpdate>();
    touched.runs().nth(MOST_COPIES).is_some() && updates < span
}

/// Uploads the touched rows of an array, run by run. Where there are too many runs, those with the
/// narrowest gaps are joined.
fn copy<T: Pod>(
    belt: &mut UploadBelt,
    encoder: &mut wgpu::CommandEncoder,
    target: &Grown,
    touched: &DirtySet,
    rows: &[T],
) -> Result<u64, GpuError> {
    let Some(buffer) = target.buffer() else { return Ok(0) };
    let mut gap = 0;
    while joined(touched, gap).nth(MOST_COPIES).is_some() {
        gap = 2 * gap + 1;
    }
    let mut bytes = 0;
    for run in joined(touched, gap) {
        let offset = (run.start * size_of::<T>()) as u64;
        let data: &[u8] =
            bytemuck::cast_slice(rows.get(run.start..run.end.min(rows.len())).unwrap_or_default());
        belt.write(encoder, buffer, offset, data)?;
        bytes += data.len() as u64;
    }
    Ok(bytes)
}

/// Runs, joined where at most `gap` rows lie between them.
fn joined(touched: &DirtySet, gap: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
    let mut runs = touched.runs().peekable();
    std::iter::from_fn(move || {
        let mut run = runs.next()?;
        while let Some(next) = runs.next_if(|next| next.start <= run.end + gap) {
            run.end = next.end;
        }
        Some(run)
    })
}
