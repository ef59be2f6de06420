//! What is kept of a pair from frame to frame.

use crate::geom::Pose;
use crate::tree::spheres::relative::motion;
use glam::DVec3;

/// What a pair was found to be, and where.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    /// Triangles that met.
    pub witness: Option<[u32; 2]>,
    /// How far apart they were at least, under these poses.
    pub gap: f64,
    pub poses: [Pose; 2],
    /// The last frame that asked.
    pub frame: u32,
}

impl Memory {
    /// True when the objects, whose root spheres are given, cannot have covered the gap between
    /// them since.
    pub fn still_apart(&self, poses: [&Pose; 2], spheres: [(DVec3, f64); 2], slack: f64) -> bool {
        let moved = |i: usize| motion(&self.poses[i], poses[i], spheres[i].0, spheres[i].1);
        self.gap > slack && moved(0) + moved(1) + slack < self.gap
    }
}
