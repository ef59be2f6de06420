//! Triangle meshes from files: OBJ, STL, PLY and glTF.
//!
//! [`MeshFile::open`] reads a file whole and checks the counts that the file announces against its
//! size before it reserves memory for them. So reading needs memory in proportion to the size of
//! the file and of the buffers that it names, each counted once, whatever they hold.
//!
//! Faces of more than three corners are cut into triangles, convex ones into a fan about their
//! first corner. Cutting one that is not convex takes time in the square of its corners, of some
//! faces up to a part of their cube, and up to four times their cube if it crosses or touches
//! itself. A file is refused where these numbers, of the cube a thirty-second for a face that does
//! not meet itself, add up to more than `2^38`, which takes some ten minutes: three faces of 16,384
//! corners, or 129 of 4,096. It is refused for one face that is not convex and has more than 16,384
//! corners, or more than 256 and meets itself. Corners at which the outline stays or goes back the
//! way that it came do not count.
//!
//! Colours, normals, textures, materials and animation are left out.

mod base64;
mod error;
mod format;
mod gltf;
mod mesh_file;
mod obj;
mod open;
mod ply;
mod polygon;
mod stl;
mod whole;

pub use error::{ImportError, ImportFault};
pub use format::MeshFormat;
pub use mesh_file::{MeshFile, Placement};
