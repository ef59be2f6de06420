//! How much memory a world may keep posed nodes in.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes that may be kept, and those that are.
#[derive(Debug)]
pub(super) struct Keeping {
    pub most: usize,
    kept: AtomicUsize,
}

impl Default for Keeping {
    fn default() -> Self {
        Self { most: 1 << 28, kept: AtomicUsize::new(0) }
    }
}

impl Clone for Keeping {
    fn clone(&self) -> Self {
        Self { most: self.most, kept: AtomicUsize::new(self.kept()) }
    }
}

impl Keeping {
    pub fn kept(&self) -> usize {
        self.kept.load(Ordering::Relaxed)
    }

    /// Returns false if there is no room for so many bytes. Otherwise they count as kept.
    pub fn take(&self, bytes: usize) -> bool {
        let with = |kept: usize| kept.checked_add(bytes).filter(|&kept| kept <= self.most);
        self.kept.fetch_update(Ordering::Relaxed, Ordering::Relaxed, with).is_ok()
    }

    pub fn give_back(&self, bytes: usize) {
        self.kept.fetch_sub(bytes, Ordering::Relaxed);
    }
}
