//! Bounds of the distance of separate polytopes, at rest or while they move.

use super::nearest::nearest_of;
use crate::geom::{Nearest, Pair, PolytopeSet};
use crate::motion::Motion;

/// Bounds of a distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Approach {
    /// Certainly not above the distance.
    pub at_least: f64,
    /// Certainly not below it; infinite where `f64` cannot tell.
    pub at_most: f64,
}

/// Returns bounds of the distance of two polytopes that are known to be separate, of moving ones of
/// the least distance at any `t` in `[0, 1]`. Neither is empty.
///
/// The bounds are mostly within `1e-9` of each other. Costs about a microsecond.
pub fn approach<M: Motion>(set: &PolytopeSet, pair: Pair) -> Approach {
    let Nearest { at_least, at_most, .. } = nearest_of::<M>(set, pair).nearest;
    Approach { at_least, at_most }
}
