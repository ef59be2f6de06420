//! Triangle meshes.

mod build;
mod contact;
mod convex;
mod distances;
#[cfg(feature = "mesh-files")]
mod files;
#[cfg(feature = "mesh-files")]
mod files_in_detail;
mod grey;
mod lasting;
mod reading;
mod runs;
#[cfg(feature = "gpu")]
mod shaders;
mod world;
