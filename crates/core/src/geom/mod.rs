//! Plain data: shapes, pairs of indices, boxes. Validity is decided here, collisions are not.

mod aabb;
mod build;
mod filter;
mod form;
mod frame;
mod kdop;
#[cfg(feature = "meshes")]
mod mesh;
#[cfg(feature = "motion")]
mod motion;
mod pair;
mod pair_kind;
#[cfg(feature = "plane")]
mod plane;
#[cfg(feature = "polytopes")]
mod polytope;
mod pose;
mod shape_kind;
mod solidity;
mod span;

pub use aabb::{Aabb, Aabb3};
pub use filter::Filter;
pub use form::*;
pub use frame::Frame3;
pub use kdop::Kdop;
#[cfg(feature = "meshes")]
pub use mesh::TriangleMesh;
#[cfg(feature = "motion")]
pub use motion::ContactInterval;
pub use pair::Pair;
pub use pair_kind::PairKind;
#[cfg(feature = "plane")]
pub use plane::{Aabb2, Frame2, Pose2, ShapeKind2, figure2_of};
#[cfg(feature = "polytopes")]
#[doc(hidden)] // For the tests of the shaders.
pub use polytope::Block;
#[cfg(feature = "polytopes")]
pub use polytope::{Nearest, Placed, Polytope, PolytopeSet, SCAN_LANES};
pub use pose::Pose;
pub(crate) use shape_kind::MOST_EDGES;
pub use shape_kind::{ShapeKind, figure_of, short_name_of};
pub use solidity::Solidity;
pub(crate) use span::Span;
pub use span::Stored;
