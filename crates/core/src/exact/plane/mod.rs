//! The same in the plane, for [`Frame2`]: verdicts of resting and of moving pairs, and what lies
//! beyond them.
//!
//! The candidate axes are the normals of the edges, two of a parallelogram and three of a triangle,
//! and for a moving pair that of its relative velocity: the facets of the swept Minkowski
//! difference are parallel to an edge of one of the frames or to the velocity. An edge of a valid
//! frame is not null, so the only null axis is that of equal velocities. A resting pair is a moving
//! one whose velocities are equal.
//!
//! Costs, on one thread: verdicts some tens of nanoseconds where `f64` can tell, a quarter of a
//! microsecond for contacts on a lattice, of which it can tell too, twice that for other exact
//! contacts; axes and witnesses some hundred nanoseconds where `f64` can tell; what takes whole
//! numbers some microseconds, and boxes ten to twenty.

mod pair;
mod points;
mod separation;

pub use points::{intersection_box, moving_box, moving_witness, witness};
pub use points::{meeting_box, meeting_moving_box, meeting_moving_point, meeting_point};
pub use separation::separation;
pub(super) use separation::visit_exact_gaps;

use super::contact_interval::interval_of;
use super::decide::{PairFault, Settled};
use super::motion::settle;
use crate::geom::{ContactInterval, Frame2, Passage};
pub(super) use pair::Input;
use pair::{in_doubles, in_whole};

/// The exact verdict of one pair of resting frames.
pub fn decide(a: &Frame2, b: &Frame2) -> Result<Settled, PairFault> {
    let input = Input::resting(a, b)?;
    Ok(settle(&in_doubles(&input), || input.is_short(), || in_whole(&input)))
}

/// The exact verdict of one moving pair: overlapping where the interiors share a point at some `t`
/// in the closed interval `[0, 1]`, touching where only the closed frames do.
pub fn decide_moving(a: &Frame2, b: &Frame2) -> Result<Settled, PairFault> {
    let input = Input::moving(a, b)?;
    Ok(settle(&in_doubles(&input), || input.is_short(), || in_whole(&input)))
}

/// The verdict of a moving pair over `t` in `[0, 1]`, and when it meets.
pub fn passage(a: &Frame2, b: &Frame2) -> Result<Passage, PairFault> {
    let verdict = decide_moving(a, b)?.verdict;
    let interval = if verdict.meets() { Some(meeting_interval(a, b)?) } else { None };
    Ok(Passage { verdict, interval })
}

/// The interval of two frames that are known to meet. Of separate ones it is none.
pub fn meeting_interval(a: &Frame2, b: &Frame2) -> Result<ContactInterval, PairFault> {
    let input = Input::moving(a, b)?;
    Ok(interval_of(&in_doubles(&input), || in_whole(&input)))
}
