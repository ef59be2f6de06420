//! What goes up with a submission.
//!
//! It is copied to chunks of a belt, and from there by commands. wgpu 30 has staging of its own,
//! such as that of `Queue::write_buffer`, but loses the device where there is no memory for it. A
//! chunk is a buffer like any other: out of memory is an error of the call.

use crate::gpu::device::headless::Headless;
use crate::gpu::run::belt::UploadBelt;
use crate::gpu::run::budget::Budget;
use crate::gpu_error::GpuError;
use bytemuck::Pod;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The most that is staged before it is submitted, in bytes: the GPU copies while more is written,
/// and chunks come back.
const PIECE: u64 = 64 << 20;

/// Bytes of a chunk that is used again. Between two copies to a buffer the GPU waits, so that small
/// chunks would cost time.
const CHUNK: u64 = 4 << 20;

/// Chunks of a belt that wait for use at the most: a piece.
const CHUNKS: usize = (PIECE / CHUNK) as usize;

/// Belts that are kept: threads that write at a time.
const BELTS: usize = 2;

/// The belts that wait for the next submission.
#[derive(Debug, Default)]
pub(super) struct Belts(Mutex<Vec<UploadBelt>>);

impl Belts {
    fn lock(&self) -> MutexGuard<'_, Vec<UploadBelt>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins what goes up with a submission.
    pub fn begin<'a>(&'a self, gpu: &'a Headless, budget: &Budget) -> Uploads<'a> {
        let idle = self.lock().pop();
        let belt = idle.unwrap_or_else(|| match budget.most() {
            None => UploadBelt::keeping(&gpu.device, CHUNK, CHUNKS),
            // A call counts what it stages as a part of its memory, and gives it back.
            Some(_) => UploadBelt::keeping(&gpu.device, PIECE, 0),
        });
        Uploads { gpu, belts: self, belt, encoder: None, staged: 0 }
    }

    /// Frees the chunks that wait. Returns false where none did.
    pub fn free_idle(&self) -> bool {
        // Those of each belt, whatever the others had.
        self.lock().iter().fold(false, |freed, belt| belt.free_idle() | freed)
    }

    /// Hands out all belts that wait.
    #[cfg(not(target_family = "wasm"))]
    pub fn take(&self) -> Vec<UploadBelt> {
        std::mem::take(&mut *self.lock())
    }
}

/// What goes up with a submission. Where it is much, all but the end goes before. What is dropped
/// before its end did not go up.
pub(in crate::gpu) struct Uploads<'a> {
    gpu: &'a Headless,
    belts: &'a Belts,
    belt: UploadBelt,
    /// None as long as there is nothing to copy.
    encoder: Option<wgpu::CommandEncoder>,
    /// Bytes that were not submitted yet.
    staged: u64,
}

impl Uploads<'_> {
    /// Writes items to the beginning of a buffer.
    pub fn write<T: Pod>(&mut self, buffer: &wgpu::Buffer, items: &[T]) -> Result<(), GpuError> {
        self.write_at(buffer, 0, items)
    }

    /// Writes items to a place in a buffer, in bytes.
    pub fn write_at<T: Pod>(
        &mut self,
        buffer: &wgpu::Buffer,
        place: u64,
        items: &[T],
    ) -> Result<(), GpuError> {
        self.write_bytes((buffer, place), bytemuck::cast_slice(items), |_| ())
    }

    /// Writes the items of two slices one after the other, and shows them a block at a time: what
    /// is looked at just before it is copied is fetched from memory once.
    pub fn write_seen<T: Pod>(
        &mut self,
        buffer: &wgpu::Buffer,
        parts: [&[T]; 2],
        mut see: impl FnMut(&[T]),
    ) -> Result<(), GpuError> {
        let mut place = 0;
        for items in parts {
            let mut seen = 0;
            let show = |bytes: usize| {
                let end = bytes / size_of::<T>();
                see(&items[seen..end]);
                seen = end;
            };
            self.write_bytes((buffer, place), bytemuck::cast_slice(items), show)?;
            place += size_of_val(items) as u64;
        }
        Ok(())
    }

    /// Writes bytes, a bounded piece at a time, and says before each block how many there will be
    /// with it.
    fn write_bytes(
        &mut self,
        (buffer, place): (&wgpu::Buffer, u64),
        bytes: &[u8],
        mut show: impl FnMut(usize),
    ) -> Result<(), GpuError> {
        let mut done = 0;
        for piece in bytes.chunks(PIECE as usize) {
            let size = piece.len() as u64;
            if self.staged + size > PIECE {
                self.submit();
            }
            let device = &self.gpu.device;
            let encoder = self.encoder.get_or_insert_with(|| {
                let label = Some("motzkin upload");
                device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label })
            });
            let target = (buffer, place + done as u64);
            self.belt.write_shown(encoder, target, piece, |end| show(done + end))?;
            self.staged += size;
            done += piece.len();
        }
        Ok(())
    }

    /// Submits what was written so far.
    fn submit(&mut self) {
        if let Some(commands) = self.end() {
            self.gpu.queue.submit([commands]);
        }
    }

    fn end(&mut self) -> Option<wgpu::CommandBuffer> {
        self.staged = 0;
        let encoder = self.encoder.take()?;
        self.belt.finish(&encoder);
        Some(encoder.finish())
    }

    /// Returns the commands that copy what was written, for a submission. `None` where there is
    /// nothing to copy.
    pub fn finish(mut self) -> Option<wgpu::CommandBuffer> {
        let commands = self.end();
        let mut idle = self.belts.lock();
        if idle.len() < BELTS {
            idle.push(self.belt);
        }
        commands
    }

    /// Submits all of it by itself.
    #[cfg(all(feature = "meshes", not(target_family = "wasm")))]
    pub fn send(self) {
        let gpu = self.gpu;
        if let Some(commands) = self.finish() {
            gpu.queue.submit([commands]);
        }
    }
}
