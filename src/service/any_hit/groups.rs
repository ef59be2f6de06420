//! Groups of pairs, one behind the other.

use crate::service::batch::{BatchError, check_size};
use std::ops::Range;

/// Where the groups of a batch begin.
#[derive(Clone, Copy)]
pub struct Groups<'a> {
    starts: &'a [u32],
    pairs: usize,
}

impl<'a> Groups<'a> {
    /// Checks that the groups hold all pairs: the starts ascend from 0 and are not behind the end.
    pub fn checked(starts: &'a [u32], pairs: usize) -> Result<Self, BatchError> {
        check_size(starts.len())?;
        let wrong = |group: usize| match group {
            0 => {
                starts.first().is_some_and(|&start| start != 0) || (starts.is_empty() && pairs > 0)
            }
            _ => starts[group] < starts[group - 1] || starts[group] as usize > pairs,
        };
        match (0..starts.len().max(1)).find(|&group| wrong(group)) {
            Some(group) => {
                let start = starts.get(group).copied();
                Err(BatchError::Groups { group, start, pairs })
            }
            None => Ok(Self { starts, pairs }),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// The pairs of a group.
    pub fn range(&self, group: usize) -> Range<u32> {
        let end = self.starts.get(group + 1).copied();
        self.starts[group]..end.unwrap_or(self.pairs as u32)
    }

    /// The group of a pair.
    pub fn of(&self, pair: u32) -> u32 {
        self.starts.partition_point(|&start| start <= pair) as u32 - 1
    }
}
