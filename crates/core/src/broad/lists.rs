//! The lists of pairs that a tree is asked for.

use super::build::check_length;
use super::descent::Descent;
use super::error::BroadError;
use super::guide::Side;
use super::nodes::Nodes;
use super::options::PairOptions;
use super::pairs::{Found, Search};
use super::tree::BoxTree;
use super::worlds::Worlds;
use crate::geom::{Aabb, Filter, Pair};

/// Lists the pairs of one tree.
pub fn pairs<B: Aabb>(
    tree: &BoxTree<B>,
    options: &PairOptions<'_>,
    out: &mut Vec<Pair>,
) -> Result<(), BroadError> {
    let side = side(tree, "filters", options.filters)?;
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
    let own = side(tree, "filters", options.filters)?;
    let others = side(other, "other filters", options.other_filters)?;
    let swapped = tree.nodes.levels() > other.nodes.levels();
    let mut both = [(tree, &own), (other, &others)];
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
    search.list(tree.len(), options.limit, out)
}

/// Lists the pairs of boxes of which at least one has changed, as [`pairs`] lists all. The changed
/// boxes come in the order of their places, and who has changed by index. Looks at twice as many
/// pairs as there are, at most, but for one with itself of each box.
pub fn pairs_of<B: Aabb>(
    tree: &BoxTree<B>,
    boxes: &[B],
    (order, changed): (&[u32], &[bool]),
    options: &PairOptions<'_>,
    out: &mut Vec<Pair>,
) -> Result<(), BroadError> {
    let mut nodes = Nodes::new(order.len());
    nodes.fill(boxes, order);
    let worlds = Worlds::new(&[0], order.len())?;
    let own = Side::new(&worlds, order, options.filters);
    let all = side(tree, "filters", options.filters)?;
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

fn side<'a, B: Aabb>(
    tree: &'a BoxTree<B>,
    what: &'static str,
    filters: Option<&[Filter]>,
) -> Result<Side<'a>, BroadError> {
    if let Some(filters) = filters {
        check_length(what, filters.len(), tree.len())?;
    }
    Ok(Side::new(&tree.worlds, &tree.order, filters))
}
