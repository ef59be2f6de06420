//! Triangle meshes.

mod bounded;
mod build;
mod contact;
mod convex;
mod distances;
#[cfg(feature = "mesh-files")]
mod files;
#[cfg(feature = "mesh-files")]
mod files_in_detail;
#[cfg(feature = "mesh-files")]
mod files_of_others;
#[cfg(feature = "mesh-files")]
mod gltf;
mod grey;
mod lasting;
mod listed;
#[cfg(feature = "mesh-files")]
mod ply;
#[cfg(feature = "mesh-files")]
mod ply_binary;
#[cfg(feature = "mesh-files")]
mod polygons;
mod reading;
mod runs;
#[cfg(feature = "gpu")]
mod shaders;
mod world;
