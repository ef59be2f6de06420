//! What Chromium says of the library: it judges every shader module by Tint, where wgpu compiles
//! them by naga, and runs the program of `crates/web` in a page.
//!
//! The script `tests/browser` finds the browser and runs the examples `judge` and `web`. They are
//! examples, and this a member of the workspace like others, so that `cargo test` builds all with
//! what it builds anyway.

#![forbid(unsafe_code)]

mod browser;
mod job;
mod judge;
#[path = "../../../tests/cpu/shaders/modules.rs"]
mod modules;
mod page;
#[path = "../../../tests/cpu/shaders/settings.rs"]
mod settings;
mod web;

pub use judge::judge;
pub use web::run_web;
