//! What can be asked for beside the verdicts.

/// A set of outputs to compute beside the verdicts: `Wanted::DEPTH | Wanted::WITNESS`. What is not
/// in it costs nothing, and neither does what pairs of a kind do not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wanted(u8);

impl Wanted {
    /// Verdicts alone.
    pub const NOTHING: Self = Self(0);
    /// The axis and depth of resting pairs that meet.
    pub const DEPTH: Self = Self(1);
    /// The axis and gap of separate resting pairs.
    pub const GAP: Self = Self(2);
    /// A common point of pairs that meet.
    pub const WITNESS: Self = Self(4);
    /// The smallest box of all common points of pairs that meet.
    pub const BOX: Self = Self(8);
    /// The first and the last contact of moving pairs that meet.
    pub const INTERVAL: Self = Self(16);

    /// True when everything in `other` is in this set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The part of it that a resting pair has which meets, or does not.
    pub const fn of_resting(self, meets: bool) -> Self {
        let meeting = Self::DEPTH.0 | Self::WITNESS.0 | Self::BOX.0;
        Self(self.0 & if meets { meeting } else { Self::GAP.0 })
    }

    /// The part of it that a moving pair has which meets, or does not.
    pub const fn of_moving(self, meets: bool) -> Self {
        let meeting = Self::INTERVAL.0 | Self::WITNESS.0 | Self::BOX.0;
        Self(self.0 & if meets { meeting } else { 0 })
    }
}

impl std::ops::BitOr for Wanted {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for Wanted {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}
