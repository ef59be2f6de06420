//! Lists of pairs in ascending order.

use super::queue::{Two, split};
use super::radix::{self, sums};
use crate::geom::Pair;
use rayon::prelude::*;

/// Lists of at most so many pairs are sorted by comparing.
const FEW: usize = 256;

/// How many parts a list is sorted in, at most.
const PARTS: usize = 1024;

/// A part has the pairs of two to the power of so many first numbers, or of more: their counts fit
/// the first-level cache.
const LEAST_SHIFT: u32 = 9;

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
    let shift = count.div_ceil(PARTS).next_power_of_two().trailing_zeros().max(LEAST_SHIFT);
    let threads = lists.len() > 1;
    let parted: Vec<Parted> = match threads {
        true => lists.par_iter_mut().map(|list| Parted::new(list, shift)).collect(),
        false => lists.iter_mut().map(|list| Parted::new(list, shift)).collect(),
    };
    drop(lists);
    let mut rest = &mut out[..];
    let mut parts = Vec::with_capacity(PARTS);
    for number in 0..count.div_ceil(1 << shift) {
        let length = parted.iter().map(|list| list.part(number).len()).sum();
        let (part, others) = std::mem::take(&mut rest).split_at_mut(length);
        parts.push((number, part));
        rest = others;
    }
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

/// A list by the upper bits of its pairs, and where each part ends.
struct Parted {
    pairs: Vec<Two>,
    ends: [u32; PARTS],
}

impl Parted {
    /// Sorts a list by the first numbers of its pairs without their `shift` lower bits.
    fn new(list: &mut Vec<Two>, shift: u32) -> Self {
        let number = |pair: Two| (pair >> (32 + shift)) as usize % PARTS;
        let mut ends = [0_u32; PARTS];
        for &pair in list.iter() {
            ends[number(pair)] += 1;
        }
        sums(&mut ends);
        let mut pairs = vec![0; list.len()];
        for &pair in list.iter() {
            let end = &mut ends[number(pair)];
            pairs[*end as usize] = pair;
            *end += 1;
        }
        *list = Vec::new();
        Self { pairs, ends }
    }

    fn part(&self, number: usize) -> &[Two] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.pairs[start as usize..self.ends[number] as usize]
    }
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
    let Room { ends, pairs, spare } = room;
    ends.clear();
    ends.resize(1 << shift, 0);
    pairs.clear();
    for list in lists {
        pairs.extend_from_slice(list.part(number));
    }
    for &pair in &*pairs {
        ends[within(pair)] += 1;
    }
    let long = ends.iter().any(|&count| count > SHORT);
    if long {
        let most = pairs.iter().map(|&pair| pair as u32).max().unwrap_or(0);
        radix::sort(pairs, spare, 0..u32::BITS - most.leading_zeros());
    }
    sums(ends);
    for &pair in &*pairs {
        let end = &mut ends[within(pair)];
        out[*end as usize] = pair_of(pair);
        *end += 1;
    }
    if !long {
        insert(out);
    }
}

/// Sorts pairs that are in order but for the second numbers of few pairs each.
fn insert(pairs: &mut [Pair]) {
    for sorted in 1..pairs.len() {
        let pair = pairs[sorted];
        let mut place = sorted;
        while place > 0 && pairs[place - 1] > pair {
            pairs[place] = pairs[place - 1];
            place -= 1;
        }
        pairs[place] = pair;
    }
}
