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
mod pose;
mod shape_kind;
mod span;

pub use aabb::{Aabb, Aabb2, Aabb3};
pub use filter::Filter;
pub use frame::Frame3;
pub use kdop::Kdop;
pub use mesh::TriangleMesh;
pub use motion::ContactInterval;
pub use pair::Pair;
pub use pair_kind::PairKind;
pub use plane::Frame2;
#[doc(hidden)] // For the tests of the shaders.
pub use polytope::Block;
pub use polytope::{Placed, Polytope, PolytopeSet, SCAN_LANES};
pub use pose::{Pose, Pose2};
pub use shape_kind::{ShapeKind, ShapeKind2};
pub(crate) use span::Span;
