//! The Euclidean distance of separate frames, several pairs at a time, after Gilbert, Johnson and
//! Keerthi.
//!
//! The differences of the points of two frames, second less first, fill a polytope whose point
//! nearest to the origin is sought (`facing.rs`). The walk goes from face to face, each closer to
//! the origin than the one before, and asks for one vertex a step (`solid.rs`). A face has three
//! vertices at the most, and the nearest point of a face and a further vertex is found without a
//! branch (`simplex.rs`). Lanes that have arrived stay where they are.
//!
//! The walk is done in `f32` first, in twice as many lanes, and each vertex carries a mark instead
//! of coordinates. `f64` begins with the last face, which it computes from the marks, and mostly
//! ends there: it walks on where `f32` could not tell the face. So the answers are those of `f64`,
//! whatever `f32` has found. What is only compared with a limit is walked in `f64` alone.
//!
//! What the walk finds is not proven by the walk, but by two bounds: the nearest point is one of
//! the polytope, so that the distance is no longer than its length; and all of the polytope lies
//! beyond the vertex that is lowest along a direction. Where the bounds lie too far apart, a pair
//! is computed alone. The frames have to be separate.

mod facing;
mod simplex;
mod solid;
mod walk;

pub use facing::Facing;
#[cfg(feature = "plane")]
pub use walk::nearest_of;
pub use walk::{Walked, last_face, nearest};
