//! The mathematics of [motzkin](https://docs.rs/motzkin): plain shapes, error bands, exact tests
//! and branch-free SIMD kernels, without a GPU, files or a command line.
//!
//! This crate is a part of `motzkin` and changes with it. Depend on `motzkin`, which re-exports
//! what is meant for users.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

// `exact_alone` leaves the exact stage and what it stands on: `tests/mutants` builds no more of it.
#[cfg(not(exact_alone))]
pub mod broad;
#[cfg(all(feature = "polytopes", not(exact_alone)))]
pub mod distance;
pub mod error;
pub mod exact;
#[cfg(not(exact_alone))]
mod frame;
pub mod geom;
#[cfg(not(exact_alone))]
pub mod kernel;
mod motion;
pub mod num;
pub mod verdict;

#[cfg(not(exact_alone))]
pub use frame::Frame;
#[cfg(not(exact_alone))]
pub use kernel::Source;
#[cfg(feature = "motion")]
pub use motion::Moving;
pub use motion::{Motion, Resting};
