//! The GPU engine: the shaders of `shaders/`, and what runs them.
//!
//! Two halves. [`Pipelines`] are made from any [`wgpu::Device`]; a [`Batch`] binds the caller's
//! buffers, whose layouts [`layout`] states, and records into the caller's encoder or compute pass:
//! it never submits, never writes through a queue and never polls. The [`Runner`] has a device, its
//! own ([`headless`]) or the caller's, buffers and a thread, and turns slices into codes. [`wgsl`]
//! has the shaders' text for shaders of one's own.
//!
//! ```no_run
//! # use motzkin::{gpu::{AdapterChoice, BatchBuffers, BatchOptions, Pipelines, headless, layout}, wgpu};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let gpu = pollster::block_on(headless(&AdapterChoice::Any))?;
//! # let (device, queue) = (gpu.device, gpu.queue);
//! # let buffer = |size| device.create_buffer(&wgpu::BufferDescriptor {
//! #     label: None, size, usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::INDIRECT, mapped_at_creation: false,
//! # });
//! # let (frames, pairs, hits) = (buffer(64 * 1000), buffer(8 * 4000), buffer(layout::hits_size(4000)));
//! // Once: your device, your buffers.
//! let pipelines = Pipelines::new(&device)?;
//! let buffers = BatchBuffers { hits: Some(hits.slice(..)), ..BatchBuffers::new(frames.slice(..), pairs.slice(..)) };
//! let batch = pipelines.batch(&device, &buffers, &BatchOptions { vertices_per_hit: 36, ..Default::default() })?;
//! // Each frame: your encoder. Then `draw_indirect(&hits, 0)` draws an instance a hit.
//! let mut encoder = device.create_command_encoder(&Default::default());
//! batch.record(&mut encoder, 4000)?;
//! # queue.submit([encoder.finish()]);
//! # Ok(())
//! # }
//! ```
//!
//! Codes are *raw*: a GPU answers separate, overlapping or undecided, never touching. Which pairs
//! are undecided may differ between devices, because they round differently; what is certain does
//! not.

mod batch;
mod belt;
#[doc(hidden)] // For the tests that compare the shaders with it.
pub mod bindings;
mod bounds;
mod budget;
mod chunks;
mod device;
mod digits;
mod dimension;
mod dirty;
pub mod grey;
mod grown;
#[doc(hidden)] // For the tests of the shaders.
pub mod hulls;
pub mod layout;
mod limits;
mod listing;
mod lists;
mod pending;
mod pipelines;
mod poller;
mod readback;
mod resident;
mod resident_pairs;
mod resident_scene;
mod rooms;
mod runner;
mod scatter;
mod scopes;
#[doc(hidden)] // For the same tests.
pub mod search;
#[doc(hidden)] // For the same tests; `wgsl` has what is for others.
pub mod sources;
mod stage;
mod staging;
mod timing;
mod turns;
mod verdicts;
mod watch;
mod wgpu_error;
pub mod wgsl;

pub use crate::gpu_error::{GpuError, OverBudget};
pub use crate::verdict::Undecided;
pub use batch::{Batch, BatchBuffer, BatchBuffers, BatchOptions, BufferError, RecordError};
pub use belt::UploadBelt;
pub use device::{AdapterChoice, AdapterSummary, Headless, adapters, headless};
pub use dimension::ShaderFrame;
pub use lists::read_list;
pub(crate) use pending::PendingCodes;
pub use pipelines::Pipelines;
pub use poller::Polling;
pub use resident::{FrameArrays, ResidentFrames};
pub(crate) use resident_pairs::{Asked, ResidentPairs};
pub(crate) use resident_scene::ResidentScene;
pub use runner::{RawBatch, Runner, RunnerOptions};
pub use timing::StageTimer;
pub use verdicts::ShapeMix;
