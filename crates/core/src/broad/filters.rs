//! The filters of the boxes of a tree, joined from level to level.

use super::nodes::{FANOUT, raise};
use crate::geom::Filter;

/// For each level of a tree the filters of its boxes: all bits that some box below has.
#[derive(Clone, Debug, Default)]
pub struct FilterLevels {
    /// Empty where there are no filters.
    levels: Vec<Vec<Filter>>,
}

impl FilterLevels {
    /// Sorts the filters of the boxes as the boxes are, and joins them.
    pub fn new(order: &[u32], filters: &[Filter]) -> Self {
        let lowest = order.iter().map(|&index| filters[index as usize]).collect();
        Self { levels: levels(lowest, some) }
    }

    /// Replaces the filters at some places, which ascend, and those above them; all, if there are
    /// none yet. Order and places are those of [`Nodes::refill`](super::nodes::Nodes::refill).
    pub fn renew(&mut self, order: &[u32], filters: &[Filter], places: &[u32]) {
        let Some(lowest) = self.levels.first_mut() else {
            *self = Self::new(order, filters);
            return;
        };
        for &place in places {
            lowest[place as usize] = filters[order[place as usize] as usize];
        }
        let mut numbers = places.to_vec();
        for level in 1..self.levels.len() {
            raise(&mut numbers);
            let (below, above) = self.levels.split_at_mut(level);
            for &number in &numbers {
                let joined = below[level - 1].chunks(FANOUT).nth(number as usize).map(some);
                above[0][number as usize] = joined.unwrap_or(Filter::NONE);
            }
        }
    }

    /// The filters of each level, the lowest first. Empty where there are none.
    pub fn all(&self) -> &[Vec<Filter>] {
        &self.levels
    }

    /// Returns true if there are no filters.
    pub fn is_empty(&self) -> bool {
        self.levels.is_empty()
    }

    /// The bytes that they take.
    pub fn bytes(&self) -> usize {
        let count: usize = self.levels.iter().map(Vec::capacity).sum();
        count * size_of::<Filter>()
    }
}

/// The bits that some of them have.
fn some(all: &[Filter]) -> Filter {
    all.iter().fold(Filter::NONE, |sum, filter| Filter {
        group: sum.group | filter.group,
        mask: sum.mask | filter.mask,
    })
}

/// Returns a value for each box of each level, from those of the lowest.
pub fn levels<T>(lowest: Vec<T>, join: impl Fn(&[T]) -> T) -> Vec<Vec<T>> {
    let mut levels = vec![lowest];
    while let Some(last) = levels.last().filter(|last| last.len() > FANOUT) {
        let next = last.chunks(FANOUT).map(&join).collect();
        levels.push(next);
    }
    levels
}
