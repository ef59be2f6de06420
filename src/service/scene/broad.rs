//! The broad phase of a scene: the pairs of its slots, which stay between searches.

use super::error::SceneError;
#[cfg(feature = "meshes")]
use super::meshes::placed_box;
use super::pair_list::PairList;
use super::state::State;
use crate::geom::{Aabb3, Pair};
use crate::kernel::SimdLevel;
use motzkin_core::Motion;
use motzkin_core::broad::PairCache;
use rayon::prelude::*;
#[cfg(feature = "polytopes")]
use {
    super::bodies::Body, super::polytopes::Polytopes, super::shape::Kind, super::view::View,
    super::view::swept_box, crate::error::PolytopeError, crate::tree::bvh::Placed,
    motzkin_core::broad::BoxTree, motzkin_core::by_motion,
};

/// Slots whose boxes one thread computes at a time.
const GRAIN: usize = 1 << 10;

/// A box for each slot, the pairs of them, and a tree for what is asked of one shape.
#[derive(Default)]
pub(super) struct Broad {
    cache: Option<PairCache<Aabb3>>,
    /// The boxes are those of moving frames.
    moves: bool,
    /// Built when it is first asked for.
    #[cfg(feature = "polytopes")]
    tree: Option<BoxTree<Aabb3>>,
    /// Boxes have changed since the tree was built.
    #[cfg(feature = "polytopes")]
    stale: bool,
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
        if self.moves != M::MOVES {
            self.cache = None;
        }
        self.moves = M::MOVES;
        Ok(self.renewed::<M>(state, level)?.update(limit)?)
    }

    /// Returns a tree over the boxes, by slots. Boxes may be those of moving shapes: these contain
    /// the shapes at rest.
    #[cfg(feature = "polytopes")]
    pub fn tree(
        &mut self,
        state: &mut State,
        level: SimdLevel,
    ) -> Result<&BoxTree<Aabb3>, SceneError> {
        by_motion!(
            self.moves,
            self.renewed::<motzkin_core::Moving>(state, level),
            self.renewed::<motzkin_core::Resting>(state, level)
        )?;
        let boxes = self.cache.as_ref().map_or(&[][..], PairCache::boxes);
        let tree = match self.tree.take() {
            Some(tree) if !self.stale => tree,
            Some(mut tree) if tree.len() == boxes.len() => {
                tree.refit(boxes)?;
                tree
            }
            _ => BoxTree::build(boxes)?,
        };
        self.stale = false;
        Ok(self.tree.insert(tree))
    }

    /// Brings the boxes up to date.
    fn renewed<M: Motion>(
        &mut self,
        state: &mut State,
        level: SimdLevel,
    ) -> Result<&mut PairCache<Aabb3>, SceneError> {
        let slots = state.frames.len();
        let mut changed = state.changed.take(slots);
        let state = &*state;
        let mut cache = self.cache.take().unwrap_or_else(|| PairCache::at(level));
        changed.retain(|&slot| (slot as usize) < cache.len());
        changed.extend(cache.len() as u32..slots as u32);
        #[cfg(feature = "polytopes")]
        {
            self.stale |= !changed.is_empty();
        }
        let box_of = |&slot: &u32| state.frame_box::<M>(slot as usize);
        let boxes: Vec<Aabb3> = changed.par_iter().with_min_len(GRAIN).map(box_of).collect();
        #[cfg(feature = "polytopes")]
        let boxes = with_bodies::<M>(state, &changed, boxes)?;
        for (slot, aabb) in changed.into_iter().map(|slot| slot as usize).zip(boxes) {
            if slot < cache.len() {
                cache.set(slot, aabb)?;
                cache.set_filter(slot, state.filter(slot));
            } else {
                cache.push(aabb, state.filter(slot))?;
            }
        }
        Ok(self.cache.insert(cache))
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> u64 {
        let bytes = self.cache.as_ref().map_or(0, PairCache::bytes);
        #[cfg(feature = "polytopes")]
        let bytes = bytes + self.tree.as_ref().map_or(0, BoxTree::bytes);
        bytes as u64
    }
}

/// Puts the boxes of the bodies among slots in their places. The box of a body that does not fit
/// `f32` ends at its largest number.
#[cfg(feature = "polytopes")]
fn with_bodies<M: Motion>(
    state: &State,
    slots: &[u32],
    mut boxes: Vec<Aabb3>,
) -> Result<Vec<Aabb3>, PolytopeError> {
    if state.bodies.is_empty() {
        return Ok(boxes);
    }
    let (mut polytopes, mut hulls) = (Polytopes::default(), Vec::new());
    let view = View::of(state);
    for (place, &slot) in slots.iter().enumerate() {
        match state.bodies.get(slot as usize) {
            None => {}
            #[cfg(feature = "meshes")]
            Some(Body { kind: Kind::Mesh { mesh, .. }, pose, velocity, .. }) => {
                let at_rest = placed_box(mesh, pose);
                boxes[place] = if M::MOVES { swept_box(&at_rest, *velocity) } else { at_rest };
            }
            Some(Body { kind: Kind::Tree(tree), pose, velocity, .. }) => {
                let at_rest = Placed::new(tree, pose).ends(0).aabb();
                boxes[place] = if M::MOVES { swept_box(&at_rest, *velocity) } else { at_rest };
            }
            Some(_) => hulls.push((place, polytopes.index(view, slot)? as usize)),
        }
    }
    let hull = |&(place, index): &(usize, usize)| (place, polytopes.set.bounds::<M>(index));
    let found: Vec<_> = hulls.par_iter().with_min_len(GRAIN).map(hull).collect();
    found.into_iter().for_each(|(place, aabb)| boxes[place] = aabb);
    Ok(boxes)
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
