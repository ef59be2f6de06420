//! Scenes whose answers have a recorded hash, so that machines can be compared.
//!
//! The scenes are made of whole numbers, and of floats that come from whole numbers by products and
//! sums that IEEE 754 fixes to the last bit, as it does the quotients and roots of poses. So every
//! machine draws the same scenes. Exact answers are the same everywhere, too.

mod digest;
mod draw;
mod mixed;
mod numbers;
mod recorded;
mod scene;
mod soup;

pub use digest::Digest;
pub use draw::{
    Tree, batch, crowd, frames, objects, pairs, plane_crowd, plane_frames, polytope_crowd,
    polytopes,
};
pub use mixed::{Made, Made2, Placed, Placed2, mixed, plane_mixed};
pub use recorded::recorded;
pub use scene::{Kind, Scene, Style};
pub use soup::{Body, bodies};
