//! The deciding fallback: exact for every `f32` input, exponents included.
//!
//! What the kernels leave undecided comes here. Three stages, each asked only where the one before
//! could not tell:
//!
//! 1. `f64` with a proven band ([`crate::num::band::SETTLE_F64`]);
//! 2. whole numbers of 128 bits, where the exponents of the pair lie close enough together;
//! 3. whole numbers of any size.
//!
//! All three evaluate the same certificates (the gaps of the separating-axis theorem); only the number changes.
//!
//! Beside the verdict stand its by-products, computed where they are asked for: the box of an intersection
//! ([`intersection_box`]), a common point ([`witness`](fn@witness)), and the best axis with its gap or depth
//! ([`separation`](fn@separation)).

mod decide;
mod interval;
mod rows;
mod separating_axes;
mod separation;
mod solid;
mod witness;

pub use decide::{PairFault, Settled, SettledBy, decide};
pub use interval::intersection_box;
pub(crate) use interval::meeting_box;
pub use separation::{Separation, separation};
pub(crate) use witness::meeting_point;
pub use witness::witness;
