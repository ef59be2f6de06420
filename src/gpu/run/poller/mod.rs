//! What waits for the GPU.

#[cfg(target_family = "wasm")]
mod browser;
#[cfg(not(target_family = "wasm"))]
mod thread;

#[cfg(target_family = "wasm")]
pub(in crate::gpu) use browser::Poller;
#[cfg(not(target_family = "wasm"))]
pub(in crate::gpu) use thread::Poller;
