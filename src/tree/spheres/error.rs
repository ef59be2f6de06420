//! What a world of meshes refuses.

use super::grey::GreyFault;
use crate::error::MeshError;

/// Why a world cannot do what is asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WorldError {
    /// There is no object of this number, or it was removed.
    #[error("there is no object {0}")]
    NoSuchObject(u32),
    /// There is no such mesh, or it was removed.
    #[error("there is no mesh {0}")]
    NoSuchMesh(u32),
    /// Objects that still stand have this mesh.
    #[error("mesh {mesh} is in use by object {object}")]
    InUse {
        /// The mesh.
        mesh: u32,
        /// The first object that has it.
        object: u32,
    },
    /// Two objects were to be tested that are one.
    #[error("object {0} was to be tested against itself")]
    Itself(u32),
    /// The mesh is no solid, or the pose is none for it.
    #[error("object {object}: {error}")]
    Mesh {
        /// The number that the object has or would have had.
        object: u32,
        /// What is wrong.
        #[source]
        error: MeshError,
    },
    /// The grey test failed.
    #[error(transparent)]
    Grey(#[from] GreyFault),
}
