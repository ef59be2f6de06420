//! A scene in the plane. Its slots, handles, rows, searches and answers are those of a scene in
//! space.

mod changes;
mod collide;
#[cfg(feature = "polytopes")]
mod details;
mod look;
#[cfg(feature = "polytopes")]
mod shape_query;
mod shapes;
mod stays;

pub use shapes::SceneShape2;
pub use stays::Scene2;
