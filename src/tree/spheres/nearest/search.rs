//! The search for the nearest points, nearest nodes first. It does not change the trees: it returns
//! the nodes that have to be opened.

use super::super::convex::Convex;
use super::super::descent::{Side, opened};
use super::super::node::{LEAF, SphereNode};
use super::super::relative::{Relative, rigid};
use super::super::verdict::QueryBudget;
use super::closest::{Closest, Rank, at_least, both, box_gap, box_of, grade};
use super::reach::Reaches;
use crate::exact::triangles::Triangle;
use crate::geom::{Polytope, PolytopeSet, Pose};
use glam::{DVec3, Vec3};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// The number of tests of nodes that take as long as one pair of triangles, or less.
const MEASURED: u64 = 32;

/// The number of tests after which a search looks at how far nodes reach along an axis. Most
/// searches of objects that are near each other are done before.
const MANY: u64 = 512;

/// The number of tests that allow for a look at one more triangle of a node.
const LOOK: u64 = 16;

/// What the distance of a mesh is from.
#[derive(Clone, Copy)]
pub enum Other<'a> {
    Mesh(Side<'a>),
    Shape(&'a Convex<'a>),
}

impl Other<'_> {
    /// Returns the centre of all, in the coordinates of the world.
    fn middle(&self) -> DVec3 {
        match self {
            Self::Mesh(side) => middle(side.pose, side.node(0)),
            Self::Shape(shape) => middle(&shape.pose, &shape.bounds),
        }
    }

    /// A convex shape is one node, which is a leaf.
    fn node(&self, node: u32) -> &SphereNode {
        match self {
            Self::Mesh(side) => side.node(node),
            Self::Shape(shape) => &shape.bounds,
        }
    }
}

/// Returns the placed centre of a node.
fn middle(pose: &Pose, node: &SphereNode) -> DVec3 {
    let (turn, at) = rigid(pose);
    turn * (node.centre() * pose.scale()) + at
}

/// Two nodes, and a lower bound of the ranks of their pairs of triangles.
#[derive(Clone, Copy, Debug)]
struct Near {
    rank: Rank,
    nodes: (u32, u32),
}

/// Returns a lower bound of ranks of which two are known: none of a part is less than either's.
fn joined(known: Rank, other: Rank) -> Rank {
    (known.0.max(other.0), known.1.max(other.1))
}

/// The nearest pair is the greatest, and is searched next.
impl Ord for Near {
    fn cmp(&self, other: &Self) -> Ordering {
        (other.rank, other.nodes).cmp(&(self.rank, self.nodes))
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
    /// A bound of the magnitude of coordinates, added up over both.
    extent: f64,
    open: BinaryHeap<Near>,
    /// Pairs that wait for a node to be opened.
    waiting: Vec<Near>,
    pub best: Option<Closest>,
    /// How far nodes reach along an axis, in a search of many tests.
    reaches: Option<Reaches>,
    /// The number of tests at which the axis is chosen, or chosen anew.
    turn_at: u64,
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
    ///
    /// `extent` is a bound of the magnitude of their coordinates, added up over both.
    pub fn new(extent: f64) -> Self {
        let roots = Near { rank: Rank::default(), nodes: (0, 0) };
        Self {
            extent,
            open: BinaryHeap::from([roots]),
            waiting: Vec::new(),
            best: None,
            reaches: None,
            turn_at: MANY,
            tests: 1,
            triangle_tests: 0,
        }
    }

    /// Returns true if a pair whose rank is this or a greater one may be told in the place of the
    /// best that is known.
    fn may_hold(&self, rank: Rank) -> bool {
        self.best.is_none_or(|best| rank < best.rank())
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
            if !self.may_hold(near.rank) {
                self.open.clear();
                break;
            }
            let rank = joined(near.rank, self.rank_along(side, other, near.nodes));
            if rank > near.rank {
                // Others may be nearer now.
                if self.may_hold(rank) {
                    self.open.push(Near { rank, ..near });
                }
                continue;
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
                let nodes = if second { (i, kid) } else { (kid, j) };
                let seen = (grade(gap), [0; 2]);
                if self.may_hold(seen) {
                    let rank = joined(seen, self.rank_along(side, other, nodes));
                    if self.may_hold(rank) {
                        self.open.push(Near { rank, nodes });
                    }
                }
            }
        }
        let least = self.best.map(|best| best.rank());
        self.waiting.retain(|near| least.is_none_or(|least| near.rank < least));
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

    /// Returns a lower bound of the ranks in two nodes, by what they reach along an axis: that of
    /// the nearest triangles, once there are some. The least rank where that would cost too much.
    fn rank_along(&mut self, side: Side, other: Other, (i, j): (u32, u32)) -> Rank {
        let work = self.tests + MEASURED * self.triangle_tests;
        if work >= self.turn_at {
            self.turn_at = 2 * work;
            let axis = match &self.best {
                Some(best) => best.axis(),
                None => (other.middle() - middle(side.pose, side.node(0))).normalize_or_zero(),
            };
            self.reaches = Some(Reaches::new(axis, self.extent));
        }
        // Large nodes are looked at only where the search takes long, compared with them.
        let is_small = |node: &SphereNode| u64::from(node.count) * LOOK <= work;
        match &mut self.reaches {
            Some(reaches) if is_small(side.node(i)) && is_small(other.node(j)) => {
                let second = match other {
                    Other::Mesh(other) => reaches.of_node(other, j, true),
                    Other::Shape(shape) => reaches.of_shape(shape),
                };
                let first = reaches.of_node(side, i, false);
                (grade(reaches.gap(first.far, second.far)), [first.least, second.least])
            }
            _ => Rank::default(),
        }
    }

    /// Measures the triangles of a leaf against those of another leaf, or against the shape.
    fn leaves(&mut self, side: Side, other: Other, m: &SphereNode, n: &SphereNode) {
        let mut own = [Placed::default(); LEAF as usize];
        let own = self.placed(side, m, false, &mut own);
        match other {
            Other::Mesh(other) => {
                let mut others = [Placed::default(); LEAF as usize];
                for second in self.placed(other, n, true, &mut others) {
                    for first in own {
                        let numbers = [first.number, second.number];
                        let gap = self.gap(first, &second.ends, second.reach);
                        if self.may_hold((grade(gap), numbers)) {
                            let vertices = &second.triangle;
                            let set = both(&first.triangle, vertices, Polytope::of_range(0, 3));
                            self.measure(&set, numbers);
                        }
                    }
                }
            }
            Other::Shape(shape) => {
                let reach = self.reaches.as_mut().map_or(0.0, |all| all.of_shape(shape).far);
                let (polytope, vertices) = shape.polytope();
                for first in own {
                    let gap = self.gap(first, &shape.around, reach);
                    if self.may_hold((grade(gap), [first.number, 0])) {
                        let set = both(&first.triangle, vertices, *polytope);
                        self.measure(&set, [first.number, 0]);
                    }
                }
            }
        }
    }

    /// Places the triangles of a leaf.
    fn placed<'a>(
        &self,
        side: Side,
        node: &SphereNode,
        second: bool,
        room: &'a mut [Placed; LEAF as usize],
    ) -> &'a [Placed] {
        let count = node.count as usize;
        for (number, place) in side.tree.triangles(node).zip(&mut *room) {
            let triangle = side.placed(number);
            let reach = self.reaches.as_ref().map_or(0.0, |all| all.of_triangle(&triangle, second));
            *place = Placed { ends: box_of(&triangle), triangle, number, reach };
        }
        &room[..count]
    }

    /// Returns a lower bound of the distance of a triangle and of what is in a box and reaches so
    /// far.
    fn gap(&self, first: &Placed, ends: &[Vec3; 2], reach: f64) -> f64 {
        let boxes = box_gap(&first.ends, ends);
        self.reaches.as_ref().map_or(boxes, |all| boxes.max(all.gap(first.reach, reach)))
    }

    fn measure(&mut self, set: &PolytopeSet, triangles: [u32; 2]) {
        self.triangle_tests += 1;
        if self.may_hold((grade(at_least(set)), triangles)) {
            self.best = Closest::nearer(self.best, set, triangles);
        }
    }
}

/// A triangle that was placed.
#[derive(Clone, Copy, Default)]
struct Placed {
    /// The ends of its box.
    ends: [Vec3; 2],
    triangle: Triangle,
    number: u32,
    /// How far it reaches along the axis, if there is one.
    reach: f64,
}
