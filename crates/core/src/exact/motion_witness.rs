//! A common point of a moving pair, at its first contact.

use super::contact_interval::exact_ends;
use super::in_time::InTime;
use super::input::Input;
use super::motion::settle_moving;
use super::rows::CommonPoints;
use super::settled::PairFault;
use super::witness::{meeting_point, point_of};
use crate::geom::Frame3;
use dashu_int::IBig;
use glam::DVec3;

/// Returns a point that two moving frames share at their first contact, or `None` for frames that
/// never meet.
///
/// The point is where it is in the world at the first `t` in `[0, 1]` at which the frames meet.
/// Each coordinate is that of an exact common point, rounded once to `f64`. The first contact
/// itself is not rounded: at the `f32` that [`meeting_interval`](super::meeting_interval) returns,
/// the frames are up to `6e-8` of their way apart. Costs some tens of microseconds.
///
/// # Errors
///
/// Returns [`PairFault`] for a frame that is not valid, its velocity included.
pub fn moving_witness(a: &Frame3, b: &Frame3) -> Result<Option<DVec3>, PairFault> {
    match settle_moving(&Input::moving(a, b)?).verdict.meets() {
        true => meeting_moving_point(a, b).map(Some),
        false => Ok(None),
    }
}

/// Returns [`moving_witness`] of two frames that are known to meet. The result for separate frames
/// has no meaning.
///
/// # Errors
///
/// Returns [`PairFault`] for a frame that is not valid, its velocity included.
pub fn meeting_moving_point(a: &Frame3, b: &Frame3) -> Result<DVec3, PairFault> {
    let input = Input::moving(a, b)?;
    let (first, _) = exact_ends(&input);
    if first.numerator == IBig::ZERO {
        // They meet from the start, where velocities make no difference yet.
        return meeting_point(a, b);
    }
    Ok(point_of(CommonPoints::<4>::new::<InTime, 3>(&input).at(&first)))
}
