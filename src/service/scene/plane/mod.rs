//! A scene in the plane. Its slots, handles, rows, searches and answers are those of a scene in
//! space.

mod changes;
mod collide;
#[cfg(feature = "polytopes")]
mod details;
mod getters;
mod scene;
mod shape;
#[cfg(feature = "polytopes")]
mod shape_query;

pub use scene::Scene2;
pub use shape::{SceneShape2, SceneShapeKind2};
