//! What frames were when a submission saw them, for submissions that are not settled yet.

use crate::geom::{Filter, Frame3};
use std::collections::VecDeque;

/// What judging, settling and naming a hit need of a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen<F = Frame3> {
    pub frame: F,
    pub filter: Filter,
    pub id: u32,
}

struct Past<F> {
    seen: Seen<F>,
    slot: u32,
    /// The first submission that saw it.
    since: u64,
    /// The last submission that saw it.
    last: u64,
    /// Number of the slot's next older entry, plus one; 0 for none.
    older: u64,
}

/// The entries that the log may have before it looks for those that nobody needs.
const LEAST_ROOM: usize = 64;

/// A log of overwritten frames: 104 bytes for each frame changed between two submissions, and
/// nothing while none is open. Whatever the order in which submissions close, it has at most twice
/// as many entries as open submissions needed at some time, or [`LEAST_ROOM`]. Its memory stays for
/// later entries.
pub(super) struct History<F = Frame3> {
    /// Number of the next submission.
    next: u64,
    /// The submissions that may still ask, few.
    open: Vec<u64>,
    /// For each slot: the first submission that sees what it holds now, and its newest entry plus
    /// one.
    slots: Vec<(u64, u64)>,
    past: VecDeque<Past<F>>,
    /// Number of the first entry of `past`.
    base: u64,
    /// Entries that `past` may have before it is swept.
    room: usize,
}

impl<F> Default for History<F> {
    fn default() -> Self {
        Self {
            next: 0,
            open: Vec::new(),
            slots: Vec::new(),
            past: VecDeque::new(),
            base: 0,
            room: LEAST_ROOM,
        }
    }
}

impl<F: Copy> History<F> {
    /// Bytes on the CPU.
    pub fn bytes(&self) -> u64 {
        (self.past.capacity() * size_of::<Past<F>>()
            + self.slots.capacity() * size_of::<(u64, u64)>()) as u64
    }

    /// One more slot.
    pub fn push_slot(&mut self) {
        self.slots.push((self.next, 0));
    }

    /// Submissions that may still ask.
    pub fn open(&self) -> usize {
        self.open.len()
    }

    /// A submission sees what there is now; answers its number.
    pub fn submit(&mut self) -> u64 {
        let number = self.next;
        self.open.push(number);
        self.next += 1;
        number
    }

    /// The submission asks no more.
    pub fn close(&mut self, number: u64) {
        self.open.retain(|&open| open != number);
        let oldest = self.open.first().copied().unwrap_or(self.next);
        while self.past.front().is_some_and(|past| past.last < oldest) {
            self.past.pop_front();
            self.base += 1;
        }
    }

    /// To be called before a slot's frame, filter or id changes from `seen`.
    pub fn keep(&mut self, slot: usize, seen: impl FnOnce() -> Seen<F>) {
        let since = std::mem::replace(&mut self.slots[slot].0, self.next);
        // The last is the youngest: when it saw nothing of this, no other did.
        if self.open.last().is_none_or(|&youngest| youngest < since) {
            return;
        }
        if self.past.len() >= self.room {
            self.sweep();
        }
        let newest = &mut self.slots[slot].1;
        let (seen, slot, last) = (seen(), slot as u32, self.next - 1);
        self.past.push_back(Past { seen, slot, since, last, older: *newest });
        *newest = self.base + self.past.len() as u64;
    }

    /// Forgets entries that only closed submissions saw. An old submission that stays open keeps
    /// [`close`](Self::close) from reaching them.
    fn sweep(&mut self) {
        let Self { open, slots, past, base, room, .. } = self;
        for entry in past.iter() {
            slots[entry.slot as usize].1 = 0;
        }
        past.retain(|entry| open.iter().any(|open| (entry.since..=entry.last).contains(open)));
        for (number, entry) in (*base + 1..).zip(past.iter_mut()) {
            entry.older = std::mem::replace(&mut slots[entry.slot as usize].1, number);
        }
        *room = (2 * past.len()).max(LEAST_ROOM);
    }

    /// What the slot held at an open submission; `None` when it still does.
    pub fn at(&self, submission: u64, slot: usize) -> Option<Seen<F>> {
        let (since, newest) = self.slots[slot];
        if since <= submission {
            return None;
        }
        let entry = |number: u64| self.past.get(number.checked_sub(self.base + 1)? as usize);
        let mut found = entry(newest)?;
        while let Some(older) = entry(found.older).filter(|older| older.last >= submission) {
            found = older;
        }
        Some(found.seen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against whole copies of everything at each submission.
    #[test]
    fn any_open_submission_sees_its_own_frames() {
        let seed = std::env::var("MOTZKIN_SEED").map_or(2019, |text| text.parse().unwrap());
        println!("MOTZKIN_SEED={seed}");
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut history = History::<Frame3>::default();
        let mut now: Vec<u32> = Vec::new();
        let mut copies: Vec<(u64, Vec<u32>)> = Vec::new();
        let seen = |id| Seen { frame: bytemuck::Zeroable::zeroed(), filter: Filter::ALL, id };
        for step in 0..20_000_u32 {
            match rng.u32(..10) {
                0 if now.len() < 20 => {
                    history.push_slot();
                    now.push(step);
                }
                1 | 2 if copies.len() < 4 => copies.push((history.submit(), now.clone())),
                3 if !copies.is_empty() => {
                    let (number, _) = copies.remove(rng.usize(..copies.len()));
                    history.close(number);
                }
                _ if !now.is_empty() => {
                    let slot = rng.usize(..now.len());
                    history.keep(slot, || seen(now[slot]));
                    now[slot] = step;
                }
                _ => {}
            }
            for (number, copy) in &copies {
                for (slot, &id) in copy.iter().enumerate() {
                    assert_eq!(
                        history.at(*number, slot).map_or(now[slot], |seen| seen.id),
                        id,
                        "{step}"
                    );
                }
            }
            assert!(!copies.is_empty() || history.past.is_empty());
        }
    }

    /// A submission that stays open keeps what it saw, and nothing of those that come and go.
    #[test]
    fn an_old_submission_keeps_no_entries_of_later_ones() {
        let mut history = History::<Frame3>::default();
        let seen = |id| Seen { frame: bytemuck::Zeroable::zeroed(), filter: Filter::ALL, id };
        let slots = 50;
        (0..slots).for_each(|_| history.push_slot());
        let old = history.submit();
        for step in 0..1000 {
            let number = history.submit();
            (0..slots).for_each(|slot| history.keep(slot, || seen(step)));
            let id = |number, slot| history.at(number, slot).map(|seen| seen.id);
            assert!((0..slots).all(|slot| id(old, slot) == Some(0)));
            assert!((0..slots).all(|slot| id(number, slot) == Some(step)));
            history.close(number);
            assert!(history.past.len() <= 2 * 2 * slots, "{}", history.past.len());
        }
        history.close(old);
        assert!(history.past.is_empty());
    }
}
