//! The batched functions of frames in space, and [those of the plane](plane). None is generic, so
//! that kernels are compiled in this crate only.
//!
//! All of them run on the threads of the current rayon pool. A level that the processor lacks
//! falls back to [`SimdLevel::Scalar`](super::SimdLevel::Scalar).

pub mod plane;
mod space;

pub use space::{best_axes, common, contact_ends, moving_codes, resting_codes};
