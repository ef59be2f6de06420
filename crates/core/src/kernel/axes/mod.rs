//! Every candidate axis of a resting pair, with the gap along it: 15 of two cuboids, 25 of a cuboid
//! and a tetrahedron, 44 of two tetrahedra.
//!
//! The verdict kernels stop at signs, for which far fewer certificates do. What asks how far two
//! solids are apart, or how deep they overlap, needs the normals, and all of them: [`visit`] shows
//! each to a [`Sink`]. [`best`](fn@best) keeps the one with the largest gap, and bounds what any
//! other could have.
//!
//! Twin: `shaders/parts/axes.wgsl`.
//!
//! ## Normals that are nearly null
//!
//! Of the product `e x f` of nearly parallel edges nothing is known in `f32`, and every scene of
//! aligned boxes is full of such. For a pair that meets it can be left out, at a price. The normals
//! at right angles to `e` at which `e` itself (one of those parallel to it, of a cuboid) is
//! furthest out form an arc between the normals of two faces, and along the arc the depth is the
//! greatest of several cosines, one for each vertex of the second solid as seen along `e`. Leave
//! out all but one of each cluster of vertices that edges nearly parallel to `e` join: no depth
//! grows, and none shrinks by more than the lengths of those edges as seen along `e`, which are at
//! most `|e x f| / |e|` each and three in a row. Where the depths at both ends of a stretch of a
//! cosine are positive, so are those between, and none is below both; and what is left at the ends
//! of stretches are faces and products that are not nearly null. So the least depth along these is
//! above the true one by at most three such lengths, and the roles of `e` and `f` may be swapped.
//!
//! For separate pairs no such thing holds: between parallel edges that face each other the product
//! may have the largest gap of all, until the edges are parallel. The gap of such a pair is found
//! in `f64`.

mod best;
mod side;
mod visit;

pub use best::{NEARLY_NULL, NULLS, SHORT, best, side};
pub use side::Side;
pub use visit::{Axis, Sink, visit, visit_sweep};
