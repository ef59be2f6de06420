//! What a search finds.

use crate::geom::Aabb3;

/// Two leaves that collide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Collision {
    /// The numbers of the objects. The lesser number comes first; in the scope of one object, that
    /// object comes first.
    pub objects: [u32; 2],
    /// The indices of the nodes in [`Bvh::nodes`](super::Bvh::nodes) and in
    /// [`PosedBvh::frames`](super::PosedBvh::frames).
    pub nodes: [u32; 2],
    /// The numbers of the frames in the lists that the hierarchies were built from.
    pub frames: [u32; 2],
    /// True for two leaves, which do collide. False if a limit ended the search above the leaves.
    /// Then the nodes meet, and of the leaves below them some may collide or none. Of roots that
    /// were not tested only the boxes meet.
    pub exact: bool,
    /// The smallest box of the points that the two frames share, rounded outward.
    ///
    /// `None` if [`SearchOptions::boxes`](super::SearchOptions::boxes) was not set, and for roots
    /// that were not tested and do not meet.
    pub aabb: Option<Aabb3>,
}

/// The work that a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchStats {
    /// The number of pairs of objects that are compared and whose boxes meet.
    pub candidates: usize,
    /// The number of pairs of frames that were tested exactly, roots included.
    pub tests: u64,
}

/// The collisions that a search found, ordered by objects, then by frames.
///
/// The list is the same on every engine and for every number of threads. It dereferences to a
/// slice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Collisions {
    pub(super) list: Vec<Collision>,
    pub(super) stats: SearchStats,
}

impl Collisions {
    /// Sorts a list of collisions.
    pub(crate) fn new(mut list: Vec<Collision>, stats: SearchStats) -> Self {
        list.sort_unstable_by_key(|found| (found.objects, found.frames));
        Self { list, stats }
    }

    /// Returns the work that the search did.
    ///
    /// The numbers differ between engines: an engine that stops early does less, and a GPU
    /// continues below pairs that it cannot decide.
    pub fn stats(&self) -> SearchStats {
        self.stats
    }

    /// Returns true if every entry is exact. Then no limit ended the search, and no collision is
    /// missing where each posed node lies within its parent
    /// ([What the search finds](super#what-the-search-finds)). With
    /// [`Find::First`](super::Find::First) it tells only that the one entry collides.
    pub fn is_exact(&self) -> bool {
        self.list.iter().all(|found| found.exact)
    }

    /// Returns the list itself.
    pub fn into_vec(self) -> Vec<Collision> {
        self.list
    }
}

impl std::ops::Deref for Collisions {
    type Target = [Collision];
    fn deref(&self) -> &[Collision] {
        &self.list
    }
}

impl<'a> IntoIterator for &'a Collisions {
    type Item = &'a Collision;
    type IntoIter = std::slice::Iter<'a, Collision>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
