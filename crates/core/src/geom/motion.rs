//! The results of moving pairs.

use crate::verdict::Verdict;
use core::fmt;

/// The part of `t` in `[0, 1]` during which the closed shapes of a moving pair share a point. 8
/// bytes.
///
/// It is one interval, because two convex shapes that move straight on meet once.
///
/// An exact interval is rounded outward once: `first` is the greatest `f32` that is not above the
/// true first contact, and `last` is the least `f32` that is not below the true last contact. It
/// contains the true interval, and each end is off by less than `6e-8`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactInterval {
    /// The first contact, in units of `t`. It is 0 for shapes that meet at the start.
    pub first: f32,
    /// The last contact, in units of `t`. It is 1 for shapes that meet at the end.
    pub last: f32,
}

impl fmt::Display for ContactInterval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", self.first, self.last)
    }
}

/// The exact result of a moving pair while `t` runs over the closed interval `[0, 1]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passage {
    /// The exact verdict. It is *overlapping* if the interiors share a point at some `t`, and
    /// *touching* if only the closed shapes do.
    pub verdict: Verdict,
    /// When the shapes meet, rounded outward once. `None` for separate shapes.
    pub interval: Option<ContactInterval>,
}

impl fmt::Display for Passage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.verdict)?;
        self.interval.map_or(Ok(()), |interval| write!(f, " during {interval}"))
    }
}

/// The result of a moving pair with an exact verdict and an interval that was computed in `f32`
/// with an error bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundedPassage {
    /// The exact verdict, as in [`Passage`].
    pub verdict: Verdict,
    /// An interval that contains the true one. `None` for separate shapes.
    pub interval: Option<ContactInterval>,
    /// How far each end may lie outside the true end, in units of `t`.
    ///
    /// Divide the size of the pair by the speed of the shapes along the axis that bounds the end.
    /// The slack is mostly some `1e-4` of that quotient in space, and some `2e-5` in the plane.
    pub slack: f32,
}

impl fmt::Display for BoundedPassage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.verdict)?;
        let slack = self.slack;
        self.interval.map_or(Ok(()), |interval| write!(f, " during {interval} within {slack}"))
    }
}
