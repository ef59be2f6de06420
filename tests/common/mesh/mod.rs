//! Triangles and meshes: the oracle, and cases drawn for it.

pub mod cases;
pub mod distance;
pub mod files;
pub mod grey;
pub mod oracle;
pub mod polygons;
pub mod regions;
pub mod within;
