//! The deciding fallback: exact for every `f32` input, exponents included.
//!
//! What the kernels leave undecided comes here. Three stages, each asked only where the one before
//! could not tell:
//!
//! 1. `f64`: with a proven band ([`crate::num::band::SETTLE_F64`]), or where numbers are so short
//!    that nothing rounds;
//! 2. whole numbers of 128 bits, where the exponents of the pair lie close enough together;
//! 3. whole numbers of any size.
//!
//! All three evaluate the same certificates (the gaps of the separating-axis theorem); only the
//! number changes.
//!
//! Moving pairs go the same way, along the axes of the swept pair: [`decide_moving`], [`passage`]
//! with the contact interval.
//!
//! Beside the verdict stand its by-products, computed where they are asked for: the box of an
//! intersection ([`intersection_box`], [`moving_box`]), a common point ([`witness`](fn@witness),
//! [`moving_witness`]), and, of resting pairs, the best axis with its gap or depth
//! ([`separation`](fn@separation)). [`plane`] has the same of frames in the plane. [`hull`] decides
//! about convex polytopes, [`triangles`] about triangles in space.

mod along;
mod contact_interval;
mod decide;
mod fraction;
pub mod hull;
mod intersection_box;
mod motion;
mod motion_box;
mod motion_witness;
pub mod plane;
mod rows;
mod separating_axes;
mod separation;
mod solid;
mod swept;
pub mod triangles;
mod within;
mod witness;

pub use along::{Along, along, along_in_plane};
pub use contact_interval::meeting_interval;
pub use contact_interval::passage;
pub use decide::{PairFault, Settled, SettledBy, decide};
pub use intersection_box::intersection_box;
pub use intersection_box::meeting_box;
pub use motion::decide_moving;
pub use motion_box::meeting_moving_box;
pub use motion_box::moving_box;
pub use motion_witness::meeting_moving_point;
pub use motion_witness::moving_witness;
pub use separation::{Separation, separation};
pub use within::{within, within_in_plane};
pub use witness::meeting_point;
pub use witness::witness;
