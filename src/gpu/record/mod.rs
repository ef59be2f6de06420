//! Recordings: the stages over a caller's buffers, in a caller's encoder.

pub mod batch;
pub mod lists;
pub mod pipelines;
