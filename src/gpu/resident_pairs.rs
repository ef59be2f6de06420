//! Pairs that stay in a GPU buffer, with the codes that answer them.

use super::batch::{Batch, BatchBuffers, BatchOptions};
use super::belt::UploadBelt;
use super::error::GpuError;
use super::grown::{Grown, most_rows};
use super::layout::{CODES_PER_WORD, MAX_PAIRS};
use super::pipelines::Pipelines;
use super::resident::ResidentFrames;
use super::verdicts::ShapeMix;
use crate::geom::Pair;
use wgpu::BufferUsages;

/// A pair list on the GPU, bound to the frames of a scene.
#[derive(Debug, Default)]
pub(crate) struct ResidentPairs {
    buffers: Option<Buffers>,
    /// Pairs before this place lie in the buffer as they are.
    uploaded: usize,
    batch: Option<Bound>,
}

#[derive(Debug)]
struct Buffers {
    pairs: Grown,
    codes: Grown,
}

#[derive(Debug)]
struct Bound {
    batch: Batch,
    /// That of the frames' buffers.
    generation: u64,
    shapes: ShapeMix,
}

/// The most pairs that a list may have on this device.
pub(super) fn most_pairs(device: &wgpu::Device) -> usize {
    most_rows(device, size_of::<Pair>()).min(MAX_PAIRS as usize)
}

impl ResidentPairs {
    /// Pairs from this place on have changed.
    pub fn touch(&mut self, from: usize) {
        self.uploaded = self.uploaded.min(from);
    }

    /// Bytes of pairs, codes and the batch's scratch.
    pub fn bytes(&self) -> u64 {
        let buffers = self.buffers.as_ref().map_or(0, |own| own.pairs.bytes() + own.codes.bytes());
        buffers + self.batch.as_ref().map_or(0, |bound| bound.batch.scratch_bytes())
    }

    /// Records the upload of what has changed, and answers its bytes.
    pub fn record_updates(
        &mut self,
        device: &wgpu::Device,
        belt: &mut UploadBelt,
        encoder: &mut wgpu::CommandEncoder,
        pairs: &[Pair],
    ) -> Result<u64, GpuError> {
        let kept = std::mem::take(&mut self.uploaded).min(pairs.len());
        let Buffers { pairs: buffer, codes } = self.buffers.get_or_insert_with(|| Buffers {
            pairs: Grown::new("motzkin pairs", size_of::<Pair>(), BufferUsages::STORAGE),
            codes: Grown::new("motzkin codes", size_of::<u32>(), BufferUsages::STORAGE),
        });
        if buffer.reserve(device, encoder, pairs.len(), kept, most_pairs(device))? {
            self.batch = None;
        }
        let words = buffer.room().div_ceil(CODES_PER_WORD as usize);
        if codes.reserve(device, encoder, words, 0, words)? {
            self.batch = None;
        }
        let (Some(target), new) = (buffer.buffer(), &pairs[kept..]) else { return Ok(0) };
        belt.write(encoder, target, (kept * size_of::<Pair>()) as u64, bytemuck::cast_slice(new))?;
        self.uploaded = pairs.len();
        Ok(size_of_val(new) as u64)
    }

    /// Records the test of `pairs` pairs, and answers where their codes will be.
    pub fn record_test(
        &mut self,
        device: &wgpu::Device,
        pipelines: &Pipelines,
        encoder: &mut wgpu::CommandEncoder,
        frames: &ResidentFrames,
        shapes: ShapeMix,
        pairs: u32,
    ) -> Result<&wgpu::Buffer, GpuError> {
        let none = || GpuError::Refused("nothing was uploaded".into());
        let own = self.buffers.as_ref().and_then(|own| Some((own.pairs.buffer()?, own.codes.buffer()?)));
        let (pair_buffer, codes) = own.ok_or_else(none)?;
        let fits = |bound: &Bound| bound.generation == frames.generation() && bound.shapes == shapes;
        if !self.batch.as_ref().is_some_and(fits) {
            let buffers = BatchBuffers {
                filters: frames.filters().map(|buffer| buffer.slice(..)),
                codes: Some(codes.slice(..)),
                ..BatchBuffers::new(frames.frames().ok_or_else(none)?.slice(..), pair_buffer.slice(..))
            };
            let options = BatchOptions { shapes, ..BatchOptions::default() };
            let batch = pipelines.batch(device, &buffers, &options);
            let batch = batch.map_err(|error| GpuError::Refused(error.to_string()))?;
            self.batch = Some(Bound { batch, generation: frames.generation(), shapes });
        }
        let Bound { batch, .. } = self.batch.as_ref().ok_or_else(none)?;
        batch.record(encoder, pairs).map_err(|error| GpuError::Refused(error.to_string()))?;
        Ok(codes)
    }
}
