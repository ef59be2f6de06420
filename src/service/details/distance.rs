//! Distances of separate pairs.

use crate::exact::PairFault;
use crate::geom::{Nearest, Pair, PolytopeSet};
use crate::service::answer::Distance;
use crate::service::shape::FrameShape;
use glam::DVec3;
use motzkin_core::distance;

/// Returns the distance of two frames.
pub fn of_frames<F: FrameShape>(
    a: &F,
    b: &F,
    exactly: bool,
) -> Result<Distance<F::Point>, PairFault> {
    let Distance { distance, slack, points, axis } = of(distance::of_frames(a, b, exactly)?);
    Ok(Distance { distance, slack, points: points.map(F::of_space), axis: F::of_space(axis) })
}

/// Returns the distance of two polytopes, or `None` if one of them is empty.
pub fn of_polytopes(set: &PolytopeSet, pair: Pair, exactly: bool) -> Option<Distance<DVec3>> {
    distance::of_polytopes(set, pair, exactly).map(of)
}

fn of(Nearest { distance, at_least, at_most, points, normal }: Nearest) -> Distance<DVec3> {
    let slack = (distance - at_least).max(at_most - distance);
    Distance { distance, slack, points, axis: normal }
}
