//! Convex shapes that a placed mesh is tested with: frames and hulls, as polytopes of a set.

mod descent;
mod exact;
mod seen;
mod shape;
mod surface;
mod triangles;

pub use descent::{ConvexRound, ConvexSearch};
pub use exact::Exact;
pub use seen::Seen;
pub use shape::Convex;
pub use surface::Surface;
