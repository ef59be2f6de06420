//! Why a scene has no hash.

use crate::error::MeshError;
use crate::gpu_error::GpuError;
use crate::service::{BatchError, CollideError, SearchError};
use crate::tree::bvh::{BvhError, BvhWorldError};
use crate::tree::spheres::MeshWorldError;

/// Why a scene has no hash. The scenes are valid: only a machine that fails brings this about.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GoldenError {
    /// A query failed.
    #[error(transparent)]
    Batch(#[from] BatchError),
    /// The search for the pairs of a set failed.
    #[error(transparent)]
    Collide(#[from] CollideError),
    /// The search of object trees failed.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// A tree was refused.
    #[error(transparent)]
    Bvh(#[from] BvhError),
    /// An object with a tree was refused.
    #[error(transparent)]
    World(#[from] BvhWorldError),
    /// A mesh was refused.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// The test of meshes failed.
    #[error(transparent)]
    MeshWorld(#[from] MeshWorldError),
    /// The GPU failed.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}
