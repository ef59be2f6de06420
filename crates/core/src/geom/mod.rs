//! Plain data: shapes, pairs of indices, boxes. Validity is decided here, collisions are not.

mod aabb;
mod build;
mod filter;
mod frame;
mod kdop;
mod mesh;
mod motion;
mod pair;
mod pair_kind;
mod plane;
mod polytope;

pub use aabb::{Aabb2, Aabb3};
pub use filter::Filter;
pub use frame::{Frame3, ShapeKind};
pub use kdop::Kdop;
pub use mesh::{Pose, TriangleMesh};
pub use motion::{BoundedPassage, ContactInterval, Passage};
pub use pair::Pair;
pub use pair_kind::PairKind;
pub use plane::Frame2;
#[doc(hidden)] // For the tests of the shaders.
pub use polytope::Block;
pub use polytope::{Placed, SCAN_LANES};
pub use polytope::{Polytope, PolytopeSet};
