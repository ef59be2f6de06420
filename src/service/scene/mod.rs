//! A scene that stays: shapes that are uploaded once, changed in part, and tested again and again.

mod answer;
#[cfg(feature = "polytopes")]
mod asked;
mod bodies;
mod broad;
mod changed;
mod changes;
mod collide;
mod contents;
#[cfg(feature = "polytopes")]
mod convex;
#[cfg(feature = "polytopes")]
mod details;
mod dimension;
mod error;
mod events;
mod frame_scene;
mod handle;
mod history;
mod insert;
#[cfg(feature = "polytopes")]
mod known;
#[cfg(feature = "polytopes")]
mod leaves;
mod lists;
mod look;
mod many;
#[cfg(feature = "meshes")]
mod meshes;
#[cfg(all(feature = "polytopes", feature = "motion"))]
mod on_the_way;
#[cfg(feature = "polytopes")]
mod others;
mod pair_list;
#[cfg(feature = "plane")]
mod plane;
#[cfg(feature = "polytopes")]
mod polytopes;
#[cfg(feature = "gpu")]
mod resident;
#[cfg(feature = "polytopes")]
mod search;
mod shape;
#[cfg(feature = "polytopes")]
mod shape_hits;
#[cfg(feature = "polytopes")]
mod shape_query;
mod shared;
mod slots;
mod state;
mod submit;
#[cfg(all(feature = "meshes", feature = "motion"))]
mod sweep;
mod ticket;
#[cfg(feature = "polytopes")]
mod tree_search;
#[cfg(feature = "polytopes")]
mod trees;
#[cfg(feature = "meshes")]
mod trees_with_meshes;
#[cfg(feature = "polytopes")]
mod view;
#[cfg(all(feature = "polytopes", feature = "motion"))]
mod way;

pub use answer::{RawAnswer, SceneHit, SettledHits, SubmitStats};
pub use collide::SceneCollide;
#[cfg(feature = "polytopes")]
pub use details::SceneDetails;
pub use error::{
    ChangeAllError, ChangeError, InsertAllError, InsertError, PairListError, SceneError, SceneLimit,
};
pub use events::ContactChanges;
pub use frame_scene::{Scene, SceneOptions};
pub use handle::Handle;
pub use look::SceneMemory;
pub use pair_list::{PairList, ScenePair};
#[cfg(feature = "plane")]
pub use plane::{Scene2, SceneShape2};
pub use shape::SceneShape;
#[cfg(all(feature = "polytopes", feature = "motion"))]
pub use shape_hits::ShapeContact;
#[cfg(feature = "polytopes")]
pub use shape_hits::{ShapeHit, ShapeNearest};
#[cfg(feature = "polytopes")]
pub use shape_query::{AskedScene, ShapeQuery};
pub use submit::SceneQuery;
pub use ticket::Ticket;
#[cfg(feature = "polytopes")]
pub use tree_search::{SceneSearch, TreeHit, TreeHits};
