//! Stable names of frames, and when a slot may be given to another frame.

use super::error::ChangeError;
use super::pair_list::Contents;
use std::collections::VecDeque;
use std::sync::{Arc, Weak};

/// Names one frame of a scene for as long as that frame is there; after its removal the handle is
/// stale and never names another frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Handle {
    slot: u32,
    generation: u32,
}

impl Handle {
    /// Where the frame lies in the scene's buffers: the index that a [`Pair`](crate::Pair) holds.
    pub const fn slot(self) -> u32 {
        self.slot
    }

    /// How many frames had this slot before.
    pub const fn generation(self) -> u32 {
        self.generation
    }
}

impl core::fmt::Display for Handle {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}v{}", self.slot, self.generation)
    }
}

#[derive(Clone, Copy)]
struct Slot {
    generation: u32,
    live: bool,
}

/// The slots of a scene.
///
/// A removed frame's slot waits until no contents of a pair list that were made before its removal
/// are left, in a list, a ticket or an answer. So what an old list says of a slot is never said of
/// a stranger.
#[derive(Default)]
pub struct Slots {
    slots: Vec<Slot>,
    /// Removed ones, oldest first, with the time of their removal.
    free: VecDeque<(u32, u64)>,
    /// Counts removals.
    time: u64,
    lists: Vec<Weak<Contents>>,
    live: usize,
}

impl Slots {
    /// Frames there are.
    pub fn live(&self) -> usize {
        self.live
    }

    pub fn time(&self) -> u64 {
        self.time
    }

    /// Contents that slots must wait for from now on.
    pub(super) fn watch(&mut self, contents: &Arc<Contents>) {
        self.lists.retain(|list| list.strong_count() > 0);
        self.lists.push(Arc::downgrade(contents));
    }

    /// The frame in a slot.
    pub fn at(&self, slot: u32) -> Option<Handle> {
        let Slot { generation, live } = *self.slots.get(slot as usize)?;
        live.then_some(Handle { slot, generation })
    }

    /// The handle of the frame that has or had the slot last.
    pub fn last_at(&self, slot: u32) -> Handle {
        let generation = self.slots.get(slot as usize).map_or(0, |slot| slot.generation);
        Handle { slot, generation }
    }

    /// Where the handle's frame lies.
    pub fn index(&self, handle: Handle) -> Result<usize, ChangeError> {
        if self.at(handle.slot) == Some(handle) {
            Ok(handle.slot as usize)
        } else {
            Err(ChangeError::Stale(handle))
        }
    }

    /// Removals older than this time are forgotten by everyone.
    pub fn settled_time(&self) -> u64 {
        let made = self.lists.iter().filter_map(|list| Some(list.upgrade()?.made));
        made.min().unwrap_or(u64::MAX)
    }

    /// A slot for a new frame: the longest free one, if nobody before `settled_time` can name it,
    /// else a new one; `None` beyond `limit`.
    pub fn take(&mut self, settled_time: u64, limit: usize) -> Option<Handle> {
        if let Some(&(slot, removed)) = self.free.front()
            && removed <= settled_time
        {
            self.free.pop_front();
            let place = &mut self.slots[slot as usize];
            (place.generation, place.live) = (place.generation + 1, true);
            self.live += 1;
            return self.at(slot);
        }
        if self.slots.len() >= limit {
            return None;
        }
        self.slots.push(Slot { generation: 0, live: true });
        self.live += 1;
        self.at((self.slots.len() - 1) as u32)
    }

    /// Frees the handle's slot.
    pub fn release(&mut self, handle: Handle) -> Result<usize, ChangeError> {
        let index = self.index(handle)?;
        self.slots[index].live = false;
        self.live -= 1;
        self.time += 1;
        // A slot whose generations are used up stays empty for good.
        if handle.generation < u32::MAX {
            self.free.push_back((handle.slot, self.time));
        }
        Ok(index)
    }
}
