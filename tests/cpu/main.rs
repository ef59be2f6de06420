//! The tests that need no GPU.

#[path = "../common/mod.rs"]
mod common;

mod any_hit;
mod axes;
mod boxes;
mod broad;
mod clip;
mod collide;
mod comparers;
mod derivation;
mod distances;
mod figures;
mod floors;
mod geometry;
mod golden;
mod hull;
mod loose_boxes;
mod mesh;
mod mixed_scene;
mod motion;
mod plane;
mod plane_scene;
mod properties;
mod query;
mod scene;
mod scene_details;
mod scene_scales;
mod scene_trees;
#[cfg(feature = "gpu")]
mod self_test;
mod separations;
mod service;
mod settled;
mod settled_plane;
#[cfg(feature = "gpu")]
mod shaders;
mod tree;
mod verdicts;
mod witnesses;
mod workload;
