//! Convex polytopes: ranges of one vertex array, each posed by a transform.

mod body;
mod bounds;
mod build;
mod nearest;
#[cfg(feature = "plane")]
mod plane;
mod set;
mod shape;

pub use body::{Block, Placed, SCAN_LANES};
pub use nearest::Nearest;
pub use set::PolytopeSet;
pub use shape::Polytope;
