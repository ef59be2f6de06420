//! Which slots of a scene have changed.

/// Slots that have changed since somebody asked. Nothing is noted before.
#[derive(Default)]
pub(super) struct Changed {
    /// For each slot that was there when somebody asked, whether it stands in the list.
    noted: Vec<bool>,
    list: Vec<u32>,
}

impl Changed {
    /// Takes note of a slot.
    pub fn note(&mut self, slot: usize) {
        if let Some(noted) = self.noted.get_mut(slot).filter(|noted| !**noted) {
            *noted = true;
            self.list.push(slot as u32);
        }
    }

    /// The slots noted since the last call, in any order. From now on these many are watched.
    pub fn take(&mut self, slots: usize) -> Vec<u32> {
        let list = std::mem::take(&mut self.list);
        list.iter().for_each(|&slot| self.noted[slot as usize] = false);
        self.noted.resize(slots, false);
        list
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> usize {
        self.noted.capacity() + self.list.capacity() * size_of::<u32>()
    }
}
