//! What a pair list holds.

use crate::geom::Pair;
use std::sync::{Arc, Mutex, PoisonError};

/// What a [`PairList`](super::PairList) holds. Whoever has it keeps the slots that it names from
/// being given to other frames.
#[derive(Debug)]
pub(super) struct Contents {
    /// When the oldest of the pairs were checked, in the scene's time.
    pub made: u64,
    pub pairs: Vec<Pair>,
    pub pool: Pool,
}

/// Memory of contents that nobody holds any more, to be filled again.
pub(super) type Pool = Arc<Mutex<Vec<Vec<Pair>>>>;

/// The list fills one while tickets hold others.
const POOLED: usize = 2;

impl Drop for Contents {
    fn drop(&mut self) {
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        if pool.len() < POOLED && self.pairs.capacity() > 0 {
            pool.push(std::mem::take(&mut self.pairs));
        }
    }
}
