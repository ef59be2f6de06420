//! The count of what a search finds.

use super::error::SearchFault;
use super::options::{Find, SearchOptions};
use std::sync::atomic::{AtomicU64, Ordering};

/// The most collisions of an answer, where the options do not say: they take a gigabyte.
const MOST_COLLISIONS: u64 = 1 << 24;

/// Counts what all threads of a search find together. The sum decides whether there is too much,
/// not the order: once there is, all results are dropped.
pub(crate) struct Tally {
    found: AtomicU64,
    most: u64,
}

impl Tally {
    /// The count of a search with these options.
    pub fn of(options: &SearchOptions) -> Self {
        match options.find {
            Find::Leaves | Find::Objects => {
                let most = options.max_collisions.unwrap_or(MOST_COLLISIONS);
                Self { found: AtomicU64::new(0), most }
            }
            // The answer is one collision, however many were found on the way.
            Find::First => Self { found: AtomicU64::new(0), most: u64::MAX },
        }
    }

    pub fn add(&self, collisions: usize) {
        if collisions > 0 {
            self.found.fetch_add(collisions as u64, Ordering::Relaxed);
        }
    }

    /// Whether there are too many.
    pub fn is_over(&self) -> bool {
        self.found.load(Ordering::Relaxed) > self.most
    }

    /// Returns an error if there are too many.
    pub fn check(&self) -> Result<(), SearchFault> {
        match self.is_over() {
            true => Err(SearchFault::TooManyCollisions { most: self.most }),
            false => Ok(()),
        }
    }
}
