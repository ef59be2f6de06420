//! Which pairs a search follows: those of a world whose filters let them meet.

use super::descent::Guide;
use super::nodes::{FANOUT, below};
use super::worlds::Worlds;
use crate::geom::Filter;

/// Follows every pair.
pub struct Every;

impl Guide for Every {
    const CHOOSES: bool = false;

    #[inline(always)]
    fn follows(&mut self, _: [usize; 2], _: [u32; 2]) -> bool {
        true
    }
}

/// What is known of one side: the worlds, and for each level the filters of its boxes.
pub struct Side<'a> {
    pub worlds: &'a Worlds,
    pub count: u32,
    /// All bits that some box below has. Empty where there are no filters.
    pub filters: Vec<Vec<Filter>>,
}

impl<'a> Side<'a> {
    /// Sorts the filters of the boxes as the boxes are.
    pub fn new(worlds: &'a Worlds, order: &[u32], filters: Option<&[Filter]>) -> Self {
        let filters = filters.map_or(Vec::new(), |filters| {
            levels(order.iter().map(|&index| filters[index as usize]).collect(), |all| {
                all.iter().fold(Filter::NONE, |sum, filter| Filter {
                    group: sum.group | filter.group,
                    mask: sum.mask | filter.mask,
                })
            })
        });
        Self { worlds, count: order.len() as u32, filters }
    }

    /// False if every pair is followed.
    pub fn chooses(&self) -> bool {
        self.worlds.len() > 1 || !self.filters.is_empty()
    }

    fn filter(&self, level: usize, number: u32) -> Filter {
        self.filters.get(level).map_or(Filter::ALL, |level| level[number as usize])
    }
}

/// Returns a value for each box of each level, from those of level 0.
pub fn levels<T>(lowest: Vec<T>, join: impl Fn(&[T]) -> T) -> Vec<Vec<T>> {
    let mut levels = vec![lowest];
    while let Some(last) = levels.last().filter(|last| last.len() > FANOUT) {
        let next = last.chunks(FANOUT).map(&join).collect();
        levels.push(next);
    }
    levels
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
