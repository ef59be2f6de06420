//! The verdicts of two meshes, and the budget of their search.

use crate::geom::Pair;
use glam::DVec3;
use std::time::Duration;

/// Whether two placed meshes meet.
///
/// Surfaces have no interior, so there is no difference between touching and overlapping.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MeshVerdict {
    /// The meshes share no point. Exact.
    Separate,
    /// The surfaces share a point. Exact.
    Meeting {
        /// A triangle of the first mesh and a triangle of the second that meet. If several pairs
        /// meet, then earlier steps decide which pair this is.
        triangles: [u32; 2],
    },
    /// The surfaces share no point, but a connected part of one mesh lies within the other object,
    /// which is solid. Exact.
    Enclosed {
        /// True if the part belongs to the second mesh.
        of_second: bool,
        /// A triangle of the part.
        triangle: u32,
    },
    /// A budget ended the search before the verdict was certain.
    Maybe {
        /// An upper bound of the distance of the surfaces. (A gap of frames is a lower one.)
        gap: f64,
    },
}

impl MeshVerdict {
    /// Returns true if the objects are known to share a point, of their surfaces or of the inside
    /// of a solid.
    pub fn meets(&self) -> bool {
        matches!(self, Self::Meeting { .. } | Self::Enclosed { .. })
    }
}

/// Whether a placed mesh meets a convex shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ConvexVerdict {
    /// They share no point. Exact.
    Separate,
    /// The surface shares a point with the closed shape. Exact.
    Meeting {
        /// A triangle of the mesh that meets the shape.
        triangle: u32,
    },
    /// The surface shares no point with the shape, which lies within the object: that is solid.
    /// Exact.
    Enclosed,
    /// A budget ended the search before the verdict was certain.
    Maybe {
        /// An upper bound of the distance of the surface and the shape.
        gap: f64,
    },
}

impl ConvexVerdict {
    /// Returns true if object and shape are known to share a point, of the surface or of the inside
    /// of a solid.
    pub fn meets(&self) -> bool {
        matches!(self, Self::Meeting { .. } | Self::Enclosed)
    }
}

/// The distance of a placed mesh from another mesh or from a convex shape, and the nearest points.
///
/// `T` says which triangles come closest: one of the first mesh and one of the second, or the one
/// of the mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct MeshDistance<T = [u32; 2]> {
    /// The Euclidean distance, with a relative error of at most `2e-9`, however thin and close the
    /// triangles are. (A distance below the range of normal `f64` is rounded to a multiple of the
    /// smallest one.)
    pub distance: f64,
    /// How far [`distance`](Self::distance) may be from the true distance.
    pub slack: f64,
    /// The point of the first shape and the point of the second, each coordinate rounded to `f64`.
    pub points: [DVec3; 2],
    /// The unit vector from the first point to the second, each coordinate rounded to `f64`.
    pub axis: DVec3,
    /// The triangles that come closest. Of several at one distance they are the same ones in every
    /// run, whatever was asked before.
    pub triangles: T,
}

/// Two objects of a [`MeshWorld`](super::MeshWorld) that are not known to be separate.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct MeshContact {
    /// The numbers of the objects: the lesser number first, or as the caller listed them.
    pub pair: Pair,
    /// The verdict. It is never [`MeshVerdict::Separate`].
    pub verdict: MeshVerdict,
}

/// The limits of the search of one pair. Without limits verdicts are exact.
///
/// Where a limit leaves something open and no triangles that meet were found, the verdict is
/// [`MeshVerdict::Maybe`] or [`ConvexVerdict::Maybe`], with a bound of the distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueryBudget {
    /// The level whose nodes are not opened; the root has level 0. This is the depth of the
    /// article.
    pub depth: Option<u8>,
    /// About the greatest number of tests of nodes and triangles of two surfaces: up to 16 more may
    /// be made. What solids hold is found without a limit.
    pub tests: Option<u64>,
    /// About the greatest time for the search of two surfaces, which looks at the clock every few
    /// hundred tests. What solids hold is found without a limit. With this limit, verdicts differ
    /// from run to run.
    pub time: Option<Duration>,
}
