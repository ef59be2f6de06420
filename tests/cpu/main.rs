//! The tests that need no GPU.

#[path = "../common/mod.rs"]
mod common;

mod bands;
#[cfg(feature = "cli")]
mod bench;
mod boxes;
#[cfg(feature = "cli")]
mod command;
mod comparers;
mod derivation;
mod floors;
mod geometry;
mod hull;
mod motion;
mod plane;
mod properties;
#[cfg(feature = "cli")]
mod query;
mod scene;
mod separations;
mod service;
#[cfg(feature = "gpu")]
mod shaders;
mod verdicts;
mod witnesses;
mod workload;
