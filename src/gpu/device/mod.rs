//! Devices: adapters, limits, error scopes and timers.

pub mod headless;
pub mod limits;
pub mod scopes;
pub mod timer;
mod wgpu_error;
