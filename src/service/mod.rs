//! The batch engine: which processor answers, and how raw codes become exact verdicts.

mod batch;
mod collision_service;
mod cpu;
mod details;
mod engine;
mod settle;

pub use batch::{BatchError, BatchFault, BatchStats, RawVerdicts, Verdicts};
pub use collision_service::{CollisionService, ServiceBuilder};
pub use details::{Detail, Details, Wanted};
pub use engine::{Engine, EngineInfo, ServiceError};
