//! How much memory a world may keep posed nodes in.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes that may be kept, and those that are.
#[derive(Debug)]
pub(super) struct Keeping {
    pub most: usize,
    kept: AtomicUsize,
}

/// Bytes that a world keeps unless it is told otherwise.
const DEFAULT: usize = 240 << 20;

impl Default for Keeping {
    fn default() -> Self {
        Self { most: DEFAULT, kept: AtomicUsize::new(0) }
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

    /// Keeps a value in a cell, and returns the one that is there: another thread's is as good.
    /// Returns a value back that takes bytes for which there is no room.
    pub fn keep<'a, T>(&self, cell: &'a OnceLock<T>, value: T, bytes: usize) -> Result<&'a T, T> {
        if bytes > 0 && !self.take(bytes) {
            return Err(value);
        }
        let mut is_first = false;
        let kept = cell.get_or_init(|| {
            is_first = true;
            value
        });
        if !is_first {
            self.give_back(bytes);
        }
        Ok(kept)
    }

    /// Returns false if there is no room for so many bytes. Otherwise they count as kept.
    fn take(&self, bytes: usize) -> bool {
        let with = |kept: usize| kept.checked_add(bytes).filter(|&kept| kept <= self.most);
        self.kept.fetch_update(Ordering::Relaxed, Ordering::Relaxed, with).is_ok()
    }

    pub fn give_back(&self, bytes: usize) {
        self.kept.fetch_sub(bytes, Ordering::Relaxed);
    }
}
