//! The broad phase of a scene: the pairs of its slots, which stay between searches.

use super::error::SceneError;
use super::pair_list::PairList;
use super::state::State;
use crate::geom::{Aabb3, Pair};
use crate::kernel::SimdLevel;
use motzkin_core::Motion;
use motzkin_core::broad::PairCache;
use rayon::prelude::*;
#[cfg(feature = "meshes")]
use {super::bodies::Body, super::meshes::placed_box, super::shape::Kind};
#[cfg(feature = "polytopes")]
use {super::polytopes::Polytopes, crate::error::PolytopeError};

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
    ) -> Result<&[Pair], SceneError> {
        let slots = state.frames.len();
        let mut changed = state.changed.take(slots);
        let state = &*state;
        let known = self.cache.take().filter(|_| self.moves == M::MOVES);
        self.moves = M::MOVES;
        let mut cache = known.unwrap_or_else(|| PairCache::at(level));
        changed.retain(|&slot| (slot as usize) < cache.len());
        changed.extend(cache.len() as u32..slots as u32);
        let box_of = |&slot: &u32| state.frame_box::<M>(slot as usize);
        let mut boxes: Vec<Aabb3> = changed.par_iter().with_min_len(GRAIN).map(box_of).collect();
        #[cfg(feature = "polytopes")]
        body_boxes::<M>(state, &changed, &mut boxes)?;
        for (slot, aabb) in changed.into_iter().map(|slot| slot as usize).zip(boxes) {
            if slot < cache.len() {
                cache.set(slot, aabb)?;
                cache.set_filter(slot, state.filter(slot));
            } else {
                cache.push(aabb, state.filter(slot))?;
            }
        }
        Ok(self.cache.insert(cache).update(limit)?)
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> u64 {
        self.cache.as_ref().map_or(0, PairCache::bytes) as u64
    }
}

/// Computes the boxes of the bodies among slots. The box of a body that does not fit `f32` ends at
/// its largest number.
#[cfg(feature = "polytopes")]
fn body_boxes<M: Motion>(
    state: &State,
    slots: &[u32],
    boxes: &mut [Aabb3],
) -> Result<(), PolytopeError> {
    let (mut polytopes, mut hulls) = (Polytopes::default(), Vec::new());
    for (place, &slot) in slots.iter().enumerate() {
        match state.bodies.get(slot as usize) {
            None => {}
            #[cfg(feature = "meshes")]
            Some(Body { kind: Kind::Mesh { mesh, .. }, pose, .. }) => {
                boxes[place] = placed_box(mesh, pose);
            }
            Some(_) => hulls.push((place, polytopes.index(state, slot)? as usize)),
        }
    }
    let hull = |&(place, index): &(usize, usize)| (place, polytopes.set.bounds::<M>(index));
    let found: Vec<_> = hulls.par_iter().with_min_len(GRAIN).map(hull).collect();
    found.into_iter().for_each(|(place, aabb)| boxes[place] = aabb);
    Ok(())
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
