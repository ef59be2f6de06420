//! What the test binaries share: the oracle, the cases, the comparers, and one body a check, which
//! runs on every engine.
#![allow(dead_code, reason = "each of the test binaries uses a part of this")]

pub mod answers;
pub mod any_hit;
pub mod apart;
pub mod bodies;
pub mod boxes;
pub mod cases;
pub mod compare;
pub mod details;
pub mod distances;
pub mod engines;
pub mod faults;
pub mod golden;
#[cfg(feature = "gpu")]
pub mod gpu;
pub mod hull;
pub mod mesh;
pub mod mixed_scene;
pub mod moving;
pub mod oracle;
pub mod papers;
pub mod plane;
pub mod plane_scene;
pub mod rounded;
pub mod scales;
pub mod scene;
pub mod scene_model;
pub mod seed;
pub mod slabs;
pub mod sweep;
pub mod trees;
pub mod wide;
pub mod windings;
