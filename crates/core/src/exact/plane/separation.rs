//! The axis in the plane with the largest gap between two frames, or with the smallest depth of
//! their overlap. The candidates are the normals of all edges, both signs of each.

use super::super::axes::{Gap, visit_gaps};
use super::super::input::Input;
use super::super::separation::{NEARLY_NULL, Separation, TOLERANCE, found, whole};
use super::super::settled::PairFault;
use super::super::solid::{norm, sub};
use crate::geom::Frame2;
use crate::num::band;
use glam::DVec2;

/// Returns the best axis of a pair at rest, and the gap or the depth along it.
///
/// The gap of a separate pair is the distance if an edge is among the closest features.
///
/// # Errors
///
/// Returns [`PairFault`] for a frame that is not valid at rest.
pub fn separation(a: &Frame2, b: &Frame2) -> Result<Separation<DVec2>, PairFault> {
    let input = Input::resting(a, b)?;
    Ok(banded(&input).unwrap_or_else(|| whole::separation(&input)))
}

/// Returns the best axis where `f64` can find it within [`TOLERANCE`], which it cannot for touching
/// frames.
fn banded(input: &Input<2>) -> Option<Separation<DVec2>> {
    let solids = input.solids(f64::from);
    let size = |edges: &[[f64; 2]; 2]| edges.iter().map(norm).fold(0.0, f64::max);
    let [a, b] = solids.each_ref().map(|solid| size(&solid.edges));
    let between = sub(&solids[1].origin, &solids[0].origin);
    let band = band::PLANE_AXIS_F64 * band::reach::<2>(norm(&between), a, b);
    let (mut best, mut best_gap, mut limit) = (None, f64::NEG_INFINITY, f64::NEG_INFINITY);
    let mut known = true;
    visit_gaps(&solids, |Gap { axis, gap, ahead, degree }| {
        let size = if degree == [1, 0] { a } else { b };
        let length = (axis[0] * axis[0] + axis[1] * axis[1]).sqrt();
        // The band does not hold for an axis that may be null.
        known = length > NEARLY_NULL * size;
        let gap = gap / length;
        limit = f64::max(limit, gap + band * size / length);
        if gap > best_gap {
            (best, best_gap) = (Some((axis, length, ahead)), gap);
        }
        known
    });
    let (axis, length, ahead) = best?;
    let certain = known && limit <= best_gap + TOLERANCE * best_gap.abs();
    certain.then(|| found(axis, length, ahead, best_gap))
}
