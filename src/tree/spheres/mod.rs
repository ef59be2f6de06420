//! On-collide sphere trees: moving triangle meshes, after *On-Collide Sphere-Trees* (2006).
//!
//! The tree of a mesh begins as its root: a box and a sphere. Where nodes of two objects come
//! close, their children are built, and only there. Children are dropped again when nothing has
//! come close for a while.
//!
//! Two things differ from the article. A node is a range of the mesh's triangles, with the tight
//! box and a sphere of that range; the triangles are sorted by octant when the node is opened, so
//! no triangle is stored twice. And an exact test of triangles decides at the leaves, so that no
//! gap is taken for a contact.
//!
//! [`MeshWorld`] holds the meshes, one tree each, and the objects that share them.
//!
//! ```
//! use motzkin::glam::Vec3;
//! use motzkin::tree::spheres::{MeshVerdict, MeshWorld};
//! use motzkin::{Pair, Pose, TriangleMesh};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let [p, q, r, s] = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
//! let tetra = TriangleMesh::from_soup(&[[p, r, q], [p, q, s], [p, s, r], [q, r, s]])?;
//! let mut world = MeshWorld::default();
//! let tetra = world.insert_mesh(tetra);
//! let a = world.insert(tetra, Pose::IDENTITY)?;
//! let b = world.insert(tetra, Pose::at(Vec3::splat(0.5))?)?;
//! let found = world.collide()?;
//! assert_eq!(found[0].pair, Pair::new(a, b));
//! assert!(matches!(found[0].verdict, MeshVerdict::Meeting { .. }));
//!
//! world.set_pose(b, Pose::at(Vec3::X * 5.0)?)?;
//! assert!(world.collide()?.is_empty());
//! # Ok(())
//! # }
//! ```

mod ageing;
mod broad;
mod build;
mod contact;
mod convex;
mod descent;
mod ends;
mod error;
mod nearest;
mod node;
mod occupancy;
mod rays;
mod relative;
mod runs;
mod solid;
mod split;
mod tree;
mod verdict;
mod view;
mod world;

pub use contact::ContactRegion;
pub use error::MeshWorldError;
pub use node::SphereNode;
pub use occupancy::{
    CpuOccupancyTest, OccupancyDeviceUse, OccupancyFault, OccupancyParent, OccupancyTest,
};
pub use tree::{SphereTree, SphereTreeStats};
pub use verdict::{ConvexVerdict, MeshContact, MeshDistance, MeshVerdict, QueryBudget};
pub use world::{MeshId, MeshWorld, MeshWorldOptions, MeshWorldStats};
