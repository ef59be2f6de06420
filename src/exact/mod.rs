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

mod decide;
mod interval;
mod separating_axes;
mod solid;

pub use decide::{PairFault, Settled, SettledBy, decide};
pub use interval::intersection_box;
