//! The boxes of an implicit complete tree: eight a node, side by side.

use crate::geom::Aabb;
use crate::kernel::Scan;
use rayon::prelude::*;
use std::marker::PhantomData;
use std::ops::Range;

/// How many boxes a node has.
pub const FANOUT: usize = 8;

/// The ends of a box on each axis, the lower one first. In the plane the last axis is not read.
pub type Ends = [[f32; 2]; 3];

/// Returns the ends of a box.
#[inline(always)]
pub fn ends_of<B: Aabb>(own: &B) -> Ends {
    let mut ends = [[0.0; 2]; 3];
    for (axis, ends) in ends.iter_mut().enumerate().take(B::AXES) {
        *ends = own.ends(axis);
    }
    ends
}

/// Goes up a level: from boxes, which ascend, to the boxes above them.
pub fn raise(numbers: &mut Vec<u32>) {
    numbers.iter_mut().for_each(|number| *number /= FANOUT as u32);
    numbers.dedup();
}

/// The places below a box of a level, in a tree of `count` boxes.
#[inline(always)]
pub fn below(level: usize, number: u32, count: u32) -> Range<u32> {
    // A tree of 2^32 boxes has eleven levels, the highest of which begins at 2^33.
    let width = 1_u64 << (3 * level);
    let start = u64::from(number) * width;
    start.min(count.into()) as u32..(start + width).min(count.into()) as u32
}

/// One axis of a node: the ends of its boxes, in one line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Line {
    low: [f32; FANOUT],
    high: [f32; FANOUT],
}

impl Line {
    /// That of no boxes.
    const EMPTY: Self = Self { low: [f32::INFINITY; FANOUT], high: [f32::NEG_INFINITY; FANOUT] };

    /// The lower ends, or the others.
    #[inline(always)]
    pub fn ends(&self, end: usize) -> &[f32; FANOUT] {
        if end == 0 { &self.low } else { &self.high }
    }
}

/// A line an axis. In the plane the last one is not read, and never comes into the cache.
pub type Node = [Line; 3];

/// The nodes of all levels. Places that no box fills hold [`Aabb::NOTHING`].
#[derive(Clone, Debug)]
pub struct Nodes<B> {
    levels: Vec<Vec<Node>>,
    boxes: PhantomData<B>,
}

impl<B: Aabb> Nodes<B> {
    /// Makes the levels over `count` boxes. They have no nodes yet.
    pub fn new(count: usize) -> Self {
        let mut nodes = count.div_ceil(FANOUT);
        let mut levels = vec![Vec::with_capacity(nodes)];
        while nodes > 1 {
            nodes = nodes.div_ceil(FANOUT);
            levels.push(Vec::with_capacity(nodes));
        }
        Self { levels, boxes: PhantomData }
    }

    /// How many levels there are.
    pub fn levels(&self) -> usize {
        self.levels.len()
    }

    /// The bytes that they take.
    pub fn bytes(&self) -> usize {
        self.levels.iter().map(|level| size_of_val(&level[..])).sum()
    }

    /// The nodes of a level.
    #[inline(always)]
    pub fn level(&self, level: usize) -> Level<'_, B> {
        Level { nodes: &self.levels[level], boxes: self.boxes }
    }

    /// Replaces the boxes of level 0, then all those above.
    pub fn fill(&mut self, boxes: &[B], order: &[u32]) {
        replace(&mut self.levels[0], order, |nodes, order| {
            // Boxes are copied before they are sorted into lanes: a loop of few instructions waits
            // for many of them at a time, which lie anywhere in memory.
            let mut near = [B::NOTHING; BLOCK * FANOUT];
            for (near, &index) in near.iter_mut().zip(order) {
                *near = boxes[index as usize];
            }
            write::<B, _>(nodes, &near[..order.len()], ends_of);
        });
        for level in 1..self.levels() {
            let (below, above) = self.levels.split_at_mut(level);
            replace(&mut above[0], &below[level - 1], |nodes, below| {
                write::<B, _>(nodes, below, union::<B>);
            });
        }
    }

    /// Replaces the boxes at some places of level 0, which ascend, and those above them. Returns by
    /// how much [`edges`](Self::edges) grow.
    pub fn refill(&mut self, boxes: &[B], order: &[u32], places: &[u32], most: f64) -> f64 {
        for &place in places {
            put(&mut self.levels[0], place, &ends_of(&boxes[order[place as usize] as usize]));
        }
        let (mut numbers, mut growth) = (places.to_vec(), 0.0);
        for level in 1..self.levels() {
            raise(&mut numbers);
            let (below, above) = self.levels.split_at_mut(level);
            for &number in &numbers {
                let ends = union::<B>(&below[level - 1][number as usize]);
                if level == 1 {
                    let old = Level { nodes: &above[0], boxes: self.boxes }.ends(number);
                    let [old, new] = [&old, &ends].map(|ends| counted(length::<B>(ends), most));
                    growth += new - old;
                }
                put(&mut above[0], number, &ends);
            }
        }
        growth
    }

    /// The sum of the edges of the boxes of level 1, each of which counts as `most` if its edges
    /// together are longer: in the unit of [`counted`], and without an error.
    pub fn edges(&self, most: f64) -> f64 {
        let mut sums = [0.0; FANOUT];
        for node in self.above() {
            for (sum, edges) in sums.iter_mut().zip(edges_of::<B>(node)) {
                *sum += counted(edges, most);
            }
        }
        sums.iter().sum()
    }

    /// The edges of a box of level 1 so that half of those that have edges have shorter ones. If
    /// none has, the least that a box can have: any edges are long then.
    pub fn middle_edges(&self) -> f64 {
        let boxes = self.above().iter().flat_map(edges_of::<B>);
        let mut all: Vec<f64> = boxes.filter(|&edges| edges > 0.0).collect();
        let middle = all.len() / 2;
        match all.is_empty() {
            true => f64::from(f32::from_bits(1)),
            false => *all.select_nth_unstable_by(middle, f64::total_cmp).1,
        }
    }

    /// The nodes of level 1.
    fn above(&self) -> &[Node] {
        self.levels.get(1).map_or(&[], Vec::as_slice)
    }
}

/// How long the edges of the boxes of level 1 are, as [`Nodes::edges`] sums them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Edges {
    pub now: f64,
    /// When they were shortest since boxes were sorted.
    pub least: f64,
    /// What those of one box count as at most.
    pub most: f64,
}

/// The edges of a box as they are summed: in whole parts of the most that they count as.
///
/// Rounded so, every sum is exact: 2^29 boxes, more than level 1 has, come to 2^53 parts at most.
/// A sum that is updated is the sum of the boxes that there are, whatever they were before, and
/// does not drift.
#[inline(always)]
fn counted(edges: f64, most: f64) -> f64 {
    const PARTS: f64 = (1 << 24) as f64;
    // Numbers from here on are whole: what is added to it is rounded, without a branch.
    const WHOLE: f64 = (1_u64 << 52) as f64;
    edges.min(most) * (PARTS / most) + WHOLE - WHOLE
}

/// The edges of a box, all axes together; 0 for none.
fn length<B: Aabb>(ends: &Ends) -> f64 {
    ends.iter().take(B::AXES).map(|&[low, high]| edge(low, high)).sum()
}

#[inline(always)]
fn edge(low: f32, high: f32) -> f64 {
    let edge = f64::from(high) - f64::from(low);
    if edge > 0.0 { edge } else { 0.0 }
}

/// The edges of each box of a node, all axes together; 0 for none.
#[inline(always)]
fn edges_of<B: Aabb>(node: &Node) -> [f64; FANOUT] {
    let mut sums = [0.0; FANOUT];
    for line in &node[..B::AXES] {
        for (sum, (low, high)) in sums.iter_mut().zip(line.low.iter().zip(&line.high)) {
            *sum += edge(*low, *high);
        }
    }
    sums
}

/// The nodes of a level. Their boxes are numbered through.
#[derive(Clone, Copy)]
pub struct Level<'a, B> {
    nodes: &'a [Node],
    boxes: PhantomData<B>,
}

impl<B: Aabb> Level<'_, B> {
    /// The boxes of a node.
    #[inline(always)]
    pub fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    /// The ends of a box.
    #[inline(always)]
    pub fn ends(&self, place: u32) -> Ends {
        let (node, lane) = (&self.nodes[place as usize / FANOUT], place as usize % FANOUT);
        let mut ends = [[0.0; 2]; 3];
        for (line, ends) in node.iter().zip(&mut ends).take(B::AXES) {
            *ends = [line.low[lane], line.high[lane]];
        }
        ends
    }

    /// The boxes of a node that meet a box, one bit each.
    #[inline(always)]
    pub fn meeting<V: Scan>(&self, token: V::Token, node: u32, own: &Ends) -> u32 {
        let node = &self.nodes[node as usize];
        let mut bits = 0;
        for lane in (0..FANOUT).step_by(V::WIDTH) {
            let mut away = missing::<V>(token, &node[0], lane, own[0]);
            for axis in 1..B::AXES {
                away = away | missing::<V>(token, &node[axis], lane, own[axis]);
            }
            bits |= V::bits(!away) << lane;
        }
        bits
    }
}

/// Which boxes of a node lie beside a box on an axis.
#[inline(always)]
fn missing<V: Scan>(token: V::Token, line: &Line, lane: usize, own: [f32; 2]) -> V::Mask {
    let low = V::load(token, &line.low[lane..][..V::WIDTH]);
    let high = V::load(token, &line.high[lane..][..V::WIDTH]);
    high.lt(low.splat(own[0])) | low.splat(own[1]).lt(low)
}

/// Writes the boxes of some items into nodes, lane by lane, and none behind them.
#[inline(always)]
fn write<B: Aabb, T>(nodes: &mut [Node], items: &[T], ends: impl Fn(&T) -> Ends) {
    for (node, items) in nodes.iter_mut().zip(items.chunks(FANOUT)) {
        if items.len() < FANOUT {
            *node = [Line::EMPTY; 3];
        }
        for (lane, item) in items.iter().enumerate().take(FANOUT) {
            for (line, ends) in node.iter_mut().zip(&ends(item)).take(B::AXES) {
                (line.low[lane], line.high[lane]) = (ends[0], ends[1]);
            }
        }
    }
}

/// Writes one box of a level.
fn put(nodes: &mut [Node], place: u32, ends: &Ends) {
    let (node, lane) = (&mut nodes[place as usize / FANOUT], place as usize % FANOUT);
    for (line, ends) in node.iter_mut().zip(ends) {
        (line.low[lane], line.high[lane]) = (ends[0], ends[1]);
    }
}

/// The box round all boxes of a node.
#[inline(always)]
fn union<B: Aabb>(node: &Node) -> Ends {
    let mut out = [[f32::INFINITY, f32::NEG_INFINITY]; 3];
    for (line, [low, high]) in node.iter().zip(&mut out).take(B::AXES) {
        for (&a, &b) in line.low.iter().zip(&line.high) {
            *low = if a < *low { a } else { *low };
            *high = if b > *high { b } else { *high };
        }
    }
    out
}

/// Nodes that are written at a time.
const BLOCK: usize = 8;

/// Blocks that are worth a thread.
const GRAIN: usize = 64;

/// Replaces nodes by those over some items, on all threads where that pays.
fn replace<T: Sync>(
    nodes: &mut Vec<Node>,
    items: &[T],
    write: impl Fn(&mut [Node], &[T]) + Send + Sync,
) {
    let count = items.len().div_ceil(FANOUT);
    if count >= 2 * GRAIN * BLOCK && rayon::current_num_threads() > 1 {
        nodes.resize(count, [Line::EMPTY; 3]);
        let nodes = nodes.par_chunks_mut(BLOCK).with_min_len(GRAIN);
        let blocks = nodes.zip(items.par_chunks(BLOCK * FANOUT));
        blocks.for_each(|(nodes, items)| write(nodes, items));
        return;
    }
    for (start, items) in (0..).step_by(BLOCK).zip(items.chunks(BLOCK * FANOUT)) {
        let end = start + items.len().div_ceil(FANOUT);
        // New room is made piece by piece: it is still in the cache when it is written.
        if nodes.len() < end {
            nodes.resize(end, [Line::EMPTY; 3]);
        }
        write(&mut nodes[start..end], items);
    }
}
