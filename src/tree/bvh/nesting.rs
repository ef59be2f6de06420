//! Checks that frames lie within their parents.

use super::error::BvhError;
use super::tree::Bvh;
use crate::geom::{Figure, Frame3, ShapeKind, Slab, Stored, Sum, figure_of};
use glam::DVec3;
use std::ops::{Add, Mul};

impl Bvh {
    /// Checks that each frame lies within its parent.
    ///
    /// In the parent's own coordinates the parent is the unit cube or the unit simplex. A frame
    /// lies within it if each corner lies within that solid, grown by `tolerance` on all sides. So
    /// the tolerance is a share of the parent's edges.
    ///
    /// Rounding a corner to `f32` moves it by up to 6e-8 of its distance from the origin on each
    /// axis. A tolerance of `1e-6` allows for that if the distance is a few edges and the parent is
    /// not flat. Greater distances need a greater tolerance in proportion.
    ///
    /// Costs some hundred nanoseconds a frame, in `f64`. The error is some 1e-15 of the coordinate
    /// for a cube. For a flat or skew parent the error is greater by this factor: the product of
    /// the lengths of its edges, divided by the volume of its edges.
    ///
    /// # Errors
    ///
    /// Returns [`BvhError::Outside`] for the first frame that sticks out.
    ///
    /// ```
    /// use motzkin::{Bvh, Frame3, glam::Vec3};
    ///
    /// let slab = |low: f32, high: f32| Frame3::aligned_box(Vec3::splat(low), Vec3::splat(high));
    /// let tree = Bvh::new([(slab(0.0, 2.0)?, None), (slab(1.0, 3.0)?, Some(0))])?;
    /// // Half of the parent's edge, which is 2 long.
    /// assert!(tree.check_nesting(0.49).is_err() && tree.check_nesting(0.5).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check_nesting(&self, tolerance: f64) -> Result<(), BvhError> {
        for parent in self.nodes() {
            let frame = parent.frame();
            for child in parent.children() {
                let child = &self.nodes()[child as usize];
                let by = protrusion(&frame, &child.frame());
                // In this form a NaN counts as outside.
                let within = by <= tolerance;
                if !within {
                    return Err(BvhError::Outside {
                        frame: child.frame_index(),
                        parent: parent.frame_index(),
                        by,
                    });
                }
            }
        }
        Ok(())
    }
}

/// Returns how far the corners of a frame lie outside its parent, in the parent's own coordinates.
/// The result is at most zero if no corner lies outside.
fn protrusion(parent: &Frame3, child: &Frame3) -> f64 {
    // Relative to the parent's origin, so that edges that are tiny compared with the coordinates
    // are not lost.
    let (from, edges) = (origin(child) - origin(parent), edges(child));
    let corners = figure(child).corners.iter();
    protrusion_of(parent, corners.map(|sum| plus(from, sum, edges)))
}

/// Returns how far points lie outside a frame, in the frame's own coordinates. The points are
/// relative to the origin of the frame.
pub(super) fn protrusion_of(parent: &Frame3, points: impl IntoIterator<Item = DVec3>) -> f64 {
    let edges = edges(parent);
    let normals = [edges[1].cross(edges[2]), edges[2].cross(edges[0]), edges[0].cross(edges[1])];
    let volume = normals[0].dot(edges[0]);
    let slabs = figure(parent).slabs;
    let outside = |point: DVec3| {
        let coordinates = normals.map(|normal| normal.dot(point) / volume);
        let beyond = |slab: &Slab<3>| {
            let at = plus(0.0, &slab.sum, coordinates);
            let [below, above] = slab.ends;
            let below = if below { -at } else { f64::NEG_INFINITY };
            if above { below.max(at - 1.0) } else { below }
        };
        slabs.iter().map(beyond).fold(f64::NEG_INFINITY, f64::max)
    };
    points.into_iter().map(outside).fold(f64::NEG_INFINITY, f64::max)
}

/// Adds a sum of edges, or of coordinates.
fn plus<T: Add<Output = T> + Mul<f64, Output = T>>(start: T, sum: &Sum<3>, terms: [T; 3]) -> T {
    sum.iter().zip(terms).fold(start, |at, (&times, term)| at + term * f64::from(times))
}

fn figure(frame: &Frame3) -> &'static Figure<3> {
    figure_of(frame.kind().unwrap_or(ShapeKind::Tetra))
}

pub(super) fn origin(frame: &Frame3) -> DVec3 {
    frame.origin().as_dvec3()
}

fn edges(frame: &Frame3) -> [DVec3; 3] {
    let rows = [1, 2, 3].map(|row| frame.row(row).as_dvec3());
    match frame.kind().map(ShapeKind::stored) {
        Ok(Stored::Vertices) => rows.map(|vertex| vertex - origin(frame)),
        Ok(Stored::Edges) | Err(_) => rows,
    }
}
