//! Triangle meshes: vertices and triangles, stored unchanged.

mod build;
mod triangles;

pub use triangles::TriangleMesh;
