//! The groups of a batch whose bits are asked for, and which of them a chunk has pairs of.

use crate::gpu::shader::layout::GROUPS_PER_WORD;
use std::borrow::Cow;
use std::ops::Range;

/// The groups that have pairs. All pairs are in one of them.
pub(super) struct Groups<'a> {
    /// The first pair of each, ascending without a gap.
    starts: Cow<'a, [u32]>,
    /// The number of each among all groups; `None` where no group is empty.
    numbers: Option<Vec<u32>>,
}

impl<'a> Groups<'a> {
    /// Takes starts that ascend from 0, the last of them at most `pairs`.
    pub fn new(starts: &'a [u32], pairs: u32) -> Self {
        let ends = starts.iter().skip(1).copied().chain([pairs]);
        let all = (0_u32..).zip(starts.iter().copied().zip(ends));
        if all.clone().all(|(_, (start, end))| start < end) {
            return Self { starts: Cow::Borrowed(starts), numbers: None };
        }
        let kept = all.filter(|(_, (start, end))| start < end);
        let (numbers, starts) = kept.map(|(number, (start, _))| (number, start)).unzip();
        Self { starts: Cow::Owned(starts), numbers: Some(numbers) }
    }

    /// The number of these groups.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// The groups that some of these pairs are in.
    pub fn of(&self, pairs: &Range<u32>) -> Range<usize> {
        let begun = self.starts.partition_point(|&start| start <= pairs.start);
        begun - 1..self.starts.partition_point(|&start| start < pairs.end)
    }

    /// Where these groups begin in a chunk that begins with pair `first`.
    pub fn starts_in(&self, groups: &Range<usize>, first: u32) -> Vec<u32> {
        self.starts[groups.clone()].iter().map(|start| start.saturating_sub(first)).collect()
    }

    /// The number of a group among all.
    pub fn number(&self, group: usize) -> usize {
        self.numbers.as_ref().map_or(group, |numbers| numbers[group] as usize)
    }
}

/// Sets the bit of a group.
pub(super) fn set_bit(words: &mut [u32], group: usize) {
    words[group / GROUPS_PER_WORD as usize] |= 1 << (group % GROUPS_PER_WORD as usize);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_groups_take_no_place_on_a_device() {
        let groups = Groups::new(&[0, 0, 3, 3, 3, 10, 12, 12], 12);
        assert_eq!((&*groups.starts, groups.count()), (&[0, 3, 10][..], 3));
        assert_eq!([0, 1, 2].map(|group| groups.number(group)), [1, 4, 5]);
        assert_eq!(groups.of(&(0..3)), 0..1);
        assert_eq!(groups.of(&(2..4)), 0..2);
        assert_eq!(groups.of(&(4..12)), 1..3);
        assert_eq!(groups.starts_in(&(1..3), 4), [0, 6]);
        let whole = Groups::new(&[0, 4, 5], 6);
        assert_eq!((whole.count(), whole.number(2), whole.of(&(5..6))), (3, 2, 2..3));
    }
}
