//! Axis-aligned boxes.

use core::fmt;
use glam::Vec3;

/// A closed box in space whose faces are parallel to the coordinate planes. 24 bytes.
///
/// `min <= max` holds in every coordinate. Boxes of zero thickness are allowed: two touching frames
/// have a flat box in common.
///
/// # Examples
///
/// ```
/// use motzkin::{Aabb3, glam::Vec3};
///
/// let unit = Aabb3 { min: Vec3::ZERO, max: Vec3::ONE };
/// let next = Aabb3 { min: Vec3::X, max: Vec3::X * 2.0 };
/// assert!(unit.meets(&next));
/// assert_eq!(unit.to_string(), "[0, 0, 0] to [1, 1, 1]");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb3 {
    /// The corner with the smallest coordinates.
    pub min: Vec3,
    /// The corner with the largest coordinates.
    pub max: Vec3,
}

impl Aabb3 {
    /// Returns true if the closed boxes share a point.
    pub fn meets(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }
}

impl fmt::Display for Aabb3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.min, self.max)
    }
}
