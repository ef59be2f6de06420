//! Triangle meshes.

mod build;
#[cfg(feature = "mesh-files")]
mod files;
mod grey;
#[cfg(feature = "gpu")]
mod shaders;
mod triangles;
mod world;
