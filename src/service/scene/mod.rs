//! A scene that stays: shapes that are uploaded once, changed in part, and tested again and again.

mod answer;
mod bodies;
mod broad;
mod changed;
mod changes;
mod collide;
mod contents;
mod error;
mod events;
mod frame_scene;
mod handle;
mod history;
mod insert;
mod lists;
mod look;
#[cfg(feature = "meshes")]
mod meshes;
mod other;
#[cfg(feature = "polytopes")]
mod others;
mod pair_list;
#[cfg(feature = "polytopes")]
mod polytopes;
#[cfg(feature = "gpu")]
mod resident;
mod shape;
mod slots;
mod state;
mod submit;
mod ticket;

pub use answer::{RawAnswer, SceneHit, SettledHits, SubmitStats};
pub use collide::SceneCollide;
pub use error::{
    ChangeAllError, ChangeError, InsertAllError, InsertError, PairListError, SceneError, SceneLimit,
};
pub use events::ContactChanges;
pub use frame_scene::{Scene, SceneOptions};
pub use handle::Handle;
pub use look::SceneMemory;
pub use pair_list::{PairList, ScenePair};
pub use shape::SceneShape;
pub use submit::SceneQuery;
pub use ticket::Ticket;
