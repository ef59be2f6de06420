//! The GPU engine: the shaders, and what becomes of their failures.

mod backend;
mod engine;
mod finder;
mod indices;
#[cfg(feature = "plane")]
mod plane;
#[cfg(feature = "polytopes")]
mod polytopes;
mod refine;
mod scene;
mod search;

pub use engine::GpuEngine;
pub use scene::GpuScene;
