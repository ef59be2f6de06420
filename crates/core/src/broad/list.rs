//! Lists of pairs in ascending order.

use super::parts::{PARTS, Parted, cut};
use super::queue::{Two, split, two};
use super::radix::{self, sums};
use crate::geom::Pair;
use rayon::prelude::*;

/// Lists of at most so many pairs are sorted by comparing.
const FEW: usize = 256;

/// A part has about so many pairs, if they are spread evenly: they fit the first-level cache.
const PART: usize = 1 << 12;

/// A part has the pairs of two to the power of so many first numbers, or of fewer, where there are
/// parts enough: their counts fit the first-level cache.
const MOST_SHIFT: u32 = 12;

/// The most pairs of one first number that are sorted by their ranks.
const SHORT: usize = 32;

/// Numbers that a rank is counted among at a time.
const LANES: usize = 8;

/// Writes the pairs of all lists to `out`, ascending. Their upper numbers are below `count`.
pub fn sorted(mut lists: Vec<Vec<Two>>, count: usize, out: &mut Vec<Pair>) {
    let total: usize = lists.iter().map(Vec::len).sum();
    if total <= FEW {
        out.clear();
        out.extend(lists.iter().flatten().map(|&pair| pair_of(pair)));
        out.sort_unstable();
        return;
    }
    let bits = |count: usize| count.next_power_of_two().trailing_zeros();
    let shift = bits(count.div_ceil((total / PART).max(1))).min(MOST_SHIFT);
    let shift = shift.max(bits(count.div_ceil(PARTS)));
    let threads = lists.len() > 1;
    let part = |list: &mut Vec<Two>| Parted::new(&std::mem::take(list), 32 + shift);
    let parted: Vec<Parted> = match threads {
        true => lists.par_iter_mut().map(part).collect(),
        false => lists.iter_mut().map(part).collect(),
    };
    // What the last list left is overwritten: nothing is filled with zeros but new room.
    out.resize(total, Pair::default());
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

/// Sorts a part: by the first numbers by counting, then the pairs of each.
fn sort_part(lists: &[Parted], number: usize, shift: u32, room: &mut Room, out: &mut [Pair]) {
    if u32::try_from(out.len()).is_err() {
        // Counts of 32 bits do not hold them. A list of so many pairs takes gigabytes.
        let pairs = lists.iter().flat_map(|list| list.part(number));
        out.iter_mut().zip(pairs).for_each(|(out, &pair)| *out = pair_of(pair));
        out.sort_unstable_by_key(|pair| (pair.a, pair.b));
        return;
    }
    let within = |pair: Two| (pair >> 32) as usize & ((1 << shift) - 1);
    let mut ends = std::mem::take(&mut room.ends);
    ends.clear();
    ends.resize(1 << shift, 0);
    let pairs = || lists.iter().flat_map(|list| list.part(number));
    pairs().for_each(|&pair| ends[within(pair)] += 1);
    let most = sums(&mut ends);
    for list in lists {
        for &pair in list.part(number) {
            let end = &mut ends[within(pair)];
            out[*end as usize] = pair_of(pair);
            *end += 1;
        }
    }
    if most as usize <= SHORT && out.len() < 2 * ends.len() {
        insert(out);
    } else {
        let mut rest = out;
        let mut start = 0;
        for &end in &ends {
            let (pairs, others) = std::mem::take(&mut rest).split_at_mut((end - start) as usize);
            sort_group(pairs, room);
            (rest, start) = (others, end);
        }
    }
    room.ends = ends;
}

/// Sorts the pairs of one first number.
fn sort_group(pairs: &mut [Pair], room: &mut Room) {
    match pairs.len() {
        0 | 1 => {}
        2..=SHORT => rank(pairs),
        _ => sort_long(pairs, room),
    }
}

/// Sorts a few pairs of one first number: each goes to the place of as many as are less. Without a
/// branch on what is less, which is as good as random.
fn rank(pairs: &mut [Pair]) {
    // As signed numbers, which every instruction set compares.
    let turn = |number: u32| number ^ 1 << 31;
    let mut numbers = [i32::MAX; SHORT];
    for (number, pair) in numbers.iter_mut().zip(&*pairs) {
        *number = turn(pair.b) as i32;
    }
    let (a, count) = (pairs[0].a, pairs.len());
    let (blocks, _) = numbers[..count.next_multiple_of(LANES)].as_chunks::<LANES>();
    for &own in &numbers[..count] {
        let mut less = [0; LANES];
        for block in blocks {
            for (less, other) in less.iter_mut().zip(block) {
                *less += i32::from(*other < own);
            }
        }
        pairs[less.iter().sum::<i32>() as usize] = Pair { a, b: turn(own as u32) };
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
