//! Exact results for convex polytopes, by the simplex method in whole numbers.
//!
//! The linear system is that of the 2016 simplex article. The code is a revised simplex method: it
//! holds the inverse of its basis alone, times its determinant, so that everything stays whole, and
//! prices the points by one scan a step. Numbers have 128 bits where that is enough, and any size
//! otherwise.
//!
//! Most polytopes in space that touch are decided before that, by a walk to the face in which they
//! do, where their numbers are short enough for `f64` or 128 bits (`lattice`, `contact`).
//!
//! Distances are those of the walk of Gilbert, Johnson and Keerthi, in whole numbers too.
//!
//! Every function takes a set and a pair of indices of that set.

mod basis;
mod closer;
pub mod contact;
pub mod lattice;
#[cfg(feature = "motion")]
mod motion;
mod nearest;
mod points;
mod simplex;
mod subset;
mod system;
#[cfg(feature = "motion")]
mod times;
mod verdicts;
mod walk;

pub use closer::is_closer;
#[cfg(feature = "motion")]
pub use motion::{contact_interval, decide_moving, moving_witness};
pub use nearest::nearest;
#[cfg(feature = "meshes")]
pub(super) use points::placed_vertex;
pub use subset::contains;
pub use verdicts::{decide, witness};
