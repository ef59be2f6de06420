//! Whether volumes lie within their parents.

use super::error::TreeError;
use super::tree::Tree;
use crate::geom::{Frame3, ShapeKind};
use glam::DVec3;

impl Tree {
    /// Checks that each volume lies within its parent: each of its corners, in the parent's own
    /// coordinates, is within the unit cube or simplex grown by `tolerance` on all sides. So the
    /// tolerance is a share of the parent's edges.
    ///
    /// A corner that was rounded to `f32` has moved by up to 6e-8 of its distance from the
    /// coordinates' origin on each axis: as long as that distance is some edges and the parent is
    /// not flat, `1e-6` allows for it, and farther away it takes more in proportion. Computed in
    /// `f64`, some hundred nanoseconds a volume: the error is some 1e-15 of the coordinate for a
    /// cube, and for a flat or skew parent as many times more as the box of its edges' lengths has
    /// its volume.
    pub fn check_nesting(&self, tolerance: f64) -> Result<(), TreeError> {
        for parent in self.nodes() {
            let frame = parent.frame();
            for child in parent.children() {
                let child = &self.nodes()[child as usize];
                let by = protrusion(&frame, &child.frame());
                // Not written the other way round: a number that is none is no excuse.
                let within = by <= tolerance;
                if !within {
                    return Err(TreeError::Outside {
                        volume: child.volume(),
                        parent: parent.volume(),
                        by,
                    });
                }
            }
        }
        Ok(())
    }
}

/// How far a frame's corners lie outside of another, in the other's own coordinates; not above zero
/// where none does.
fn protrusion(parent: &Frame3, child: &Frame3) -> f64 {
    // From the parent's origin, so that edges that are next to nothing beside its coordinates are
    // not lost.
    let (from, [u, v, w]) = (origin(child) - origin(parent), edges(child));
    if matches!(child.kind(), Ok(ShapeKind::Cuboid)) {
        let corners = [0, 1, 2, 3, 4, 5, 6, 7].map(|bits: u32| {
            let pick = |bit: u32| f64::from(bits >> bit & 1);
            from + u * pick(0) + v * pick(1) + w * pick(2)
        });
        protrusion_of(parent, corners)
    } else {
        protrusion_of(parent, [from, from + u, from + v, from + w])
    }
}

/// The same of points, which are seen from the frame's origin.
pub(super) fn protrusion_of(parent: &Frame3, points: impl IntoIterator<Item = DVec3>) -> f64 {
    let edges = edges(parent);
    let normals = [edges[1].cross(edges[2]), edges[2].cross(edges[0]), edges[0].cross(edges[1])];
    let volume = normals[0].dot(edges[0]);
    let tetra = !matches!(parent.kind(), Ok(ShapeKind::Cuboid));
    let outside = |point: DVec3| {
        let [x, y, z] = normals.map(|normal| normal.dot(point) / volume);
        let below = (-x).max(-y).max(-z);
        let above = if tetra { x + y + z } else { x.max(y).max(z) } - 1.0;
        below.max(above)
    };
    points.into_iter().map(outside).fold(f64::NEG_INFINITY, f64::max)
}

pub(super) fn origin(frame: &Frame3) -> DVec3 {
    frame.origin().as_dvec3()
}

fn edges(frame: &Frame3) -> [DVec3; 3] {
    let rows = [1, 2, 3].map(|row| frame.row(row).as_dvec3());
    match frame.kind() {
        Ok(ShapeKind::TetraByVertices) => rows.map(|vertex| vertex - origin(frame)),
        _ => rows,
    }
}
