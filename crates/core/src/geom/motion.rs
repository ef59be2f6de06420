//! The results of moving pairs.

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
