//! A hierarchy in a pose, of which nothing is posed until it is reached.

use super::ends::Ends;
use super::tree::Bvh;
use crate::geom::{Aabb3, Frame3, Pose};
use glam::DVec3;
use std::ops::Range;

/// Error of a posed coordinate, in units of the largest. The numbers of a posed frame are rounded
/// once, and a corner is the sum of few of them: less than eight units of `2^-24`.
const ROUNDED: f64 = 1.0 / 2_097_152.0;

/// The least number that is added to it, where numbers are too small for `f32`.
const SMALLEST: f64 = 1e-44;

/// A hierarchy in a pose in which all of its nodes are valid.
///
/// The leaves decide, posed as by [`Frame3::posed`]. The boxes contain the posed leaves below a
/// node, whatever the frames between are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed<'a> {
    tree: &'a Bvh,
    boxes: &'a [Aabb3],
    pose: &'a Pose,
    /// A bound of the magnitude of the coordinates of all leaves. Not finite where boxes say
    /// nothing.
    size: f64,
}

impl<'a> Placed<'a> {
    pub fn new(tree: &'a Bvh, pose: &'a Pose) -> Self {
        let boxes = tree.leaf_boxes();
        let largest = boxes[0].min.abs().max(boxes[0].max.abs()).as_dvec3();
        let row = |[a, b, c, shift]: [f64; 4]| {
            a.abs() * largest.x + b.abs() * largest.y + c.abs() * largest.z + shift.abs()
        };
        let size = match largest.is_finite() {
            true => pose.rows().map(row).into_iter().fold(0.0, f64::max),
            false => f64::INFINITY,
        };
        Self { tree, boxes, pose, size }
    }

    /// Returns a box round the posed leaves below a node.
    pub fn ends(&self, node: u32) -> Ends {
        if self.size == f64::INFINITY {
            return Ends::ALL;
        }
        let Aabb3 { min, max } = self.boxes[node as usize];
        let (low, high) = (min.as_dvec3(), max.as_dvec3());
        let (centre, half) = ((low + high) * 0.5, (high - low) * 0.5);
        let slack = self.size * ROUNDED + SMALLEST;
        let along = |[a, b, c, shift]: [f64; 4]| {
            let row = DVec3::new(a, b, c);
            (row.dot(centre) + shift, row.abs().dot(half) + slack)
        };
        let [x, y, z] = self.pose.rows().map(along);
        let (at, reach) = (DVec3::new(x.0, y.0, z.0), DVec3::new(x.1, y.1, z.1));
        Ends { low: at - reach, high: at + reach }
    }

    /// Returns the children of a node: none of a leaf.
    pub fn children(&self, node: u32) -> Range<u32> {
        self.tree.nodes()[node as usize].children()
    }

    /// Returns a posed leaf.
    pub fn frame(&self, node: u32) -> Frame3 {
        self.tree.nodes()[node as usize].frame().posed_unchecked(self.pose)
    }
}
