//! The order of the boxes: along a Hilbert curve through their centres.

use super::curve::{hilbert, spread};
use super::nodes::FANOUT;
use super::parts::{PART_BITS, Parted, cut, threads};
use super::radix;
use crate::geom::Aabb;
use rayon::prelude::*;
use std::ops::Range;

/// Many boxes are sorted in parts of so many, or on several threads: they and their counts fit the
/// second-level cache.
const PART: usize = 1 << 12;

/// The most boxes that one thread sorts as a whole: the third-level cache has room for them.
const WHOLE: usize = 1 << 18;

/// The most boxes of one code that stay in the order of their indices: a node of them.
const RUN: usize = FANOUT;

/// The bits of a code, in the plane and in space.
const BITS: u32 = 30;

/// Boxes whose codes a thread computes at a time.
const GRAIN: usize = 1 << 10;

/// A code in the upper half, the index of a box in the lower.
type Key = u64;

/// Writes the indices of the boxes of `range`, sorted. The order does not depend on the threads.
pub fn sorted<B: Aabb>(boxes: &[B], range: Range<usize>, order: &mut [u32]) {
    let mut keys: Vec<Key> = range.map(|index| index as Key).collect();
    sort(boxes, &mut keys);
    for (order, key) in order.iter_mut().zip(&keys) {
        *order = *key as u32;
    }
}

fn sort<B: Aabb>(boxes: &[B], keys: &mut [Key]) {
    let all = 0..keys.len();
    // Ranges that are still to be sorted.
    let (mut open, mut spare) = (vec![all], Vec::new());
    while let Some(range) = open.pop() {
        let keys = &mut keys[range.clone()];
        if !encode(boxes, keys) {
            continue;
        }
        // Where many boxes share a code, finer codes tell them apart.
        let mut again =
            |run: Range<usize>| open.push(range.start + run.start..range.start + run.end);
        if keys.len() > WHOLE || threads(keys.len()) > 1 {
            sort_parts(keys).into_iter().for_each(again);
        } else {
            radix::sort_keys(keys, &mut spare, 32..32 + BITS);
            runs(keys).for_each(&mut again);
        }
    }
}

/// Returns where many keys have the same code.
fn runs(keys: &[Key]) -> impl Iterator<Item = Range<usize>> {
    let ends = keys.chunk_by(|a, b| a >> 32 == b >> 32).scan(0, |end, run| {
        *end += run.len();
        Some(*end - run.len()..*end)
    });
    ends.filter(|run| run.len() > RUN)
}

/// Sorts many keys by their codes on the threads at hand. Returns where many have the same code.
fn sort_parts(keys: &mut [Key]) -> Vec<Range<usize>> {
    let bits = (keys.len() / PART).max(1).ilog2().min(PART_BITS);
    let size = keys.len().div_ceil(threads(keys.len()));
    let lists: Vec<Parted> =
        keys.par_chunks(size).map(|keys| Parted::new(keys, 32 + BITS - bits)).collect();
    let mut start = 0;
    let parts: Vec<_> = cut(&lists, keys)
        .into_iter()
        .map(|(part, keys)| {
            start += keys.len();
            (part, start - keys.len(), keys)
        })
        .collect();
    let sort = |spare: &mut Vec<Key>, (part, start, keys): (usize, usize, &mut [Key])| {
        let mut rest = &mut *keys;
        for list in &lists {
            let (own, others) = rest.split_at_mut(list.part(part).len());
            own.copy_from_slice(list.part(part));
            rest = others;
        }
        radix::sort_keys(keys, spare, 32..32 + BITS - bits);
        runs(keys).map(|run| start + run.start..start + run.end).collect::<Vec<_>>()
    };
    parts.into_par_iter().map_init(Vec::new, sort).flatten_iter().collect()
}

/// Gives each key its code within the bounds of all. Returns false if all centres are one point.
fn encode<B: Aabb>(boxes: &[B], keys: &mut [Key]) -> bool {
    let many = threads(keys.len()) > 1;
    let [low, high] = if many {
        keys.par_chunks(GRAIN).map(|keys| bounds(boxes, keys)).reduce(|| NONE, joined)
    } else {
        bounds(boxes, keys)
    };
    let extent = (0..B::AXES).map(|axis| high[axis] - low[axis]).fold(0.0, f32::max);
    if extent <= 0.0 {
        return false;
    }
    let bits = BITS / B::AXES as u32;
    let last = ((1_u32 << bits) - 1) as f32;
    let scale = f64::from(last) / f64::from(extent);
    let code = |key: &mut Key| {
        let centre = centre(&boxes[*key as u32 as usize]);
        let mut code = 0;
        for axis in 0..B::AXES {
            let cell = (f64::from(centre[axis] - low[axis]) * scale) as u32;
            code |= spread::<B>(cell) << axis;
        }
        *key = Key::from(hilbert::<B>(code)) << 32 | (*key & 0xffff_ffff);
    };
    if many {
        keys.par_iter_mut().with_min_len(GRAIN).for_each(code);
    } else {
        keys.iter_mut().for_each(code);
    }
    true
}

/// The lowest and the highest centre on each axis.
type Bounds = [[f32; 3]; 2];

/// Those of no boxes.
const NONE: Bounds = [[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]];

fn joined(a: Bounds, b: Bounds) -> Bounds {
    let [mut low, mut high] = a;
    for axis in 0..3 {
        low[axis] = if b[0][axis] < low[axis] { b[0][axis] } else { low[axis] };
        high[axis] = if b[1][axis] > high[axis] { b[1][axis] } else { high[axis] };
    }
    [low, high]
}

fn bounds<B: Aabb>(boxes: &[B], keys: &[Key]) -> Bounds {
    let centres = keys.iter().map(|&key| centre(&boxes[key as u32 as usize]));
    centres.fold(NONE, |bounds, centre| joined(bounds, [centre; 2]))
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
