//! The leaves of two hierarchies that may meet, and those that may be nearest.

use super::ends::Ends;
use super::placed::Placed;
use crate::geom::Pair;
use glam::DVec3;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::Range;

/// One of two shapes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Half<'a> {
    Tree(Placed<'a>),
    /// A shape that is a single leaf, in a box.
    Whole(Ends),
}

impl Half<'_> {
    pub fn ends(&self, node: u32) -> Ends {
        match self {
            Self::Tree(placed) => placed.ends(node),
            Self::Whole(ends) => *ends,
        }
    }

    fn children(&self, node: u32) -> Range<u32> {
        match self {
            Self::Tree(placed) => placed.children(node),
            Self::Whole(_) => 0..0,
        }
    }
}

/// A pair of nodes, and a box round each.
#[derive(Clone, Copy, Debug)]
struct Nodes {
    nodes: [u32; 2],
    ends: [Ends; 2],
}

impl Nodes {
    fn roots(halves: &[Half<'_>; 2]) -> Self {
        Self { nodes: [0; 2], ends: [0, 1].map(|side: usize| halves[side].ends(0)) }
    }

    /// Returns the larger node that has children, or `None` for two leaves.
    fn larger(&self, halves: &[Half<'_>; 2]) -> Option<(usize, Range<u32>)> {
        let kids = [0, 1].map(|side: usize| halves[side].children(self.nodes[side]));
        let side = match [0, 1].map(|side: usize| kids[side].is_empty()) {
            [true, true] => return None,
            [false, true] => 0,
            [true, false] => 1,
            [false, false] => usize::from(self.ends[1].size() > self.ends[0].size()),
        };
        Some((side, kids[side].clone()))
    }

    /// Returns the pair with another node on one side.
    fn with(mut self, halves: &[Half<'_>; 2], side: usize, node: u32) -> Self {
        self.nodes[side] = node;
        self.ends[side] = halves[side].ends(node);
        self
    }

    fn pair(&self) -> Pair {
        Pair::new(self.nodes[0], self.nodes[1])
    }
}

/// Goes down two shapes and gives the pairs of leaves whose boxes meet: at rest, or while `t` runs
/// over `[0, 1]`. Holds the nodes on the way to the next pair alone.
#[derive(Debug)]
pub(crate) struct LeafPairs<'a> {
    halves: [Half<'a>; 2],
    /// How the second shape moves as seen from the first.
    way: DVec3,
    /// What meets first after this time is left out.
    pub until: f64,
    open: Vec<Nodes>,
}

impl<'a> LeafPairs<'a> {
    pub fn new(halves: [Half<'a>; 2], way: DVec3) -> Self {
        let mut pairs = Self { halves, way, until: 1.0, open: Vec::new() };
        pairs.push(Nodes::roots(&halves));
        pairs
    }

    fn push(&mut self, nodes: Nodes) {
        let [a, b] = &nodes.ends;
        if a.may_meet(b, self.way, self.until) {
            self.open.push(nodes);
        }
    }
}

impl Iterator for LeafPairs<'_> {
    type Item = Pair;

    fn next(&mut self) -> Option<Pair> {
        loop {
            let nodes = self.open.pop()?;
            let Some((side, kids)) = nodes.larger(&self.halves) else { return Some(nodes.pair()) };
            for kid in kids.rev() {
                self.push(nodes.with(&self.halves, side, kid));
            }
        }
    }
}

/// A pair of nodes by the distance of their boxes.
#[derive(Debug)]
struct Near {
    square: f64,
    nodes: Nodes,
}

impl Near {
    fn new(nodes: Nodes) -> Self {
        Self { square: nodes.ends[0].square(&nodes.ends[1]), nodes }
    }
}

impl Ord for Near {
    /// The nearest is the greatest.
    fn cmp(&self, other: &Self) -> Ordering {
        let by_nodes = || other.nodes.nodes.cmp(&self.nodes.nodes);
        other.square.total_cmp(&self.square).then_with(by_nodes)
    }
}

impl PartialOrd for Near {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Near {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Near {}

/// Gives the pairs of leaves of two shapes at rest, in the order of the distances of their boxes.
#[derive(Debug)]
pub(crate) struct NearestLeaves<'a> {
    halves: [Half<'a>; 2],
    open: BinaryHeap<Near>,
}

impl<'a> NearestLeaves<'a> {
    pub fn new(halves: [Half<'a>; 2]) -> Self {
        let roots = Near::new(Nodes::roots(&halves));
        Self { halves, open: BinaryHeap::from([roots]) }
    }

    /// Returns the next pair, if its boxes are no farther apart than `most`.
    pub fn next_within(&mut self, most: f64) -> Option<Pair> {
        loop {
            let Near { square, nodes } = self.open.pop()?;
            if square > most * most {
                return None;
            }
            let Some((side, kids)) = nodes.larger(&self.halves) else { return Some(nodes.pair()) };
            let kids = kids.map(|kid| Near::new(nodes.with(&self.halves, side, kid)));
            self.open.extend(kids.filter(|near| near.square <= most * most));
        }
    }
}
