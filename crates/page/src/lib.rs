//! What the page of `examples/web` computes, compiled for WebAssembly: a room of tumbling shapes,
//! of which those that meet are found in every step, and a bench with two shapes and all that is
//! known of them. `examples/web/serve` builds and serves it.
//!
//! The page and this crate speak JSON. The types with `Serialize` are its words.

#![forbid(unsafe_code)]

mod bench;
mod placed;
mod room;
mod snap;
mod world;

#[cfg(target_family = "wasm")]
mod exports;

pub use bench::{Answer, Bench};
pub use placed::{Kind, Placed, Table};
pub use room::Room;
pub use snap::Snapped;
pub use world::{Counts, World};

/// What goes wrong is told to the page in words.
pub type Answered<T> = Result<T, Box<dyn std::error::Error>>;
