//! The errors of a world of meshes.

use super::occupancy::OccupancyFault;
use crate::error::MeshError;
use motzkin_core::broad::BroadError;

/// The error of a [`MeshWorld`](super::MeshWorld).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MeshWorldError {
    /// No object has this number, or the object was removed.
    #[error("there is no object {0}")]
    NoSuchObject(u32),
    /// No mesh has this number, the mesh was removed, or its id is that of another world.
    #[error("there is no mesh {0}")]
    NoSuchMesh(u32),
    /// The set has no polytope with this index.
    #[error("there is no polytope {0}")]
    NoSuchPolytope(u32),
    /// An object of the world has this mesh.
    #[error("mesh {mesh} is in use by object {object}")]
    InUse {
        /// The number of the mesh.
        mesh: u32,
        /// The first object that has the mesh.
        object: u32,
    },
    /// An object was to be tested against itself.
    #[error("object {0} was to be tested against itself")]
    Itself(u32),
    /// The mesh of a solid object is not closed, or a vertex may leave the range of `f32` in this
    /// pose.
    #[error("object {object}: {error}")]
    Mesh {
        /// The number of the object, or the number that it would have had.
        object: u32,
        /// What is wrong.
        #[source]
        error: MeshError,
    },
    /// A pair of a list names what is not there, or an object twice.
    #[error("pair {pair}: {error}")]
    Pair {
        /// The place of the pair in the list.
        pair: usize,
        /// What is wrong with it.
        #[source]
        error: Box<MeshWorldError>,
    },
    /// More pairs of triangles of two objects meet than
    /// [`MeshWorldOptions::max_triangle_pairs`](super::MeshWorldOptions::max_triangle_pairs) or
    /// [`max_region_pairs`](super::MeshWorldOptions::max_region_pairs) allow. The search ended
    /// there.
    #[error("more than {most} pairs of triangles of objects {a} and {b} meet")]
    TooManyTrianglePairs {
        /// The number of the first object.
        a: u32,
        /// The number of the second object.
        b: u32,
        /// The most that are allowed.
        most: usize,
    },
    /// The occupancy test failed.
    #[error(transparent)]
    Occupancy(#[from] OccupancyFault),
    /// The broad phase refused the objects: there are too many, or the root spheres of more pairs
    /// of objects meet than [`MeshWorldOptions::max_pairs`](super::MeshWorldOptions::max_pairs)
    /// allows.
    #[error(transparent)]
    Broad(#[from] BroadError),
}

impl MeshWorldError {
    /// Names the pair of a list.
    pub(super) fn of_pair(self, pair: usize) -> Self {
        Self::Pair { pair, error: Box::new(self) }
    }
}
