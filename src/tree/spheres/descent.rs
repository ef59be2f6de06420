//! The descent for one pair of objects, on trees that stay as they are: what it would have to open,
//! it asks for.

use super::node::{LEAF, SphereNode};
use super::relative::Relative;
use super::tree::SphereTree;
use super::verdict::{MeshVerdict, QueryBudget};
use crate::exact::triangles::{Triangle, meet};
use crate::geom::Pose;
use std::time::Instant;

/// Budgets of time are looked at once in so many tests.
const LOOK: u64 = 256;

/// A tree and where its mesh stands.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    pub tree: &'a SphereTree,
    pub pose: &'a Pose,
}

impl Side<'_> {
    pub fn placed(&self, triangle: u32) -> Triangle {
        self.tree.mesh.corners(triangle).map(|corner| self.pose.place(corner))
    }

    #[inline(always)]
    fn node(&self, node: u32) -> &SphereNode {
        &self.tree.nodes[node as usize]
    }
}

/// How far the search for a pair has come. It goes on from where it was when nodes have been
/// opened.
#[derive(Debug, Default)]
pub struct Search {
    /// Pairs of nodes that come close. Of one node's children the one that is deepest in the other
    /// node lies on top: triangles that meet are found sooner.
    open: Vec<(u32, u32)>,
    /// Those of them whose nodes have no children yet.
    waiting: Vec<(u32, u32)>,
    /// Separate pairs of nodes are at least this far apart.
    gap: Option<f64>,
    /// Pairs that were given up are at most this far apart.
    limit: Option<f64>,
    /// Every pair of triangles that meets, where that is asked for.
    pub all: Option<Vec<[u32; 2]>>,
    pub tests: u64,
    pub triangle_tests: u64,
    started: Option<Instant>,
    /// After so many tests the clock is looked at again.
    look: u64,
}

/// What came of a round.
pub enum Round {
    /// `gap` is what separate objects are apart at least.
    Done { verdict: MeshVerdict, gap: f64 },
    /// These nodes have to be opened: true for those of the second tree.
    Wants(Vec<(bool, u32)>),
}

impl Search {
    /// Begins at the roots.
    pub fn new() -> Self {
        Self { waiting: vec![(0, 0)], ..Self::default() }
    }

    /// One that does not end with the first pair of triangles.
    pub fn for_all() -> Self {
        Self { all: Some(Vec::new()), ..Self::new() }
    }

    /// Goes as far as the trees are built, or until it would have to open so many nodes.
    pub fn round(
        &mut self,
        [a, b]: [Side; 2],
        relative: &Relative,
        budget: &QueryBudget,
        patience: usize,
        frame: u32,
    ) -> Round {
        let started = *self.started.get_or_insert_with(Instant::now);
        // Whoever began has looked at the roots.
        self.tests = self.tests.max(1);
        self.open.append(&mut self.waiting);
        while let Some((i, j)) = self.open.pop() {
            let tests = self.tests + self.triangle_tests;
            let mut over = budget.tests.is_some_and(|most| tests > most);
            if let Some(time) = budget.time
                && tests >= self.look
            {
                self.look = tests + LOOK;
                over |= started.elapsed() > time;
            }
            if over {
                self.open.push((i, j));
                for (i, j) in std::mem::take(&mut self.open) {
                    self.give_up(relative.farthest(a.node(i), b.node(j)));
                }
                for (i, j) in std::mem::take(&mut self.waiting) {
                    self.give_up(relative.farthest(a.node(i), b.node(j)));
                }
                break;
            }
            let (m, n) = (a.node(i), b.node(j));
            let Some(second) = opened(m, n, budget) else {
                if !m.is_leaf() || !n.is_leaf() {
                    self.give_up(relative.farthest(m, n));
                } else if let Some(triangles) = self.leaves([a, b], m, n) {
                    return Round::Done { verdict: MeshVerdict::Meeting { triangles }, gap: 0.0 };
                }
                continue;
            };
            let (side, node, index) = if second { (b, n, j) } else { (a, m, i) };
            if !node.is_open() {
                self.waiting.push((i, j));
                if self.waiting.len() >= patience {
                    break;
                }
                continue;
            }
            side.tree.touch(index, frame);
            self.descend([a, b], relative, (i, j), second);
        }
        if !self.waiting.is_empty() {
            return Round::Wants(self.wanted([a, b], budget));
        }
        let verdict = match (self.all.as_ref().and_then(|all| all.first()), self.limit) {
            (Some(&triangles), _) => MeshVerdict::Meeting { triangles },
            (None, Some(gap)) => MeshVerdict::Maybe { gap },
            (None, None) => MeshVerdict::Separate,
        };
        let separate = verdict == MeshVerdict::Separate;
        Round::Done { verdict, gap: if separate { self.gap.unwrap_or(f64::INFINITY) } else { 0.0 } }
    }

    /// Takes the children of one node of a pair, the second if that is told, in its place.
    #[inline]
    fn descend(
        &mut self,
        [a, b]: [Side; 2],
        relative: &Relative,
        (i, j): (u32, u32),
        second: bool,
    ) {
        let (m, n) = (a.node(i), b.node(j));
        let (kids, gaps) = if second {
            (n.kids(), relative.gaps(m, b.tree.children(n), false))
        } else {
            (m.kids(), relative.gaps(n, a.tree.children(m), true))
        };
        self.tests += u64::from(kids.end - kids.start);
        let mut near = [(0.0, (0, 0)); 8];
        let mut count = 0;
        for (kid, gap) in kids.zip(gaps) {
            if gap > 0.0 {
                self.gap = Some(self.gap.map_or(gap, |least| least.min(gap)));
                continue;
            }
            let pair = if second { (i, kid) } else { (kid, j) };
            let mut place = count;
            while place > 0 && near[place - 1].0 < gap {
                near[place] = near[place - 1];
                place -= 1;
            }
            near[place] = (gap, pair);
            count += 1;
        }
        self.open.extend(near[..count].iter().map(|(_, pair)| *pair));
    }

    fn give_up(&mut self, farthest: f64) {
        self.limit = Some(self.limit.map_or(farthest, |least| least.min(farthest)));
    }

    fn wanted(&self, [a, b]: [Side; 2], budget: &QueryBudget) -> Vec<(bool, u32)> {
        let of = |&(i, j): &(u32, u32)| {
            let second = opened(a.node(i), b.node(j), budget) == Some(true);
            (second, if second { j } else { i })
        };
        let mut wanted: Vec<(bool, u32)> = self.waiting.iter().map(of).collect();
        wanted.sort_unstable();
        wanted.dedup();
        wanted
    }

    /// Tests the triangles of two leaves.
    fn leaves(&mut self, [a, b]: [Side; 2], m: &SphereNode, n: &SphereNode) -> Option<[u32; 2]> {
        let mut others = [(0, [[0.0; 3]; 3]); LEAF as usize];
        let count = n.count as usize;
        for (place, other) in (n.first..).zip(&mut others[..count]) {
            let triangle = b.tree.triangle(place);
            *other = (triangle, b.placed(triangle));
        }
        for first in m.first..m.first + m.count {
            let first = a.tree.triangle(first);
            let placed = a.placed(first);
            for (second, other) in &others[..count] {
                self.triangle_tests += 1;
                if !meet(&placed, other) {
                    continue;
                }
                let triangles = [first, *second];
                match &mut self.all {
                    None => return Some(triangles),
                    Some(all) => all.push(triangles),
                }
            }
        }
        // Triangles of leaves that come close may be as near as can be.
        self.gap = Some(0.0);
        None
    }
}

/// Which of two nodes is opened, the larger where both can be: true for the second, `None` where
/// neither can.
fn opened(m: &SphereNode, n: &SphereNode, budget: &QueryBudget) -> Option<bool> {
    let opens =
        |node: &SphereNode| !node.is_leaf() && budget.depth.is_none_or(|depth| node.level < depth);
    match (opens(m), opens(n)) {
        (true, true) => Some(n.radius > m.radius),
        (true, false) => Some(false),
        (false, true) => Some(true),
        (false, false) => None,
    }
}
