//! The lists of pairs that a tree is asked for.

use super::build::check_length;
use super::descent::Descent;
use super::error::BroadError;
use super::filters::FilterLevels;
use super::guide::{Known, Side};
use super::nodes::Nodes;
use super::options::PairOptions;
use super::pairs::{Found, Search};
use super::tree::BoxTree;
use super::worlds::Worlds;
use crate::geom::{Aabb, Filter, Pair};
use std::sync::OnceLock;

/// Lists the pairs of one tree.
pub fn pairs<B: Aabb>(
    tree: &BoxTree<B>,
    options: &PairOptions<'_>,
    out: &mut Vec<Pair>,
) -> Result<(), BroadError> {
    let known = known(tree, "filters", options.filters)?;
    let side = known.side(&tree.worlds);
    let search = Search {
        descent: Descent { a: &tree.nodes, b: &tree.nodes, own: true },
        sides: [&side; 2],
        orders: [&tree.order; 2],
        found: Found::Own,
        level: options.level,
    };
    search.list(tree.len(), options.limit, out)
}

/// Lists the pairs of a box of one tree and a box of another.
pub fn pairs_between<B: Aabb>(
    tree: &BoxTree<B>,
    other: &BoxTree<B>,
    options: &PairOptions<'_>,
    out: &mut Vec<Pair>,
) -> Result<(), BroadError> {
    if tree.worlds() != other.worlds() {
        let (worlds, other) = (tree.worlds(), other.worlds());
        return Err(BroadError::WorldCount { worlds, other });
    }
    let own = known(tree, "filters", options.filters)?;
    let others = known(other, "other filters", options.other_filters)?;
    between([(tree, &own), (other, &others)], options, out)
}

/// Lists as [`pairs_between`], where all is known of the other tree. The worlds of the tree may be
/// some of those of the other.
pub fn pairs_against<B: Aabb>(
    tree: &BoxTree<B>,
    other: (&BoxTree<B>, &Known),
    options: &PairOptions<'_>,
    out: &mut Vec<Pair>,
) -> Result<(), BroadError> {
    let own = known(tree, "filters", options.filters)?;
    between([(tree, &own), other], options, out)
}

fn between<B: Aabb>(
    trees: [(&BoxTree<B>, &Known); 2],
    options: &PairOptions<'_>,
    out: &mut Vec<Pair>,
) -> Result<(), BroadError> {
    let count = trees[0].0.len();
    let swapped = trees[0].0.nodes.levels() > trees[1].0.nodes.levels();
    let mut both = trees;
    if swapped {
        both.reverse();
    }
    let [(a, _), (b, _)] = both;
    let [a_side, b_side] = both.map(|(tree, known)| known.side(&tree.worlds));
    let search = Search {
        descent: Descent { a: &a.nodes, b: &b.nodes, own: false },
        sides: [&a_side, &b_side],
        orders: [&a.order, &b.order],
        found: Found::Between { swapped },
        level: options.level,
    };
    search.list(count, options.limit, out)
}

/// Lists the pairs of boxes of which at least one has changed, as [`pairs`] lists all. The changed
/// boxes come in the order of their places, and who has changed by index. Where the options have
/// filters, those of the tree come joined as well: to join all of them here would cost more than
/// to search for few boxes. Looks at twice as many pairs as there are, at most, but for one with
/// itself of each box.
pub fn pairs_of<B: Aabb>(
    tree: &BoxTree<B>,
    boxes: &[B],
    (order, changed): (&[u32], &[bool]),
    joined: Option<&FilterLevels>,
    options: &PairOptions<'_>,
    out: &mut Vec<Pair>,
) -> Result<(), BroadError> {
    let mut nodes = Nodes::new(order.len());
    nodes.fill(boxes, order);
    let worlds = Worlds::new(&[0], order.len())?;
    let known = Known::new(order, options.filters);
    let common = OnceLock::new();
    let own = known.side(&worlds);
    let all = Side::new(&tree.worlds, joined.map_or(&[], FilterLevels::all), &common);
    let search = Search {
        descent: Descent { a: &nodes, b: &tree.nodes, own: false },
        sides: [&own, &all],
        orders: [order, &tree.order],
        found: Found::Changed(changed),
        level: options.level,
    };
    let most = options.limit.saturating_mul(2).saturating_add(order.len());
    search.list(tree.len(), most, out)
}

fn known<B: Aabb>(
    tree: &BoxTree<B>,
    what: &'static str,
    filters: Option<&[Filter]>,
) -> Result<Known, BroadError> {
    if let Some(filters) = filters {
        check_length(what, filters.len(), tree.len())?;
    }
    Ok(Known::new(&tree.order, filters))
}
