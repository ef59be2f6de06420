//! Moving frames in the plane: verdicts, contact intervals, and where the frames meet. Time is a
//! coordinate like the others, so that boxes take combinations of three rows.

use super::super::contact_interval::{exact_ends, interval_of};
use super::super::ends::rounded_ends;
use super::super::in_time::InTime;
use super::super::input::Input;
use super::super::motion::settle_moving;
use super::super::rows::{CommonPoints, Row, Setting};
use super::super::settled::{PairFault, Settled};
use super::super::solid::{Vector, dot};
use super::points::{meeting_point, point_of};
use crate::geom::{Aabb2, ContactInterval, Frame2};
use crate::num::Ring;
use dashu_int::IBig;
use glam::DVec2;

/// Returns the exact verdict of one moving pair.
///
/// The verdict is *overlapping* if the interiors share a point at some `t` in the closed interval
/// `[0, 1]`, and *touching* if only the closed frames do.
///
/// # Errors
///
/// Returns [`PairFault`] for a frame that is not valid, its velocity included.
pub fn decide_moving(a: &Frame2, b: &Frame2) -> Result<Settled, PairFault> {
    Ok(settle_moving(&Input::moving(a, b)?))
}

/// Returns the contact interval of two moving frames that are known to meet. The result for
/// separate frames has no meaning.
///
/// # Errors
///
/// Returns [`PairFault`] for a frame that is not valid, its velocity included.
pub fn meeting_interval(a: &Frame2, b: &Frame2) -> Result<ContactInterval, PairFault> {
    Ok(interval_of(&Input::moving(a, b)?))
}

/// Returns the smallest box that contains every point that two moving frames share at any `t` in
/// `[0, 1]`, or `None` for frames that never meet. A point is taken where it is in the world at
/// that `t`, and each side is rounded outward to `f32` once.
///
/// # Errors
///
/// Returns [`PairFault`] for a frame that is not valid, its velocity included.
pub fn moving_box(a: &Frame2, b: &Frame2) -> Result<Option<Aabb2>, PairFault> {
    let input = Input::moving(a, b)?;
    Ok(settle_moving(&input).verdict.meets().then(|| box_in_motion(&input)))
}

/// Returns [`moving_box`] of two frames that are known to meet. The result for separate frames has
/// no meaning.
///
/// # Errors
///
/// Returns [`PairFault`] for a frame that is not valid, its velocity included.
pub fn meeting_moving_box(a: &Frame2, b: &Frame2) -> Result<Aabb2, PairFault> {
    Ok(box_in_motion(&Input::moving(a, b)?))
}

fn box_in_motion(input: &Input<2>) -> Aabb2 {
    let [min, max] = rounded_ends::<InTime, 2, 3>(input);
    Aabb2 { min: min.into(), max: max.into() }
}

/// Returns a point that two moving frames share at their first contact, or `None` for frames that
/// never meet.
///
/// The point is where it is in the world at the first `t` in `[0, 1]` at which the frames meet.
/// Each coordinate is that of an exact common point, rounded once to `f64`. The first contact
/// itself is not rounded.
///
/// # Errors
///
/// Returns [`PairFault`] for a frame that is not valid, its velocity included.
pub fn moving_witness(a: &Frame2, b: &Frame2) -> Result<Option<DVec2>, PairFault> {
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
pub fn meeting_moving_point(a: &Frame2, b: &Frame2) -> Result<DVec2, PairFault> {
    let input = Input::moving(a, b)?;
    let (first, _) = exact_ends(&input);
    if first.numerator == IBig::ZERO {
        // They meet from the start, where velocities make no difference yet.
        return meeting_point(a, b);
    }
    Ok(point_of(CommonPoints::<3>::new::<InTime, 2>(&input).at(&first)))
}

impl Setting<2, 3> for InTime {
    fn row<N: Ring>(row: Row<2, N>, velocity: &Vector<N, 2>) -> Row<3, N> {
        // `n . (x - v t)` stays where `n . x` was.
        let drift = -dot(&row.normal, velocity);
        let [x, y] = row.normal;
        Row { normal: [x, y, drift], low: row.low, high: row.high }
    }
}
