//! The tree: building, refitting, and what pairs are asked for.

use super::descent::Descent;
use super::error::BroadError;
use super::guide::Side;
use super::nodes::{FANOUT, Nodes};
use super::options::PairOptions;
use super::order::sorted;
use super::pairs::{Found, Search};
use super::parts::threads;
use super::worlds::Worlds;
use crate::geom::{Aabb, Filter, Pair};
use crate::kernel::SimdLevel;
use rayon::prelude::*;

/// How much longer the edges of the nodes may become before boxes are sorted anew.
///
/// Measured with 100,000 boxes that drift apart: a search takes about a tenth longer where the
/// edges are a tenth longer, and sorting takes some six tenths of a search. Sorting costs least
/// where the time lost since the last time equals half that price. With boxes that take a dozen
/// steps to get there, that is at 1.1. The least is flat: 1.2 costs a hundredth of a step more.
const DECAY: f64 = 1.1;

/// The most boxes: the number of any place of any node has 32 bits.
const MOST: usize = u32::MAX as usize - FANOUT;

/// A tree over boxes, [`Aabb3`](crate::geom::Aabb3) or [`Aabb2`](crate::geom::Aabb2). Takes some 32
/// bytes a box.
///
/// Shapes have boxes by [`Frame3::bounds`](crate::geom::Frame3::bounds) and
/// [`PolytopeSet::bounds`](crate::geom::PolytopeSet::bounds). The box [`Aabb::NOTHING`] is allowed
/// and meets nothing.
///
/// The boxes may belong to several worlds, one behind the other. Boxes of different worlds are
/// never paired.
///
/// # Examples
///
/// ```
/// use motzkin::broad::{BoxTree, PairOptions};
/// use motzkin::{Aabb3, Pair, glam::Vec3};
///
/// # fn main() -> Result<(), motzkin::broad::BroadError> {
/// let cube = |x: f32| Aabb3 { min: Vec3::X * x, max: Vec3::X * x + Vec3::ONE };
/// let mut tree = BoxTree::build(&[cube(0.0), cube(5.0), cube(1.0)])?;
/// let mut pairs = Vec::new();
/// tree.pairs(&PairOptions::default(), &mut pairs)?;
/// assert_eq!(pairs, [Pair::new(0, 2)]);
///
/// tree.refit(&[cube(0.0), cube(1.5), cube(1.0)])?;
/// tree.pairs(&PairOptions::default(), &mut pairs)?;
/// assert_eq!(pairs, [Pair::new(0, 2), Pair::new(1, 2)]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct BoxTree<B> {
    /// The index of the box at each place of level 0.
    pub(super) order: Vec<u32>,
    pub(super) nodes: Nodes<B>,
    pub(super) worlds: Worlds,
    /// The instructions that queries use.
    pub(super) level: SimdLevel,
    /// The length of the nodes' edges when the boxes were sorted.
    fresh: f64,
}

impl<B: Aabb> BoxTree<B> {
    /// Builds a tree over boxes of one world.
    ///
    /// # Errors
    ///
    /// Returns [`BroadError::Invalid`] for the first box that is not valid, and
    /// [`BroadError::TooManyBoxes`].
    pub fn build(boxes: &[B]) -> Result<Self, BroadError> {
        Self::build_worlds(boxes, &[0])
    }

    /// Builds a tree over boxes of several worlds. World `w` has the boxes from `starts[w]` to the
    /// start of the next world, or to the end. Takes four more bytes a box.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`build`](Self::build), and [`BroadError::Worlds`] for starts that do
    /// not ascend from 0.
    pub fn build_worlds(boxes: &[B], starts: &[u32]) -> Result<Self, BroadError> {
        check_boxes(boxes)?;
        let worlds = Worlds::new(starts, boxes.len())?;
        let nodes = Nodes::new(boxes.len());
        let mut tree = Self {
            order: vec![0; boxes.len()],
            nodes,
            worlds,
            level: SimdLevel::best(),
            fresh: 0.0,
        };
        tree.sort(boxes);
        Ok(tree)
    }

    /// Replaces the boxes by as many others, of the same worlds. Sorts them anew if they have left
    /// their old order too far.
    ///
    /// Costs a quarter of a new tree. The answers of the tree do not depend on its order. A
    /// [`PairCache`](super::PairCache) takes less where few boxes have changed.
    ///
    /// # Errors
    ///
    /// Returns [`BroadError::Length`] for another number of boxes, and [`BroadError::Invalid`]. The
    /// tree stays as it was.
    pub fn refit(&mut self, boxes: &[B]) -> Result<(), BroadError> {
        check_length("boxes", boxes.len(), self.len())?;
        check_boxes(boxes)?;
        if self.nodes.fill(boxes, &self.order) > DECAY * self.fresh {
            self.sort(boxes);
        }
        Ok(())
    }

    /// Replaces the boxes at some places, which ascend. Sorts all anew if they have left their old
    /// order too far, and returns true then.
    pub(super) fn refit_places(&mut self, boxes: &[B], places: &[u32]) -> bool {
        let decayed = self.nodes.refill(boxes, &self.order, places) > DECAY * self.fresh;
        if decayed {
            self.sort(boxes);
        }
        decayed
    }

    /// Lists the pairs of boxes of which at least one has changed, as [`pairs`](Self::pairs) lists
    /// all. The changed boxes come in the order of their places, and who has changed by index.
    /// Looks at twice as many pairs as there are, at most, but for one with itself of each box.
    pub(super) fn pairs_of(
        &self,
        boxes: &[B],
        (order, changed): (&[u32], &[bool]),
        options: &PairOptions<'_>,
        out: &mut Vec<Pair>,
    ) -> Result<(), BroadError> {
        let mut nodes = Nodes::new(order.len());
        nodes.fill(boxes, order);
        let worlds = Worlds::new(&[0], order.len())?;
        let own = Side::new(&worlds, order, options.filters);
        let all = self.side(options.filters)?;
        let search = Search {
            descent: Descent { a: &nodes, b: &self.nodes, own: false },
            sides: [&own, &all],
            orders: [order, &self.order],
            found: Found::Changed(changed),
            level: options.level,
        };
        let most = options.limit.saturating_mul(2).saturating_add(order.len());
        search.list(self.len(), most, out)
    }

    fn sort(&mut self, boxes: &[B]) {
        for world in 0..self.worlds.len() {
            let range = self.worlds.range(world);
            let range = range.start as usize..range.end as usize;
            sorted(boxes, range.clone(), &mut self.order[range]);
        }
        self.fresh = self.nodes.fill(boxes, &self.order);
    }

    /// The place of each box.
    pub(super) fn places(&self) -> Vec<u32> {
        let mut places = vec![0; self.len()];
        for (place, &index) in (0..).zip(&self.order) {
            places[index as usize] = place;
        }
        places
    }

    /// Returns the number of boxes.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Returns true if the tree has no box.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Returns the number of worlds.
    pub fn worlds(&self) -> usize {
        self.worlds.len()
    }

    /// Returns the bytes that the tree takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.order[..]) + self.nodes.bytes() + self.worlds.bytes()
    }

    /// Lists the pairs whose boxes meet: `a < b`, in ascending order `(a, b)`. The list replaces
    /// what `out` held, and is the same on every number of threads.
    ///
    /// Runs on the threads of the current rayon pool.
    ///
    /// # Errors
    ///
    /// Returns [`BroadError::Length`] for filters of another number, and
    /// [`BroadError::TooManyPairs`], with the exact number of pairs, if there are more than the
    /// limit. Then `out` is empty, and no more pairs than the limit were in memory at any time.
    pub fn pairs(&self, options: &PairOptions<'_>, out: &mut Vec<Pair>) -> Result<(), BroadError> {
        let side = self.side(options.filters)?;
        let search = Search {
            descent: Descent { a: &self.nodes, b: &self.nodes, own: true },
            sides: [&side; 2],
            orders: [&self.order; 2],
            found: Found::Own,
            level: options.level,
        };
        search.list(self.len(), options.limit, out)
    }

    /// Lists the pairs of a box `a` of this tree and a box `b` of another one that meet, in
    /// ascending order `(a, b)`. The list replaces what `out` held. World `w` of one tree is
    /// searched against world `w` of the other.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`pairs`](Self::pairs), and [`BroadError::WorldCount`] if the trees
    /// have different numbers of worlds.
    pub fn pairs_between(
        &self,
        other: &Self,
        options: &PairOptions<'_>,
        out: &mut Vec<Pair>,
    ) -> Result<(), BroadError> {
        if self.worlds() != other.worlds() {
            let (worlds, other) = (self.worlds(), other.worlds());
            return Err(BroadError::WorldCount { worlds, other });
        }
        let (own, others) = (self.side(options.filters)?, other.side(options.other_filters)?);
        let swapped = self.nodes.levels() > other.nodes.levels();
        let mut both = [(self, &own), (other, &others)];
        if swapped {
            both.reverse();
        }
        let [(a, a_side), (b, b_side)] = both;
        let search = Search {
            descent: Descent { a: &a.nodes, b: &b.nodes, own: false },
            sides: [a_side, b_side],
            orders: [&a.order, &b.order],
            found: Found::Between { swapped },
            level: options.level,
        };
        search.list(self.len(), options.limit, out)
    }

    fn side(&self, filters: Option<&[Filter]>) -> Result<Side<'_>, BroadError> {
        if let Some(filters) = filters {
            check_length("filters", filters.len(), self.len())?;
        }
        Ok(Side::new(&self.worlds, &self.order, filters))
    }
}

pub(super) fn check_length(
    what: &'static str,
    found: usize,
    boxes: usize,
) -> Result<(), BroadError> {
    if found == boxes { Ok(()) } else { Err(BroadError::Length { what, found, boxes }) }
}

pub(super) fn check_boxes<B: Aabb>(boxes: &[B]) -> Result<(), BroadError> {
    if boxes.len() > MOST {
        return Err(BroadError::TooManyBoxes { count: boxes.len() });
    }
    let Some(start) = first_wrong(boxes) else { return Ok(()) };
    let wrong = |own: &B| (0..B::AXES).find(|&axis| !is_range(own.ends(axis)));
    let found = boxes[start..].iter().zip(start..).find(|(own, _)| !is_valid(*own));
    found.and_then(|(own, index)| Some((index, wrong(own)?))).map_or(Ok(()), |(index, axis)| {
        let [low, high] = boxes[index].ends(axis);
        Err(BroadError::Invalid { index, axis, low, high })
    })
}

/// Boxes that are looked at between two branches.
const RUN: usize = 256;

/// Returns where the first run of boxes begins of which one is not valid.
fn first_wrong<B: Aabb>(boxes: &[B]) -> Option<usize> {
    let wrong = |run: &[B]| !run.iter().fold(true, |valid, own| valid & is_valid(own));
    let found = if threads(boxes.len()) > 1 {
        boxes.par_chunks(RUN).position_first(wrong)
    } else {
        boxes.chunks(RUN).position(wrong)
    };
    found.map(|run| run * RUN)
}

#[inline(always)]
fn is_valid<B: Aabb>(own: &B) -> bool {
    let ranges = (0..B::AXES).fold(true, |valid, axis| valid & is_range(own.ends(axis)));
    ranges || *own == B::NOTHING
}

#[inline(always)]
fn is_range([low, high]: [f32; 2]) -> bool {
    (low <= high) & (low >= f32::MIN) & (high <= f32::MAX)
}
