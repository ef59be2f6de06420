//! What may not change a verdict: the order of a pair, of edges, of vertices, of triangles and of
//! axes, mirrors, powers of two, a common way or place, and time that runs backwards.

mod bodies;
mod frames;
mod hulls;
mod maps;
mod meshes;
mod plane;
