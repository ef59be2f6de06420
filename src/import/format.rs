//! The formats of mesh files.

use std::fmt;
use std::path::Path;

/// A format of mesh files that [`MeshFile::open`](super::MeshFile::open) reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MeshFormat {
    /// Wavefront OBJ: `.obj`.
    Obj,
    /// STL, text or binary: `.stl`.
    Stl,
    /// PLY, text or binary: `.ply`.
    Ply,
    /// glTF 2.0 as text: `.gltf`.
    Gltf,
    /// glTF 2.0 in one binary file: `.glb`.
    Glb,
}

impl MeshFormat {
    /// Returns the format that the end of a file's name stands for, whatever the case of its
    /// letters, or `None` if it stands for no format.
    ///
    /// ```
    /// use motzkin::import::MeshFormat;
    ///
    /// assert_eq!(MeshFormat::of("parts/wheel.STL"), Some(MeshFormat::Stl));
    /// assert_eq!(MeshFormat::of("wheel.txt"), None);
    /// ```
    pub fn of(path: impl AsRef<Path>) -> Option<Self> {
        let end = path.as_ref().extension()?.to_str()?.to_ascii_lowercase();
        Some(match end.as_str() {
            "obj" => Self::Obj,
            "stl" => Self::Stl,
            "ply" => Self::Ply,
            "gltf" => Self::Gltf,
            "glb" => Self::Glb,
            _ => return None,
        })
    }
}

impl fmt::Display for MeshFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Obj => "OBJ",
            Self::Stl => "STL",
            Self::Ply => "PLY",
            Self::Gltf => "glTF",
            Self::Glb => "binary glTF",
        })
    }
}
