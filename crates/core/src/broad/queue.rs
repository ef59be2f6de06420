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

/// A list of pairs with room behind its end.
#[derive(Clone, Debug, Default)]
pub struct Queue {
    room: Vec<Two>,
    len: usize,
}

impl Queue {
    /// Creates a queue of these pairs.
    pub fn of(pairs: &[Two]) -> Self {
        Self { room: pairs.to_vec(), len: pairs.len() }
    }

    /// Removes all pairs.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Makes room for the pairs of so many masks.
    pub fn reserve(&mut self, masks: usize) {
        let needed = self.len + masks * FANOUT;
        if self.room.len() < needed {
            self.room.resize(needed, 0);
        }
    }

    /// Adds the sum of `first` and the lane for each bit of a mask, for which there is
    /// [room](Self::reserve). Always writes as many as a node has boxes.
    #[inline(always)]
    pub fn push(&mut self, mask: u32, first: Two) {
        let lanes = SET[mask as usize % SET.len()];
        let room: &mut [Two; FANOUT] =
            (&mut self.room[self.len..][..FANOUT]).try_into().expect("a node's boxes");
        for (room, lane) in room.iter_mut().zip(lanes) {
            *room = first + u64::from(lane);
        }
        self.len += mask.count_ones() as usize;
    }

    /// The pairs.
    #[inline(always)]
    pub fn pairs(&self) -> &[Two] {
        &self.room[..self.len]
    }

    /// Moves the last `most` pairs, or all if there are fewer, to `out` in place of what it held.
    pub fn take(&mut self, most: usize, out: &mut Vec<Two>) {
        let first = self.len.saturating_sub(most);
        out.clear();
        out.extend_from_slice(&self.room[first..self.len]);
        self.len = first;
    }

    /// Keeps the pairs from `start` on that `keep` accepts, and all before.
    #[inline(always)]
    pub fn retain(&mut self, start: usize, mut keep: impl FnMut(Two) -> bool) {
        let mut end = start;
        for i in start..self.len {
            let pair = self.room[i];
            self.room[end] = pair;
            end += usize::from(keep(pair));
        }
        self.len = end;
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.len
    }
}
