//! Axis-aligned boxes.

use core::fmt::{self, Debug};
use glam::Vec3;

/// A closed box whose faces are parallel to the coordinate planes: [`Aabb3`] or
/// [`Aabb2`](super::Aabb2). Nothing else implements it.
///
/// Boxes that contain shapes serve broad phases: shapes whose boxes share no point share none.
pub trait Aabb: Copy + Debug + PartialEq + Send + Sync + sealed::Sealed {
    /// How many coordinates a point has.
    const AXES: usize;

    /// The box without a point: it begins at infinity and ends at minus infinity. It meets no box
    /// that has a finite end.
    const NOTHING: Self;

    /// Returns the lower and the upper end on an axis.
    fn ends(&self, axis: usize) -> [f32; 2];

    /// Creates a box from its lower and upper end on each axis.
    fn from_ends(ends: impl FnMut(usize) -> [f32; 2]) -> Self;

    /// Returns true if the closed boxes share a point.
    fn meets(&self, other: &Self) -> bool;

    /// Returns a box that contains every point at most `margin` away from this one, rounded
    /// outward. A margin of zero changes nothing.
    fn grown(&self, margin: f32) -> Self {
        if margin == 0.0 || *self == Self::NOTHING {
            return *self;
        }
        Self::from_ends(|axis| {
            let [low, high] = self.ends(axis);
            [(low - margin).next_down(), (high + margin).next_up()]
        })
    }

    /// Returns the box with every end brought into the range of finite `f32`.
    ///
    /// Two boxes that meet still do, because their ends keep their order. A box that was rounded
    /// outward may end at infinity; a [`BoxTree`](crate::broad::BoxTree) takes finite ends only.
    fn clamped(&self) -> Self {
        if *self == Self::NOTHING {
            return *self;
        }
        Self::from_ends(|axis| {
            let [low, high] = self.ends(axis);
            [low.clamp(f32::MIN, f32::MAX), high.clamp(f32::MIN, f32::MAX)]
        })
    }
}

pub(super) mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Aabb3 {}
}

impl Aabb for Aabb3 {
    const AXES: usize = 3;
    const NOTHING: Self = Self { min: Vec3::INFINITY, max: Vec3::NEG_INFINITY };

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
        let [x, y, z] = [ends(0), ends(1), ends(2)];
        Self { min: Vec3::new(x[0], y[0], z[0]), max: Vec3::new(x[1], y[1], z[1]) }
    }
}

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
