//! The GPU engine: the shaders of `shaders/`, and what runs them.
//!
//! Two halves. The stages ([`VerdictStage`], [`ListStage`], both in [`Pipelines`]) are made from any
//! [`wgpu::Device`], bind the caller's buffers and record into the caller's encoder: they never submit,
//! never write through a queue and never poll. The [`Runner`] owns a device ([`headless`]), buffers
//! and a polling thread, and turns slices into codes.
//!
//! Codes are *raw*: a GPU answers separate, overlapping or undecided, never touching. Which pairs are
//! undecided may differ between devices, because they round differently; what is certain does not.

mod chunks;
mod device;
mod error;
pub mod layout;
mod listing;
mod pipelines;
mod poller;
mod readback;
mod runner;
pub mod sources;
mod staging;
mod timing;
mod verdicts;

pub use device::{AdapterChoice, AdapterSummary, Headless, adapters, headless};
pub use error::GpuError;
pub use listing::{CodeSet, ListBindings, ListBuffers, ListStage};
pub use pipelines::Pipelines;
pub use runner::{RawBatch, Runner, RunnerOptions};
pub use timing::StageTimer;
pub use verdicts::{ShapeMix, VerdictBindings, VerdictBuffers, VerdictStage};
