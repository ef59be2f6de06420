//! Which pairs a search follows: those of a world whose filters let them meet.

use super::common::Common;
use super::descent::Guide;
use super::filters::FilterLevels;
use super::nodes::below;
use super::worlds::Worlds;
use crate::geom::Filter;
use std::sync::OnceLock;

/// Follows every pair.
pub struct Every;

impl Guide for Every {
    const CHOOSES: bool = false;

    #[inline(always)]
    fn follows(&mut self, _: [usize; 2], _: [u32; 2]) -> bool {
        true
    }
}

/// What a search needs of a tree beside its boxes. It holds as long as boxes and filters do.
#[derive(Clone, Debug)]
pub struct Known {
    filters: FilterLevels,
    common: OnceLock<Common>,
}

impl Known {
    /// From the index of the box at each place, and one filter for each box, if there are some.
    pub fn new(order: &[u32], filters: Option<&[Filter]>) -> Self {
        let filters = filters.map(|filters| FilterLevels::new(order, filters));
        Self { filters: filters.unwrap_or_default(), common: OnceLock::new() }
    }

    /// The side of the tree.
    pub fn side<'a>(&'a self, worlds: &'a Worlds) -> Side<'a> {
        Side::new(worlds, self.filters.all(), &self.common)
    }
}

/// What is known of one side: the worlds, and for each level the filters of its boxes.
pub struct Side<'a> {
    pub worlds: &'a Worlds,
    pub count: u32,
    /// All bits that some box below has. Empty where there are no filters.
    pub filters: &'a [Vec<Filter>],
    /// Computed when pairs are first counted.
    pub common: &'a OnceLock<Common>,
}

impl<'a> Side<'a> {
    /// Of a tree with these worlds and filters.
    pub fn new(
        worlds: &'a Worlds,
        filters: &'a [Vec<Filter>],
        common: &'a OnceLock<Common>,
    ) -> Self {
        Self { worlds, count: worlds.count(), filters, common }
    }

    /// False if every pair is followed.
    pub fn chooses(&self) -> bool {
        self.worlds.len() > 1 || !self.filters.is_empty()
    }

    /// All bits that some box below a box has.
    pub fn filter(&self, level: usize, number: u32) -> Filter {
        self.filters.get(level).map_or(Filter::ALL, |level| level[number as usize])
    }
}

/// Follows pairs of one world whose filters let them meet.
pub struct Sides<'a> {
    pub a: &'a Side<'a>,
    pub b: &'a Side<'a>,
}

impl Guide for Sides<'_> {
    const CHOOSES: bool = true;

    #[inline(always)]
    fn follows(&mut self, levels: [usize; 2], boxes: [u32; 2]) -> bool {
        let [first, last] = self.a.worlds.across(&below(levels[0], boxes[0], self.a.count));
        let [other_first, other_last] =
            self.b.worlds.across(&below(levels[1], boxes[1], self.b.count));
        first <= other_last
            && other_first <= last
            && self.a.filter(levels[0], boxes[0]).meets(self.b.filter(levels[1], boxes[1]))
    }
}
