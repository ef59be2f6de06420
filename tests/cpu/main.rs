//! The tests that need no GPU.

#[path = "../common/mod.rs"]
mod common;

mod axes;
mod bands;
#[cfg(feature = "cli")]
mod bench;
mod boxes;
mod clip;
#[cfg(feature = "cli")]
mod command;
mod comparers;
mod derivation;
mod floors;
mod geometry;
mod hull;
mod loose_boxes;
mod mesh;
mod motion;
#[cfg(feature = "cli")]
mod pictures;
mod plane;
mod properties;
#[cfg(feature = "cli")]
mod qualification;
#[cfg(feature = "cli")]
mod query;
mod scene;
#[cfg(feature = "cli")]
mod search_command;
mod separations;
mod service;
#[cfg(feature = "gpu")]
mod shaders;
mod tree;
mod verdicts;
mod witnesses;
mod workload;
