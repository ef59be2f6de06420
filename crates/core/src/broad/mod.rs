//! The broad phase: boxes in, the pairs whose boxes meet out.
//!
//! A [`BoxTree`] is an implicit complete tree over boxes that are sorted along a Hilbert curve:
//! eight boxes a node, eight nodes a node above. It needs no links, and eight boxes are compared at
//! once. Its answers are exact for the boxes, in a fixed order, and the same on every number of
//! threads and at every [`SimdLevel`](crate::kernel::SimdLevel).

mod ask;
mod best;
mod build;
mod cache;
mod common;
mod count;
mod curve;
mod descent;
mod error;
mod filters;
mod guide;
mod list;
mod lists;
mod nodes;
mod options;
mod order;
mod pairs;
mod parts;
mod pieces;
mod query;
mod queue;
mod radix;
mod tree;
mod tree_box;
mod visit;
mod worlds;

pub use cache::PairCache;
pub use error::BroadError;
pub use options::PairOptions;
pub use pieces::Pieces;
pub use tree::BoxTree;
pub use tree_box::TreeBox;
