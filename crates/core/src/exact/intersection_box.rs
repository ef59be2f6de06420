//! The smallest axis-aligned box of an intersection, exactly, then rounded outward once.

use super::decide::settle;
use super::ends::rounded_ends;
use super::input::Input;
use super::rows::AtRest;
use super::settled::PairFault;
use crate::geom::{Aabb3, Frame3};

/// Returns the smallest box that contains every common point of two frames at rest, or `None` for
/// separate frames.
///
/// Each face is rounded outward to `f32` once. Touching frames have a flat box. Costs two or three
/// microseconds where `f64` can decide how the faces round, and some ten where whole numbers of any
/// size must.
///
/// # Errors
///
/// Returns [`PairFault`] for a frame that is not valid at rest.
pub fn intersection_box(a: &Frame3, b: &Frame3) -> Result<Option<Aabb3>, PairFault> {
    let input = Input::resting(a, b)?;
    Ok(settle(&input).verdict.meets().then(|| box_of(&input)))
}

/// Returns [`intersection_box`] of two frames that are known to meet. The result for separate
/// frames has no meaning.
///
/// # Errors
///
/// Returns [`PairFault`] for a frame that is not valid at rest.
pub fn meeting_box(a: &Frame3, b: &Frame3) -> Result<Aabb3, PairFault> {
    Ok(box_of(&Input::resting(a, b)?))
}

fn box_of(input: &Input) -> Aabb3 {
    let [min, max] = rounded_ends::<AtRest, 3, 3>(input);
    Aabb3 { min: min.into(), max: max.into() }
}
