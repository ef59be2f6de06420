//! The service: one call for verdicts, one query for everything else, on any engine.

mod answer;
mod answerable;
mod any_hit;
mod any_hit_query;
mod any_hits;
mod backend;
mod batch;
mod builder;
#[cfg(feature = "polytopes")]
mod clearance;
#[cfg(feature = "polytopes")]
mod clearance_query;
mod collide;
mod collide_query;
mod collision_service;
mod details;
mod engine;
#[cfg(all(feature = "gpu", feature = "meshes", not(target_family = "wasm")))]
mod occupancy;
#[cfg(feature = "polytopes")]
mod points;
#[cfg(feature = "polytopes")]
mod polytopes;
mod query;
mod raw_query;
#[cfg(feature = "gpu")]
mod records;
mod run;
mod scene;
mod search;
mod settle;
mod shape;
mod stats;

pub use crate::timing::{CollideTimes, StageTimes};
#[cfg(feature = "polytopes")]
pub use answer::Distance;
pub use answer::{Answer, Detail, Details, DetailsIter, Measured, Separation};
pub use any_hit_query::AnyHitQuery;
pub use any_hits::AnyHits;
pub use batch::{BatchError, BatchFault, Verdicts};
pub use builder::ServiceBuilder;
#[cfg(feature = "polytopes")]
pub use clearance::{Clearance, Clearances};
#[cfg(feature = "polytopes")]
pub use clearance_query::ClearanceQuery;
pub use collide::{CollideError, CollideStats, Hit, Hits, ShapeFault};
pub use collide_query::Collide;
pub use collision_service::CollisionService;
pub use details::Precision;
pub use engine::{Engine, EngineInfo, EngineState, OnGpuFailure, ServiceError};
pub use query::{Frame, Query, Shapes};
pub use raw_query::{RawQuery, RawVerdicts};
#[cfg(feature = "gpu")]
pub use records::{Record, RecordFault, SettledRecord};
#[cfg(all(feature = "polytopes", feature = "motion"))]
pub use scene::ShapeContact;
#[cfg(feature = "polytopes")]
pub use scene::{AskedScene, SceneDetails, ShapeHit, ShapeNearest, ShapeQuery};
pub use scene::{
    ChangeAllError, ChangeError, ContactChanges, Handle, InsertAllError, InsertError, PairList,
    PairListError, RawAnswer, Scene, SceneCollide, SceneError, SceneHit, SceneLimit, SceneMemory,
    SceneOptions, ScenePair, SceneQuery, SceneShape, SceneShapeKind, SettledHits, SubmitStats,
    Ticket,
};
#[cfg(feature = "plane")]
pub use scene::{Scene2, SceneShape2, SceneShapeKind2};
#[cfg(feature = "polytopes")]
pub use scene::{SceneSearch, TreeHit, TreeHits};
pub use search::{Search, SearchError};
pub use shape::Shape;
pub use stats::BatchStats;
