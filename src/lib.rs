#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod error;
pub mod exact;
pub mod geom;
#[cfg(feature = "gpu")]
pub mod gpu;
#[cfg(feature = "mesh-files")]
pub mod import;
pub mod kernel;
pub mod num;
#[cfg(feature = "cli")]
pub mod picture;
pub mod reference;
pub mod service;
mod timing;
pub mod tree;
pub mod verdict;
mod wanted;
pub mod workload;

pub use bytemuck;
pub use glam;
#[cfg(feature = "gpu")]
pub use wgpu;

pub use error::{FrameError, MeshError, PolytopeError};
pub use geom::{
    Aabb2, Aabb3, BoundedPassage, ContactInterval, Filter, Frame2, Frame3, Pair, Passage, Polytope,
    PolytopeSet, Pose, ShapeKind, TriangleMesh,
};
pub use service::{
    BatchError, CollisionService, Engine, Frame, Handle, PairList, Scene, SceneError, SearchError,
    ServiceError, Ticket, Verdicts,
};
pub use tree::partition::{Collision, Collisions, Find, Scope, SearchOptions, Tree, World};
pub use verdict::{RawCode, Verdict};
pub use wanted::Wanted;
