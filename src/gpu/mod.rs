//! The GPU engine: the shaders of `shaders/`, and what runs them.
//!
//! Two halves. [`Pipelines`] are made from any [`wgpu::Device`]; a [`Batch`] binds the caller's buffers, whose
//! layouts [`layout`] states, and records into the caller's encoder or compute pass: it never submits, never
//! writes through a queue and never polls. The [`Runner`] owns a device ([`headless`]), buffers and a polling
//! thread, and turns slices into codes. [`wgsl`] has the shaders' text for shaders of one's own.
//!
//! Codes are *raw*: a GPU answers separate, overlapping or undecided, never touching. Which pairs are
//! undecided may differ between devices, because they round differently; what is certain does not.

mod batch;
pub mod bindings;
mod chunks;
mod device;
mod digits;
mod error;
pub mod layout;
mod limits;
mod listing;
mod pipelines;
mod poller;
mod readback;
mod runner;
mod scopes;
pub mod sources;
mod stage;
mod staging;
mod timing;
mod verdicts;
pub mod wgsl;

pub use batch::{Batch, BatchBuffer, BatchBuffers, BatchOptions, BufferError, RecordError, Undecided};
pub use device::{AdapterChoice, AdapterSummary, Headless, adapters, headless};
pub use error::GpuError;
pub use pipelines::Pipelines;
pub use runner::{RawBatch, Runner, RunnerOptions};
pub use timing::StageTimer;
pub use verdicts::ShapeMix;
