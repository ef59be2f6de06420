//! Meshes, the objects that share them, and the search for those that meet.

mod collide;
mod contact;
mod convex;
mod distance;
mod inside;
mod job;
mod jobs;
mod memory;
mod objects;
mod state;

pub use state::{MeshId, MeshWorld, MeshWorldOptions, MeshWorldStats};
