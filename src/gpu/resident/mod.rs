//! Buffers that stay on a device: of frames, of pairs, of scenes.

mod answers;
mod bindings;
mod dirty;
mod doubts;
pub mod frames;
mod grown;
pub mod pairs;
pub mod pending;
mod readback;
mod reservation;
mod scatter;
pub mod scene;
