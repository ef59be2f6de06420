//! The descent for one pair of objects. It does not change the trees: it returns the nodes that
//! have to be opened.

use super::ends::Ends;
use super::node::{LEAF, SphereNode};
use super::relative::Relative;
use super::tree::SphereTree;
use super::verdict::{MeshVerdict, QueryBudget};
use crate::exact::triangles::{Triangle, meet};
use crate::geom::Pose;
use crate::timing::Instant;

/// The number of tests between two looks at the clock.
const LOOK: u64 = 256;

/// A tree and the pose of its mesh.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    pub tree: &'a SphereTree,
    pub pose: &'a Pose,
}

impl Side<'_> {
    pub fn placed(&self, triangle: u32) -> Triangle {
        let [a, b, c] = self.tree.raw(triangle);
        [self.pose.place(a), self.pose.place(b), self.pose.place(c)]
    }

    #[inline(always)]
    pub fn node(&self, node: u32) -> &SphereNode {
        &self.tree.nodes[node as usize]
    }
}

/// Every pair of triangles that meets, up to a number.
#[derive(Debug)]
pub struct AllMeeting {
    pub pairs: Vec<[u32; 2]>,
    /// The most pairs that are listed.
    pub most: usize,
    /// One more was found, and ended the search.
    pub are_more: bool,
}

/// The state of the search of a pair. The search continues from this state when nodes have been
/// opened.
#[derive(Debug, Default)]
pub struct Search {
    /// Pairs of nodes that come close. Of the children of a node, the child deepest in the other
    /// node is on top, so that triangles that meet are found sooner.
    open: Vec<(u32, u32)>,
    /// Pairs that come close and wait for a node to be opened.
    waiting: Vec<(u32, u32)>,
    /// A lower bound of the distance of all pairs of nodes that are separate.
    gap: f64,
    /// An upper bound of the distance of the pairs that were given up.
    limit: Option<f64>,
    /// Triangles that met before, as their meshes have them. Nodes that hold them come first: those
    /// were opened before, and what is found there is mostly next to it.
    pub hint: Option<[Triangle; 2]>,
    /// Every pair of triangles that meets, if the search looks for all of them.
    pub all: Option<AllMeeting>,
    pub tests: u64,
    pub triangle_tests: u64,
    started: Option<Instant>,
    /// The number of tests at which the search looks at the clock again.
    look: u64,
}

/// The result of a round.
pub enum Round {
    /// The search is done. `gap` is a lower bound of the distance of separate objects.
    Done { verdict: MeshVerdict, gap: f64 },
    /// These nodes have to be opened first; true for nodes of the second tree.
    Wants(Vec<(bool, u32)>),
}

impl Search {
    /// Returns a search that does not end with the first pair of triangles, but with the one behind
    /// so many.
    pub fn for_all(most: usize) -> Self {
        let all = AllMeeting { pairs: Vec::new(), most, are_more: false };
        Self { all: Some(all), ..Self::default() }
    }

    /// Begins at the roots, with the memory of the search before.
    pub fn restart(&mut self) {
        self.open.clear();
        self.waiting.clear();
        self.open.push((0, 0));
        (self.gap, self.limit, self.hint) = (f64::INFINITY, None, None);
        (self.tests, self.triangle_tests) = (0, 0);
        (self.started, self.look) = (None, 0);
    }

    /// Continues until the search is done, or until `patience` nodes have to be opened.
    pub fn round(
        &mut self,
        [a, b]: [Side; 2],
        relative: &Relative,
        budget: &QueryBudget,
        patience: usize,
        step: u32,
    ) -> Round {
        // Looks at the clock take time, too.
        let most = budget.time.map(|most| (*self.started.get_or_insert_with(Instant::now), most));
        // The caller has tested the roots.
        self.tests = self.tests.max(1);
        self.open.append(&mut self.waiting);
        while let Some((i, j)) = self.open.pop() {
            let tests = self.tests + self.triangle_tests;
            let mut over = budget.tests.is_some_and(|most| tests > most);
            if let Some((started, most)) = most
                && tests >= self.look
            {
                self.look = tests + LOOK;
                over |= started.elapsed() > most;
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
            let Some(second) = opened(m, n, relative, budget) else {
                if !m.is_leaf() || !n.is_leaf() {
                    self.give_up(relative.farthest(m, n));
                } else if let Some(triangles) = self.leaves([a, b], relative, m, n) {
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
            side.tree.touch(index, step);
            self.descend([a, b], relative, (i, j), second);
        }
        if !self.waiting.is_empty() {
            return Round::Wants(self.wanted([a, b], relative, budget));
        }
        let verdict = match (self.all.as_ref().and_then(|all| all.pairs.first()), self.limit) {
            (Some(&triangles), _) => MeshVerdict::Meeting { triangles },
            (None, Some(gap)) => MeshVerdict::Maybe { gap },
            (None, None) => MeshVerdict::Separate,
        };
        let separate = verdict == MeshVerdict::Separate;
        Round::Done { verdict, gap: if separate { self.gap } else { 0.0 } }
    }

    /// Replaces a node of a pair by its children: the second node if `second` is set.
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
        for (kid, &gap) in kids.zip(&gaps) {
            if gap > 0.0 {
                self.gap = self.gap.min(gap);
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
        if let Some(hint) = &self.hint {
            let (side, hint) = if second { (b, &hint[1]) } else { (a, &hint[0]) };
            let is_likely = |(_, (i, j)): &(f64, (u32, u32))| {
                side.node(if second { *j } else { *i }).holds(hint)
            };
            if let Some(likely) = near[..count].iter().rposition(is_likely) {
                near[likely..count].rotate_left(1);
            }
        }
        self.open.extend(near[..count].iter().map(|(_, pair)| *pair));
    }

    fn give_up(&mut self, farthest: f64) {
        self.limit = Some(self.limit.map_or(farthest, |least| least.min(farthest)));
    }

    fn wanted(
        &self,
        [a, b]: [Side; 2],
        relative: &Relative,
        budget: &QueryBudget,
    ) -> Vec<(bool, u32)> {
        let of = |&(i, j): &(u32, u32)| {
            let second = opened(a.node(i), b.node(j), relative, budget) == Some(true);
            (second, if second { j } else { i })
        };
        let mut wanted: Vec<(bool, u32)> = self.waiting.iter().map(of).collect();
        wanted.sort_unstable();
        wanted.dedup();
        wanted
    }

    /// Tests the triangles of two leaves. Those whose boxes are apart as one object sees the other
    /// are not placed.
    fn leaves(
        &mut self,
        [a, b]: [Side; 2],
        relative: &Relative,
        m: &SphereNode,
        n: &SphereNode,
    ) -> Option<[u32; 2]> {
        self.triangle_tests += u64::from(m.count) * u64::from(n.count);
        let leaf = relative.own(Ends { low: m.min.into(), high: m.max.into() });
        let mut others = [(0, Ends::ALL, None); LEAF as usize];
        let mut count = 0;
        for place in n.first..n.first + n.count {
            let triangle = b.tree.triangle(place);
            let seen = relative.seen(b.tree.raw(triangle));
            let gap = relative.between(&leaf, &seen);
            if gap > 0.0 {
                self.gap = self.gap.min(gap);
                continue;
            }
            others[count] = (triangle, seen, None);
            count += 1;
        }
        if count == 0 {
            return None;
        }
        for place in m.first..m.first + m.count {
            let first = a.tree.triangle(place);
            let own = relative.own(Ends::of(a.tree.raw(first)));
            let mut placed = None;
            for (second, seen, other) in &mut others[..count] {
                let gap = relative.between(&own, seen);
                if gap > 0.0 {
                    self.gap = self.gap.min(gap);
                    continue;
                }
                let placed = placed.get_or_insert_with(|| a.placed(first));
                let other = other.get_or_insert_with(|| b.placed(*second));
                if !meet(placed, other) {
                    // Their distance has no lower bound.
                    self.gap = 0.0;
                    continue;
                }
                let triangles = [first, *second];
                match &mut self.all {
                    None => return Some(triangles),
                    Some(all) if all.pairs.len() < all.most => all.pairs.push(triangles),
                    Some(all) => {
                        all.are_more = true;
                        return Some(triangles);
                    }
                }
            }
        }
        None
    }
}

/// Returns which of two nodes is opened: true for the second, `None` if neither can be opened. If
/// both can be opened, it is the larger one.
pub fn opened(
    m: &SphereNode,
    n: &SphereNode,
    relative: &Relative,
    budget: &QueryBudget,
) -> Option<bool> {
    let opens =
        |node: &SphereNode| !node.is_leaf() && budget.depth.is_none_or(|depth| node.level < depth);
    match (opens(m), opens(n)) {
        (true, true) => Some(relative.second_is_larger(m, n)),
        (true, false) => Some(false),
        (false, true) => Some(true),
        (false, false) => None,
    }
}
