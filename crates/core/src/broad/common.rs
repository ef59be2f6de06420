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
    /// The filters of all of them. Empty where there are no filters.
    kinds: Vec<Vec<Kinds>>,
}

/// The filters of some boxes, each with the number of boxes that have it; `None` if there are more
/// than [`MOST_KINDS`].
type Kinds = Option<Box<[(Filter, u64)]>>;

/// Pairs of boxes with more filters are counted further below.
const MOST_KINDS: usize = 8;

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
        let kinds = filters.first().map_or(Vec::new(), |filters| {
            let of_node = |filters: &[Filter]| kinds(filters.iter().map(|&filter| (filter, 1)));
            levels(filters.chunks(FANOUT).map(of_node).collect(), joined)
        });
        Self { ends, kinds }
    }

    /// The ends that all boxes below a box of level 1 or above reach over.
    pub fn ends(&self, level: usize, number: u32) -> Ends {
        self.ends[level - 1][number as usize]
    }

    /// The filters of the boxes below a box of level 1 or above, and how many of the boxes have
    /// each; `None` if there are many. The slice is empty where there are no filters.
    pub fn kinds(&self, level: usize, number: u32) -> Option<&[(Filter, u64)]> {
        match self.kinds.get(level - 1) {
            Some(kinds) => kinds[number as usize].as_deref(),
            None => Some(&[]),
        }
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

fn joined(all: &[Kinds]) -> Kinds {
    let all: Option<Vec<_>> = all.iter().map(Option::as_deref).collect();
    kinds(all?.concat().into_iter())
}

fn kinds(all: impl Iterator<Item = (Filter, u64)>) -> Kinds {
    let mut kinds: Vec<(Filter, u64)> = Vec::new();
    for (filter, count) in all {
        match kinds.iter().position(|(known, _)| *known == filter) {
            Some(place) => kinds[place].1 += count,
            None if kinds.len() == MOST_KINDS => return None,
            None => kinds.push((filter, count)),
        }
    }
    Some(kinds.into())
}
