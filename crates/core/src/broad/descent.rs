//! Both sides of every pair at once, from the roots down to the boxes, many pairs of a level at a
//! time.
//!
//! No step branches on what it finds: which boxes meet is as good as random, and a processor that
//! guesses wrong loses more time than a comparison of eight boxes takes.

use super::nodes::{FANOUT, Nodes};
use super::queue::{Queue, Two};
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
        mut found: impl FnMut(&Queue) -> bool,
    ) {
        let mut open = vec![Queue::default(); level + 1];
        open[level] = Queue::of(start);
        let [mut batch, mut near, mut hits] = [(); 3].map(|()| Queue::default());
        let mut level = level;
        while level < open.len() {
            open[level].take(BATCH, &mut batch);
            if batch.len() == 0 {
                level += 1;
            } else if level > 0 {
                self.open::<V, G>(token, level, &batch, guide, &mut near, &mut open[level - 1]);
                level -= 1;
            } else {
                hits.clear();
                self.open::<V, G>(token, level, &batch, guide, &mut near, &mut hits);
                if !found(&hits) {
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
        nodes: &Queue,
        guide: &mut G,
        near: &mut Queue,
        out: &mut Queue,
    ) {
        let (start, level_of_a) = (out.len(), self.level_of_a(level));
        near.clear();
        match level_of_a {
            Some(level_of_a) => self.near::<V>(token, [level_of_a, level], nodes, near),
            None => {
                let mut near = near.writer(nodes.len());
                for [a, b] in nodes.pairs() {
                    near.push(1, b, a);
                }
            }
        }
        let levels = [level_of_a.unwrap_or(0), level];
        self.meet::<V>(token, levels, near, out);
        if G::CHOOSES {
            out.retain(
                start,
                #[inline(always)]
                |pair| guide.follows(levels, pair),
            );
        }
    }

    /// For pairs of nodes, the second one with the boxes of the first that come near it.
    #[inline(always)]
    fn near<V: Scan>(&self, token: V::Token, levels: [usize; 2], nodes: &Queue, near: &mut Queue) {
        let mut near = near.writer(nodes.len());
        if levels[1] == self.top() {
            for [a, b] in nodes.pairs() {
                near.push(u32::MAX >> (32 - FANOUT), b, a * FANOUT as u32);
            }
            return;
        }
        let (boxes, above) = (self.a.level(levels[0]), self.b.level(levels[1] + 1));
        follow(
            nodes,
            #[inline(always)]
            |a, b| boxes.meeting::<V>(token, a, &above.ends(b)),
            #[inline(always)]
            |mask, a, b| near.push(mask, b, a * FANOUT as u32),
        );
    }

    /// For nodes and boxes, the boxes with the boxes of the nodes that they meet.
    #[inline(always)]
    fn meet<V: Scan>(&self, token: V::Token, levels: [usize; 2], near: &Queue, out: &mut Queue) {
        let mut out = out.writer(near.len());
        let (own, others) = (self.a.level(levels[0]), self.b.level(levels[1]));
        let fanout = FANOUT as u32;
        // In one tree a box is paired with those behind it, and a node also with itself.
        let behind = u32::from(levels[0] == 0);
        let own_tree = self.own;
        follow(
            near,
            #[inline(always)]
            |node, place| {
                let mask = others.meeting::<V>(token, node, &own.ends(place));
                let before = (place + behind).saturating_sub(node * fanout);
                if own_tree { mask >> before << before } else { mask }
            },
            #[inline(always)]
            |mask, node, place| out.push(mask, place, node * fanout),
        );
    }
}

/// How many pairs are compared before what was found is listed.
const BLOCK: usize = 64;

/// Compares pairs, and lists those that have something in their masks. Both apart: a loop of few
/// instructions is several times as fast as one of many.
#[inline(always)]
fn follow(pairs: &Queue, test: impl Fn(u32, u32) -> u32, mut list: impl FnMut(u32, u32, u32)) {
    for (uppers, lowers) in pairs.blocks(BLOCK) {
        let (mut masks, mut hits, mut count) = ([0_u8; BLOCK], [0_u8; BLOCK], 0_usize);
        for (number, (&upper, &lower)) in uppers.iter().zip(lowers).enumerate().take(BLOCK) {
            let mask = test(upper, lower);
            masks[number] = mask as u8;
            hits[count % BLOCK] = number as u8;
            count += usize::from(mask != 0);
        }
        for &hit in hits.iter().take(count) {
            let hit = usize::from(hit);
            if let (Some(&upper), Some(&lower)) = (uppers.get(hit), lowers.get(hit)) {
                list(masks[hit % BLOCK].into(), upper, lower);
            }
        }
    }
}
