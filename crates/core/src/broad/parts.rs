//! Lists of numbers in parts, by some of their upper bits: what is sorted part by part stays in the
//! cache, and on several threads.

/// The most parts.
pub const PARTS: usize = 1 << PART_BITS;

/// The bits that a number of a part has, at most.
pub const PART_BITS: u32 = 10;

/// Boxes that are worth more than the caller's thread: half a millisecond of work.
const LEAST: usize = 1 << 14;

/// Returns how many threads work on so many boxes is worth.
pub fn threads(boxes: usize) -> usize {
    if boxes < LEAST { 1 } else { rayon::current_num_threads() }
}

/// A list by the upper bits of its numbers, and where each part ends.
pub struct Parted {
    numbers: Vec<u64>,
    ends: Vec<usize>,
}

impl Parted {
    /// Sorts a list by its numbers without their `shift` lower bits, which leaves numbers below
    /// [`PARTS`]. Those of a part keep their order.
    pub fn new(list: &[u64], shift: u32) -> Self {
        let part = |number: u64| (number >> shift) as usize % PARTS;
        // One thread may list more pairs than 32 bits count.
        let mut ends = vec![0_usize; PARTS];
        for &number in list {
            ends[part(number)] += 1;
        }
        let mut start = 0;
        for end in &mut ends {
            start += std::mem::replace(end, start);
        }
        let mut numbers = vec![0; list.len()];
        for &number in list {
            let end = &mut ends[part(number)];
            numbers[*end] = number;
            *end += 1;
        }
        Self { numbers, ends }
    }

    /// The numbers of a part.
    pub fn part(&self, part: usize) -> &[u64] {
        let start = part.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.numbers[start..self.ends[part]]
    }
}

/// Cuts `out`, which has a place for each number of all lists, into the places of each part.
pub fn cut<'a, T>(lists: &[Parted], mut out: &'a mut [T]) -> Vec<(usize, &'a mut [T])> {
    let mut cut = Vec::with_capacity(PARTS);
    for part in 0..PARTS {
        let length = lists.iter().map(|list| list.part(part).len()).sum();
        let (own, others) = out.split_at_mut(length);
        if length > 0 {
            cut.push((part, own));
        }
        out = others;
    }
    cut
}
