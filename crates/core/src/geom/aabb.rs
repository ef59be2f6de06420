//! Axis-aligned boxes.

use glam::{Vec2, Vec3};

/// A closed axis-aligned box, `min <= max` in every coordinate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb3 {
    /// The corner with the smallest coordinates.
    pub min: Vec3,
    /// The corner with the largest coordinates.
    pub max: Vec3,
}

impl Aabb3 {
    /// True when the closed boxes share a point.
    pub fn meets(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }
}

/// A closed axis-aligned rectangle, `min <= max` in both coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb2 {
    /// The corner with the smallest coordinates.
    pub min: Vec2,
    /// The corner with the largest coordinates.
    pub max: Vec2,
}

impl Aabb2 {
    /// True when the closed boxes share a point.
    pub fn meets(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }
}
