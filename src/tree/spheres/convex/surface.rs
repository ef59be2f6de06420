//! A placed mesh, as convex shapes are compared with it: in the coordinates of the mesh.

use super::super::descent::Side;
use super::super::node::SphereNode;
use super::super::relative::{rigid, slack};
use crate::geom::Placed;
use glam::{DMat3, DVec3};

/// Error of a coordinate of a shape as seen from a pose, in units of the largest coordinate plus
/// the largest translation. A corner has seven roundings of the magnitudes that it sums. The
/// difference from the translation has one, and the products and sums of a row of magnitudes that
/// sum to `sqrt(3)` have three times as many: below `30` roundings. The rest is to spare.
pub const SEEN: f64 = 64.0 / 9_007_199_254_740_992.0;

/// A mesh with triangles in its pose, and what every shape that is compared with it needs.
pub struct Surface<'a> {
    pub side: Side<'a>,
    pub root: &'a SphereNode,
    /// A bound of the magnitudes of placed coordinates.
    pub extent: f64,
    /// From the world to the coordinates of the mesh: the translation taken off, then turned and
    /// scaled back.
    back: DMat3,
    at: DVec3,
    scale: f64,
}

impl<'a> Surface<'a> {
    /// Returns `None` for a mesh without triangles. `extent` bounds the magnitudes of its placed
    /// coordinates.
    pub fn new(side: Side<'a>, extent: f64) -> Option<Self> {
        let (root, scale) = (side.tree.root()?, side.pose.scale());
        let (turn, at) = rigid(side.pose);
        let back = turn.transpose() * scale.recip();
        Some(Self { side, root, extent, back, at, scale })
    }

    /// Returns the place of a point.
    #[inline(always)]
    pub fn place(&self, point: DVec3) -> DVec3 {
        self.back * (point - self.at)
    }

    /// Returns a vector as the mesh has it.
    #[inline(always)]
    pub fn turn(&self, vector: DVec3) -> DVec3 {
        self.back * vector
    }

    /// Returns the scale of the mesh.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// Returns how far a coordinate of a placed triangle and one of a shape may be off, in lengths
    /// of the mesh. `size` bounds the terms of the coordinates of the shape.
    #[inline(always)]
    pub fn error(&self, size: f64) -> f64 {
        (slack(self.extent) + SEEN * (size + self.extent)) / self.scale
    }

    /// Returns false only if no point of a polytope is a point of a placed triangle.
    ///
    /// All of the polytope lies within a cube: `spread` bounds the coordinates as seen from the
    /// centre. A sphere round that cube is compared with the box of the mesh.
    #[inline(always)]
    pub fn may_reach(&self, shape: &Placed) -> bool {
        /// Above the square root of 3.
        const DIAGONAL: f64 = 1.732_050_9;
        let centre = self.place(DVec3::from_array(shape.centre));
        let apart = (centre - self.root.centre()).abs() - self.root.half();
        let reach = shape.spread * DIAGONAL / self.scale + self.error(shape.size);
        apart.max_element() <= reach
    }
}
