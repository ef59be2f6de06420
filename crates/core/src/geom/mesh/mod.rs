//! Triangle meshes: vertices and triangles, stored unchanged.

mod build;
mod closed;
mod triangles;

pub use triangles::TriangleMesh;
