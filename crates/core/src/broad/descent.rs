//! Both sides of every pair at once, from the roots down to the boxes, many pairs of a level at a
//! time.
//!
//! No step branches on what it finds: which boxes meet is as good as random, and a processor that
//! guesses wrong loses more time than a comparison of eight boxes takes.

use super::nodes::{FANOUT, Nodes};
use super::queue::{Queue, Two, split, two};
use crate::geom::Aabb;
use crate::kernel::Scan;

/// How many pairs of nodes are opened at a time: what they lead to fits the first-level cache.
const BATCH: usize = 128;

/// Which pairs of boxes a descent follows.
pub trait Guide {
    /// False if it follows every pair.
    const CHOOSES: bool;

    /// Whether the places below box `a` of level `levels[0]` and those below box `b` of level
    /// `levels[1]` are to be paired.
    fn follows(&mut self, levels: [usize; 2], boxes: [u32; 2]) -> bool;
}

/// Two trees, the lower one first, or one twice.
pub struct Descent<'a, B: Aabb> {
    pub a: &'a Nodes<B>,
    pub b: &'a Nodes<B>,
    /// True for one tree: each pair is found once.
    pub own: bool,
}

impl<B: Aabb> Descent<'_, B> {
    /// The level of the second tree at which a descent starts, from the pair of number zero twice.
    pub fn top(&self) -> usize {
        self.b.levels() - 1
    }

    /// The level of the boxes of the first tree that are paired with those of a level of the second
    /// one. Below the lowest level of the first tree, the second goes down alone.
    fn level_of_a(&self, level: usize) -> Option<usize> {
        level.checked_sub(self.b.levels() - self.a.levels())
    }

    /// Follows pairs from `level` to the places of the boxes that meet, which `found` is shown: in
    /// one tree the lesser place first. It ends the descent by returning false.
    #[inline(always)]
    pub fn pairs<V: Scan, G: Guide>(
        &self,
        token: V::Token,
        (level, start): (usize, &[Two]),
        guide: &mut G,
        mut found: impl FnMut(&[Two]) -> bool,
    ) {
        let mut open = vec![Queue::default(); level + 1];
        open[level] = Queue::of(start);
        let (mut batch, mut near, mut hits) = (Vec::new(), Queue::default(), Queue::default());
        let mut level = level;
        while level < open.len() {
            open[level].take(BATCH, &mut batch);
            if batch.is_empty() {
                level += 1;
            } else if level > 0 {
                self.open::<V, G>(token, level, &batch, guide, &mut near, &mut open[level - 1]);
                level -= 1;
            } else {
                hits.clear();
                self.open::<V, G>(token, level, &batch, guide, &mut near, &mut hits);
                if !found(hits.pairs()) {
                    return;
                }
            }
        }
    }

    /// Adds the pairs of boxes that meet in pairs of nodes.
    #[inline(always)]
    pub fn open<V: Scan, G: Guide>(
        &self,
        token: V::Token,
        level: usize,
        nodes: &[Two],
        guide: &mut G,
        near: &mut Queue,
        out: &mut Queue,
    ) {
        let (start, level_of_a) = (out.len(), self.level_of_a(level));
        near.clear();
        near.reserve(nodes.len());
        match level_of_a {
            Some(level_of_a) => self.near::<V>(token, [level_of_a, level], nodes, near),
            None => {
                for &pair in nodes {
                    let [a, b] = split(pair);
                    near.push(1, two(b, a));
                }
            }
        }
        let levels = [level_of_a.unwrap_or(0), level];
        self.meet::<V>(token, levels, near.pairs(), out);
        if G::CHOOSES {
            out.retain(
                start,
                #[inline(always)]
                |pair| guide.follows(levels, split(pair)),
            );
        }
    }

    /// For pairs of nodes, the second one with the boxes of the first that come near it.
    #[inline(always)]
    fn near<V: Scan>(&self, token: V::Token, levels: [usize; 2], nodes: &[Two], near: &mut Queue) {
        let boxes = self.a.level(levels[0]);
        if levels[1] == self.top() {
            for &pair in nodes {
                let [a, b] = split(pair);
                near.push(u32::MAX >> (32 - FANOUT), two(b, a * FANOUT as u32));
            }
            return;
        }
        let above = self.b.level(levels[1] + 1);
        for &pair in nodes {
            let [a, b] = split(pair);
            let mask = boxes.meeting::<V>(token, a, &above.ends(b));
            near.push(mask, two(b, a * FANOUT as u32));
        }
    }

    /// For nodes and boxes, the boxes with the boxes of the nodes that they meet.
    #[inline(always)]
    fn meet<V: Scan>(&self, token: V::Token, levels: [usize; 2], near: &[Two], out: &mut Queue) {
        out.reserve(near.len());
        let (own, others) = (self.a.level(levels[0]), self.b.level(levels[1]));
        let fanout = FANOUT as u32;
        let after = if levels[0] == 0 { !1 } else { !0 };
        for &pair in near {
            let [node, place] = split(pair);
            let mask = others.meeting::<V>(token, node, &own.ends(place));
            let same = self.own && node == place / fanout;
            let behind = if same { after << (place % fanout) } else { !0 };
            out.push(mask & behind, two(place, node * fanout));
        }
    }
}
