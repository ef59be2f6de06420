//! The order of the boxes: along a Hilbert curve through their centres.

use super::curve::{hilbert, spread};
use super::nodes::FANOUT;
use super::radix;
use crate::geom::Aabb;
use std::ops::Range;

/// Runs of at most so many boxes are sorted by comparing.
const FEW: usize = 256;

/// The most boxes of one code that stay in the order of their indices: a node of them.
const RUN: usize = FANOUT;

/// The bits of a code, in the plane and in space.
const BITS: u32 = 30;

/// A code in the upper half, the index of a box in the lower.
type Key = u64;

/// Returns the indices of the boxes of `range`, sorted.
pub fn sorted<B: Aabb>(boxes: &[B], range: Range<usize>, order: &mut [u32]) {
    let mut keys: Vec<Key> = range.map(|index| index as Key).collect();
    let mut spare = Vec::new();
    sort(boxes, &mut keys, &mut spare);
    for (order, key) in order.iter_mut().zip(&keys) {
        *order = *key as u32;
    }
}

fn sort<B: Aabb>(boxes: &[B], keys: &mut [Key], spare: &mut Vec<Key>) {
    let all = 0..keys.len();
    // Ranges that are still to be sorted.
    let mut open = vec![all];
    while let Some(range) = open.pop() {
        let keys = &mut keys[range.clone()];
        if !encode(boxes, keys) {
            continue;
        }
        if keys.len() <= FEW {
            keys.sort_unstable();
        } else {
            radix::sort(keys, spare, 32..32 + BITS);
        }
        // Where many boxes share a code, finer codes tell them apart.
        let mut start = 0;
        for run in keys.chunk_by(|a, b| a >> 32 == b >> 32) {
            if run.len() > RUN {
                open.push(range.start + start..range.start + start + run.len());
            }
            start += run.len();
        }
    }
}

/// Gives each key its code within the bounds of all. Returns false if all centres are one point.
fn encode<B: Aabb>(boxes: &[B], keys: &mut [Key]) -> bool {
    let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    for &key in keys.iter() {
        let centre = centre(&boxes[key as u32 as usize]);
        for axis in 0..B::AXES {
            low[axis] = if centre[axis] < low[axis] { centre[axis] } else { low[axis] };
            high[axis] = if centre[axis] > high[axis] { centre[axis] } else { high[axis] };
        }
    }
    let extent = (0..B::AXES).map(|axis| high[axis] - low[axis]).fold(0.0, f32::max);
    if extent <= 0.0 {
        return false;
    }
    let bits = 30 / B::AXES;
    let last = ((1_u32 << bits) - 1) as f32;
    let scale = f64::from(last) / f64::from(extent);
    for key in keys.iter_mut() {
        let centre = centre(&boxes[*key as u32 as usize]);
        let mut code = 0;
        for axis in 0..B::AXES {
            let cell = (f64::from(centre[axis] - low[axis]) * scale) as u32;
            code |= spread::<B>(cell) << axis;
        }
        *key = Key::from(hilbert::<B>(code)) << 32 | (*key & 0xffff_ffff);
    }
    true
}

/// Half the centre of a box on each axis: half, so that a difference of two is finite.
#[inline(always)]
fn centre<B: Aabb>(own: &B) -> [f32; 3] {
    let mut centre = [0.0; 3];
    for (axis, centre) in centre.iter_mut().enumerate().take(B::AXES) {
        let [low, high] = own.ends(axis);
        *centre = 0.25 * low + 0.25 * high;
    }
    centre
}
