//! What a query computes beside the verdicts.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign};

/// A set of values to compute beside the verdicts: `Wanted::DEPTH | Wanted::WITNESS`.
///
/// A value that is not in the set costs nothing. A value that no pair of the query's kind can have
/// is refused ([`BatchError::Unanswerable`](crate::BatchError::Unanswerable)):
///
/// | value | frames at rest | moving frames | polytopes at rest | moving polytopes |
/// |---|---|---|---|---|
/// | [`DEPTH`](Self::DEPTH), [`GAP`](Self::GAP) | yes | - | - | - |
/// | [`WITNESS`](Self::WITNESS) | yes | yes | yes | yes |
/// | [`BOX`](Self::BOX) | yes | yes | - | - |
/// | [`INTERVAL`](Self::INTERVAL) | - | yes | - | yes |
/// | [`DISTANCE`](Self::DISTANCE) | yes | - | yes | - |
/// | [`SUBSET`](Self::SUBSET) | - | - | yes | - |
///
/// Distances need the feature `polytopes`.
///
/// ```
/// use motzkin::Wanted;
///
/// let wanted = Wanted::DEPTH | Wanted::WITNESS;
/// assert!(wanted.contains(Wanted::DEPTH) && !wanted.contains(Wanted::BOX));
/// assert_eq!(wanted.to_string(), "depth, witness");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wanted(u8);

impl Wanted {
    /// Verdicts alone.
    pub const NOTHING: Self = Self(0);
    /// The axis and the penetration depth of resting pairs that meet.
    pub const DEPTH: Self = Self(1);
    /// The axis and the gap of resting pairs that are separate.
    pub const GAP: Self = Self(2);
    /// A common point of pairs that meet; of moving pairs, at the first contact.
    pub const WITNESS: Self = Self(4);
    /// The smallest box that holds all common points of pairs that meet.
    pub const BOX: Self = Self(8);
    /// The first and the last contact of moving pairs that meet.
    pub const INTERVAL: Self = Self(16);
    /// The Euclidean distance of separate resting shapes, with the nearest points.
    pub const DISTANCE: Self = Self(32);
    /// Whether the first polytope is a subset of the second.
    pub const SUBSET: Self = Self(64);

    /// The values and their names.
    const NAMES: [(Self, &'static str); 7] = [
        (Self::DEPTH, "depth"),
        (Self::GAP, "gap"),
        (Self::WITNESS, "witness"),
        (Self::BOX, "box"),
        (Self::INTERVAL, "interval"),
        (Self::DISTANCE, "distance"),
        (Self::SUBSET, "subset"),
    ];

    /// Returns true when every value of `other` is in this set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns true when some value of `other` is in this set.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the values that are in either set. `|` does the same, but not in a constant.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the values of this set that are not in `other`.
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the values that a pair can have which meets, or which is separate.
    pub(crate) const fn of_pair(self, meets: bool) -> Self {
        let separate = Self::GAP.0 | Self::DISTANCE.0;
        let both = Self::SUBSET.0;
        Self(self.0 & (both | if meets { !separate } else { separate }))
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Self::NAMES.iter().filter(|(value, _)| self.contains(*value));
        let mut separator = "";
        for (_, name) in names {
            write!(f, "{separator}{name}")?;
            separator = ", ";
        }
        if separator.is_empty() { f.write_str("nothing") } else { Ok(()) }
    }
}

impl BitOr for Wanted {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl BitOrAssign for Wanted {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAnd for Wanted {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}
