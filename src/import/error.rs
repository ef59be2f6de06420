//! The errors of reading mesh files.

use super::format::MeshFormat;
use crate::error::MeshError;
use std::io;
use std::path::PathBuf;

/// The error of a file that could not be read as meshes.
///
/// The message names the file and, if its content is wrong, the format that it was read as. It
/// quotes nothing of the content but numbers.
#[derive(Debug, thiserror::Error)]
#[error("{}: {}{fault}", path.display(), read_as(*format, fault))]
pub struct ImportError {
    /// The file that was asked for.
    pub path: PathBuf,
    /// The format that the file was to be read as: for [`MeshFile::open`](super::MeshFile::open)
    /// the one that the end of the file's name stands for, if there is one.
    pub format: Option<MeshFormat>,
    /// What is wrong.
    #[source]
    pub fault: ImportFault,
}

/// The part of the message that names the format, if the content is wrong.
fn read_as(format: Option<MeshFormat>, fault: &ImportFault) -> String {
    let about_content = matches!(
        fault,
        ImportFault::Broken(_)
            | ImportFault::Unsupported(_)
            | ImportFault::NotFinite(_)
            | ImportFault::NoTriangles
            | ImportFault::Mesh { .. }
    );
    match format.filter(|_| about_content) {
        Some(format) => format!("read as {format}: "),
        None => String::new(),
    }
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportFault {
    /// The file, or one that it refers to, could not be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The path leads to a folder, a device or a pipe.
    #[error("not a regular file")]
    NoRegularFile,
    /// The end of the file's name stands for no format.
    #[error("the name ends in none of .obj, .stl, .ply, .gltf and .glb")]
    UnknownFormat,
    /// The content is cut off, contradicts itself, breaks the rules of its format, repeats its data
    /// too often, has a type of PLY that is not read, or faces that would take too long to cut.
    #[error("{0}")]
    Broken(String),
    /// A glTF file has a version other than 2.0, requires an extension that changes its geometry,
    /// or has an accessor of a type or a storage that this crate does not read.
    #[error("{0}: not supported")]
    Unsupported(String),
    /// The buffer of this number is a file outside the folder of the file that refers to it, or its
    /// URI is no plain path that goes down from there, such as an absolute one.
    #[error("buffer {0} is a file outside the folder of this one, or no plain path within it")]
    OutsideFolder(usize),
    /// A coordinate of an OBJ or STL file is not finite as `f32`. Of other files that is a fault of
    /// the [`Mesh`](Self::Mesh).
    #[error("{0}")]
    NotFinite(String),
    /// The file has no triangle: it is empty, has only points or lines, or another format; or the
    /// scene of a glTF file places none of its triangles.
    #[error("there is no triangle in the file or in its scene")]
    NoTriangles,
    /// The numbers in the file make no mesh.
    #[error("{}{error}", numbered(*mesh))]
    Mesh {
        /// The number of the mesh in a glTF file. `None` for the other formats, whose files have
        /// one mesh.
        mesh: Option<usize>,
        /// What is wrong with it.
        #[source]
        error: MeshError,
    },
}

/// The part of the message that names a mesh, where a file may have many.
fn numbered(mesh: Option<usize>) -> String {
    mesh.map_or_else(String::new, |mesh| format!("mesh {mesh}: "))
}

impl From<MeshError> for ImportFault {
    fn from(error: MeshError) -> Self {
        Self::Mesh { mesh: None, error }
    }
}

impl ImportFault {
    pub(super) fn broken(what: impl Into<String>) -> Self {
        Self::Broken(what.into())
    }

    /// A coordinate of a vertex in a line of a text file.
    pub(super) fn not_finite(line: usize, value: f32) -> Self {
        Self::NotFinite(format!("line {line}: the vertex's {value} is not finite as f32"))
    }

    /// A coordinate of a corner, three of which make a triangle and have no numbers of their own.
    pub(super) fn not_finite_corner(corner: usize, axis: usize, value: f32) -> Self {
        let (triangle, corner) = (corner / 3, corner % 3);
        let axis = ["x", "y", "z"].get(axis).unwrap_or(&"z");
        Self::NotFinite(format!(
            "triangle {triangle}: corner {corner}: {axis} = {value} is not finite as f32"
        ))
    }
}
