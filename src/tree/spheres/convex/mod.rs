//! Convex shapes that a placed mesh is tested with: frames and hulls, as polytopes of a set.

mod descent;
mod shape;

pub use descent::{ConvexRound, ConvexSearch};
pub use shape::{Convex, may_reach};
