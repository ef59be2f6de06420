//! Devices: adapters, limits, polls, error scopes and timers.

pub mod headless;
pub mod limits;
pub mod poll;
pub mod scopes;
pub mod timer;
mod wgpu_error;
