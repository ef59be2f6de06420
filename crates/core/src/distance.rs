//! The Euclidean distance of two separate shapes: bounds in `f64` first, whole numbers where these
//! do not prove enough.
//!
//! A frame is the polytope of its corners. Every function takes `exactly`, which leaves out the
//! kernels, for an engine that has none.

use crate::error::{FrameError, FramePart, PolytopeError};
use crate::exact::{self, PairFault};
use crate::frame::Frame;
use crate::geom::{Nearest, Pair, PolytopeSet};
use crate::kernel::hull::{self, Approach, Closest};
use crate::motion::Motion;

/// The only pair of a set of two.
const BOTH: Pair = Pair::new(0, 1);

/// Returns the nearest points of two separate polytopes, or `None` if one of them is empty.
///
/// Costs some microseconds, and ten to a hundred where the polytopes are very close or very thin.
///
/// # Panics
///
/// Panics if the pair refers to no polytope of the set.
pub fn of_polytopes(set: &PolytopeSet, pair: Pair, exactly: bool) -> Option<Nearest> {
    let is_empty = |index: u32| set.polytopes()[index as usize].count == 0;
    if is_empty(pair.a) || is_empty(pair.b) {
        return None;
    }
    let found = if exactly { Closest::Guessed(Vec::new()) } else { hull::nearest(set, pair) };
    match found {
        Closest::Proven(nearest) => Some(nearest),
        Closest::Guessed(vertices) => exact::hull::nearest(set, pair, &vertices),
    }
}

/// Returns the nearest points of two frames that are separate at rest. Costs what
/// [`of_polytopes`] costs.
///
/// # Errors
///
/// Returns [`PairFault`] for a frame that is not valid at rest.
pub fn of_frames<F: Frame>(a: &F, b: &F, exactly: bool) -> Result<Nearest, PairFault> {
    let set = both(&a.resting(), &b.resting())?;
    // Frames have corners.
    of_polytopes(&set, BOTH, exactly).ok_or(PairFault { second: false, error: FrameError::Flat })
}

/// Returns true if two separate polytopes are closer than a margin: while they move, at some `t` in
/// `[0, 1]`. An empty polytope is close to nothing. The margin is finite and not negative.
///
/// # Panics
///
/// Panics if the pair refers to no polytope of the set.
pub fn polytopes_are_closer<M: Motion>(
    set: &PolytopeSet,
    pair: Pair,
    margin: f32,
    exactly: bool,
) -> bool {
    let is_empty = |index: u32| set.polytopes()[index as usize].count == 0;
    if is_empty(pair.a) || is_empty(pair.b) {
        return false;
    }
    if !exactly {
        let Approach { at_least, at_most } = hull::approach::<M>(set, pair);
        let limit = f64::from(margin);
        if at_most < limit || at_least >= limit {
            return at_most < limit;
        }
    }
    exact::hull::is_closer::<M>(set, pair, margin)
}

/// Returns true if two separate frames are closer than a margin: while they move, at some `t` in
/// `[0, 1]`. The margin is finite and not negative.
///
/// # Errors
///
/// Returns [`PairFault`] for a frame that is not valid.
pub fn frames_are_closer<F: Frame, M: Motion>(
    a: &F,
    b: &F,
    margin: f32,
    exactly: bool,
) -> Result<bool, PairFault> {
    let set = if M::MOVES { both(a, b) } else { both(&a.resting(), &b.resting()) }?;
    Ok(polytopes_are_closer::<M>(&set, BOTH, margin, exactly))
}

/// Returns the polytopes that two frames are, with their velocities.
fn both<F: Frame>(a: &F, b: &F) -> Result<PolytopeSet, PairFault> {
    let mut set = PolytopeSet::new();
    for (second, frame) in [(false, a), (true, b)] {
        frame.push_to(&mut set).map_err(|error| {
            let error = match error {
                PolytopeError::Frame { error, .. } => error,
                PolytopeError::Velocity { axis, value, .. } => {
                    let part = FramePart::Velocity;
                    FrameError::NotFinite { part, axis, value: value.into() }
                }
                // Two frames fit a set, and valid ones do not collapse.
                _ => FrameError::Flat,
            };
            PairFault { second, error }
        })?;
    }
    Ok(set)
}
