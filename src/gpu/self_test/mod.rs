//! A test of the device itself: pairs whose exact verdicts are recorded, through the pipelines that
//! every batch needs. What a kernel is certain of must be true.

pub mod cases;
mod codes;
mod draw;
mod judge;
pub(in crate::gpu) mod passed;
mod verdicts;
