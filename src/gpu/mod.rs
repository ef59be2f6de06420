//! The GPU engine: the shaders of `shaders/`, and what runs them.
//!
//! Two halves. [`Pipelines`] are made from any [`wgpu::Device`]; a [`Batch`] binds the caller's
//! buffers, whose layouts [`layout`] states, and records into the caller's encoder or compute pass:
//! it never submits, never writes through a queue and never polls. The [`Runner`] has a device, its
//! own ([`headless`]) or the caller's, buffers and a thread, and turns slices into codes. [`wgsl`]
//! has the shaders' text for shaders of one's own.
//!
//! ```no_run
//! # use motzkin::gpu::{AdapterChoice, BatchBuffers, BatchOptions, Pipelines, headless, layout};
//! # use motzkin::wgpu::{self, BufferUsages};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let gpu = pollster::block_on(headless(&AdapterChoice::Any))?;
//! # let (device, queue) = (gpu.device, gpu.queue);
//! # let buffer = |size| device.create_buffer(&wgpu::BufferDescriptor {
//! #     label: None,
//! #     size,
//! #     usage: BufferUsages::STORAGE | BufferUsages::INDIRECT,
//! #     mapped_at_creation: false,
//! # });
//! # let (frames, pairs) = (buffer(64 * 1000), buffer(8 * 4000));
//! # let hits = buffer(layout::hits_size(4000));
//! // Once: your device, your buffers.
//! let pipelines = Pipelines::new(&device)?;
//! let buffers = BatchBuffers {
//!     hits: Some(hits.slice(..)),
//!     ..BatchBuffers::new(frames.slice(..), pairs.slice(..))
//! };
//! let options = BatchOptions { vertices_per_hit: 36, ..Default::default() };
//! let batch = pipelines.batch(&device, &buffers, &options)?;
//! // In each step: your encoder. Then `draw_indirect(&hits, 0)` draws an instance for each hit.
//! let mut encoder = device.create_command_encoder(&Default::default());
//! batch.record(&mut encoder, 4000)?;
//! # queue.submit([encoder.finish()]);
//! # Ok(())
//! # }
//! ```
//!
//! Codes are *raw* unless [`BatchOptions::settle`] asks for more: float arithmetic answers
//! separate, overlapping or undecided, never touching. Which pairs
//! are undecided may differ between devices, because they round differently; what is certain does
//! not.

pub(crate) mod device;
// An answer is waited for.
#[cfg(all(feature = "meshes", not(target_family = "wasm")))]
pub(crate) mod occupancy;
mod record;
mod resident;
pub(crate) mod run;
pub(crate) mod self_test;
pub(crate) mod shader;
mod stages;

pub use crate::geom::PairKind;
pub use crate::gpu_error::{GpuError, OverBudget};
pub use crate::self_test::{FloatOperation, SelfTest, SelfTestFault};
pub use crate::verdict::Undecided;
pub use device::headless::{AdapterChoice, AdapterSummary, Headless, adapters, headless};
pub use device::timer::StageTimer;
#[cfg(all(feature = "meshes", not(target_family = "wasm")))]
pub use occupancy::mode::OccupancyMode;
#[cfg(all(feature = "meshes", not(target_family = "wasm")))]
pub use occupancy::test::GpuOccupancyTest;
pub use record::batch::{Batch, BatchBuffers, BatchOptions, Pairs};
pub use record::broad::{BroadPhase, BroadPhaseBuffers, BroadPhaseInput, BroadPhaseOptions};
pub use record::error::{BufferError, RecordError};
pub use record::lists::read_list;
pub use record::names::BufferName;
pub use record::pipelines::Pipelines;
pub use record::placer::{FramePlacer, PlacerBuffers};
pub use record::shape_count::ShapeCount;
pub use record::stride::Stride;
pub use record::target::RecordTarget;
pub use resident::frames::{FrameArrays, ResidentFrames};
pub(crate) use resident::pairs::{Asked, ResidentPairs};
pub(crate) use resident::pending::{PendingCodes, TimedCodes};
pub(crate) use resident::scene::ResidentScene;
pub(crate) use run::any_hit::AnyHitBits;
pub use run::belt::UploadBelt;
pub use run::frame_list::FrameList;
pub(crate) use run::meeting::{FoundPairs, MeetingStats};
pub(crate) use run::meeting_space::MeetingFrames;
pub use run::options::RunnerOptions;
pub use run::polling::Polling;
pub use run::raw_batch::RawBatch;
pub use run::runner::Runner;
pub(crate) use run::search::Searched;
pub use run::shapes::RunnerShapes;
pub use shader::frame::ShaderFrame;
pub(crate) use shader::search_layout;
pub use shader::{layout, wgsl};
pub use stages::verdicts::ShapeMix;
