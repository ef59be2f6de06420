//! A test of the device itself: each operation of its arithmetic, then pairs whose exact verdicts
//! are recorded, through the pipelines that every batch needs. What a kernel is certain of must be
//! true.

mod arithmetic;
mod ask;
pub mod cases;
mod codes;
pub(in crate::gpu) mod draw;
mod judge;
pub(in crate::gpu) mod passed;
mod verdicts;
