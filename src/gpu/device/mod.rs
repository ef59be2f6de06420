//! Devices: adapters, limits, polls, error scopes, panics of wgpu, own buffers, and timers.

pub mod caught;
pub mod headless;
pub mod instance;
#[cfg(feature = "internals")]
pub mod least;
pub mod limits;
pub mod own_buffer;
pub mod poll;
pub mod scopes;
pub mod timer;
mod wgpu_error;
