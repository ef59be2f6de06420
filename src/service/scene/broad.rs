//! The broad phase of a scene: a tree over its slots, which stays between searches.

use super::pair_list::PairList;
use super::state::State;
use crate::geom::{Aabb, Aabb3, Pair};
use crate::kernel::SimdLevel;
use motzkin_core::Motion;
use motzkin_core::broad::{BoxTree, BroadError, PairOptions};
use rayon::prelude::*;

/// Slots whose boxes one thread computes at a time.
const GRAIN: usize = 1 << 10;

/// A box for each slot, and a tree over them.
#[derive(Default)]
pub(super) struct Broad {
    boxes: Vec<Aabb3>,
    tree: Option<BoxTree<Aabb3>>,
    /// The boxes are those of moving frames.
    moves: bool,
}

impl Broad {
    /// Lists the pairs of slots whose boxes meet and whose filters do, ascending; on the threads at
    /// hand. Only what changed since the last search is computed anew.
    pub fn pairs<M: Motion>(
        &mut self,
        state: &mut State,
        level: SimdLevel,
        limit: usize,
        out: &mut Vec<Pair>,
    ) -> Result<(), BroadError> {
        let tree = self.renewed::<M>(state)?;
        let filters = state.is_filtered().then_some(&state.filters[..]);
        tree.pairs(&PairOptions { filters, limit, level, ..PairOptions::default() }, out)
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> u64 {
        let tree = self.tree.as_ref().map_or(0, BoxTree::bytes);
        (self.boxes.capacity() * size_of::<Aabb3>() + tree) as u64
    }

    /// The tree, brought up to date.
    fn renewed<M: Motion>(&mut self, state: &mut State) -> Result<&BoxTree<Aabb3>, BroadError> {
        let slots = state.frames.len();
        let is_new = self.tree.is_none() || self.moves != M::MOVES;
        let changed = state.changed.take(slots);
        let known = if is_new { 0 } else { self.boxes.len() };
        self.boxes.resize(slots, Aabb3::NOTHING);
        let state = &*state;
        let box_of = |slot: usize| match state.slots.at(slot as u32) {
            Some(_) => state.frames[slot].bounds::<M>(),
            None => Aabb3::NOTHING,
        };
        let (old, new) = self.boxes.split_at_mut(known);
        let fill = |(place, aabb): (usize, &mut Aabb3)| *aabb = box_of(known + place);
        new.par_iter_mut().enumerate().with_min_len(GRAIN).for_each(fill);
        for slot in changed.iter().map(|&slot| slot as usize) {
            if let Some(aabb) = old.get_mut(slot) {
                *aabb = box_of(slot);
            }
        }
        self.moves = M::MOVES;
        let is_known = known == slots && changed.is_empty();
        match self.tree.take() {
            Some(tree) if is_known => Ok(self.tree.insert(tree)),
            Some(mut tree) if tree.len() == slots => {
                tree.refit(&self.boxes)?;
                Ok(self.tree.insert(tree))
            }
            _ => Ok(self.tree.insert(BoxTree::build(&self.boxes)?)),
        }
    }
}

/// What the scene keeps between two calls.
#[derive(Default)]
pub(super) struct Found {
    pub broad: Broad,
    /// Memory for the candidates.
    pub pairs: Vec<Pair>,
    /// The candidates as they are tested; empty between two calls.
    pub list: Option<PairList>,
}

impl Found {
    /// Bytes on the CPU.
    pub fn bytes(&self) -> u64 {
        self.broad.bytes() + (self.pairs.capacity() * size_of::<Pair>()) as u64
    }
}
