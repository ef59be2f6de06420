//! Exact collision verdicts for batches of parallelepipeds and tetrahedra.
pub mod error;
pub mod exact;
pub mod geom;
pub mod kernel;
pub mod num;
pub mod verdict;

pub use bytemuck;
pub use glam;
