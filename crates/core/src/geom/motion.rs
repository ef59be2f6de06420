//! When two moving shapes meet.

use crate::verdict::Verdict;

/// The part of `t` in `[0, 1]` during which the closed shapes of a moving pair share a point. It is
/// one interval, because convex shapes that move straight on meet once.
///
/// Rounded outward: `first` is the greatest `f32` that is not above the true first contact, `last`
/// the least that is not below the true last one. So it contains the true interval, and each end is
/// off by less than `6e-8`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactInterval {
    /// The first contact; 0 for shapes that meet from the start.
    pub first: f32,
    /// The last contact; 1 for shapes that still meet at the end.
    pub last: f32,
}

/// What a moving pair does while `t` runs over the closed interval `[0, 1]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passage {
    /// Overlapping where the interiors share a point at some `t`, touching where only the closed
    /// shapes do.
    pub verdict: Verdict,
    /// When they meet; `None` for separate ones.
    pub interval: Option<ContactInterval>,
}

/// A [`Passage`] whose interval is computed in `f32` with a band.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundedPassage {
    /// Exact.
    pub verdict: Verdict,
    /// Contains the true interval; `None` for separate ones.
    pub interval: Option<ContactInterval>,
    /// How far each end may lie outside the true one: in space mostly some `1e-4` of the pair's
    /// size over the speed at which the two pass each other along the axis that bounds the end, in
    /// the plane some `2e-5`.
    pub slack: f32,
}
