//! How many pairs there are, where they are too many to be listed.

use super::common::Common;
use super::descent::Guide;
use super::guide::Sides;
use super::nodes::{Ends, Nodes, below};
use super::pairs::{Following, Search, With};
use super::queue::Two;
use crate::geom::{Aabb, Filter};
use crate::kernel::at_level;
use rayon::prelude::*;

/// Returns the number of pairs that follow from pairs of nodes of a level.
///
/// Nodes whose boxes all meet those of another are counted at once, by their filters where these
/// are few: a million equal boxes take no longer than a million that are far apart.
pub fn number<B: Aabb>(search: &Search<'_, B>, level: usize, start: &[Two]) -> u64 {
    let nodes = [search.descent.a, search.descent.b];
    let common = [0, 1].map(|number| {
        let side = search.sides[number];
        side.common.get_or_init(|| Common::new(nodes[number], side.count, side.filters))
    });
    let count = |start: &[Two]| {
        let [a, b] = search.sides;
        let mut total = 0;
        let guide = Whole {
            sides: Sides { a, b },
            nodes,
            common,
            own: search.descent.own,
            total: &mut total,
        };
        let mut hits = 0;
        let work = Following::new(
            search,
            (level, start),
            #[inline(always)]
            |places| {
                hits += places.len() as u64;
                true
            },
        );
        at_level(search.level, With { guide, work });
        total + hits
    };
    start.par_iter().map(|pair| count(&[*pair])).sum()
}

/// Follows pairs of nodes of which some boxes meet and some may not; counts those that all do.
struct Whole<'a, B> {
    sides: Sides<'a>,
    nodes: [&'a Nodes<B>; 2],
    common: [&'a Common; 2],
    own: bool,
    total: &'a mut u64,
}

impl<B: Aabb> Whole<'_, B> {
    /// Whether every box below one meets every box below the other, in one world.
    fn all_meet(&self, levels: [usize; 2], boxes: [u32; 2]) -> bool {
        let [a, b] = [0, 1].map(|side| self.shared(side, levels[side], boxes[side]));
        let meets = |axis: usize| a[axis][0] <= b[axis][1] && b[axis][0] <= a[axis][1];
        (0..B::AXES).all(meets) && self.in_one_world(levels, boxes)
    }

    /// The ends that all boxes below a box of a side reach over.
    fn shared(&self, side: usize, level: usize, number: u32) -> Ends {
        match level {
            0 => self.nodes[side].level(0).ends(number),
            _ => self.common[side].ends(level, number),
        }
    }

    /// The filters of the boxes below a box of a side, and how many have each; `None` if there are
    /// many filters.
    fn kinds(&self, side: usize, level: usize, number: u32) -> Option<Vec<(Filter, u64)>> {
        let own = [self.sides.a, self.sides.b][side];
        if level == 0 {
            return Some(vec![(own.filter(0, number), 1)]);
        }
        match self.common[side].kinds(level, number)? {
            [] => Some(vec![(Filter::ALL, below(level, number, own.count).len() as u64)]),
            kinds => Some(kinds.to_vec()),
        }
    }

    /// How many pairs there are of a box below one and a box below the other, where all meet;
    /// `None` if there are many filters.
    fn pairs(&self, levels: [usize; 2], boxes: [u32; 2]) -> Option<u64> {
        let [a, b] = [0, 1].map(|side| self.kinds(side, levels[side], boxes[side]));
        let (a, b) = (a?, b?);
        let both = a.iter().flat_map(|p| b.iter().map(move |q| (p, q)));
        let pairs = both.filter(|(p, q)| p.0.meets(q.0)).map(|(p, q)| p.1 * q.1).sum::<u64>();
        if !(self.own && levels[0] == levels[1] && boxes[0] == boxes[1]) {
            return Some(pairs);
        }
        // Each pair was counted both ways, and each box that meets itself.
        let alone = a.iter().filter(|kind| kind.0.meets(kind.0)).map(|kind| kind.1).sum::<u64>();
        Some((pairs - alone) / 2)
    }

    fn in_one_world(&self, levels: [usize; 2], boxes: [u32; 2]) -> bool {
        let worlds = [(self.sides.a, 0), (self.sides.b, 1)].map(|(side, number)| {
            side.worlds.across(&below(levels[number], boxes[number], side.count))
        });
        worlds.as_flattened().iter().all(|world| *world == worlds[0][0])
    }
}

impl<B: Aabb> Guide for Whole<'_, B> {
    const CHOOSES: bool = true;

    #[inline(always)]
    fn follows(&mut self, levels: [usize; 2], boxes: [u32; 2]) -> bool {
        if !self.sides.follows(levels, boxes) {
            return false;
        }
        if levels == [0, 0] || !self.all_meet(levels, boxes) {
            return true;
        }
        match self.pairs(levels, boxes) {
            Some(pairs) => {
                *self.total += pairs;
                false
            }
            None => true,
        }
    }
}
