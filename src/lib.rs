#![doc = include_str!("guide_links.md")]
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[cfg(all(target_family = "wasm", feature = "gpu", not(feature = "webgpu")))]
compile_error!("in a browser the feature `gpu` is called `webgpu`; default features are off then");

#[cfg(feature = "reference")]
pub mod golden;
#[cfg(feature = "gpu")]
pub mod gpu;
mod gpu_error;
#[cfg(any(doc, doctest))]
pub mod guide;
#[cfg(feature = "mesh-files")]
pub mod import;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod internals;
mod number_map;
mod parallel;
mod self_test;
pub mod service;
mod timing;
pub mod tree;
mod wanted;

// The lower floors, which `crates/core` and `crates/lab` hold.
pub use motzkin_core::broad;
use motzkin_core::{error, exact, geom, kernel, verdict};
#[cfg(feature = "reference")]
use {motzkin_core::num, motzkin_lab::reference};

pub use bytemuck;
pub use glam;
#[cfg(feature = "gpu")]
pub use wgpu;

pub use error::{FrameError, FramePart, PoseError};
pub use exact::PairFault;
pub use geom::{Aabb, Aabb3, Filter, Form, Frame3, Pair, Pose, ShapeKind, Stored};
pub use gpu_error::{GpuError, OverBudget};
pub use kernel::SimdLevel;
pub use motzkin_core::{Motion, Resting};
pub use self_test::{FloatOperation, SelfTest, SelfTestFault};
pub use service::{
    Answer, BatchError, Collide, CollideError, CollisionService, Detail, Engine, Frame, Handle,
    Hit, Hits, Measured, PairList, Precision, Query, Scene, SceneError, SceneShape, SearchError,
    Separation, ServiceError, Shape, Shapes, Ticket, Verdicts,
};

pub use tree::bvh::{Bvh, BvhWorld, Collision, Collisions, Find, Scope, SearchOptions};
pub use verdict::{RawCode, Undecided, Verdict};
pub use wanted::Wanted;

// What a feature leaves out.
#[cfg(feature = "meshes")]
pub use {error::MeshError, geom::TriangleMesh};
#[cfg(feature = "polytopes")]
pub use {
    error::PolytopeError,
    geom::{Polytope, PolytopeSet},
    service::{Clearance, Clearances, Distance},
};
#[cfg(feature = "motion")]
pub use {geom::ContactInterval, motzkin_core::Moving};
#[cfg(feature = "plane")]
pub use {
    geom::{Aabb2, Frame2, Pose2, ShapeKind2},
    service::{Scene2, SceneShape2},
};
