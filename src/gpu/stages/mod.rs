//! The compiled stages, each with the buffers that it binds.

pub mod any_hit;
pub mod broad;
pub mod compiled;
pub mod frame_kind;
pub mod hit_bounds;
pub mod listing;
pub mod on_demand;
pub mod search;
pub mod settle;
pub mod verdicts;
pub mod workgroups;
