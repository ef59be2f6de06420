//! What is wanted beside the verdict, of one pair.

mod frames;
mod moving_frames;
mod polytopes;
mod slack;
mod traits;

pub use traits::Precision;
pub(super) use traits::{Context, Detailed};
