//! A node of a sphere tree.

use super::ends::Ends;
use glam::{DVec3, Vec3A};

/// A node of a [`SphereTree`](super::SphereTree): 44 bytes.
///
/// A node is a range of the sorted triangles of its mesh, with the tight box of the range and a
/// sphere about the centre of the box.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct SphereNode {
    /// The least coordinates of the box.
    pub min: [f32; 3],
    /// The greatest coordinates of the box.
    pub max: [f32; 3],
    /// The radius of a sphere about the centre of the box that holds every triangle, rounded up.
    pub radius: f32,
    /// The place of the first triangle in the order of triangles. In a large mesh, a node of
    /// several runs of triangles has the place of its first run in the order of runs.
    pub first: u32,
    /// The number of triangles.
    pub count: u32,
    /// The index of the first child; 0 while there are no children.
    pub(super) children: u32,
    /// The number of children.
    pub(super) family: u8,
    /// The level; 0 for the root.
    pub level: u8,
    /// The node is a range of runs of triangles.
    pub(super) is_coarse: bool,
}

/// The greatest number of triangles of a leaf.
pub const LEAF: u32 = 4;

impl SphereNode {
    pub(super) fn new(
        min: [f32; 3],
        max: [f32; 3],
        radius: f32,
        first: u32,
        count: u32,
        level: u8,
    ) -> Self {
        Self { min, max, radius, first, count, children: 0, family: 0, level, is_coarse: false }
    }

    /// Returns true if the node never has children.
    pub fn is_leaf(&self) -> bool {
        // A leaf is a range of triangles: a node of a few short runs is opened into leaves.
        self.count <= LEAF && !self.is_coarse
    }

    /// Returns true while the children of the node exist.
    pub fn is_open(&self) -> bool {
        self.children != 0
    }

    /// Returns the centre of the box.
    #[inline(always)]
    pub fn centre(&self) -> DVec3 {
        // Without arrays that are mapped: they cost calls where a crate is compiled in many units.
        let along = |i: usize| (f64::from(self.min[i]) + f64::from(self.max[i])) * 0.5;
        DVec3::new(along(0), along(1), along(2))
    }

    /// Returns half of the extents of the box.
    #[inline(always)]
    pub fn half(&self) -> DVec3 {
        let along = |i: usize| (f64::from(self.max[i]) - f64::from(self.min[i])) * 0.5;
        DVec3::new(along(0), along(1), along(2))
    }

    /// Returns true if the box holds all corners of a triangle.
    #[inline(always)]
    pub(super) fn holds(&self, corners: &[[f32; 3]; 3]) -> bool {
        let Ends { low, high } = Ends::of(*corners);
        (Vec3A::from(self.min).cmple(low) & high.cmple(Vec3A::from(self.max))).all()
    }

    /// Returns the indices of the children.
    #[inline(always)]
    pub(super) fn kids(&self) -> core::ops::Range<u32> {
        self.children..self.children + u32::from(self.family)
    }
}
