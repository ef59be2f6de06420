//! Whether two separate frames are further apart than a margin, along some candidate axis.

use super::axes::{Axes, Dimension, Gap, visit_gaps};
use super::input::Input;
use super::separation::separation;
use super::settled::PairFault;
use super::solid::dot;
use crate::geom::Frame3;
use crate::verdict::Verdict;
use dashu_int::IBig;
use std::cmp::Ordering;

/// The error allowed for the largest gap, relative to itself: it is right within `2^-30`.
const HAIR: f64 = 1.0 / 536_870_912.0; // 2^-29

/// Compares the largest gap of a separate pair with a margin: *separate* if the gap is larger,
/// *touching* if it is equal, *overlapping* if it is smaller.
///
/// The pair is known to be separate, and the margin is finite and not negative. Costs what
/// [`separation`](fn@super::separation) costs, and some ten microseconds if both are very close.
///
/// # Errors
///
/// Returns [`PairFault`] for a frame that is not valid at rest.
pub fn within(a: &Frame3, b: &Frame3, margin: f32) -> Result<Verdict, PairFault> {
    match compared_in_doubles(separation(a, b)?.depth, margin) {
        Some(verdict) => Ok(verdict),
        None => Ok(compared(&Input::resting(a, b)?, margin)),
    }
}

/// Returns the verdict where a gap and a margin are not too close.
pub(super) fn compared_in_doubles(gap: f64, margin: f32) -> Option<Verdict> {
    let margin = f64::from(margin);
    match () {
        () if gap * (1.0 - HAIR) > margin => Some(Verdict::Separate),
        () if gap * (1.0 + HAIR) < margin => Some(Verdict::Overlapping),
        () => None,
    }
}

/// Returns the verdict in whole numbers. Squares are compared: a gap comes times the length of its
/// axis.
pub(super) fn compared<const D: usize>(input: &Input<D>, margin: f32) -> Verdict
where
    Dimension<D>: Axes<D>,
{
    let scale = input.scale_with(&[margin]);
    let margin = scale.whole::<IBig>(margin);
    let square = &margin * &margin;
    let mut verdict = Verdict::Overlapping;
    visit_gaps(&input.solids(|x| scale.whole::<IBig>(x)), |Gap { axis, gap, .. }| {
        // So that a null axis, whose gap is 0, is left out.
        if gap <= IBig::ZERO {
            return true;
        }
        match (&gap * &gap).cmp(&(&square * dot(&axis, &axis))) {
            Ordering::Greater => verdict = Verdict::Separate,
            Ordering::Equal => verdict = Verdict::Touching,
            Ordering::Less => {}
        }
        verdict != Verdict::Separate
    });
    verdict
}
