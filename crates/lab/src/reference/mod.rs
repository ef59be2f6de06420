//! The slow, obvious algorithms that everything else is tested against, generic over the number.
//!
//! [`verdict`](fn@verdict) is Fourier-Motzkin elimination in exact rationals. In `f64` the same
//! code can be timed: `fourier_motzkin::verdict::<f64>`. [`plane`] and [`plane_sat`] have the same
//! of frames in the plane, [`simplex`] decides about convex polytopes.
#![doc = ""]
#![doc = include_str!("derivation.md")]

pub mod fourier_motzkin;
mod loose_box;
pub mod motion;
mod number;
pub mod plane;
pub mod plane_sat;
pub mod sat;
pub mod simplex;
mod solid;

pub use loose_box::loose_box;
pub use number::Field;

use dashu_ratio::RBig;
use motzkin_core::error::FrameError;
use motzkin_core::geom::Frame3;
use motzkin_core::verdict::Verdict;

/// Computes the exact verdict of two frames by Fourier-Motzkin elimination in rationals. Takes some
/// hundred microseconds a pair.
///
/// # Errors
///
/// Returns a [`FrameError`] if a frame is not valid.
pub fn verdict(a: &Frame3, b: &Frame3) -> Result<Verdict, FrameError> {
    fourier_motzkin::verdict::<RBig>(a, b)
}
