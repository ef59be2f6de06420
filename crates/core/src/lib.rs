//! The mathematics of [motzkin](https://docs.rs/motzkin): plain shapes, error bands, exact tests
//! and branch-free SIMD kernels, without a GPU, files or a command line.
//!
//! This crate is a part of `motzkin` and changes with it. Depend on `motzkin`, which re-exports
//! what is meant for users.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod broad;
#[cfg(feature = "polytopes")]
pub mod distance;
pub mod error;
pub mod exact;
mod frame;
pub mod geom;
pub mod kernel;
mod motion;
pub mod num;
pub mod verdict;

pub use frame::Frame;
pub use kernel::Source;
#[cfg(feature = "motion")]
pub use motion::Moving;
pub use motion::{Motion, Resting};
