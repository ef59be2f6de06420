//! A common point of a moving pair, at its first contact.

use super::contact_interval::first_contact;
use super::decide::PairFault;
use super::motion::decide_moving;
use super::rows::CommonPoints;
use super::witness::{meeting_point, point_of};
use crate::geom::Frame3;
use dashu_int::IBig;
use glam::DVec3;

/// A point that two moving frames share at the first `t` in `[0, 1]` at which they meet, where it
/// is in the world at that `t`; `None` for frames that never meet. Each coordinate is that of an
/// exact common point, rounded once to `f64`. The first contact itself is not rounded: at the `f32`
/// that [`passage`](super::passage) tells, the frames are up to `6e-8` of their way apart. Costs
/// some tens of microseconds.
pub fn moving_witness(a: &Frame3, b: &Frame3) -> Result<Option<DVec3>, PairFault> {
    match decide_moving(a, b)?.verdict.meets() {
        true => meeting_moving_point(a, b).map(Some),
        false => Ok(None),
    }
}

/// [`moving_witness`] of two frames that are known to meet. Of separate ones it is no common point.
pub fn meeting_moving_point(a: &Frame3, b: &Frame3) -> Result<DVec3, PairFault> {
    let first = first_contact(a, b)?;
    if first.numerator == IBig::ZERO {
        // They meet from the start, where velocities make no difference yet.
        return meeting_point(a, b);
    }
    Ok(point_of(CommonPoints::moving(a, b)?.at(&first)))
}
