//! The broad phase of a scene: the pairs of its slots, which stay between searches.

use super::pair_list::PairList;
use super::state::State;
use crate::geom::{Aabb, Aabb3, Pair};
use crate::kernel::SimdLevel;
use motzkin_core::Motion;
use motzkin_core::broad::{BroadError, PairCache};
use rayon::prelude::*;

/// Slots whose boxes one thread computes at a time.
const GRAIN: usize = 1 << 10;

/// A box for each slot, and the pairs of them.
#[derive(Default)]
pub(super) struct Broad {
    cache: Option<PairCache<Aabb3>>,
    /// The boxes are those of moving frames.
    moves: bool,
}

impl Broad {
    /// Returns the pairs of slots whose boxes meet and whose filters do, ascending; on the threads
    /// at hand. Only what changed since the last search is computed anew.
    pub fn pairs<M: Motion>(
        &mut self,
        state: &mut State,
        level: SimdLevel,
        limit: usize,
    ) -> Result<&[Pair], BroadError> {
        let slots = state.frames.len();
        let mut changed = state.changed.take(slots);
        let state = &*state;
        let known = self.cache.take().filter(|_| self.moves == M::MOVES);
        self.moves = M::MOVES;
        let mut cache = known.unwrap_or_else(|| PairCache::at(level));
        changed.retain(|&slot| (slot as usize) < cache.len());
        changed.extend(cache.len() as u32..slots as u32);
        let box_of = |&slot: &u32| match state.slots.at(slot) {
            Some(_) => state.frames[slot as usize].bounds::<M>(),
            None => Aabb3::NOTHING,
        };
        let boxes: Vec<Aabb3> = changed.par_iter().with_min_len(GRAIN).map(box_of).collect();
        for (slot, aabb) in changed.into_iter().map(|slot| slot as usize).zip(boxes) {
            if slot < cache.len() {
                cache.set(slot, aabb)?;
                cache.set_filter(slot, state.filters[slot]);
            } else {
                cache.push(aabb, state.filters[slot])?;
            }
        }
        self.cache.insert(cache).update(limit)
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> u64 {
        self.cache.as_ref().map_or(0, PairCache::bytes) as u64
    }
}

/// What the scene keeps between two calls.
#[derive(Default)]
pub(super) struct Found {
    pub broad: Broad,
    /// The candidates as they are tested; empty between two calls.
    pub list: Option<PairList>,
}

impl Found {
    /// Bytes on the CPU.
    pub fn bytes(&self) -> u64 {
        self.broad.bytes()
    }
}
