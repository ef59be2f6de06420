//! Why a file is no mesh.

use crate::error::MeshError;
use std::io;
use std::path::PathBuf;

/// A file that could not be read as a mesh, and why.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", path.display())]
pub struct ImportError {
    /// The file that was asked for.
    pub path: PathBuf,
    /// What is wrong.
    #[source]
    pub fault: ImportFault,
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportFault {
    /// It could not be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is a folder, a device or a pipe.
    #[error("not a regular file")]
    NoRegularFile,
    /// Its name does not say what it is.
    #[error("the name ends in none of .obj, .stl, .ply, .gltf and .glb")]
    UnknownFormat,
    /// It is cut off, contradicts itself or breaks its format's rules.
    #[error("{0}")]
    Broken(String),
    /// It uses what its format allows and this crate does not read.
    #[error("{0}: not supported")]
    Unsupported(String),
    /// It refers to a file outside its own folder.
    #[error("{0:?} leads out of the file's folder")]
    OutsideFolder(String),
    /// Its numbers make no mesh.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}

impl ImportFault {
    pub(super) fn broken(what: impl Into<String>) -> Self {
        Self::Broken(what.into())
    }
}
