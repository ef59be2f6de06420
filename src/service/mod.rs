//! The batch engine: which processor answers, and how raw codes become exact verdicts.

mod batch;
mod collision_service;
mod cpu;
mod engine;
#[cfg(feature = "gpu")]
mod records;
mod scene;
mod settle;

pub use crate::timing::StageTimes;
pub use batch::{BatchError, BatchFault, BatchStats, RawVerdicts, Verdicts};
pub use collision_service::{CollisionService, ServiceBuilder};
pub use engine::{Engine, EngineInfo, ServiceError};
#[cfg(feature = "gpu")]
pub use records::{RecordFault, SettledRecord};
pub use scene::{
    ChangeAllError, ChangeError, Handle, InsertAllError, InsertError, PairList, PairListError, RawAnswer,
    Scene, SceneError, SceneHit, SceneMemory, SceneOptions, ScenePair, SettledHits, SubmitStats, Ticket,
};
