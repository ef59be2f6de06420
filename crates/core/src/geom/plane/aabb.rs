//! Axis-aligned rectangles.

use super::super::aabb::{Aabb, sealed::Sealed};
use core::fmt;
use glam::Vec2;

/// A closed rectangle in the plane whose sides are parallel to the coordinate axes. 16 bytes.
///
/// `min <= max` holds in both coordinates. Rectangles of zero width are allowed.
///
/// # Examples
///
/// ```
/// use motzkin::{Aabb2, glam::Vec2};
///
/// let unit = Aabb2 { min: Vec2::ZERO, max: Vec2::ONE };
/// let far = Aabb2 { min: Vec2::splat(2.0), max: Vec2::splat(3.0) };
/// assert!(!unit.meets(&far));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb2 {
    /// The corner with the smallest coordinates.
    pub min: Vec2,
    /// The corner with the largest coordinates.
    pub max: Vec2,
}

impl Aabb2 {
    /// Returns true if the closed rectangles share a point.
    pub fn meets(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }
}

impl Sealed for Aabb2 {}

impl Aabb for Aabb2 {
    const AXES: usize = 2;
    const NOTHING: Self = Self { min: Vec2::INFINITY, max: Vec2::NEG_INFINITY };

    #[inline(always)]
    fn ends(&self, axis: usize) -> [f32; 2] {
        [self.min[axis], self.max[axis]]
    }
    #[inline(always)]
    fn meets(&self, other: &Self) -> bool {
        self.meets(other)
    }
    #[inline(always)]
    fn from_ends(mut ends: impl FnMut(usize) -> [f32; 2]) -> Self {
        let [x, y] = [ends(0), ends(1)];
        Self { min: Vec2::new(x[0], y[0]), max: Vec2::new(x[1], y[1]) }
    }
}

impl fmt::Display for Aabb2 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.min, self.max)
    }
}
