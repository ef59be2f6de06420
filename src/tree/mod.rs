//! Trees over objects, and over the triangles of one.

pub mod spheres;
