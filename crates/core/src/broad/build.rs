//! Building a tree, and replacing its boxes.

use super::error::BroadError;
use super::nodes::{Edges, FANOUT, Nodes};
use super::order::sorted;
use super::parts::threads;
use super::tree::BoxTree;
use super::worlds::Worlds;
use crate::geom::Aabb;
use crate::kernel::SimdLevel;
use rayon::prelude::*;

/// How much longer the edges of the nodes may become before boxes are sorted anew.
///
/// Measured with 100,000 boxes that drift apart: a search takes about a tenth longer where the
/// edges are a tenth longer, and sorting takes some six tenths of a search. Sorting costs least
/// where the time lost since the last time equals half that price. With boxes that take a dozen
/// steps to get there, that is at 1.1. The least is flat: 1.2 costs a hundredth of a step more.
const DECAY: f64 = 1.1;

/// The edges of a node count as so many times the middle ones at most. One box that is far longer
/// than all others, a ground or what was thrown far away, would outweigh them.
const LONGEST: f64 = 32.0;

/// The most boxes: the number of any place of any node has 32 bits.
const MOST: usize = u32::MAX as usize - FANOUT;

/// Builds a tree over the boxes of some worlds.
pub fn build<B: Aabb>(boxes: &[B], starts: &[u32]) -> Result<BoxTree<B>, BroadError> {
    check_boxes(boxes)?;
    let worlds = Worlds::new(starts, boxes.len())?;
    let nodes = Nodes::new(boxes.len());
    let order = vec![0; boxes.len()];
    let (level, edges) = (SimdLevel::best(), Edges::default());
    let mut tree = BoxTree { order, nodes, worlds, level, edges };
    sort(&mut tree, boxes);
    Ok(tree)
}

/// Replaces all boxes by as many others.
pub fn refit<B: Aabb>(tree: &mut BoxTree<B>, boxes: &[B]) -> Result<(), BroadError> {
    check_length("boxes", boxes.len(), tree.len())?;
    check_boxes(boxes)?;
    tree.nodes.fill(boxes, &tree.order);
    tree.edges.now = tree.nodes.edges(tree.edges.most);
    sort_decayed(tree, boxes);
    Ok(())
}

/// Replaces the boxes at some places, which ascend. Sorts all anew if they have left their old
/// order too far, and returns true then. Else it costs what has changed.
pub fn refit_places<B: Aabb>(tree: &mut BoxTree<B>, boxes: &[B], places: &[u32]) -> bool {
    tree.edges.now += tree.nodes.refill(boxes, &tree.order, places, tree.edges.most);
    sort_decayed(tree, boxes)
}

/// Sorts all boxes anew if they have left their order too far, and returns true then.
fn sort_decayed<B: Aabb>(tree: &mut BoxTree<B>, boxes: &[B]) -> bool {
    let Edges { now, least, .. } = &mut tree.edges;
    *least = least.min(*now);
    let decayed = *now > DECAY * *least;
    if decayed {
        sort(tree, boxes);
    }
    decayed
}

fn sort<B: Aabb>(tree: &mut BoxTree<B>, boxes: &[B]) {
    for world in 0..tree.worlds.len() {
        let range = tree.worlds.range(world);
        let range = range.start as usize..range.end as usize;
        sorted(boxes, range.clone(), &mut tree.order[range]);
    }
    tree.nodes.fill(boxes, &tree.order);
    let most = LONGEST * tree.nodes.middle_edges();
    let now = tree.nodes.edges(most);
    tree.edges = Edges { now, least: now, most };
}

pub fn check_length(what: &'static str, found: usize, boxes: usize) -> Result<(), BroadError> {
    if found == boxes { Ok(()) } else { Err(BroadError::Length { what, found, boxes }) }
}

pub fn check_count(count: usize) -> Result<(), BroadError> {
    if count > MOST { Err(BroadError::TooManyBoxes { count }) } else { Ok(()) }
}

pub fn check_boxes<B: Aabb>(boxes: &[B]) -> Result<(), BroadError> {
    check_count(boxes.len())?;
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
