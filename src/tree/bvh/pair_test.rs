//! What the search needs of an engine.

use super::error::SearchFault;
use super::world::BvhWorld;
use crate::geom::Pair;
use crate::kernel::{SimdLevel, Source};

/// Tests pairs of frames for the search.
pub trait PairTest: Sync {
    /// Returns the instruction set that bounds are compared with. The answer does not depend on it.
    fn level(&self) -> SimdLevel;

    /// Returns true if the search has to stay on the calling thread.
    fn is_single_threaded(&self) -> bool {
        false
    }

    /// Writes for each pair whether the closed frames share a point. The answer is exact.
    ///
    /// Replaces the content of `meet`.
    ///
    /// # Errors
    ///
    /// Returns [`SearchFault::Pair`] for a pair that cannot be tested.
    fn meet(&self, pairs: Source<'_>, meet: &mut Vec<bool>) -> Result<(), SearchFault>;

    /// Writes for each pair of objects whether their roots meet, as [`meet`](Self::meet) does.
    ///
    /// # Errors
    ///
    /// Returns [`SearchFault::NoSuchObject`] for a pair of which one is missing, and the errors of
    /// [`meet`](Self::meet).
    fn meet_roots(
        &self,
        world: &BvhWorld,
        objects: &[Pair],
        meet: &mut Vec<bool>,
    ) -> Result<(), SearchFault> {
        let pairs = world.places_of(objects)?;
        self.meet(Source::Indexed { frames: world.roots(), pairs: &pairs }, meet)
    }
}
