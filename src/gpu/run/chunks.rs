//! How a batch is cut to the device's limits.

use crate::geom::{Frame3, Pair};
use crate::gpu::device::limits::largest_bound;
use crate::gpu::run::code_buffers::CodeCapacity;
use crate::gpu::run::frame_list::FrameList;
use crate::gpu::run::options::RunnerOptions;
use crate::gpu::shader::frame::ShaderFrame;
use crate::gpu::shader::layout::MAX_PAIRS;
use crate::gpu::shader::stage_layout::PAIRS_PER_GROUP;
use std::borrow::Cow;

/// The most that one dispatch takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gpu) struct ChunkLimits {
    /// At least 1.
    pub pairs: u32,
    /// At least 2.
    pub frames: u32,
    /// The capacity of the list of undecided pairs, where it was asked for.
    list: Option<u32>,
}

impl ChunkLimits {
    /// The limits of a device, lowered by options; those of memory come with
    /// [`within`](Self::within).
    pub fn new(device: &wgpu::Limits, options: &RunnerOptions) -> Self {
        let largest = largest_bound(device);
        let fit = |size: usize| u32::try_from(largest / size as u64).unwrap_or(u32::MAX);
        // A dispatch has as many rows as the device takes, which bounds the pairs of short ones.
        let rows = device.max_compute_workgroups_per_dimension;
        let groups = rows.saturating_mul(options.max_groups_per_row.clamp(1, rows.max(1)));
        let dispatched = groups.saturating_mul(PAIRS_PER_GROUP);
        let pairs = options.max_pairs.min(fit(size_of::<Pair>())).min(dispatched);
        Self {
            pairs: pairs.clamp(1, MAX_PAIRS),
            frames: options.max_frames.min(fit(size_of::<Frame3>())).max(2),
            list: options.list_capacity,
        }
    }

    /// The largest limits of which a batch takes no more bytes than this; half of them at most for
    /// frames. With groups each pair may be one. The error says what would be needed.
    pub fn within(self, budget: u64, grouped: bool) -> Result<Self, u64> {
        self.within_by(budget, |frames, pairs| {
            let groups = if grouped { pairs } else { 0 };
            let capacity = CodeCapacity { pairs, list: self.list_capacity(pairs), groups };
            capacity.bytes(2, u64::from(frames.max(1)) * size_of::<Frame3>() as u64)
        })
    }

    /// The same limits with no more pairs than this, at least 1.
    pub fn of_at_most(self, pairs: u32) -> Self {
        Self { pairs: self.pairs.min(pairs).max(1), ..self }
    }

    /// [`within`](Self::within) for work that takes so many bytes for so many frames and pairs.
    pub fn within_by(self, budget: u64, bytes: impl Fn(u32, u32) -> u64) -> Result<Self, u64> {
        let least_pairs = self.pairs.min(PAIRS_PER_GROUP);
        let least_frames = self.frames.min(2 * least_pairs).max(2);
        let needed = bytes(least_frames, least_pairs);
        if budget < needed {
            return Err(needed);
        }
        let frames = largest(least_frames, self.frames, |frames| bytes(frames, 1) <= budget / 2);
        let pairs = largest(least_pairs, self.pairs, |pairs| bytes(frames, pairs) <= budget);
        Ok(Self { pairs, frames, ..self })
    }

    /// The capacity of the list of undecided pairs in a dispatch of so many pairs.
    pub fn list_capacity(&self, pairs: u32) -> u32 {
        self.list.unwrap_or((pairs / 16).max(1024)).min(pairs)
    }
}

/// The largest number from `least` to `most` that fits, where every smaller one does too; `least`
/// is taken to fit.
pub(in crate::gpu) fn largest(least: u32, most: u32, fits: impl Fn(u32) -> bool) -> u32 {
    let (mut low, mut high) = (least, most.max(least));
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if fits(middle) { low = middle } else { high = middle - 1 }
    }
    low
}

/// Consecutive pairs, with indices into what is or will be in the GPU's buffer.
pub(in crate::gpu) struct Chunk<'a, G> {
    pub pairs: Cow<'a, [Pair]>,
    /// What the pairs name, to be uploaded first; `None` where all of the batch is there.
    pub gathered: Option<G>,
}

/// Cuts a batch. Where the frames fit, pairs are passed on as they are; otherwise each chunk
/// gathers the frames that it uses.
pub(in crate::gpu) struct Chunks<'a, F> {
    frames: FrameList<'a, F>,
    rest: &'a [Pair],
    limits: ChunkLimits,
    /// Place in the chunk's list plus one for each frame of the batch, 0 for none; empty where all
    /// frames fit.
    places: Vec<u32>,
}

impl<'a, F: ShaderFrame> Chunks<'a, F> {
    pub fn new(frames: FrameList<'a, F>, pairs: &'a [Pair], limits: ChunkLimits) -> Self {
        let fits = frames.len() <= limits.frames as usize;
        Self {
            frames,
            rest: pairs,
            limits,
            places: if fits { Vec::new() } else { vec![0; frames.len()] },
        }
    }

    /// True when each chunk brings its own frames.
    pub fn gathers(&self) -> bool {
        !self.places.is_empty()
    }

    fn gather(&mut self) -> Chunk<'a, Vec<F>> {
        let (mut used, mut pairs) = (Vec::new(), Vec::new());
        let room = self.limits.frames as usize;
        for pair in self.rest.iter().take(self.limits.pairs as usize) {
            if used.len() + 2 > room {
                break;
            }
            pairs.push(Pair::new(self.place(pair.a, &mut used), self.place(pair.b, &mut used)));
        }
        self.rest = &self.rest[pairs.len()..];
        let gathered =
            used.iter().filter_map(|&index| self.frames.get(index as usize)).copied().collect();
        for index in used {
            self.places[index as usize] = 0;
        }
        Chunk { pairs: Cow::Owned(pairs), gathered: Some(gathered) }
    }

    /// Where the frame stands among those used so far. An index out of range stays so.
    fn place(&mut self, index: u32, used: &mut Vec<u32>) -> u32 {
        let Some(place) = self.places.get_mut(index as usize) else { return u32::MAX };
        if *place == 0 {
            used.push(index);
            *place = used.len() as u32;
        }
        *place - 1
    }
}

impl<'a, F: ShaderFrame> Iterator for Chunks<'a, F> {
    type Item = Chunk<'a, Vec<F>>;

    fn next(&mut self) -> Option<Chunk<'a, Vec<F>>> {
        if self.rest.is_empty() {
            return None;
        }
        if self.gathers() {
            return Some(self.gather());
        }
        let (pairs, rest) = self.rest.split_at(self.rest.len().min(self.limits.pairs as usize));
        self.rest = rest;
        Some(Chunk { pairs: Cow::Borrowed(pairs), gathered: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_rows_bound_the_pairs_of_a_dispatch() {
        let device = wgpu::Limits::default();
        let pairs = |max_groups_per_row| {
            let options =
                RunnerOptions { max_pairs: u32::MAX, max_groups_per_row, ..Default::default() };
            ChunkLimits::new(&device, &options).pairs
        };
        assert_eq!([pairs(0), pairs(1)], [65_535 * PAIRS_PER_GROUP; 2]);
        assert_eq!(pairs(2), 2 * pairs(1));
        assert_eq!(pairs(u32::MAX), MAX_PAIRS.min((largest_bound(&device) / 8) as u32));
    }
}
