//! A scene that stays: frames that are uploaded once, changed in part, and tested again and again.

mod answer;
mod broad;
mod changed;
mod changes;
mod collide;
mod contents;
mod error;
mod frame_scene;
mod handle;
mod history;
mod lists;
mod look;
mod pair_list;
#[cfg(feature = "gpu")]
mod resident;
mod slots;
mod state;
mod submit;
mod ticket;

pub use answer::{RawAnswer, SceneHit, SettledHits, SubmitStats};
pub use collide::SceneCollide;
pub use error::{
    ChangeAllError, ChangeError, InsertAllError, InsertError, PairListError, SceneError, SceneLimit,
};
pub use frame_scene::{Scene, SceneOptions};
pub use handle::Handle;
pub use look::SceneMemory;
pub use pair_list::{PairList, ScenePair};
pub use submit::SceneQuery;
pub use ticket::Ticket;
