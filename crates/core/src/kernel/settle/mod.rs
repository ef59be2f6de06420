//! Exact verdicts in vectors: the first of the settling stages, in `f64`.
//!
//! Everyday pairs touch exactly, or nearly so: boxes that stand on each other, walls on floors,
//! tiles. There the kernels in `f32` are undecided, and here such pairs are decided several at a
//! time. Every candidate axis of a pair is looked at, at rest or over all of a motion. Two things
//! can decide:
//!
//! - the gaps lie outside of their error bands, which in `f64` are `2^-29` times those of `f32`;
//! - no number is rounded (`lattice.rs`). Then the signs are exact, contacts included, and axes
//!   that are null drop out.
//!
//! A pair with neither stays undecided, and so does a frame that may not be valid. The exact stage
//! settles them one by one.

mod cuboids;
mod gaps;
mod lattice;
#[cfg(feature = "plane")]
mod parallelograms;
#[cfg(feature = "plane")]
mod plane;
mod space;

pub use cuboids::cuboids_in_space;
pub use gaps::Decided;
#[cfg(feature = "plane")]
pub use parallelograms::parallelograms;
#[cfg(feature = "plane")]
pub use plane::in_plane;
pub use space::in_space;
