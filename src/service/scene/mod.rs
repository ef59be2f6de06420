//! A scene that stays: shapes that are uploaded once, changed in part, and tested again and again.

mod answer;
#[cfg(feature = "polytopes")]
mod asked;
mod bodies;
mod broad;
mod changed;
mod changes;
mod collide;
mod contact_changes;
mod contents;
#[cfg(feature = "polytopes")]
mod convex;
#[cfg(feature = "polytopes")]
mod details;
mod dimension;
mod error;
mod getters;
mod handle;
mod history;
mod insert;
#[cfg(feature = "polytopes")]
mod known;
#[cfg(feature = "polytopes")]
mod leaves;
mod lists;
mod many;
#[cfg(feature = "meshes")]
mod meshes;
#[cfg(feature = "polytopes")]
mod others;
mod pair_list;
#[cfg(feature = "plane")]
mod plane;
#[cfg(feature = "polytopes")]
mod polytopes;
#[cfg(feature = "gpu")]
mod resident;
mod scene_query;
mod shape;
#[cfg(feature = "polytopes")]
mod shape_hits;
#[cfg(feature = "polytopes")]
mod shape_query;
#[cfg(feature = "polytopes")]
mod shape_search;
mod shared;
mod slots;
mod space;
mod state;
#[cfg(all(feature = "meshes", feature = "motion"))]
mod sweep;
#[cfg(all(feature = "polytopes", feature = "motion"))]
mod swept_box;
mod ticket;
#[cfg(all(feature = "polytopes", feature = "motion"))]
mod time_of_impact;
#[cfg(feature = "polytopes")]
mod tree_search;
#[cfg(feature = "polytopes")]
mod trees;
#[cfg(feature = "meshes")]
mod trees_with_meshes;
#[cfg(feature = "polytopes")]
mod view;

pub use answer::{RawAnswer, SceneHit, SettledHits, SubmitStats};
pub use collide::SceneCollide;
pub use contact_changes::ContactChanges;
#[cfg(feature = "polytopes")]
pub use details::SceneDetails;
pub use error::{
    ChangeAllError, ChangeError, InsertAllError, InsertError, PairListError, SceneError, SceneLimit,
};
pub use getters::SceneMemory;
pub use handle::Handle;
pub use pair_list::{PairList, ScenePair};
#[cfg(feature = "plane")]
pub use plane::{Scene2, SceneShape2, SceneShapeKind2};
pub use scene_query::SceneQuery;
pub use shape::{SceneShape, SceneShapeKind};
#[cfg(all(feature = "polytopes", feature = "motion"))]
pub use shape_hits::ShapeContact;
#[cfg(feature = "polytopes")]
pub use shape_hits::{ShapeHit, ShapeNearest};
#[cfg(feature = "polytopes")]
pub use shape_query::{AskedScene, ShapeQuery};
pub use space::{Scene, SceneOptions};
pub use ticket::Ticket;
#[cfg(feature = "polytopes")]
pub use tree_search::{SceneSearch, TreeHit, TreeHits};
