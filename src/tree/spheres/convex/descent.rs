//! The descent of a tree against a convex shape. It does not change the tree: it returns the nodes
//! that have to be opened.

use super::super::descent::Side;
use super::super::node::SphereNode;
use super::super::relative::Relative;
use super::super::verdict::{ConvexVerdict, QueryBudget};
use super::shape::Convex;
use crate::timing::Instant;

/// The number of tests between two looks at the clock.
const LOOK: u64 = 256;

/// The state of a search. The search continues from this state when nodes have been opened.
///
/// Nodes are searched depth first, a node's children nearest first. The first triangle in that order
/// is found, whichever nodes were open before.
#[derive(Debug)]
pub struct ConvexSearch {
    /// Nodes that come close, the next one on top.
    open: Vec<u32>,
    /// Nodes that come before all of those, and wait to be opened.
    waiting: Vec<u32>,
    /// A triangle that meets. Only what waits comes before it.
    found: Option<u32>,
    /// An upper bound of the distance of the nodes that were given up.
    limit: Option<f64>,
    pub tests: u64,
    pub triangle_tests: u64,
    started: Option<Instant>,
    /// The number of tests at which the search looks at the clock again.
    look: u64,
}

/// The result of a round.
pub enum ConvexRound {
    /// The search is done. Surfaces only were asked for.
    Done(ConvexVerdict),
    /// These nodes have to be opened first.
    Wants(Vec<u32>),
}

impl ConvexSearch {
    /// Returns a search that begins at the root, which the caller has tested.
    pub fn new() -> Self {
        Self {
            open: vec![0],
            waiting: Vec::new(),
            found: None,
            limit: None,
            tests: 1,
            triangle_tests: 0,
            started: None,
            look: 0,
        }
    }

    /// Continues until the search is done, or until `patience` nodes have to be opened.
    pub fn round(
        &mut self,
        side: Side,
        shape: &Convex,
        relative: &Relative,
        budget: &QueryBudget,
        patience: usize,
        step: u32,
    ) -> ConvexRound {
        let started = *self.started.get_or_insert_with(Instant::now);
        self.open.extend(self.waiting.drain(..).rev());
        while let Some(index) = self.open.pop() {
            let node = &side.tree.nodes[index as usize];
            if self.is_over(budget, started) {
                self.open.push(index);
                for index in self.open.split_off(0).into_iter().chain(self.waiting.split_off(0)) {
                    self.give_up(
                        relative.farthest(&side.tree.nodes[index as usize], &shape.bounds),
                    );
                }
                break;
            }
            if node.is_leaf() {
                if let Some(triangle) = self.leaf(side, shape, node) {
                    self.found = Some(triangle);
                    self.open.clear();
                }
            } else if budget.depth.is_some_and(|depth| node.level >= depth) {
                self.give_up(relative.farthest(node, &shape.bounds));
            } else if node.is_open() {
                side.tree.touch(index, step);
                self.descend(side, shape, relative, node);
            } else {
                self.waiting.push(index);
                if self.waiting.len() >= patience {
                    break;
                }
            }
        }
        if !self.waiting.is_empty() {
            return ConvexRound::Wants(self.waiting.clone());
        }
        ConvexRound::Done(match (self.found, self.limit) {
            (Some(triangle), _) => ConvexVerdict::Meeting { triangle },
            (None, Some(gap)) => ConvexVerdict::Maybe { gap },
            (None, None) => ConvexVerdict::Separate,
        })
    }

    fn is_over(&mut self, budget: &QueryBudget, started: Instant) -> bool {
        let tests = self.tests + self.triangle_tests;
        let over = budget.tests.is_some_and(|most| tests > most);
        let Some(time) = budget.time.filter(|_| tests >= self.look) else { return over };
        self.look = tests + LOOK;
        over || started.elapsed() > time
    }

    /// Puts the children of a node in its place.
    #[inline]
    fn descend(&mut self, side: Side, shape: &Convex, relative: &Relative, node: &SphereNode) {
        let (kids, gaps) =
            (node.kids(), relative.gaps(&shape.bounds, side.tree.children(node), true));
        self.tests += u64::from(node.kids().end - node.kids().start);
        let start = self.open.len();
        let mut near = [0.0; 8];
        for (kid, gap) in kids.zip(gaps) {
            if gap > 0.0 {
                continue;
            }
            let count = self.open.len() - start;
            let place = near[..count].iter().position(|&other| other < gap).unwrap_or(count);
            near.copy_within(place..count, place + 1);
            near[place] = gap;
            self.open.insert(start + place, kid);
        }
    }

    fn give_up(&mut self, farthest: f64) {
        self.limit = Some(self.limit.map_or(farthest, |least| least.min(farthest)));
    }

    /// Returns the first triangle of a leaf that meets the shape.
    fn leaf(&mut self, side: Side, shape: &Convex, node: &SphereNode) -> Option<u32> {
        let mut triangles = side.tree.triangles(node);
        triangles.find(|&triangle| {
            self.triangle_tests += 1;
            shape.meets(&side.placed(triangle))
        })
    }
}
