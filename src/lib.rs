//! Exact collision verdicts for batches of parallelepipeds and tetrahedra.
pub mod error;
pub mod exact;
pub mod geom;
#[cfg(feature = "gpu")]
pub mod gpu;
pub mod kernel;
pub mod num;
#[cfg(feature = "cli")]
pub mod picture;
pub mod reference;
pub mod service;
pub mod verdict;
pub mod workload;

pub use bytemuck;
pub use glam;

pub use error::FrameError;
pub use geom::{Aabb3, Frame3, Pair};
pub use service::{CollisionService, Engine, Verdicts};
pub use verdict::Verdict;
