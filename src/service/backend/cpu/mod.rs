//! The CPU engine: kernels on threads.

mod backend;
mod engine;
#[cfg(feature = "polytopes")]
mod polytopes;
mod refine;
mod scene;
mod search;

pub use engine::CpuEngine;
#[cfg(feature = "reference")]
pub(super) use scene::HostScene;
#[cfg(feature = "gpu")]
pub(super) use search::Kernels;
#[cfg(feature = "reference")]
pub(super) use search::settle;
