//! Triangle meshes from files: OBJ, STL, PLY and glTF.
//!
//! A file is read whole, so that what it says of its own counts is held against its bytes before
//! memory is taken: reading needs no more than some forty times the file's size, whatever is in it.
//! Polygons become fans about their first corner. Colours, normals, textures, materials and
//! animation are left aside.

mod base64;
mod error;
mod gltf;
mod obj;
mod ply;
mod stl;

pub use error::{ImportError, ImportFault};

use crate::error::MeshError;
use crate::geom::TriangleMesh;
use glam::DAffine3;
use std::io::Read;
use std::path::Path;

/// The most triangles that [`MeshFile::merged`] puts together.
const MERGED: usize = 1 << 26;

/// What a file holds: meshes, and where they stand.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshFile {
    /// Each mesh once. Formats other than glTF have one.
    pub meshes: Vec<TriangleMesh>,
    /// Where they stand. Formats other than glTF have one placement, which changes nothing.
    pub placements: Vec<Placement>,
}

/// A mesh of a file and where it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Index of the mesh.
    pub mesh: usize,
    /// From the mesh's coordinates to the file's. It may scale, shear and mirror.
    pub transform: DAffine3,
}

impl MeshFile {
    /// Reads a file, whose name says what it is: `.obj`, `.stl` (text or binary), `.ply` (text or
    /// binary), `.gltf` or `.glb`. A glTF file may have its buffers beside it or in folders below,
    /// nowhere else.
    ///
    /// # Errors
    ///
    /// No such file, no regular file, a name that ends otherwise; a file that is cut off, that
    /// contradicts itself or that uses what is not supported; numbers that are not finite, indices
    /// of nothing.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, ImportError> {
        let path = path.as_ref();
        read(path).map_err(|fault| ImportError { path: path.to_owned(), fault })
    }

    /// One mesh of all placements, vertices moved in `f64` and rounded to `f32` once. Where there
    /// is one placement, which changes nothing, its mesh comes as it is.
    ///
    /// # Errors
    ///
    /// Vertices beyond the range of `f32`, more than 2^26 triangles or vertices.
    pub fn merged(mut self) -> Result<TriangleMesh, MeshError> {
        if let [Placement { mesh, transform }] = self.placements[..]
            && transform == DAffine3::IDENTITY
            && mesh < self.meshes.len()
        {
            return Ok(self.meshes.swap_remove(mesh));
        }
        let placed = || {
            self.placements.iter().filter_map(|at| Some((self.meshes.get(at.mesh)?, at.transform)))
        };
        let count =
            |of: fn(&TriangleMesh) -> usize| placed().map(|(mesh, _)| of(mesh)).sum::<usize>();
        for (what, count) in [
            ("triangles", count(TriangleMesh::len)),
            ("vertices", count(|mesh| mesh.vertices().len())),
        ] {
            if count > MERGED {
                return Err(MeshError::TooLarge { what, count });
            }
        }
        let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
        for (mesh, transform) in placed() {
            let first = vertices.len() as u32;
            let place = |vertex: &[f32; 3]| {
                let vertex = vertex.map(f64::from).into();
                transform.transform_point3(vertex).to_array().map(|x| x as f32)
            };
            vertices.extend(mesh.vertices().iter().map(place));
            // A mirrored triangle is turned round, so that its outside stays outside.
            let mirrored = transform.matrix3.determinant() < 0.0;
            let turn = |[a, b, c]: [u32; 3]| if mirrored { [b, a, c] } else { [a, b, c] };
            triangles.extend(mesh.triangles().iter().map(|t| turn(t.map(|index| index + first))));
        }
        TriangleMesh::new(vertices, triangles)
    }

    /// A file of one mesh.
    fn single(mesh: TriangleMesh) -> Self {
        Self {
            meshes: vec![mesh],
            placements: vec![Placement { mesh: 0, transform: DAffine3::IDENTITY }],
        }
    }
}

fn read(path: &Path) -> Result<MeshFile, ImportFault> {
    let ending = path
        .extension()
        .and_then(|ending| ending.to_str())
        .unwrap_or_default()
        .to_ascii_lowercase();
    let bytes = || read_whole(path);
    match ending.as_str() {
        "obj" => obj::read(&bytes()?).map(MeshFile::single),
        "stl" => stl::read(bytes()?).map(MeshFile::single),
        "ply" => ply::read(&bytes()?).map(MeshFile::single),
        "gltf" | "glb" => gltf::read(&bytes()?, path),
        _ => Err(ImportFault::UnknownFormat),
    }
}

/// The bytes of a regular file: a device or a pipe might never end.
fn read_whole(path: &Path) -> Result<Vec<u8>, ImportFault> {
    let mut file = std::fs::File::open(path)?;
    let found = file.metadata()?;
    if !found.is_file() {
        return Err(ImportFault::NoRegularFile);
    }
    let mut bytes = Vec::new();
    file.by_ref().take(found.len()).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Triangles of a polygon: a fan about its first corner.
fn fan(polygon: &[u32], triangles: &mut Vec<[u32; 3]>) {
    if let [first, rest @ ..] = polygon {
        triangles.extend(rest.windows(2).map(|pair| [*first, pair[0], pair[1]]));
    }
}
