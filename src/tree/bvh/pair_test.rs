//! What the search needs of an engine.

use super::error::SearchFault;
use crate::geom::Frame3;
use crate::kernel::SimdLevel;

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
    fn meet(&self, pairs: &[(&Frame3, &Frame3)], meet: &mut Vec<bool>) -> Result<(), SearchFault>;
}
