//! The deciding fallback: exact for every `f32` input, exponents included.
//!
//! What the kernels and [`settle`](crate::kernel::settle) leave undecided is decided here, pair by
//! pair. There are three stages, and each is asked only if the one before could not decide:
//!
//! 1. `f64`: with a proven error band ([`crate::num::band::SETTLE_F64`]), or where numbers are so
//!    short that nothing is rounded;
//! 2. whole numbers of 128 or 256 bits, where the exponents of the pair lie close enough together;
//! 3. whole numbers of any size.
//!
//! All three evaluate the same certificates, the gaps of the separating-axis theorem. Only the type
//! of the numbers changes.
//!
//! | | at rest | moving |
//! |---|---|---|
//! | verdict | [`decide`] | [`decide_moving`] |
//! | when the pair meets | | [`meeting_interval`] |
//! | box of all common points | [`intersection_box`] | [`moving_box`] |
//! | a common point | [`witness`](fn@witness) | [`moving_witness`] |
//! | best axis, gap or depth | [`separation`](fn@separation) | |
//! | gap against a margin | [`within`](fn@within) | |
//! | gap along a given axis | [`along`](fn@along) | |
//!
//! These functions take frames in space. [`plane`] has functions of the same names for frames in
//! the plane, [`hull`] decides convex polytopes, and [`triangles`] decides triangles in space. A
//! function with `meeting` in its name takes a pair that is known to meet, and saves the verdict.

mod along;
mod axes;
#[cfg(feature = "motion")]
mod contact_interval;
mod decide;
mod ends;
mod fraction;
#[cfg(feature = "polytopes")]
pub mod hull;
mod in_doubles;
#[cfg(feature = "motion")]
mod in_time;
mod input;
mod intersection_box;
#[cfg(feature = "motion")]
mod motion;
#[cfg(feature = "motion")]
mod motion_box;
#[cfg(feature = "motion")]
mod motion_witness;
#[cfg(feature = "plane")]
pub mod plane;
mod rows;
mod separation;
mod settled;
mod solid;
#[cfg(feature = "motion")]
mod swept;
#[cfg(feature = "meshes")]
pub mod triangles;
mod within;
mod witness;

pub use along::{Along, along};
#[cfg(feature = "motion")]
pub use contact_interval::meeting_interval;
pub use decide::decide;
pub use intersection_box::{intersection_box, meeting_box};
#[cfg(feature = "motion")]
pub use motion::decide_moving;
#[cfg(feature = "motion")]
pub use motion_box::{meeting_moving_box, moving_box};
#[cfg(feature = "motion")]
pub use motion_witness::{meeting_moving_point, moving_witness};
pub use separation::{Separation, separation};
pub use settled::{PairFault, Settled, SettledBy};
pub use within::within;
pub use witness::{meeting_point, witness};
