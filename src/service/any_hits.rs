//! One bit a group.

use super::stats::BatchStats;
use crate::gpu_error::GpuError;
use crate::timing::StageTimes;

/// For each group of pairs, whether some pair of it meets: the same on every engine, thread count
/// and driver.
///
/// [`Query::any_hit`](crate::Query::any_hit) has an example.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnyHits {
    words: Vec<u32>,
    groups: usize,
    pub(super) stats: BatchStats,
    pub(super) times: Option<StageTimes>,
    pub(super) gpu_failure: Option<GpuError>,
}

impl AnyHits {
    /// For so many groups, of which none is known to meet.
    pub(super) fn none(groups: usize) -> Self {
        Self { words: vec![0; groups.div_ceil(32)], groups, ..Self::default() }
    }

    pub(super) fn set(&mut self, group: usize) {
        self.words[group / 32] |= 1 << (group % 32);
    }

    /// Sets the bits that are set in these words.
    pub(super) fn set_all(&mut self, words: &[u32]) {
        self.words.iter_mut().zip(words).for_each(|(own, word)| *own |= word);
    }

    /// Returns the number of groups.
    pub fn len(&self) -> usize {
        self.groups
    }

    /// Returns true if there are no groups.
    pub fn is_empty(&self) -> bool {
        self.groups == 0
    }

    /// Returns whether some pair of a group meets, or `None` if there is no such group.
    pub fn get(&self, group: usize) -> Option<bool> {
        (group < self.groups).then(|| self.words[group / 32] >> (group % 32) & 1 == 1)
    }

    /// Returns whether some pair meets, group after group.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = bool> {
        (0..self.groups).map(|group| self.words[group / 32] >> (group % 32) & 1 == 1)
    }

    /// Returns the number of groups of which some pair meets.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns the bits: that of group `g` is bit `g % 32` of word `g / 32`. Bits of no group are
    /// 0.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Returns how the pairs were decided that were looked at. How many these are depends on the
    /// engine.
    pub fn stats(&self) -> BatchStats {
        self.stats
    }

    /// Returns why the CPU answered in place of the GPU, if it did.
    pub fn gpu_failure(&self) -> Option<&GpuError> {
        self.gpu_failure.as_ref()
    }

    /// Returns how long the stages took: `None` unless
    /// [`ServiceBuilder::profile`](crate::service::ServiceBuilder::profile) asks for it.
    pub fn times(&self) -> Option<StageTimes> {
        self.times
    }
}
