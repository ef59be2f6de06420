//! A node of a sphere tree.

use glam::DVec3;

/// A range of a mesh's sorted triangles, with its tight box and a sphere about the box's centre. 44
/// bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct SphereNode {
    /// The box's least coordinates.
    pub min: [f32; 3],
    /// The box's greatest coordinates.
    pub max: [f32; 3],
    /// About the box's centre, a sphere of this radius holds every triangle. Rounded up.
    pub radius: f32,
    /// First of its places in the order of triangles.
    pub first: u32,
    /// How many they are.
    pub count: u32,
    /// Index of its first child; 0 while there are none.
    pub(super) children: u32,
    /// How many children follow one another there.
    pub(super) family: u8,
    /// Steps from the root.
    pub level: u8,
}

/// Nodes of this many triangles are not opened.
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
        Self { min, max, radius, first, count, children: 0, family: 0, level }
    }

    /// True for nodes that never have children.
    pub fn is_leaf(&self) -> bool {
        self.count <= LEAF
    }

    /// True while its children exist.
    pub fn is_open(&self) -> bool {
        self.children != 0
    }

    /// The box's centre.
    #[inline(always)]
    pub fn centre(&self) -> DVec3 {
        DVec3::from_array(
            [0, 1, 2].map(|i| (f64::from(self.min[i]) + f64::from(self.max[i])) * 0.5),
        )
    }

    /// Half of the box's sides.
    #[inline(always)]
    pub fn half(&self) -> DVec3 {
        DVec3::from_array(
            [0, 1, 2].map(|i| (f64::from(self.max[i]) - f64::from(self.min[i])) * 0.5),
        )
    }

    /// Indices of its children.
    #[inline(always)]
    pub(super) fn kids(&self) -> core::ops::Range<u32> {
        self.children..self.children + u32::from(self.family)
    }
}
