//! Opens a mesh file by the end of its name.

use super::error::{ImportError, ImportFault};
use super::format::MeshFormat;
use super::mesh_file::{MeshFile, Placement};
use super::whole::read_whole;
use super::{gltf, obj, ply, stl};
use std::path::Path;

impl MeshFile {
    /// Reads a mesh file. The end of its name stands for its [format](MeshFormat).
    ///
    /// The buffers of a glTF file may be files in the same folder or in folders below it. One that
    /// several buffers name is read once.
    ///
    /// Takes memory in proportion to the bytes of the file and of its buffers, each counted once,
    /// whatever the file announces. For each byte, beside some kilobytes, it takes at most seventy
    /// of a mesh, a hundred of JSON of nothing but short objects, and a hundred and seventy of OBJ
    /// faces of more than four corners; files as programs write them take less than forty. A glTF
    /// file whose primitives repeat its data more than sixteen times is refused.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such file or it is not a regular file; if the end of its
    /// name stands for no format; if the content is cut off, contradicts itself or uses what is not
    /// supported; if a buffer with positions or indices cannot be read, or is outside of the folder
    /// of the file; if a number is not finite, or an index names no vertex; if faces would take
    /// [too long to cut](super); if there is no triangle in it.
    ///
    /// ```
    /// use motzkin::import::MeshFile;
    ///
    /// let path = std::env::temp_dir().join("motzkin-example.obj");
    /// std::fs::write(&path, "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n")?;
    /// let file = MeshFile::open(&path)?;
    /// // The square becomes two triangles.
    /// assert_eq!(file.meshes[0].triangles(), [[0, 1, 2], [0, 2, 3]]);
    ///
    /// std::fs::write(&path, "v 0 0 0\nf 1 2 3\n")?;
    /// let error = MeshFile::open(&path).unwrap_err();
    /// assert!(error.to_string().contains("motzkin-example.obj: read as OBJ: line 2"));
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open(path: impl AsRef<Path>) -> Result<Self, ImportError> {
        let path = path.as_ref();
        let format = MeshFormat::of(path);
        let found = format.ok_or(ImportFault::UnknownFormat).and_then(|format| read(path, format));
        found.map_err(|fault| ImportError { path: path.to_owned(), format, fault })
    }

    /// Reads a mesh file of this format, whatever the name of the file. All else is as for
    /// [`open`](Self::open).
    ///
    /// # Errors
    ///
    /// Returns the errors of [`open`](Self::open), but for that of a name that stands for no
    /// format.
    ///
    /// ```
    /// use motzkin::import::{MeshFile, MeshFormat};
    ///
    /// let path = std::env::temp_dir().join("motzkin-example-3fa9");
    /// std::fs::write(&path, "v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n")?;
    /// assert!(MeshFile::open(&path).is_err());
    /// let file = MeshFile::open_as(&path, MeshFormat::Obj)?;
    /// assert_eq!(file.meshes[0].len(), 1);
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open_as(path: impl AsRef<Path>, format: MeshFormat) -> Result<Self, ImportError> {
        let path = path.as_ref();
        let named = |fault| ImportError { path: path.to_owned(), format: Some(format), fault };
        read(path, format).map_err(named)
    }
}

fn read(path: &Path, format: MeshFormat) -> Result<MeshFile, ImportFault> {
    let bytes = read_whole(path)?;
    let file = match format {
        MeshFormat::Obj => obj::read(&bytes).map(MeshFile::single),
        MeshFormat::Stl => stl::read(bytes).map(MeshFile::single),
        MeshFormat::Ply => ply::read(&bytes).map(MeshFile::single),
        MeshFormat::Gltf | MeshFormat::Glb => gltf::read(&bytes, path),
    }?;
    let has_triangles =
        |at: &Placement| file.meshes.get(at.mesh).is_some_and(|mesh| !mesh.is_empty());
    match file.placements.iter().any(has_triangles) {
        true => Ok(file),
        false => Err(ImportFault::NoTriangles),
    }
}

/// Returns what follows a byte order mark of UTF-8, which some programs put before their text.
pub(super) fn unmarked(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}
