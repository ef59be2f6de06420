//! The runner: turns slices into answers on a device of its own or of a caller's.

mod answer;
pub mod any_hit;
pub mod belt;
mod bounds;
pub mod budget;
#[cfg(all(feature = "meshes", not(target_family = "wasm")))]
pub mod by_mesh;
mod chunks;
mod code_buffers;
mod codes;
#[cfg(all(feature = "meshes", not(target_family = "wasm")))]
pub mod device_meshes;
mod forms;
mod frame_codes;
pub mod frame_list;
mod frame_test;
mod groups;
#[cfg(feature = "polytopes")]
mod hull_codes;
#[cfg(feature = "polytopes")]
pub mod hulls;
pub mod job;
pub mod jobs;
pub mod meeting;
pub mod meeting_space;
pub mod options;
mod poller;
pub mod polling;
pub mod raw_batch;
pub mod readback;
pub mod runner;
pub mod search;
pub mod shapes;
pub mod turns;
pub mod upload;
#[cfg(not(target_family = "wasm"))]
mod watch;
mod workspace;
