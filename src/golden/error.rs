//! Why a scene has no hash.

use crate::error::{FrameError, MeshError, PolytopeError, PoseError};
use crate::gpu_error::GpuError;
use crate::service::{BatchError, ChangeError, CollideError, InsertError, SceneError, SearchError};
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
    /// A frame in a pose was refused.
    #[error(transparent)]
    Frame(#[from] FrameError),
    /// A pose was refused.
    #[error(transparent)]
    Pose(#[from] PoseError),
    /// A hull was refused.
    #[error(transparent)]
    Polytope(#[from] PolytopeError),
    /// A scene refused a shape.
    #[error(transparent)]
    Insert(#[from] InsertError),
    /// A scene refused a change.
    #[error(transparent)]
    Change(#[from] ChangeError),
    /// The test of a scene failed.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// The GPU failed.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}
