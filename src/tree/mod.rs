//! Trees over the objects of a scene and over the triangles of a mesh.
//!
//! - [`bvh`]: bounding volume hierarchies of parallelepipeds and tetrahedra, worlds of objects that
//!   share them, and the search for the leaves that collide (fourier-motzkin-2013, sections 2.1 and
//!   5.2).
//! - [`spheres`]: sphere trees over triangle meshes, built only where objects come close
//!   (*On-Collide Sphere-Trees*, 2006).
//! - [`frames`]: frames that are asked what meets a box, a point, a frame, a ray.

pub mod bvh;
#[cfg(feature = "polytopes")]
pub mod frames;
#[cfg(feature = "meshes")]
pub mod spheres;
