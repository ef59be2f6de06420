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
//! Moving pairs go the same way, along the axes of the swept pair: [`decide_moving`], [`passage`] with the contact
//! interval, [`moving_box`].

mod contact_interval;
mod decide;
mod fraction;
mod interval;
mod motion;
mod motion_box;
mod separating_axes;
mod solid;
mod swept;

pub(crate) use contact_interval::meeting_interval;
pub use contact_interval::passage;
pub use decide::{PairFault, Settled, SettledBy, decide};
pub use interval::intersection_box;
pub(crate) use interval::meeting_box;
pub use motion::decide_moving;
pub(crate) use motion_box::meeting_moving_box;
pub use motion_box::moving_box;
