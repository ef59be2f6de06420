//! What is kept of a pair from step to step.

use crate::geom::Pose;
use crate::tree::spheres::relative::motion;
use crate::tree::spheres::verdict::MeshVerdict;
use glam::DVec3;

/// The last finding of a pair, and the poses at that time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    /// Triangles that met.
    pub witness: Option<[u32; 2]>,
    /// The verdict, if no surfaces met: what solids hold stays what it is while the surfaces stay
    /// apart.
    pub apart: MeshVerdict,
    /// A lower bound of the distance of the surfaces in these poses.
    pub gap: f64,
    pub poses: [Pose; 2],
    /// The last step that used the finding.
    pub step: u32,
    /// The step of the search.
    pub searched: u32,
    /// Which objects they were.
    pub births: [u64; 2],
}

impl Memory {
    /// Returns true if the objects cannot have covered the gap between them since. `spheres` are
    /// their root spheres.
    ///
    /// Then nothing has gone into a solid or come out of it either. Let every point go straight from
    /// where it was to where it is: no point goes further than the object moved, so the surfaces
    /// never meet on the way, and the winding number about a point cannot change.
    pub fn still_apart(&self, poses: [&Pose; 2], spheres: [(DVec3, f64); 2], slack: f64) -> bool {
        let moved = |i: usize| motion(&self.poses[i], poses[i], spheres[i].0, spheres[i].1);
        self.gap > slack && moved(0) + moved(1) + slack < self.gap
    }
}
