//! What all boxes below a box have in common: pairs of such boxes are counted at once.

use super::filters::levels;
use super::nodes::{Ends, FANOUT, Nodes};
use crate::geom::{Aabb, Filter};

/// What all boxes below a box have in common, from level 1 on. A box of level 0 has all that is its
/// own, so that the tree is asked there.
#[derive(Clone, Debug)]
pub struct Common {
    /// The greatest lower and the least upper end on each axis.
    ends: Vec<Vec<Ends>>,
    /// The bits that all of them have. Empty where there are no filters.
    filters: Vec<Vec<Filter>>,
}

impl Common {
    /// Computes it for a tree of `count` boxes, from the filters of its levels, if there are some.
    pub fn new<B: Aabb>(nodes: &Nodes<B>, count: u32, filters: &[Vec<Filter>]) -> Self {
        let boxes = nodes.level(0);
        let of_node = |start: u32| {
            // Lanes behind the last box hold none, which has nothing in common with the others.
            let places = start..count.min(start + FANOUT as u32);
            shared(places.map(|place| boxes.ends(place)))
        };
        let lowest = (0..count).step_by(FANOUT).map(of_node).collect();
        let ends = levels(lowest, |all| shared(all.iter().copied()));
        let filters = filters.first().map_or(Vec::new(), |filters| {
            levels(filters.chunks(FANOUT).map(every).collect(), every)
        });
        Self { ends, filters }
    }

    /// The ends that all boxes below a box of level 1 or above reach over.
    pub fn ends(&self, level: usize, number: u32) -> Ends {
        self.ends[level - 1][number as usize]
    }

    /// The filter whose bits all boxes below a box of level 1 or above have.
    pub fn filter(&self, level: usize, number: u32) -> Filter {
        self.filters.get(level - 1).map_or(Filter::ALL, |level| level[number as usize])
    }
}

fn shared(all: impl Iterator<Item = Ends>) -> Ends {
    let mut out = [[f32::NEG_INFINITY, f32::INFINITY]; 3];
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
