//! The descent of a tree against a convex shape. It does not change the tree: it returns the nodes
//! that have to be opened.

use super::super::descent::Side;
use super::super::node::SphereNode;
use super::super::verdict::{ConvexVerdict, QueryBudget};
use super::exact::Exact;
use super::seen::Seen;
use crate::timing::Instant;

/// The number of tests between two looks at the clock.
const LOOK: u64 = 256;

/// The state of a search. The search continues from this state when nodes have been opened.
///
/// Nodes are searched depth first, a node's children nearest first. The first triangle in that
/// order is found, whichever nodes were open before.
#[derive(Debug, Default)]
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
    /// When it began, if time is limited.
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
    /// Begins at the root, which the caller has tested. The memory of a search before it stays.
    pub fn begin(&mut self) {
        self.open.clear();
        self.open.push(0);
        self.waiting.clear();
        (self.found, self.limit) = (None, None);
        (self.tests, self.triangle_tests) = (1, 0);
        (self.started, self.look) = (None, 0);
    }

    /// Continues until the search is done, or until `patience` nodes have to be opened.
    pub fn round(
        &mut self,
        side: Side,
        seen: &Seen,
        shape: &mut Exact,
        budget: &QueryBudget,
        patience: usize,
        step: u32,
    ) -> ConvexRound {
        self.open.extend(self.waiting.drain(..).rev());
        while let Some(index) = self.open.pop() {
            let node = side.node(index);
            if self.is_over(budget) {
                self.open.push(index);
                for index in self.open.split_off(0).into_iter().chain(self.waiting.split_off(0)) {
                    self.give_up(seen.farthest(side.node(index)));
                }
                break;
            }
            if node.is_leaf() {
                let (found, tested) = shape.first(seen, side, node);
                self.triangle_tests += tested;
                if found.is_some() {
                    self.found = found;
                    self.open.clear();
                }
            } else if budget.depth.is_some_and(|depth| node.level >= depth) {
                self.give_up(seen.farthest(node));
            } else if node.is_open() {
                side.tree.touch(index, step);
                self.descend(side, seen, node);
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

    #[inline]
    fn is_over(&mut self, budget: &QueryBudget) -> bool {
        let tests = self.tests + self.triangle_tests;
        let over = budget.tests.is_some_and(|most| tests > most);
        let Some(time) = budget.time else { return over };
        let started = *self.started.get_or_insert_with(Instant::now);
        if tests < self.look {
            return over;
        }
        self.look = tests + LOOK;
        over || started.elapsed() > time
    }

    /// Puts the children of a node in its place.
    #[inline]
    fn descend(&mut self, side: Side, seen: &Seen, node: &SphereNode) {
        let kids = side.tree.children(node);
        self.tests += kids.len() as u64;
        // First all children, without a branch: which of them come close is hard to predict.
        let mut close = 0_u32;
        for (bit, kid) in kids.iter().enumerate() {
            close |= u32::from(!seen.misses(kid.min.into(), kid.max.into())) << bit;
        }
        let mut near = [(0.0, 0); 8];
        let mut count = 0;
        while close != 0 {
            let number = close.trailing_zeros();
            close &= close - 1;
            let gap = seen.gap(&kids[number as usize]);
            if gap > 0.0 {
                continue;
            }
            let mut place = count;
            while place > 0 && near[place - 1].0 < gap {
                near[place] = near[place - 1];
                place -= 1;
            }
            near[place] = (gap, node.kids().start + number);
            count += 1;
        }
        for (_, kid) in near.iter().take(count) {
            self.open.push(*kid);
        }
    }

    fn give_up(&mut self, farthest: f64) {
        self.limit = Some(self.limit.map_or(farthest, |least| least.min(farthest)));
    }
}
