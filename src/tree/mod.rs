//! Trees over objects, and over the triangles of one.
//!
//! [`partition`] has trees of parallelepipeds and tetrahedra, worlds of objects that share them,
//! and the search for the volumes that collide (fourier-motzkin-2013, sections 2.1 and 5.2).

pub mod partition;
pub mod spheres;
