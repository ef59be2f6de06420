//! Lets Chromium judge every shader module: it compiles them by Tint, where wgpu compiles them by
//! naga.
//!
//! The script `tests/browser` finds the browser and runs the example `judge`. That is an example, and
//! this a member of the workspace like others, so that `cargo test` builds both with what it builds
//! anyway.

#![forbid(unsafe_code)]

mod browser;
mod job;
mod judge;
#[path = "../../../tests/cpu/shaders/modules.rs"]
mod modules;
mod server;
#[path = "../../../tests/cpu/shaders/settings.rs"]
mod settings;

pub use judge::judge;
