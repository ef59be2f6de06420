//! Meshes on their way: each triangle that may be met is a moving hull of three points.

use super::swept_box::on_its_way;
use crate::geom::{Aabb, Aabb3, Pose, TriangleMesh};
use glam::{DVec3, Vec3};
use motzkin_core::broad::{BoxTree, BroadError};

/// A mesh in a pose, with a tree over its triangles.
pub(super) struct Swept<'a> {
    pub mesh: &'a TriangleMesh,
    pub pose: &'a Pose,
    pub velocity: Vec3,
    pub tree: &'a BoxTree<Aabb3>,
}

/// Builds a tree over the triangles of a mesh, where they are before any pose.
pub(super) fn tree_over(mesh: &TriangleMesh) -> Result<BoxTree<Aabb3>, BroadError> {
    let boxes: Vec<Aabb3> =
        (0..mesh.len() as u32).map(|triangle| box_of(&mesh.corners(triangle))).collect();
    BoxTree::build(&boxes)
}

/// Returns the box round points.
fn box_of(points: &[[f32; 3]]) -> Aabb3 {
    let points = || points.iter().copied().map(Vec3::from);
    Aabb3 {
        min: points().fold(Vec3::INFINITY, Vec3::min),
        max: points().fold(Vec3::NEG_INFINITY, Vec3::max),
    }
}

impl Swept<'_> {
    /// Returns the corners of a triangle where they stand.
    pub fn corners(&self, triangle: u32) -> [[f32; 3]; 3] {
        self.mesh.corners(triangle).map(|corner| self.pose.place(corner))
    }

    /// Returns the box of a triangle where it stands.
    pub fn triangle_box(&self, triangle: u32) -> Aabb3 {
        box_of(&self.corners(triangle))
    }

    /// Returns the triangles that something within a box may meet that moves by a velocity.
    pub fn met(&self, bounds: &Aabb3, velocity: Vec3) -> Vec<u32> {
        let mut found = Vec::new();
        let is_cut_off = |ends: Vec3| ends.abs().max_element() >= f32::MAX;
        if *bounds == Aabb3::NOTHING {
            return found;
        }
        if is_cut_off(bounds.min) || is_cut_off(bounds.max) {
            // The shape reaches further than its box, which may come along with it.
            found.extend(0..self.mesh.len() as u32);
        } else {
            let way = velocity.as_dvec3() - self.velocity.as_dvec3();
            let [from, to] = self.local(bounds, way);
            // No time ends the search.
            self.tree.first_contact(0, &from, &to, |triangle, _| {
                found.push(triangle);
                None
            });
        }
        found
    }

    /// Returns boxes in the coordinates of the mesh that contain a box where it stands, and moved.
    fn local(&self, bounds: &Aabb3, way: DVec3) -> [Aabb3; 2] {
        let rows = self.pose.rows();
        let shift = DVec3::from(rows.map(|row| row[3]));
        // A rotation turned back, over the scale.
        let smaller = self.pose.scale().recip();
        let axes =
            [0, 1, 2].map(|axis| DVec3::from(rows.map(|row| row[axis])) * (smaller * smaller));
        let (low, high) = (bounds.min.as_dvec3(), bounds.max.as_dvec3());
        let (centre, half) = (low.midpoint(high) - shift, (high - low) * 0.5);
        // A bound of every number that is computed with. The pose is a scaled rotation but for some
        // units in the last place, and placed vertices are rounded to `f32`.
        let size = self.extent()
            + shift.abs().max_element()
            + half.max_element()
            + low.abs().max(high.abs()).max_element();
        let slack = self.extent() * 2e-7 + (size + way.abs().max_element()) * 1e-14 + 1e-44;
        let [from, to] = [DVec3::ZERO, way].map(|way| {
            Aabb3::from_ends(|axis| {
                let (at, reach) =
                    (axes[axis].dot(centre + way), axes[axis].abs().dot(half) + slack * smaller);
                [((at - reach) as f32).next_down(), ((at + reach) as f32).next_up()]
            })
        });
        on_its_way(from, to)
    }

    /// Returns a bound of the magnitude of placed coordinates.
    fn extent(&self) -> f64 {
        let bounds = self.mesh.bounds();
        let largest =
            bounds.map_or(DVec3::ZERO, |ends| ends.min.abs().max(ends.max.abs()).as_dvec3());
        let row = |[a, b, c, shift]: [f64; 4]| {
            a.abs() * largest.x + b.abs() * largest.y + c.abs() * largest.z + shift.abs()
        };
        self.pose.rows().map(row).into_iter().fold(0.0, f64::max)
    }
}
