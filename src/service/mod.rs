//! The batch engine: which processor answers, and how raw codes become exact verdicts.

mod batch;
mod bounds;
mod builder;
mod collision_service;
mod cpu;
mod details;
mod dimension;
mod engine;
#[cfg(feature = "gpu")]
mod gpu_engine;
mod moving;
mod polytopes;
#[cfg(feature = "gpu")]
mod records;
mod scene;
mod settle;
mod wanted;
mod within;
mod world;
#[cfg(feature = "gpu")]
mod world_on_gpu;

pub use crate::kernel::hull::Nearest;
pub use crate::timing::StageTimes;
pub use batch::{BatchError, BatchFault, BatchStats, RawVerdicts, Verdicts};
pub use bounds::{DetailBound, DetailBounds, SeparationBound};
pub use builder::ServiceBuilder;
pub use collision_service::CollisionService;
pub use dimension::Frame;
pub use engine::{Engine, EngineInfo, EngineState, OnGpuFailure, ServiceError};
#[cfg(feature = "gpu")]
pub use records::{Record, RecordFault, SettledRecord};
pub use scene::{
    ChangeAllError, ChangeError, Handle, InsertAllError, InsertError, PairList, PairListError,
    RawAnswer, Scene, SceneError, SceneHit, SceneLimit, SceneMemory, SceneOptions, ScenePair,
    SettledHits, SubmitStats, Ticket,
};
pub use wanted::{Detail, Details, Wanted};
pub use world::SearchError;
