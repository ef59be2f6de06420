//! Recordings: the stages over a caller's buffers, in a caller's encoder.

pub mod batch;
pub mod broad;
pub mod error;
pub mod lists;
pub mod names;
pub mod pipelines;
pub mod placer;
pub mod shape_count;
mod slices;
pub mod stride;
pub mod target;
