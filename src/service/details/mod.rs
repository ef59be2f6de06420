//! What is wanted beside the verdict, of one pair.

#[cfg(feature = "polytopes")]
mod closer;
#[cfg(feature = "polytopes")]
mod distance;
mod frames;
#[cfg(feature = "motion")]
mod moving_frames;
#[cfg(all(feature = "polytopes", feature = "motion"))]
mod moving_polytopes;
#[cfg(feature = "polytopes")]
mod polytopes;
mod slack;
#[cfg(feature = "polytopes")]
mod subset;
mod traits;

pub use traits::Precision;
pub(super) use traits::{Context, Detailed, Rows};
