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

/// The places below a box of a level, in a tree of `count` boxes.
#[inline(always)]
pub fn below(level: usize, number: u32, count: u32) -> Range<u32> {
    // A tree of 2^32 boxes has eleven levels, the highest of which begins at 2^33.
    let width = 1_u64 << (3 * level);
    let start = u64::from(number) * width;
    start.min(count.into()) as u32..(start + width).min(count.into()) as u32
}

/// The nodes of all levels. Places that no box fills hold [`Aabb::NOTHING`].
#[derive(Clone, Debug)]
pub struct Nodes<B> {
    /// For each node and axis, the lower ends of its boxes, then the upper ends.
    numbers: Vec<f32>,
    /// Where in `numbers` each level begins.
    levels: Vec<usize>,
    boxes: PhantomData<B>,
}

impl<B: Aabb> Nodes<B> {
    /// The numbers of a node.
    const STRIDE: usize = 2 * B::AXES * FANOUT;

    /// Makes room for the nodes over `count` boxes.
    pub fn new(count: usize) -> Self {
        let mut levels = vec![0];
        let (mut nodes, mut total) = (count.div_ceil(FANOUT), 0);
        while nodes > 1 {
            total += nodes;
            levels.push(total * Self::STRIDE);
            nodes = nodes.div_ceil(FANOUT);
        }
        let numbers = vec![0.0; (total + nodes) * Self::STRIDE];
        Self { numbers, levels, boxes: PhantomData }
    }

    /// How many levels there are.
    pub fn levels(&self) -> usize {
        self.levels.len()
    }

    /// The bytes that they take.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.numbers[..]) + size_of_val(&self.levels[..])
    }

    /// The nodes of a level.
    #[inline(always)]
    pub fn level(&self, level: usize) -> Level<'_, B> {
        let end = self.levels.get(level + 1).copied().unwrap_or(self.numbers.len());
        Level { numbers: &self.numbers[self.levels[level]..end], boxes: self.boxes }
    }

    /// Replaces the boxes of level 0, then all those above. Returns the sum of the edges of the boxes
    /// of level 1.
    pub fn fill(&mut self, boxes: &[B], order: &[u32]) -> f64 {
        let end = self.levels.get(1).copied().unwrap_or(self.numbers.len());
        let lowest = &mut self.numbers[..end];
        in_chunks(lowest, order, FANOUT, |nodes: &mut [f32], order: &[u32]| {
            for (node, places) in nodes.chunks_exact_mut(Self::STRIDE).zip(order.chunks(FANOUT)) {
                write::<B>(node, |lane| {
                    let own = places.get(lane).map(|&index| &boxes[index as usize]);
                    ends_of(own.unwrap_or(&B::NOTHING))
                });
            }
        });
        for level in 1..self.levels() {
            let (below, above) = self.numbers.split_at_mut(self.levels[level]);
            let below = &below[self.levels[level - 1]..];
            let size = below.len().div_ceil(Self::STRIDE).div_ceil(FANOUT) * Self::STRIDE;
            let children = FANOUT * Self::STRIDE;
            in_chunks(&mut above[..size], below, children, |nodes: &mut [f32], below: &[f32]| {
                for (node, below) in
                    nodes.chunks_exact_mut(Self::STRIDE).zip(below.chunks(children))
                {
                    let mut children = below.chunks_exact(Self::STRIDE);
                    write::<B>(node, |_| {
                        children.next().map_or(ends_of(&B::NOTHING), |child| union::<B>(child))
                    });
                }
            });
        }
        if self.levels() > 1 { self.edges(1) } else { 0.0 }
    }

    /// The sum of the edges of the boxes of a level.
    fn edges(&self, level: usize) -> f64 {
        let mut sums = [0.0; FANOUT];
        for axis in self.level(level).numbers.chunks_exact(2 * FANOUT) {
            let (lows, highs) = axis.split_at(FANOUT);
            for (sum, (low, high)) in sums.iter_mut().zip(lows.iter().zip(highs)) {
                let edge = f64::from(*high) - f64::from(*low);
                *sum += if edge > 0.0 { edge } else { 0.0 };
            }
        }
        sums.iter().sum()
    }
}

/// The nodes of a level. Their boxes are numbered through.
#[derive(Clone, Copy)]
pub struct Level<'a, B> {
    numbers: &'a [f32],
    boxes: PhantomData<B>,
}

impl<B: Aabb> Level<'_, B> {
    #[inline(always)]
    fn node(&self, node: u32) -> &[f32] {
        &self.numbers[node as usize * Nodes::<B>::STRIDE..][..Nodes::<B>::STRIDE]
    }

    /// The ends of a box.
    #[inline(always)]
    pub fn ends(&self, place: u32) -> Ends {
        let numbers = self.node(place / FANOUT as u32);
        let mut ends = [[0.0; 2]; 3];
        for (axis, ends) in ends.iter_mut().enumerate().take(B::AXES) {
            let low = 2 * axis * FANOUT + place as usize % FANOUT;
            *ends = [numbers[low], numbers[low + FANOUT]];
        }
        ends
    }

    /// The boxes of a node that meet a box, one bit each.
    #[inline(always)]
    pub fn meeting<V: Scan>(&self, token: V::Token, node: u32, own: &Ends) -> u32 {
        let numbers = self.node(node);
        let mut bits = 0;
        for lane in (0..FANOUT).step_by(V::WIDTH) {
            let mut away = missing::<V>(token, numbers, lane, 0, own);
            for axis in 1..B::AXES {
                away = away | missing::<V>(token, numbers, lane, axis, own);
            }
            bits |= V::bits(!away) << lane;
        }
        bits
    }
}

/// Which boxes of a node lie beside a box on an axis.
#[inline(always)]
fn missing<V: Scan>(
    token: V::Token,
    numbers: &[f32],
    lane: usize,
    axis: usize,
    own: &Ends,
) -> V::Mask {
    let low = V::load(token, &numbers[2 * axis * FANOUT + lane..][..V::WIDTH]);
    let high = V::load(token, &numbers[(2 * axis + 1) * FANOUT + lane..][..V::WIDTH]);
    high.lt(low.splat(own[axis][0])) | low.splat(own[axis][1]).lt(low)
}

/// Writes the boxes of a node, lane by lane.
#[inline(always)]
fn write<B: Aabb>(node: &mut [f32], mut ends: impl FnMut(usize) -> Ends) {
    for lane in 0..FANOUT {
        let ends = ends(lane);
        for (axis, ends) in ends.iter().enumerate().take(B::AXES) {
            node[2 * axis * FANOUT + lane] = ends[0];
            node[(2 * axis + 1) * FANOUT + lane] = ends[1];
        }
    }
}

/// The box round all boxes of a node.
#[inline(always)]
fn union<B: Aabb>(node: &[f32]) -> Ends {
    let mut out = [[f32::INFINITY, f32::NEG_INFINITY]; 3];
    for (axis, [low, high]) in out.iter_mut().enumerate().take(B::AXES) {
        let (lows, highs) = node[2 * axis * FANOUT..][..2 * FANOUT].split_at(FANOUT);
        for (&a, &b) in lows.iter().zip(highs) {
            *low = if a < *low { a } else { *low };
            *high = if b > *high { b } else { *high };
        }
    }
    out
}

/// Nodes that are worth a thread.
const GRAIN: usize = 512;

/// Fills nodes from what is below them, `width` items a node, on all threads where that pays.
fn in_chunks<T: Sync>(
    nodes: &mut [f32],
    below: &[T],
    width: usize,
    fill: impl Fn(&mut [f32], &[T]) + Sync,
) {
    let count = below.len().div_ceil(width);
    if count < 2 * GRAIN || rayon::current_num_threads() == 1 {
        return fill(nodes, below);
    }
    let stride = nodes.len() / count;
    let below = below.par_chunks(GRAIN * width);
    nodes.par_chunks_mut(GRAIN * stride).zip(below).for_each(|(nodes, below)| fill(nodes, below));
}
