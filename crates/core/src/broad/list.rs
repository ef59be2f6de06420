//! Lists of pairs in ascending order.

use super::parts::{PARTS, Parted, cut};
use super::queue::{Two, split, two};
use super::radix::{self, sums};
use crate::geom::Pair;
use rayon::prelude::*;

/// Lists of at most so many pairs are sorted by comparing.
const FEW: usize = 256;

/// A part has the pairs of two to the power of so many first numbers, or of more, where there are
/// so many: their counts fit the first-level cache.
const LEAST_SHIFT: u32 = 12;

/// The most pairs of one first number that are sorted by insertion.
const SHORT: u32 = 24;

/// Writes the pairs of all lists to `out`, ascending. Their upper numbers are below `count`.
pub fn sorted(mut lists: Vec<Vec<Two>>, count: usize, out: &mut Vec<Pair>) {
    let total: usize = lists.iter().map(Vec::len).sum();
    if total <= FEW {
        out.clear();
        out.extend(lists.iter().flatten().map(|&pair| pair_of(pair)));
        out.sort_unstable();
        return;
    }
    // What the last list left is overwritten: nothing is filled with zeros but new room.
    out.resize(total, Pair::default());
    let bits = |count: usize| count.next_power_of_two().trailing_zeros();
    let shift = bits(count.div_ceil(PARTS)).max(LEAST_SHIFT.min(bits(count)));
    let threads = lists.len() > 1;
    let part = |list: &mut Vec<Two>| Parted::new(&std::mem::take(list), 32 + shift);
    let parted: Vec<Parted> = match threads {
        true => lists.par_iter_mut().map(part).collect(),
        false => lists.iter_mut().map(part).collect(),
    };
    let parts = cut(&parted, out);
    let sort = |room: &mut Room, (number, part)| sort_part(&parted, number, shift, room, part);
    if threads {
        parts.into_par_iter().for_each_init(Room::default, sort);
    } else {
        let mut room = Room::default();
        parts.into_iter().for_each(|part| sort(&mut room, part));
    }
}

fn pair_of(pair: Two) -> Pair {
    let [a, b] = split(pair);
    Pair { a, b }
}

/// Memory that parts are sorted in.
#[derive(Default)]
struct Room {
    ends: Vec<u32>,
    pairs: Vec<Two>,
    spare: Vec<Two>,
}

/// Sorts a part: by the first numbers by counting, and the few pairs of each by insertion.
fn sort_part(lists: &[Parted], number: usize, shift: u32, room: &mut Room, out: &mut [Pair]) {
    let within = |pair: Two| (pair >> 32) as usize & ((1 << shift) - 1);
    let ends = &mut room.ends;
    ends.clear();
    ends.resize(1 << shift, 0);
    let pairs = || lists.iter().flat_map(|list| list.part(number));
    pairs().for_each(|&pair| ends[within(pair)] += 1);
    let most = sums(ends);
    for list in lists {
        for &pair in list.part(number) {
            let end = &mut ends[within(pair)];
            out[*end as usize] = pair_of(pair);
            *end += 1;
        }
    }
    if most <= SHORT {
        return insert(out);
    }
    for pairs in out.chunk_by_mut(|p, q| p.a == q.a) {
        if pairs.len() <= SHORT as usize {
            insert(pairs);
        } else {
            sort_long(pairs, room);
        }
    }
}

/// Sorts the many pairs of one first number.
fn sort_long(pairs: &mut [Pair], Room { pairs: keys, spare, .. }: &mut Room) {
    if pairs.len() <= FEW {
        return pairs.sort_unstable_by_key(|pair| pair.b);
    }
    let last = pairs.iter().map(|pair| pair.b).max().unwrap_or(0);
    keys.clear();
    keys.extend(pairs.iter().map(|pair| key(*pair)));
    radix::sort(keys, spare, 0..u32::BITS - last.leading_zeros());
    for (pair, key) in pairs.iter_mut().zip(keys) {
        *pair = pair_of(*key);
    }
}

/// Sorts pairs that are in order but for the second numbers of few pairs each.
fn insert(pairs: &mut [Pair]) {
    let mut last = 0;
    for sorted in 0..pairs.len() {
        let pair = pairs[sorted];
        if key(pair) >= last {
            last = key(pair);
            continue;
        }
        let mut place = sorted;
        while place > 0 && key(pairs[place - 1]) > key(pair) {
            pairs[place] = pairs[place - 1];
            place -= 1;
        }
        pairs[place] = pair;
    }
}

/// A number in the order of the pairs: compared at once, and not one half after the other.
#[inline(always)]
fn key(pair: Pair) -> Two {
    two(pair.a, pair.b)
}
