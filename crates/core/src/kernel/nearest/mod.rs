//! The Euclidean distance of separate frames, several pairs at a time, after Gilbert, Johnson and
//! Keerthi.
//!
//! The differences of the points of two frames, second less first, fill a polytope whose point
//! nearest to the origin is sought. The walk goes from face to face, each closer to the origin than
//! the one before, and asks for one vertex a step (`solid.rs`). A face has three vertices at the
//! most, and the nearest point of a face and a further vertex is found without a branch
//! (`simplex.rs`). Lanes that have arrived stay where they are.
//!
//! What the walk finds is not proven by the walk, but by two bounds: the nearest point is one of
//! the polytope, so that the distance is no longer than its length; and all of the polytope lies
//! beyond the vertex that is lowest along a direction. Where the bounds lie too far apart, a pair
//! is computed alone. The frames have to be separate.

mod simplex;
mod solid;
mod walk;

pub use walk::{Walked, nearest};
