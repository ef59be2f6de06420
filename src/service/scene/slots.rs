//! The slots of a scene, and when a slot may be given to another frame.

use super::contents::Contents;
use super::error::ChangeError;
use super::handle::Handle;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};

/// So few lists are not looked through.
const FEW: usize = 16;

#[derive(Clone, Copy)]
struct Slot {
    generation: u32,
    live: bool,
}

/// The slots of a scene.
///
/// A removed frame's slot waits until no contents of a pair list that were made before its removal
/// are left, in a list, a ticket or an answer. So what an old list says of a slot is never said of
/// a stranger. Contents that name no slot, with nothing beside them that does, are not waited for.
#[derive(Default)]
pub struct Slots {
    /// The number of the scene; 0 of what is in none.
    pub(super) scene: u64,
    slots: Vec<Slot>,
    /// Removed ones, oldest first, with the time of their removal.
    free: VecDeque<(u32, u64)>,
    /// Counts removals.
    time: u64,
    lists: Vec<Weak<Contents>>,
    /// How many lists there may be until those that are gone are looked for.
    sweep_at: usize,
    live: usize,
}

impl Slots {
    /// Those of a scene that begins.
    pub fn of_new_scene() -> Self {
        static SCENES: AtomicU64 = AtomicU64::new(1);
        Self { scene: SCENES.fetch_add(1, Ordering::Relaxed), ..Self::default() }
    }

    /// Frames there are.
    pub fn live(&self) -> usize {
        self.live
    }

    pub fn time(&self) -> u64 {
        self.time
    }

    /// Contents that slots must wait for from now on.
    pub(super) fn watch(&mut self, contents: &Arc<Contents>) {
        if self.lists.len() >= self.sweep_at {
            self.lists.retain(|list| list.strong_count() > 0);
            self.sweep_at = FEW.max(2 * self.lists.len());
        }
        self.lists.push(Arc::downgrade(contents));
    }

    fn handle(&self, slot: u32, generation: u32) -> Handle {
        Handle { slot, generation, scene: self.scene as u32 }
    }

    /// The frame in a slot.
    pub fn at(&self, slot: u32) -> Option<Handle> {
        let Slot { generation, live } = *self.slots.get(slot as usize)?;
        live.then_some(self.handle(slot, generation))
    }

    /// The handles of all frames, by slots.
    pub fn handles(&self) -> Vec<Handle> {
        (0..self.slots.len() as u32).filter_map(|slot| self.at(slot)).collect()
    }

    /// The handle of the frame that has or had the slot last.
    pub fn last_at(&self, slot: u32) -> Handle {
        let generation = self.slots.get(slot as usize).map_or(0, |slot| slot.generation);
        self.handle(slot, generation)
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
        // Nothing was removed.
        if self.free.is_empty() {
            return u64::MAX;
        }
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
