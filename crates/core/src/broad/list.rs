//! Lists of pairs in ascending order.

use super::queue::{Two, split};
use crate::geom::Pair;
use rayon::prelude::*;

/// Lists of at most so many pairs are sorted by comparing.
const FEW: usize = 256;

/// How many parts of about one size a list is sorted in.
const PARTS: usize = 1024;

/// Pairs that a run must have before it is sorted other than by insertion.
const LONG: usize = 24;

/// Pairs that are worth a thread.
const GRAIN: usize = 1 << 14;

/// Writes the pairs of all lists to `out`, ascending. Their upper numbers are below `count`.
pub fn sorted(mut lists: Vec<Vec<Two>>, count: usize, out: &mut Vec<Pair>) {
    let total: usize = lists.iter().map(Vec::len).sum();
    if total <= FEW {
        out.clear();
        out.extend(lists.iter().flatten().map(|&pair| pair_of(pair)));
        out.sort_unstable();
        return;
    }
    // What is left of the last list spares filling it with zeros.
    out.resize(total, Pair::default());
    let shift = count.div_ceil(PARTS).next_power_of_two().trailing_zeros();
    let parted: Vec<Parted> = lists.par_iter_mut().map(|list| part(list, shift)).collect();
    let mut rest = &mut out[..];
    let mut parts = Vec::with_capacity(PARTS);
    for number in 0..PARTS {
        let length = parted.iter().map(|list| list.part(number).len()).sum();
        let (part, others) = std::mem::take(&mut rest).split_at_mut(length);
        parts.push(part);
        rest = others;
    }
    let sort = |(number, part): (usize, &mut [Pair])| sort_part(&parted, number, shift, part);
    if total > GRAIN && rayon::current_num_threads() > 1 {
        parts.into_par_iter().enumerate().for_each(sort);
    } else {
        parts.into_iter().enumerate().for_each(sort);
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
    fn part(&self, number: usize) -> &[Two] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.pairs[start as usize..self.ends[number] as usize]
    }
}

/// Sorts a list by the upper numbers of its pairs without their `shift` lower bits.
fn part(list: &mut Vec<Two>, shift: u32) -> Parted {
    let number = |pair: Two| (pair >> 32 >> shift) as usize % PARTS;
    let mut ends = [0_u32; PARTS];
    for &pair in list.iter() {
        ends[number(pair)] += 1;
    }
    let mut sum = 0;
    for end in &mut ends {
        sum += std::mem::replace(end, sum);
    }
    let mut pairs = vec![0; list.len()];
    for &pair in list.iter() {
        let end = &mut ends[number(pair)];
        pairs[*end as usize] = pair;
        *end += 1;
    }
    *list = Vec::new();
    Parted { pairs, ends }
}

/// Sorts a part: by the first numbers by counting, then the few of each by the second.
fn sort_part(lists: &[Parted], number: usize, shift: u32, out: &mut [Pair]) {
    let within = |pair: Two| (pair >> 32) as usize & ((1 << shift) - 1);
    let mut ends = vec![0_u32; 1 << shift];
    for list in lists {
        list.part(number).iter().for_each(|&pair| ends[within(pair)] += 1);
    }
    let mut sum = 0;
    for end in &mut ends {
        sum += std::mem::replace(end, sum);
    }
    for list in lists {
        for &pair in list.part(number) {
            let end = &mut ends[within(pair)];
            out[*end as usize] = pair_of(pair);
            *end += 1;
        }
    }
    let mut start = 0;
    for end in ends {
        sort_run(&mut out[start..end as usize]);
        start = end as usize;
    }
}

/// Sorts pairs of one first number.
fn sort_run(run: &mut [Pair]) {
    if run.len() > LONG {
        run.sort_unstable_by_key(|pair| pair.b);
        return;
    }
    for sorted in 1..run.len() {
        let mut place = sorted;
        while place > 0 && run[place - 1].b > run[place].b {
            run.swap(place - 1, place);
            place -= 1;
        }
    }
}
