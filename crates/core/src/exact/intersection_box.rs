//! The smallest axis-aligned box of an intersection, exactly, then rounded outward once.
//!
//! Eliminating two of the three variables leaves combinations of three two-sided rows. So the exact
//! range of a coordinate is the intersection of what every *triple* of rows allows it: 20 triples
//! for two cuboids, 35 for a cuboid and a tetrahedron, 56 for two tetrahedra. The 2013 and 2019
//! papers bound the coordinates of one frame and export those bounds to the world instead, which is
//! looser.

use super::decide::settle;
use super::fraction::Range;
use super::input::Input;
use super::rows::{CommonPoints, ranges};
use super::settled::PairFault;
use crate::geom::{Aabb3, Frame3};
use crate::num::f32_below;

/// Returns the smallest box that contains every common point of two frames at rest, or `None` for
/// separate frames.
///
/// Each face is rounded outward to `f32` once. Touching frames have a flat box. Costs some ten to
/// fifty microseconds: the box is computed in whole numbers.
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
    let common = CommonPoints::resting(input);
    let [min, max] = rounded_outward(&common, ranges(&common.rows, [0, 1, 2]));
    Aabb3 { min: min.into(), max: max.into() }
}

/// Returns the lower and the upper ends of the ranges of the coordinates.
pub(super) fn rounded_outward<const D: usize, const SPACE: usize>(
    common: &CommonPoints<D>,
    ends: [Range; SPACE],
) -> [[f32; SPACE]; 2] {
    let mut out = [[0.0; SPACE]; 2];
    for (axis, end) in ends.into_iter().enumerate() {
        // The rows of one frame alone bound every coordinate, so there are ends.
        let Some((low, high)) = end else { continue };
        out[0][axis] = f32_below(&common.world(axis, &low));
        // Adding zero makes a negative zero positive.
        out[1][axis] = -f32_below(&-common.world(axis, &high)) + 0.0;
    }
    out
}
