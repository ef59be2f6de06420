//! Sorting numbers by some of their bits.

use std::ops::Range;

/// The bits that a pass sorts by, at most.
const DIGIT: u32 = 11;

/// Sorts numbers by a range of their bits. Those with equal bits keep their order.
pub fn sort(numbers: &mut [u64], spare: &mut Vec<u64>, bits: Range<u32>) {
    spare.clear();
    spare.resize(numbers.len(), 0);
    let passes = (bits.end - bits.start).div_ceil(DIGIT).max(1);
    let width = (bits.end - bits.start).div_ceil(passes);
    let (mut from, mut to) = (&mut *numbers, &mut spare[..]);
    for pass in 0..passes {
        let shift = bits.start + pass * width;
        let digit = |number: u64| (number >> shift) as usize & ((1 << width) - 1);
        let mut ends = [0_u32; 1 << DIGIT];
        for &number in &*from {
            ends[digit(number) % ends.len()] += 1;
        }
        sums(&mut ends);
        for &number in &*from {
            let end = &mut ends[digit(number) % (1 << DIGIT)];
            to[*end as usize] = number;
            *end += 1;
        }
        std::mem::swap(&mut from, &mut to);
    }
    if passes % 2 == 1 {
        numbers.copy_from_slice(spare);
    }
}

/// Lists of at most so many numbers are sorted by comparing.
const FEW: usize = 256;

/// Sorts numbers that are all different by a range of their bits, by comparing all of their bits
/// where they are few.
pub fn sort_keys(numbers: &mut [u64], spare: &mut Vec<u64>, bits: Range<u32>) {
    if numbers.len() <= FEW {
        numbers.sort_unstable();
    } else {
        sort(numbers, spare, bits);
    }
}

/// Replaces each number by the sum of those before it. Returns the largest number.
pub fn sums(counts: &mut [u32]) -> u32 {
    let (mut sum, mut most) = (0, 0);
    for count in counts {
        let number = std::mem::replace(count, sum);
        sum += number;
        most = most.max(number);
    }
    most
}
