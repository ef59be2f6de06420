//! What Chromium says of the library: it judges every shader module by Tint, where wgpu compiles
//! them by naga, runs the program of `crates/web` in a page, and uses the page of `examples/web` as
//! a visitor does.
//!
//! The script `tests/browser` finds the browser and runs the examples `judge`, `web` and `visit`.
//! They are examples, and this a member of the workspace like others, so that `cargo test` builds
//! all with what it builds anyway.

#![forbid(unsafe_code)]

mod browser;
mod devtools;
mod job;
mod judge;
#[path = "../../../tests/cpu/shaders/modules.rs"]
mod modules;
mod page;
#[path = "../../../tests/cpu/shaders/settings.rs"]
mod settings;
mod visit;
mod web;

pub use judge::judge;
pub use visit::visit;
pub use web::run_web;
