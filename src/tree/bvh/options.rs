//! The options of a search.

/// The pairs of objects that a search compares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// Every object with every other object.
    #[default]
    All,
    /// The object of this number with every other object.
    One(u32),
}

/// What a search looks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Find {
    /// All pairs of leaves that collide.
    #[default]
    Leaves,
    /// The pairs of objects that collide. The search of a pair of objects stops at its first
    /// collision. The nodes and frames of the answer are those of the roots.
    Objects,
    /// The first entry of the list that [`Leaves`](Self::Leaves) gives.
    First,
}

/// The options of [`CollisionService::search`](crate::CollisionService::search).
///
/// ```
/// use motzkin::{Find, SearchOptions};
///
/// // Which objects does object 3 collide with? Two levels below the roots are enough.
/// let objects = SearchOptions::one(3).finding(Find::Objects);
/// let options = SearchOptions { max_level: Some(2), ..objects };
/// assert!(options.is_limited());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchOptions {
    /// The pairs of objects that are compared.
    pub scope: Scope,
    /// What the search looks for.
    pub find: Find,
    /// The deepest level that is searched; 0 for the roots alone. Pairs on that level that meet and
    /// have children are listed as [approximate](super::Collision::exact), up to
    /// [`max_collisions`](Self::max_collisions).
    pub max_level: Option<u32>,
    /// The greatest number of node pairs that are tested. A level that needs more tests is not
    /// begun: the pairs above it that meet are listed as approximate. If not even the roots can be
    /// tested, then the pairs of objects whose boxes meet are listed as approximate. With a limit
    /// of either kind, a level below the roots of more than `2^26` pairs is not begun either. What
    /// is listed counts for [`max_collisions`](Self::max_collisions), too.
    pub max_tests: Option<u64>,
    /// The greatest number of collisions in an answer, approximate ones included; `None` for
    /// `2^24`. If there are more, the error is
    /// [`SearchFault::TooManyCollisions`](super::SearchFault::TooManyCollisions). Each takes 56
    /// bytes, and some 200 at most during the search. [`Find::First`] is never refused.
    pub max_collisions: Option<u64>,
    /// Whether to compute the smallest box of the points that the two frames share. Costs 2 to 4 µs
    /// for each collision, and some ten where long whole numbers must decide.
    pub boxes: bool,
}

impl SearchOptions {
    /// Returns the options of a search that compares one object with every other object.
    pub fn one(object: u32) -> Self {
        Self { scope: Scope::One(object), ..Self::default() }
    }

    /// Returns these options with another [`find`](Self::find).
    pub fn finding(self, find: Find) -> Self {
        Self { find, ..self }
    }

    /// Returns true if there is a limit of levels or of tests, with which an answer may be
    /// approximate.
    pub fn is_limited(&self) -> bool {
        self.max_level.is_some() || self.max_tests.is_some()
    }
}
