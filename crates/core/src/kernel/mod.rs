//! Branch-free kernels in `f32` over any width of vector, and the loops that feed them.
//!
//! A kernel evaluates the certificates that Fourier-Motzkin elimination leaves of two frames, each
//! with its error band ([`crate::num::band`]). It answers *certainly separate*, *certainly
//! overlapping* or neither. No lane branches. A whole vector branches only where none of its lanes
//! needs the extra work for parallel edges or odd sizes.
//!
//! Which kernels serve which pair of shapes stands in one table, `table.rs`:
//!
//! | in space | two cuboids | tetrahedron, cuboid | two tetrahedra |
//! |---|---|---|---|
//! | at rest | [`cuboid_cuboid`] | [`cuboid_tetra`] | [`tetra_tetra`] |
//! | in motion | [`swept_cuboid_cuboid`] | [`swept_cuboid_tetra`] | [`swept_tetra_tetra`] |
//! | contact interval | [`contact_cuboid_cuboid`] | [`contact_axes`] | [`contact_axes`] |
//! | best axis | [`axes`] | [`axes`] | [`axes`] |
//! | common points | [`clip`] | [`clip`] | [`clip`] |
//! | distance | [`nearest`] | [`nearest`] | [`nearest`] |
//!
//! What they leave undecided, [`settle`] decides in `f64` as far as it can.
//!
//! [`plane`] has the kernels of frames in the plane. [`hull`] tests convex polytopes. `batch` sorts
//! the pairs of a [`Source`] by shape, loads them and gives them to the kernels of their row.
//! Shaders have twins of most kernels in `shaders/parts`, with the same names.

pub mod axes;
pub(crate) mod batch;
pub mod bounds;
pub mod clip;
#[cfg(feature = "motion")]
pub mod contact_axes;
#[cfg(feature = "motion")]
pub mod contact_cuboid_cuboid;
pub mod cuboid_cuboid;
pub mod cuboid_tetra;
mod dimension;
#[cfg(feature = "polytopes")]
pub mod hull;
mod lanes;
#[cfg(feature = "motion")]
mod moving_operand;
mod near;
#[cfg(feature = "polytopes")]
pub mod nearest;
mod operand;
mod outlines;
#[cfg(feature = "motion")]
pub mod passing;
#[cfg(feature = "plane")]
pub mod plane;
pub mod settle;
pub mod shape;
mod simd;
mod source;
#[cfg(feature = "motion")]
pub mod swept_cuboid_cuboid;
#[cfg(feature = "motion")]
pub mod swept_cuboid_tetra;
#[cfg(feature = "motion")]
pub mod swept_tetra_tetra;
pub mod table;
pub mod tetra;
pub mod tetra_tetra;
mod transpose;
mod vector;
mod wide;

#[cfg(feature = "motion")]
pub use batch::ContactEnds;
pub use batch::{BestAxis, CommonBounds, GRAIN};
pub(crate) use lanes::Scan;
pub use lanes::{Lanes, Real};
#[cfg(feature = "motion")]
pub use moving_operand::MovingOperands;
pub use near::{Kdops, hull_of_near, near, sweep};
pub use operand::{Certain, Edges, Operands};
pub use outlines::Outlines;
pub use simd::SimdLevel;
pub(crate) use simd::{Work, at_level};
pub use source::Source;
pub use vector::Vec3;
