//! Verdicts in the plane.

use super::super::along::{Along, gap_along};
use super::super::decide::settle;
use super::super::input::Input;
use super::super::settled::{PairFault, Settled};
use super::super::within::{compared, compared_in_doubles};
use super::separation::separation;
use crate::geom::Frame2;
use crate::verdict::Verdict;

/// Returns the exact verdict of one pair at rest.
///
/// # Errors
///
/// Returns [`PairFault`] for a frame that is not valid at rest.
pub fn decide(a: &Frame2, b: &Frame2) -> Result<Settled, PairFault> {
    Ok(settle(&Input::resting(a, b)?))
}

/// Returns the gap between two frames along an axis whose components are at most 1 in magnitude.
///
/// # Errors
///
/// Returns [`PairFault`] for a frame that is not valid at rest.
pub fn along(a: &Frame2, b: &Frame2, axis: [f32; 2]) -> Result<Along, PairFault> {
    Ok(gap_along(&Input::resting(a, b)?, axis))
}

/// Compares the largest gap of a separate pair with a margin: *separate* if the gap is larger,
/// *touching* if it is equal, *overlapping* if it is smaller.
///
/// The pair is known to be separate, and the margin is finite and not negative.
///
/// # Errors
///
/// Returns [`PairFault`] for a frame that is not valid at rest.
pub fn within(a: &Frame2, b: &Frame2, margin: f32) -> Result<Verdict, PairFault> {
    match compared_in_doubles(separation(a, b)?.depth, margin) {
        Some(verdict) => Ok(verdict),
        None => Ok(compared(&Input::resting(a, b)?, margin)),
    }
}
