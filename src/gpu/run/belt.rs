//! Uploads recorded into an encoder, through chunks that are used again and again.

use crate::gpu::device::own_buffer::OwnBuffer;
use crate::gpu::device::scopes::checked_now;
use crate::gpu::run::budget::{Budget, Held};
use crate::gpu_error::GpuError;
use crate::gpu_error::OverBudget;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use wgpu::{BufferUsages, COPY_BUFFER_ALIGNMENT, MAP_ALIGNMENT, MapMode};

/// A belt of staging buffers. What is written goes into mapped chunks and is copied by commands of
/// the caller's encoder; a chunk comes back, mapped again, after the submission. Once as many
/// chunks travel as the uploads fill, no more are made. As many are kept as three submissions like
/// the largest would fill, where what counts as the largest sinks by a sixty-fourth with each;
/// never less than one.
///
/// Unlike [`wgpu::util::StagingBelt`] it answers a lost device with an error instead of a panic,
/// and knows its size.
#[derive(Debug)]
pub struct UploadBelt {
    device: wgpu::Device,
    /// Bytes of a chunk; the most of one that is made to measure.
    chunk: u64,
    /// The most chunks that wait for use. Where none do, each is made to measure and used once.
    most: usize,
    /// Written since the last [`finish`](Self::finish); the last is being filled.
    filled: Vec<Chunk>,
    returned: Returned,
    counts: Arc<Counts>,
    budget: Arc<Budget>,
    /// Memory that chunks are made of without asking for more.
    allotment: Arc<Held>,
    mark: HighWater,
}

/// Chunks of the largest submission so far, in 64ths: sinking, so that a burst is not paid for for
/// ever, and a pause does not free what the next upload makes anew.
#[derive(Debug, Default)]
struct HighWater(usize);

impl HighWater {
    const WHOLE: usize = 64;

    /// Takes in a submission; answers the chunks to keep.
    fn after(&mut self, used: usize) -> usize {
        let sunk = self.0.saturating_sub((self.0 / Self::WHOLE).max(1));
        self.0 = sunk.max(used * Self::WHOLE);
        (3 * self.0).div_ceil(Self::WHOLE).max(1)
    }
}

/// Bytes that are copied at once: a part of a processor's first cache.
const BLOCK: usize = 16 << 10;

/// What a refusal names.
const STAGING: &str = "staging for uploads";

type Returned = Arc<Mutex<Vec<Chunk>>>;

/// Bytes of chunks, those on the GPU included.
#[derive(Debug, Default)]
struct Counts {
    all: AtomicU64,
    /// Those of the allotment.
    allotted: AtomicU64,
}

/// The buffer goes before its bytes are taken off, and these before the memory is given back.
#[derive(Debug)]
struct Chunk {
    buffer: OwnBuffer,
    used: u64,
    _counted: Counted,
}

/// A chunk's bytes, until it is dropped.
#[derive(Debug)]
struct Counted {
    bytes: u64,
    of_allotment: bool,
    counts: Arc<Counts>,
    /// The allotment outlives the belt while one of its chunks travels.
    _held: Arc<Held>,
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.counts.all.fetch_sub(self.bytes, Ordering::Relaxed);
        if self.of_allotment {
            self.counts.allotted.fetch_sub(self.bytes, Ordering::Relaxed);
        }
    }
}

impl UploadBelt {
    /// Bytes of a chunk unless one says otherwise.
    pub const CHUNK: u64 = 1 << 20;

    /// The fewest bytes of a chunk.
    const LEAST: u64 = 4096;

    /// Makes a belt for buffers of this device, in chunks of so many bytes, rounded up to a
    /// multiple of 8: at least 4 KiB, at most the device's `max_buffer_size`.
    pub fn new(device: &wgpu::Device, chunk: u64) -> Self {
        Self::within(device, chunk, Budget::new(None))
    }

    /// A belt whose chunks count against a budget.
    pub(in crate::gpu) fn within(device: &wgpu::Device, chunk: u64, budget: Arc<Budget>) -> Self {
        Self::of(device, (chunk, usize::MAX), budget)
    }

    /// A belt of which so many chunks wait for use at the most. With none of them a chunk is as
    /// large as what is written into it, `chunk` bytes at the most, and goes once it was read.
    pub(in crate::gpu) fn keeping(device: &wgpu::Device, chunk: u64, most: usize) -> Self {
        Self::of(device, (chunk, most), Budget::new(None))
    }

    fn of(device: &wgpu::Device, (chunk, most): (u64, usize), budget: Arc<Budget>) -> Self {
        let largest = device.limits().max_buffer_size / MAP_ALIGNMENT * MAP_ALIGNMENT;
        let chunk = chunk.max(Self::LEAST).min(largest).next_multiple_of(MAP_ALIGNMENT);
        let (device, counts) = (device.clone(), Arc::default());
        let (filled, returned, allotment) =
            (Vec::new(), Returned::default(), Held::none(&budget, STAGING));
        Self {
            device,
            chunk,
            most,
            filled,
            returned,
            counts,
            budget,
            allotment,
            mark: HighWater::default(),
        }
    }

    /// Takes the memory that staging so many bytes at once needs, in the place of what was taken
    /// before; never less than there is in chunks of it.
    pub(in crate::gpu) fn allot(&self, bytes: u64) -> Result<(), OverBudget> {
        let wanted = bytes.next_multiple_of(self.chunk).saturating_add(self.chunk);
        self.allotment.resize(wanted.max(self.counts.allotted.load(Ordering::Relaxed)))
    }

    /// Frees the chunks that wait for use. Returns false where none did.
    pub(in crate::gpu) fn free_idle(&self) -> bool {
        let mut returned = self.returned.lock().unwrap_or_else(PoisonError::into_inner);
        !std::mem::take(&mut *returned).is_empty()
    }

    /// Forgets what was written since the last [`finish`](Self::finish): an encoder that is not
    /// submitted, after an error for example. The chunks are empty again.
    pub fn abandon(&mut self) {
        let mut returned = self.returned.lock().unwrap_or_else(PoisonError::into_inner);
        for mut chunk in self.filled.drain(..) {
            chunk.used = 0;
            returned.push(chunk);
        }
    }

    /// Returns the bytes of all chunks, those under way included.
    pub fn bytes(&self) -> u64 {
        self.counts.all.load(Ordering::Relaxed)
    }

    /// Records the upload of bytes, a multiple of 4, to an offset that is one too. The target needs
    /// the usage `COPY_DST`.
    pub(in crate::gpu) fn write(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        target: &wgpu::Buffer,
        offset: u64,
        bytes: &[u8],
    ) -> Result<(), GpuError> {
        self.write_shown(encoder, (target, offset), bytes, |_| ())
    }

    /// [`write`](Self::write) that says before each block how many bytes there will be with it:
    /// what is looked at just before it is copied is fetched from memory once.
    pub(in crate::gpu) fn write_shown(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        (target, offset): (&wgpu::Buffer, u64),
        bytes: &[u8],
        mut show: impl FnMut(usize),
    ) -> Result<(), GpuError> {
        let mut done = 0;
        while done < bytes.len() {
            let rest = &bytes[done..];
            let chunk = self.open_chunk(rest.len() as u64)?;
            let room = chunk.buffer.size() - chunk.used;
            let now = &rest[..rest.len().min(room as usize)];
            let size = now.len() as u64;
            let mapped = chunk.buffer.get_mapped_range_mut(chunk.used..chunk.used + size);
            let mut mapped = mapped.map_err(|error| GpuError::Refused(error.to_string()))?;
            copy_blocks(&mut mapped, now, |end| show(done + end));
            drop(mapped);
            let place = offset + done as u64;
            encoder.copy_buffer_to_buffer(&chunk.buffer, chunk.used, target, place, size);
            chunk.used = (chunk.used + size).next_multiple_of(MAP_ALIGNMENT);
            done += now.len();
        }
        Ok(())
    }

    /// The chunk that is being filled, and is not full. Where one is made to measure, it is for so
    /// many bytes.
    fn open_chunk(&mut self, wanted: u64) -> Result<&mut Chunk, GpuError> {
        let full = |chunk: &Chunk| chunk.used + COPY_BUFFER_ALIGNMENT > chunk.buffer.size();
        if self.filled.last().is_none_or(full) {
            let returned = self.returned.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let size = if self.most == 0 { wanted.min(self.chunk) } else { self.chunk };
            let chunk = returned.map_or_else(|| self.new_chunk(size), Ok)?;
            self.filled.push(chunk);
        }
        self.filled.last_mut().ok_or_else(|| GpuError::Internal("no staging buffer".into()))
    }

    /// A chunk that is mapped. With `MAP_WRITE` wgpu maps the buffer itself, of which it forgives
    /// that there is no memory. Without, it would stage on its own, and lose the device.
    fn new_chunk(&self, bytes: u64) -> Result<Chunk, GpuError> {
        let descriptor = wgpu::BufferDescriptor {
            label: Some("motzkin upload"),
            size: bytes,
            usage: BufferUsages::MAP_WRITE | BufferUsages::COPY_SRC,
            mapped_at_creation: true,
        };
        let Counts { all, allotted } = &*self.counts;
        let of_allotment = allotted.load(Ordering::Relaxed) + bytes <= self.allotment.bytes();
        let held =
            if of_allotment { self.allotment.clone() } else { self.budget.take(STAGING, bytes)? };
        let buffer = checked_now(&self.device, || self.device.create_buffer(&descriptor))?;
        all.fetch_add(bytes, Ordering::Relaxed);
        if of_allotment {
            allotted.fetch_add(bytes, Ordering::Relaxed);
        }
        let counted = Counted { bytes, of_allotment, counts: self.counts.clone(), _held: held };
        Ok(Chunk { buffer: buffer.into(), used: 0, _counted: counted })
    }

    /// Takes the written chunks back once the encoder's commands have run. Call it after the writes
    /// and before the commands are submitted. An encoder that is never submitted frees its chunks.
    pub fn finish(&mut self, encoder: &wgpu::CommandEncoder) {
        let most = self.most;
        let idle = self.mark.after(self.filled.len()).min(most);
        for mut chunk in self.filled.drain(..) {
            // Only a lost device refuses: its chunks go, and the submission says why.
            if checked_now(&self.device, || chunk.buffer.unmap()).is_err() {
                continue;
            }
            if most == 0 && cfg!(not(target_family = "wasm")) {
                // The commands hold on to the buffer until they have run.
                continue;
            }
            let (buffer, returned) = (chunk.buffer.handle(), Arc::downgrade(&self.returned));
            encoder.map_buffer_on_submit(&buffer, MapMode::Write, .., move |mapped| {
                if let (Ok(()), Some(returned)) = (mapped, returned.upgrade()) {
                    chunk.used = 0;
                    let mut returned = returned.lock().unwrap_or_else(PoisonError::into_inner);
                    if returned.len() < most {
                        returned.push(chunk);
                    }
                }
            });
        }
        let mut returned = self.returned.lock().unwrap_or_else(PoisonError::into_inner);
        returned.truncate(idle);
    }
}

/// Copies a block at a time, and says before each how many bytes there will be with it.
fn copy_blocks(mapped: &mut wgpu::BufferViewMut, bytes: &[u8], mut show: impl FnMut(usize)) {
    let mut start = 0;
    for block in bytes.chunks(BLOCK) {
        let end = start + block.len();
        show(end);
        mapped.slice(start..end).copy_from_slice(block);
        start = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_kept_through_pauses_but_not_for_ever() {
        let mut mark = HighWater::default();
        assert_eq!([0, 1, 0].map(|used| mark.after(used)), [1, 3, 3]);
        assert_eq!(mark.after(10), 30);
        let kept: Vec<usize> = (0..1000).map(|_| mark.after(0)).collect();
        assert!(kept[9] >= 24, "{kept:?}");
        assert!(kept.windows(2).all(|two| two[0] >= two[1]));
        assert_eq!(kept[999], 1);
        assert_eq!([mark.after(2), mark.after(1)], [6, 6]);
    }
}
