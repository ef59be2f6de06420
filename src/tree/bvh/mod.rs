//! Bounding volume hierarchies (BVH), and the search for collisions between them.
//!
//! A [`Bvh`] has one frame round the whole object at its root, and below the root any number of
//! levels of smaller frames. A [`BvhWorld`] holds objects; each object is a BVH in a rigid pose.
//! [`CollisionService::search`](crate::CollisionService::search) finds the leaves that collide.
//!
//! This is the space partition of the 2013 paper (fourier-motzkin-2013, section 2.1).
//!
//! # What the search finds
//!
//! The search compares two objects level by level. First it tests their roots. If the roots meet,
//! it tests each node of the next level of one object with each node of the next level of the
//! other, and so on. A leaf stands for itself on every deeper level.
//!
//! The search finds a pair of leaves if the two leaves meet and their ancestors meet on every level
//! above. *Meet* is the exact, closed verdict of the posed frames: frames that touch meet. So the
//! answer is the same on every engine, and a test that only saves time cannot change the answer.
//!
//! If every node lies within its parent ([`Bvh::check_nesting`]), then the search finds every pair
//! of leaves that meets, as long as the posed nodes do too. Posing an object rounds each number to
//! `f32` once, and a child may stick out of its parent by such a rounding afterwards. [`Bvh::over`]
//! makes parents larger by a millionth of their size and of their distance from the origin of the
//! tree. That pays for the rounding near the origin of the world. An object that is moved away
//! from it by more than some ten times its size may have leaves that stick out of their parents by
//! `2^-24` of the distance; where such a leaf meets another object by less than that, the search
//! may not find it.
//!
//! ```
//! use motzkin::tree::bvh::{Bvh, BvhWorld};
//! use motzkin::{CollisionService, Engine, Frame3, SearchOptions};
//! use motzkin::glam::{Quat, Vec3};
//! use std::sync::Arc;
//!
//! // A wall of eight bricks, and the boxes above them.
//! let brick = |i: u8| {
//!     let low = Vec3::new(f32::from(i) * 2.0, 0.0, 0.0);
//!     Frame3::aligned_box(low, low + Vec3::new(1.9, 1.0, 1.0))
//! };
//! let bricks = (0..8).map(brick).collect::<Result<Vec<_>, _>>()?;
//! let wall = Arc::new(Bvh::over(&bricks)?);
//!
//! let mut world = BvhWorld::new();
//! let first = world.insert(&wall, Quat::IDENTITY, Vec3::ZERO)?;
//! let second = world.insert(&wall, Quat::IDENTITY, Vec3::new(14.0, 0.5, 0.0))?;
//! let found = CollisionService::new(Engine::Cpu)?.search(&world).run()?;
//! // The last brick of the first wall and the first brick of the second.
//! assert_eq!(found.len(), 1);
//! assert_eq!((found[0].objects, found[0].frames), ([first, second], [7, 0]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod candidates;
mod collision;
mod descent;
#[cfg(feature = "polytopes")]
mod ends;
mod error;
mod expand;
mod fit;
mod hit;
mod index;
mod keeping;
mod lazy;
#[cfg(feature = "polytopes")]
mod leaf_pairs;
mod limited;
#[cfg(feature = "meshes")]
mod mesh;
mod nesting;
mod node;
mod options;
mod over;
mod pair_test;
#[cfg(feature = "reference")]
mod paper;
#[cfg(feature = "polytopes")]
mod placed;
mod posed;
mod recent;
mod search;
mod sides;
mod slots;
mod tally;
mod tree;
mod validity;
mod world;

pub(crate) use candidates::candidates;
pub use collision::{Collision, Collisions, SearchStats};
#[cfg(feature = "gpu")]
pub(crate) use descent::unlimited;
#[cfg(feature = "polytopes")]
pub(crate) use ends::Ends;
pub use error::{BvhError, BvhWorldError, SearchFault};
#[cfg(feature = "gpu")]
pub(crate) use hit::{Found, Hit, collisions, shown};
#[cfg(feature = "polytopes")]
pub(crate) use leaf_pairs::{Half, LeafPairs, NearestLeaves};
#[cfg(feature = "meshes")]
pub use mesh::{MeshBvh, MeshCover};
pub use node::BvhNode;
pub use options::{Find, Scope, SearchOptions};
pub(crate) use pair_test::PairTest;
#[cfg(feature = "reference")]
pub use paper::{PaperCollision, search_collisions};
#[cfg(feature = "polytopes")]
pub(crate) use placed::Placed;
pub use posed::{Posed, PosedBvh};
pub(crate) use recent::Recent;
pub(crate) use search::{search, search_among};
#[cfg(feature = "gpu")]
pub(crate) use tally::Tally;
pub use tree::Bvh;
pub use world::BvhWorld;
