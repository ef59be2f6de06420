//! The tests that need no GPU.

#[path = "../common/mod.rs"]
mod common;

mod bands;
mod boxes;
#[cfg(feature = "cli")]
mod command;
mod comparers;
mod derivation;
mod floors;
mod geometry;
mod properties;
#[cfg(feature = "cli")]
mod query;
mod separations;
mod service;
#[cfg(feature = "gpu")]
mod shaders;
mod verdicts;
mod witnesses;
mod workload;
