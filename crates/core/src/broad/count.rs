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
/// Nodes whose boxes all meet those of another are counted at once: a million equal boxes take no
/// longer than a million that are far apart.
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
    /// Whether every box below one is paired with every box below the other.
    fn all_meet(&self, levels: [usize; 2], boxes: [u32; 2]) -> bool {
        let [(a, p), (b, q)] = [0, 1].map(|side| self.shared(side, levels[side], boxes[side]));
        let meets = |axis: usize| a[axis][0] <= b[axis][1] && b[axis][0] <= a[axis][1];
        (0..B::AXES).all(meets) && p.meets(q) && self.in_one_world(levels, boxes)
    }

    /// What all boxes below a box of a side have in common.
    fn shared(&self, side: usize, level: usize, number: u32) -> (Ends, Filter) {
        if level == 0 {
            let filter = [self.sides.a, self.sides.b][side].filter(0, number);
            return (self.nodes[side].level(0).ends(number), filter);
        }
        let common = self.common[side];
        (common.ends(level, number), common.filter(level, number))
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
        let [a, b] = [(self.sides.a, 0), (self.sides.b, 1)]
            .map(|(side, number)| below(levels[number], boxes[number], side.count).len() as u64);
        let among = self.own && levels[0] == levels[1] && boxes[0] == boxes[1];
        *self.total += if among { a * (a - 1) / 2 } else { a * b };
        false
    }
}
