//! The space partition of the 2013 paper: a world of objects, each a tree of volumes, searched
//! level by level.
//!
//! A [`Tree`] has one volume round the whole object, and below it any number of levels that refine
//! it. A [`World`] has objects, which are trees in rigid poses. [`search`](fn@search) finds the
//! deepest volumes that collide.
//!
//! # What is found
//!
//! Two objects are compared level by level. First their roots are; then, where these meet, each
//! volume of the next level of the one with each of the other, and so on; a volume without children
//! stands for itself on every deeper level. Found are the pairs of volumes without children that
//! meet, and whose forebears meet on every level above. *Meet* is the exact, closed verdict of the
//! posed frames, so the answer is the same on every engine, and no test that only saves time can
//! change it.
//!
//! Where every volume lies within its parent ([`Tree::check_nesting`]) that is every pair of
//! deepest volumes that meets. Posing rounds each number once to `f32`, and so a volume that shares
//! a face with its parent may stick out by such a rounding afterwards; [`Tree::over`] grows parents
//! by a hair for that.

mod broad;
mod error;
mod expand;
mod fit;
mod index;
mod limited;
mod mesh;
mod nesting;
mod node;
mod options;
mod over;
#[cfg(feature = "reference")]
mod paper;
mod posed;
mod search;
mod tree;
mod world;

pub use broad::{BroadPhase, SweepAndPrune};
pub use error::{SearchFault, TreeError, WorldError};
pub use mesh::{MeshCover, MeshTree};
pub use node::Node;
pub use options::{Collision, Collisions, Find, Scope, SearchOptions, SearchStats};
#[cfg(feature = "reference")]
pub use paper::{Found, search_collisions};
pub use posed::Posed;
pub(crate) use search::search_among;
#[cfg(feature = "gpu")]
pub(crate) use search::{Hit, collisions, unlimited};
pub use search::{Judge, candidates, search};
pub use tree::Tree;
pub use world::World;
