//! What a tree is built from and asked for.

use super::error::BroadError;
use super::options::PairOptions;
use super::tree::BoxTree;
use super::tree_box::TreeBox;
use crate::geom::Pair;

impl<B: TreeBox> BoxTree<B> {
    /// Builds a tree over boxes of one world.
    ///
    /// # Errors
    ///
    /// Returns [`BroadError::Invalid`] for the first box that is not valid, and
    /// [`BroadError::TooManyBoxes`].
    pub fn build(boxes: &[B]) -> Result<Self, BroadError> {
        B::build(boxes, &[0])
    }

    /// Builds a tree over boxes of several worlds. World `w` has the boxes from `starts[w]` to the
    /// start of the next world, or to the end. Takes four more bytes a box.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`build`](Self::build), and [`BroadError::Worlds`] for starts that do
    /// not ascend from 0.
    pub fn build_worlds(boxes: &[B], starts: &[u32]) -> Result<Self, BroadError> {
        B::build(boxes, starts)
    }

    /// Replaces the boxes by as many others, of the same worlds. Sorts them anew if they have left
    /// their old order too far.
    ///
    /// Costs a quarter of a new tree. The answers of the tree do not depend on its order, but for
    /// the order in which [`visit`](Self::visit) shows boxes. A [`PairCache`](super::PairCache)
    /// takes less where few boxes have changed.
    ///
    /// # Errors
    ///
    /// Returns [`BroadError::Length`] for another number of boxes, and [`BroadError::Invalid`]. The
    /// tree stays as it was.
    pub fn refit(&mut self, boxes: &[B]) -> Result<(), BroadError> {
        B::refit(self, boxes)
    }

    /// Lists the pairs whose boxes meet: `a < b`, in ascending order `(a, b)`. The list replaces
    /// what `out` held, and is the same on every number of threads.
    ///
    /// Runs on the threads of the current rayon pool.
    ///
    /// # Errors
    ///
    /// Returns [`BroadError::Length`] for filters of another number, and
    /// [`BroadError::TooManyPairs`], with the exact number of pairs, if there are more than the
    /// limit. Then `out` is empty, and no more pairs than the limit, and some thousands a thread,
    /// were in memory at any time.
    pub fn pairs(&self, options: &PairOptions<'_>, out: &mut Vec<Pair>) -> Result<(), BroadError> {
        B::pairs(self, options, out)
    }

    /// Lists the pairs of a box `a` of this tree and a box `b` of another one that meet, in
    /// ascending order `(a, b)`. The list replaces what `out` held. World `w` of one tree is
    /// searched against world `w` of the other.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`pairs`](Self::pairs), and [`BroadError::WorldCount`] if the trees
    /// have different numbers of worlds.
    pub fn pairs_between(
        &self,
        other: &Self,
        options: &PairOptions<'_>,
        out: &mut Vec<Pair>,
    ) -> Result<(), BroadError> {
        B::pairs_between(self, other, options, out)
    }
}
