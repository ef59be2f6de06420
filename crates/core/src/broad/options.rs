//! What is asked of a search for pairs.

use crate::geom::Filter;
use crate::kernel::SimdLevel;

/// Which pairs a search lists, and how.
///
/// # Examples
///
/// ```
/// use motzkin::broad::PairOptions;
///
/// let options = PairOptions { limit: 1_000_000, ..PairOptions::default() };
/// assert!(options.filters.is_none());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PairOptions<'a> {
    /// One filter for each box of the tree, in the order of the boxes. None: every pair is listed.
    pub filters: Option<&'a [Filter]>,
    /// One filter for each box of the other tree of
    /// [`pairs_between`](super::BoxTree::pairs_between).
    pub other_filters: Option<&'a [Filter]>,
    /// The largest number of pairs that may be listed. The default is as many as there are.
    pub limit: usize,
    /// The instructions that boxes are compared with. The default is the best there are. Every
    /// level gives the same list.
    pub level: SimdLevel,
}

impl Default for PairOptions<'_> {
    fn default() -> Self {
        Self { filters: None, other_filters: None, limit: usize::MAX, level: SimdLevel::best() }
    }
}
