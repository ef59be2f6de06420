//! Pairs of numbers that wait, filled without a branch.

use super::nodes::FANOUT;

/// Two numbers of boxes or nodes, in 32 bits each.
pub type Two = u64;

/// Joins two numbers.
#[inline(always)]
pub fn two(upper: u32, lower: u32) -> Two {
    u64::from(upper) << 32 | u64::from(lower)
}

/// Returns the upper and the lower number.
#[inline(always)]
pub fn split(two: Two) -> [u32; 2] {
    [(two >> 32) as u32, two as u32]
}

/// For each mask the lanes whose bits are set, ascending.
static SET: [[u8; FANOUT]; 1 << FANOUT] = {
    let mut lanes = [[0; FANOUT]; 1 << FANOUT];
    let mut mask = 0;
    while mask < lanes.len() {
        let (mut lane, mut found) = (0, 0);
        while lane < FANOUT {
            if mask >> lane & 1 == 1 {
                lanes[mask][found] = lane as u8;
                found += 1;
            }
            lane += 1;
        }
        mask += 1;
    }
    lanes
};

/// A list of pairs, its upper and its lower numbers apart, with room behind its end.
#[derive(Clone, Debug, Default)]
pub struct Queue {
    uppers: Vec<u32>,
    lowers: Vec<u32>,
    len: usize,
}

impl Queue {
    /// Creates a queue of these pairs.
    pub fn of(pairs: &[Two]) -> Self {
        let [uppers, lowers] = [0, 1].map(|k| pairs.iter().map(|&pair| split(pair)[k]).collect());
        Self { uppers, lowers, len: pairs.len() }
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The pairs, their upper and lower numbers.
    #[inline(always)]
    pub fn pairs(&self) -> impl ExactSizeIterator<Item = [u32; 2]> {
        let both = self.uppers[..self.len].iter().zip(&self.lowers[..self.len]);
        both.map(
            #[inline(always)]
            |(&upper, &lower)| [upper, lower],
        )
    }

    /// The pairs, their upper and lower numbers, so many at a time.
    #[inline(always)]
    pub fn blocks(&self, size: usize) -> impl Iterator<Item = (&[u32], &[u32])> {
        self.uppers[..self.len].chunks(size).zip(self.lowers[..self.len].chunks(size))
    }

    /// Removes all pairs.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Returns what adds the pairs of so many masks, at most.
    #[inline(always)]
    pub fn writer(&mut self, masks: usize) -> Writer<'_> {
        let needed = self.len + masks * FANOUT;
        if self.uppers.len() < needed {
            self.uppers.resize(needed, 0);
            self.lowers.resize(needed, 0);
        }
        let Self { uppers, lowers, len } = self;
        Writer { uppers: &mut uppers[*len..], lowers: &mut lowers[*len..], len: 0, end: len }
    }

    /// Moves the last `most` pairs, or all if there are fewer, to `out` in place of what it held.
    pub fn take(&mut self, most: usize, out: &mut Self) {
        let first = self.len.saturating_sub(most);
        for (from, to) in [(&self.uppers, &mut out.uppers), (&self.lowers, &mut out.lowers)] {
            to.clear();
            to.extend_from_slice(&from[first..self.len]);
        }
        (out.len, self.len) = (self.len - first, first);
    }

    /// Keeps the pairs from `start` on that `keep` accepts, and all before.
    #[inline(always)]
    pub fn retain(&mut self, start: usize, mut keep: impl FnMut([u32; 2]) -> bool) {
        let mut end = start;
        for i in start..self.len {
            let pair = [self.uppers[i], self.lowers[i]];
            [self.uppers[end], self.lowers[end]] = pair;
            end += usize::from(keep(pair));
        }
        self.len = end;
    }
}

/// Adds pairs to a queue. The end of the queue is where it ended before, until this is dropped.
pub struct Writer<'a> {
    uppers: &'a mut [u32],
    lowers: &'a mut [u32],
    len: usize,
    end: &'a mut usize,
}

impl Writer<'_> {
    /// Adds `upper` with the sum of `lower` and the lane, for each bit of a mask. Always writes as
    /// many as a node has boxes.
    #[inline(always)]
    pub fn push(&mut self, mask: u32, upper: u32, lower: u32) {
        let lanes = SET[mask as usize % SET.len()];
        let mut sums = [lower; FANOUT];
        for (sum, lane) in sums.iter_mut().zip(lanes) {
            *sum += u32::from(lane);
        }
        self.uppers[self.len..][..FANOUT].copy_from_slice(&[upper; FANOUT]);
        self.lowers[self.len..][..FANOUT].copy_from_slice(&sums);
        self.len += mask.count_ones() as usize;
    }
}

impl Drop for Writer<'_> {
    fn drop(&mut self) {
        *self.end += self.len;
    }
}
