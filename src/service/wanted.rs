//! What can be asked for beside the verdicts, and how it is answered.

use super::batch::Verdicts;
use super::dimension::Frame;
use crate::exact::Separation;
use crate::geom::{ContactInterval, Frame3};
use crate::verdict::Verdict;

/// A set of outputs to compute beside the verdicts: `Wanted::DEPTH | Wanted::WITNESS`. What is not in it
/// costs nothing, and neither does what pairs of a kind do not have.
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

    /// The part of it that a resting pair of this verdict has.
    pub(super) const fn of_resting(self, verdict: Verdict) -> Self {
        let meeting = Self::DEPTH.0 | Self::WITNESS.0 | Self::BOX.0;
        Self(self.0 & if verdict.meets() { meeting } else { Self::GAP.0 })
    }

    /// The part of it that a moving pair of this verdict has.
    pub(super) const fn of_moving(self, verdict: Verdict) -> Self {
        let meeting = Self::INTERVAL.0 | Self::WITNESS.0 | Self::BOX.0;
        Self(self.0 & if verdict.meets() { meeting } else { 0 })
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

/// What was wanted of one pair, as far as a pair of its verdict has it.
///
/// `F` says of which dimension the frames are: [`Frame3`] or [`Frame2`](crate::Frame2).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Detail<F: Frame = Frame3> {
    /// Number of the pair in its batch.
    pub pair: u32,
    /// The exact verdict; of a moving pair, over all `t`.
    pub verdict: Verdict,
    /// The first and the last contact, rounded outward to `f32` once. Moving pairs only.
    pub interval: Option<ContactInterval>,
    /// The best axis, and the depth or gap along it. Resting pairs only.
    pub separation: Option<Separation<F::Vector>>,
    /// A common point, in `f64`: an exact one, each coordinate rounded once. Of a moving pair, at the
    /// first contact.
    pub witness: Option<F::Vector>,
    /// The smallest box of all common points, each face rounded outward to `f32` once. Of a moving pair, over
    /// all `t`.
    pub aabb: Option<F::Aabb>,
}

impl<F: Frame> Detail<F> {
    pub(super) const fn new(pair: u32, verdict: Verdict) -> Self {
        Self { pair, verdict, interval: None, separation: None, witness: None, aabb: None }
    }
}

/// The verdicts of a batch, and the details of the pairs that have any.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Details<F: Frame = Frame3> {
    /// The exact verdicts, one a pair.
    pub verdicts: Verdicts,
    /// In the order of the pairs: those that meet, where anything of such pairs was wanted, and those that
    /// are separate, where gaps were. A pair that is not here costs no memory here.
    pub details: Vec<Detail<F>>,
}

impl<F: Frame> Details<F> {
    /// The boxes, one a pair.
    pub(super) fn boxes(self) -> Vec<Option<F::Aabb>> {
        let mut boxes = vec![None; self.verdicts.len()];
        for detail in self.details {
            boxes[detail.pair as usize] = detail.aabb;
        }
        boxes
    }
}
