//! How many pairs there are, where they are too many to be listed.

use super::descent::Guide;
use super::guide::{Sides, levels};
use super::nodes::{Ends, below};
use super::pairs::{Following, Search, With};
use super::queue::Two;
use crate::geom::{Aabb, Filter};
use crate::kernel::at_level;
use rayon::prelude::*;

/// What all boxes below a box have in common.
struct Common {
    /// The greatest lower and the least upper end on each axis.
    ends: Vec<Vec<Ends>>,
    /// The bits that all of them have. Empty where there are no filters.
    filters: Vec<Vec<Filter>>,
}

/// Returns the number of pairs that follow from pairs of nodes of a level.
///
/// Nodes whose boxes all meet those of another are counted at once: a million equal boxes take no
/// longer than a million that are far apart.
pub fn number<B: Aabb>(search: &Search<'_, B>, level: usize, start: &[Two]) -> u64 {
    let nodes = [search.descent.a, search.descent.b];
    let common = [0, 1].map(|side| {
        let boxes = nodes[side].level(0);
        let count = search.sides[side].count;
        let filters = search.sides[side].filters.first();
        Common {
            ends: levels((0..count).map(|place| boxes.ends(place)).collect(), shared),
            filters: filters.map_or(Vec::new(), |filters| levels(filters.clone(), every)),
        }
    });
    let count = |start: &[Two]| {
        let [a, b] = search.sides;
        let mut total = 0;
        let guide = Whole {
            sides: Sides { a, b },
            common: &common,
            axes: B::AXES,
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

fn shared(all: &[Ends]) -> Ends {
    let mut out = all[0];
    for ends in all {
        for (out, ends) in out.iter_mut().zip(ends) {
            *out = [out[0].max(ends[0]), out[1].min(ends[1])];
        }
    }
    out
}

fn every(all: &[Filter]) -> Filter {
    all.iter().fold(Filter::ALL, |sum, filter| Filter {
        group: sum.group & filter.group,
        mask: sum.mask & filter.mask,
    })
}

/// Follows pairs of nodes of which some boxes meet and some may not; counts those that all do.
struct Whole<'a> {
    sides: Sides<'a>,
    common: &'a [Common; 2],
    axes: usize,
    own: bool,
    total: &'a mut u64,
}

impl Whole<'_> {
    /// Whether every box below one is paired with every box below the other.
    fn all_meet(&self, levels: [usize; 2], boxes: [u32; 2]) -> bool {
        let [a, b] = [0, 1].map(|side| self.common[side].ends[levels[side]][boxes[side] as usize]);
        let [p, q] = [0, 1].map(|side| {
            let filters = self.common[side].filters.get(levels[side]);
            filters.map_or(Filter::ALL, |filters| filters[boxes[side] as usize])
        });
        let meets = |axis: usize| a[axis][0] <= b[axis][1] && b[axis][0] <= a[axis][1];
        (0..self.axes).all(meets) && p.meets(q) && self.in_one_world(levels, boxes)
    }

    fn in_one_world(&self, levels: [usize; 2], boxes: [u32; 2]) -> bool {
        let worlds = [(self.sides.a, 0), (self.sides.b, 1)].map(|(side, number)| {
            side.worlds.across(&below(levels[number], boxes[number], side.count))
        });
        worlds.as_flattened().iter().all(|world| *world == worlds[0][0])
    }
}

impl Guide for Whole<'_> {
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
