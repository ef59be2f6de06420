//! Batches of pairs: sorted by their shapes, loaded, and given to the kernels of the
//! [table](super::table).
//!
//! [`codes`] tests all pairs of a source. The other functions take the numbers of some of its
//! pairs. All of them run on the threads of the current rayon pool, and a level that the processor
//! lacks falls back to [`SimdLevel::Scalar`](super::SimdLevel::Scalar).

mod best_axes;
mod block;
mod codes;
mod common;
#[cfg(feature = "motion")]
mod contact_ends;
mod fetch;
mod lists;
#[cfg(feature = "polytopes")]
mod nearest;
mod numbered;
mod pairs;
mod settled;
mod spread;

pub use best_axes::{BestAxis, best_axes};
pub use codes::{GRAIN, codes};
pub use common::{CommonBounds, common};
#[cfg(feature = "motion")]
pub use contact_ends::{ContactEnds, contact_ends};
#[cfg(feature = "polytopes")]
pub use nearest::{closer, nearest};
pub use settled::settled;
