//! What a search is asked for, and what it answers.

use crate::geom::Aabb3;

/// Who is compared with whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// Every object with every other.
    #[default]
    All,
    /// One object with every other.
    One(u32),
}

/// What is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Find {
    /// All pairs of deepest volumes that collide.
    #[default]
    Volumes,
    /// The pairs of objects that collide: of each pair the search stops at the first collision, and
    /// only the objects are told. (The volumes are those of the roots.)
    Objects,
    /// The first entry of the list that [`Volumes`](Self::Volumes) would give.
    First,
}

/// How to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchOptions {
    /// Who is compared with whom.
    pub scope: Scope,
    /// What is looked for.
    pub find: Find,
    /// The deepest level that is looked at; 0 for the roots alone. Pairs of that level that meet
    /// and could be refined are listed as [approximate](Collision::exact).
    pub max_level: Option<u32>,
    /// The most pairs of volumes that are tested. A level that would need more is not begun: the
    /// pairs above it that meet are listed as approximate; where not even the roots can be tested,
    /// the pairs of objects whose boxes meet are.
    pub max_tests: Option<u64>,
    /// Find the smallest box of what each pair shares, too: some tens of microseconds each.
    pub boxes: bool,
}

impl SearchOptions {
    /// One object against all others.
    pub fn one(object: u32) -> Self {
        Self { scope: Scope::One(object), ..Self::default() }
    }

    /// The same looking for something else.
    pub fn finding(self, find: Find) -> Self {
        Self { find, ..self }
    }

    /// True with a limit of levels or tests.
    pub fn is_limited(&self) -> bool {
        self.max_level.is_some() || self.max_tests.is_some()
    }
}

/// Two volumes that collide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Collision {
    /// The numbers of the objects: the lesser first, or the one that is compared with all others.
    pub objects: [u32; 2],
    /// Where their volumes stand in [`Tree::nodes`](super::Tree::nodes) and
    /// [`Posed::frames`](super::Posed::frames).
    pub nodes: [u32; 2],
    /// The numbers of the volumes, as the trees were built from them.
    pub volumes: [u32; 2],
    /// True for deepest volumes, which do collide. False where a limit ended the search above them:
    /// of what is below these volumes some may collide, or none.
    pub exact: bool,
    /// The smallest box of what the two volumes share, where it was asked for and the search was
    /// not ended above the roots; rounded outward.
    pub aabb: Option<Aabb3>,
}

/// What a search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchStats {
    /// Pairs of objects whose boxes meet.
    pub candidates: usize,
    /// Pairs of volumes that were tested exactly, roots included.
    pub tests: u64,
}

/// The collisions, ordered by objects, then by the volumes' numbers: the same on every engine and
/// number of threads. Dereferences to a slice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Collisions {
    pub(super) list: Vec<Collision>,
    pub(super) stats: SearchStats,
}

impl Collisions {
    /// A list, which is put in order.
    pub(crate) fn new(mut list: Vec<Collision>, stats: SearchStats) -> Self {
        list.sort_unstable_by_key(|found| (found.objects, found.volumes));
        Self { list, stats }
    }

    /// What the search took: not the same on every engine. One that stops early takes less, a GPU
    /// goes down from pairs that it cannot decide.
    pub fn stats(&self) -> SearchStats {
        self.stats
    }

    /// True when no limit ended the search: every entry collides, and nothing that does is missing.
    pub fn is_exact(&self) -> bool {
        self.list.iter().all(|found| found.exact)
    }

    /// The entries alone.
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
