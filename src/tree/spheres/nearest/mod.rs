//! The nearest points of a mesh and of another mesh or a convex shape.

mod closest;
mod reach;
mod search;

pub use closest::Closest;
pub use search::{NearestRound, NearestSearch, Other};
