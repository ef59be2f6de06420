//! Triangle meshes.

mod build;
#[cfg(feature = "mesh-files")]
mod files;
mod triangles;
mod world;
