//! Whether volumes lie within their parents.

use super::error::TreeError;
use super::tree::Tree;
use crate::geom::Frame3;
use glam::DVec3;

impl Tree {
    /// Checks that each volume lies within its parent: each of its corners, in the parent's own coordinates, is within the unit
    /// cube or simplex grown by `tolerance` on all sides. So the tolerance is a share of the parent's edges; `1e-6` allows for
    /// the rounding of each corner to `f32`. Computed in `f64`, some hundred nanoseconds a volume.
    pub fn check_nesting(&self, tolerance: f64) -> Result<(), TreeError> {
        for parent in self.nodes() {
            let frame = parent.frame();
            for child in parent.children() {
                let child = &self.nodes()[child as usize];
                let by = protrusion(&frame, &child.frame());
                // Not written the other way round: a number that is none is no excuse.
                let within = by <= tolerance;
                if !within {
                    return Err(TreeError::Outside { volume: child.volume(), parent: parent.volume(), by });
                }
            }
        }
        Ok(())
    }
}

/// How far a frame's corners lie outside of another, in the other's own coordinates; not above zero where none does.
fn protrusion(parent: &Frame3, child: &Frame3) -> f64 {
    protrusion_of(parent, &child.corners())
}

/// The same of points.
pub(super) fn protrusion_of(parent: &Frame3, points: &[DVec3]) -> f64 {
    let corners = parent.corners();
    let tetra = corners.len() == 4;
    let edge = |i: usize| corners[if tetra { 1 + i } else { 1 << i }] - corners[0];
    let edges = [edge(0), edge(1), edge(2)];
    let normals = [edges[1].cross(edges[2]), edges[2].cross(edges[0]), edges[0].cross(edges[1])];
    let volume = normals[0].dot(edges[0]);
    let outside = |corner: &DVec3| {
        let [x, y, z] = normals.map(|normal| normal.dot(*corner - corners[0]) / volume);
        let below = (-x).max(-y).max(-z);
        let above = if tetra { x + y + z } else { x.max(y).max(z) } - 1.0;
        below.max(above)
    };
    points.iter().map(outside).fold(f64::NEG_INFINITY, f64::max)
}
