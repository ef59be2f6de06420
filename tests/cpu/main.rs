//! The tests that need no GPU.

#[path = "../common/mod.rs"]
mod common;

mod boxes;
mod comparers;
mod floors;
mod geometry;
mod properties;
mod service;
mod verdicts;
mod workload;
