//! The smallest axis-aligned box of everything that a moving pair ever has in common.
//!
//! The common points `(x, t)` fill a polytope in four dimensions: the two-sided rows of both
//! frames, each moving with its velocity, and `0 <= t <= 1`.

use super::ends::rounded_ends;
use super::in_time::InTime;
use super::input::Input;
use super::motion::settle_moving;
use super::settled::PairFault;
use crate::geom::{Aabb3, Frame3};

/// Returns the smallest box that contains every point that two moving frames share at any `t` in
/// `[0, 1]`, or `None` for frames that never meet.
///
/// A point is taken where it is in the world at that `t`. Each face is rounded outward to `f32`
/// once. Costs three to five microseconds where `f64` can decide how the faces round, and some tens
/// where whole numbers must.
///
/// # Errors
///
/// Returns [`PairFault`] for a frame that is not valid, its velocity included.
pub fn moving_box(a: &Frame3, b: &Frame3) -> Result<Option<Aabb3>, PairFault> {
    let input = Input::moving(a, b)?;
    Ok(settle_moving(&input).verdict.meets().then(|| box_of(&input)))
}

/// Returns [`moving_box`] of two frames that are known to meet. The result for separate frames has
/// no meaning.
///
/// # Errors
///
/// Returns [`PairFault`] for a frame that is not valid, its velocity included.
pub fn meeting_moving_box(a: &Frame3, b: &Frame3) -> Result<Aabb3, PairFault> {
    Ok(box_of(&Input::moving(a, b)?))
}

fn box_of(input: &Input) -> Aabb3 {
    let [min, max] = rounded_ends::<InTime, 3, 4>(input);
    Aabb3 { min: min.into(), max: max.into() }
}
