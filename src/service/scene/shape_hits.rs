//! What a scene answers about one shape.

use super::handle::Handle;
use crate::service::answer::Distance;
#[cfg(feature = "motion")]
use crate::service::answer::Measured;
use crate::verdict::Verdict;
use glam::DVec3;

/// A shape of the scene that meets the shape of a [`ShapeQuery`](super::ShapeQuery).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShapeHit {
    /// The shape of the scene.
    pub handle: Handle,
    /// Its id.
    pub id: u32,
    /// How the shapes lie to each other; never [`Verdict::Separate`].
    pub verdict: Verdict,
}

/// A shape of the scene that the shape of a [`ShapeQuery`](super::ShapeQuery) meets on its way.
#[cfg(feature = "motion")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ShapeContact {
    /// The shape of the scene.
    pub handle: Handle,
    /// Its id.
    pub id: u32,
    /// When the shapes first meet: a value of `t` that is not above the true one, and by how much
    /// it may be below. Zero for shapes that meet at the start.
    pub time: Measured<f32>,
}

/// A shape of the scene that is near the shape of a [`ShapeQuery`](super::ShapeQuery): the nearest
/// one, or one within a margin.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ShapeNearest<V = DVec3> {
    /// The shape of the scene.
    pub handle: Handle,
    /// Its id.
    pub id: u32,
    /// The distance, from the shape of the scene to the shape of the query. `None` if they meet.
    ///
    /// Where one of them is a mesh, the relative error of the distance is at most `2e-9`. Of a tree
    /// or a mesh the axis is that of the leaves or triangles that come closest.
    pub distance: Option<Distance<V>>,
}
