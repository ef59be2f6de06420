//! The search for the nearest points, nearest nodes first. It does not change the trees: it returns
//! the nodes that have to be opened.

use super::super::convex::Convex;
use super::super::descent::{Side, opened};
use super::super::node::{LEAF, SphereNode};
use super::super::relative::Relative;
use super::super::verdict::QueryBudget;
use super::closest::{Closest, at_least, both, box_gap, box_of};
use crate::exact::triangles::Triangle;
use crate::geom::{Polytope, PolytopeSet};
use glam::Vec3;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// What the distance of a mesh is from.
#[derive(Clone, Copy)]
pub enum Other<'a> {
    Mesh(Side<'a>),
    Shape(&'a Convex<'a>),
}

impl Other<'_> {
    /// A convex shape is one node, which is a leaf.
    fn node(&self, node: u32) -> &SphereNode {
        match self {
            Self::Mesh(side) => side.node(node),
            Self::Shape(shape) => &shape.bounds,
        }
    }
}

/// Two nodes, and a lower bound of their distance. Nodes that lie deep in each other have one below
/// zero.
#[derive(Clone, Copy, Debug)]
struct Near {
    gap: f64,
    nodes: (u32, u32),
}

/// The nearest pair is the greatest, and is searched next.
impl Ord for Near {
    fn cmp(&self, other: &Self) -> Ordering {
        other.gap.total_cmp(&self.gap).then(other.nodes.cmp(&self.nodes))
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

/// The state of a search. The search continues from this state when nodes have been opened.
#[derive(Debug)]
pub struct NearestSearch {
    open: BinaryHeap<Near>,
    /// Pairs that wait for a node to be opened.
    waiting: Vec<Near>,
    pub best: Option<Closest>,
    pub tests: u64,
    pub triangle_tests: u64,
}

/// The result of a round.
pub enum NearestRound {
    Done,
    /// These nodes have to be opened first; true for nodes of the other mesh.
    Wants(Vec<(bool, u32)>),
}

impl NearestSearch {
    /// Returns a search that begins at the roots. The surface and the other are separate.
    pub fn new() -> Self {
        let roots = Near { gap: f64::NEG_INFINITY, nodes: (0, 0) };
        let open = BinaryHeap::from([roots]);
        Self { open, waiting: Vec::new(), best: None, tests: 1, triangle_tests: 0 }
    }

    /// Nothing that is further away can matter.
    fn limit(&self) -> f64 {
        self.best.map_or(f64::INFINITY, |best| best.at_most())
    }

    /// Continues until the search is done, or until `patience` nodes have to be opened.
    pub fn round(
        &mut self,
        side: Side,
        other: Other,
        relative: &Relative,
        patience: usize,
        step: u32,
    ) -> NearestRound {
        self.open.extend(self.waiting.drain(..));
        while let Some(near) = self.open.pop() {
            if near.gap > self.limit() {
                self.open.clear();
                break;
            }
            let (i, j) = near.nodes;
            let (m, n) = (side.node(i), other.node(j));
            let Some(second) = opened(m, n, relative, &QueryBudget::default()) else {
                self.leaves(side, other, m, n);
                continue;
            };
            let (node, index) = if second { (n, j) } else { (m, i) };
            if !node.is_open() {
                self.waiting.push(near);
                if self.waiting.len() >= patience {
                    break;
                }
                continue;
            }
            let tree = match other {
                Other::Mesh(other) if second => other.tree,
                _ => side.tree,
            };
            tree.touch(index, step);
            let seen = if second { m } else { n };
            let gaps = relative.gaps(seen, tree.children(node), !second);
            self.tests += u64::from(node.kids().end - node.kids().start);
            for (kid, gap) in node.kids().zip(gaps) {
                if gap <= self.limit() {
                    let nodes = if second { (i, kid) } else { (kid, j) };
                    self.open.push(Near { gap, nodes });
                }
            }
        }
        let limit = self.limit();
        self.waiting.retain(|near| near.gap <= limit);
        if self.waiting.is_empty() {
            return NearestRound::Done;
        }
        let of = |near: &Near| {
            let (i, j) = near.nodes;
            let (m, n) = (side.node(i), other.node(j));
            let second = opened(m, n, relative, &QueryBudget::default()) == Some(true);
            (second, if second { j } else { i })
        };
        NearestRound::Wants(self.waiting.iter().map(of).collect())
    }

    /// Measures the triangles of a leaf against those of another leaf, or against the shape.
    fn leaves(&mut self, side: Side, other: Other, m: &SphereNode, n: &SphereNode) {
        let mut own = [([Vec3::ZERO; 2], [[0.0; 3]; 3], 0); LEAF as usize];
        let own = placed(side, m, &mut own);
        match other {
            Other::Mesh(other) => {
                let mut others = [([Vec3::ZERO; 2], [[0.0; 3]; 3], 0); LEAF as usize];
                for (other_box, second, j) in placed(other, n, &mut others) {
                    for (bounds, first, i) in own {
                        if box_gap(bounds, other_box) <= self.limit() {
                            let set = both(first, second, Polytope::of_range(0, 3));
                            self.measure(&set, [*i, *j]);
                        }
                    }
                }
            }
            Other::Shape(shape) => {
                let (polytope, vertices) = shape.polytope();
                for (bounds, triangle, i) in own {
                    if box_gap(bounds, &shape.around) <= self.limit() {
                        self.measure(&both(triangle, vertices, *polytope), [*i, 0]);
                    }
                }
            }
        }
    }

    fn measure(&mut self, set: &PolytopeSet, triangles: [u32; 2]) {
        self.triangle_tests += 1;
        if at_least(set) <= self.limit() {
            self.best = Closest::nearer(self.best, set, triangles);
        }
    }
}

/// A triangle's box, its corners and its number.
type Placed = ([Vec3; 2], Triangle, u32);

/// Places the triangles of a leaf.
fn placed<'a>(
    side: Side,
    node: &SphereNode,
    room: &'a mut [Placed; LEAF as usize],
) -> &'a [Placed] {
    let count = node.count as usize;
    for (number, place) in side.tree.triangles(node).zip(&mut *room) {
        let triangle = side.placed(number);
        *place = (box_of(&triangle), triangle, number);
    }
    &room[..count]
}
