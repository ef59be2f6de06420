//! Distances of separate pairs.

use super::closer::one_by_one;
use super::traits::Context;
use crate::exact::PairFault;
use crate::geom::{Nearest, Pair, PolytopeSet};
use crate::kernel::BestAxis;
use crate::service::answer::Distance;
use crate::service::shape::FrameShape;
use glam::DVec3;
use motzkin_core::{Resting, distance};

/// Returns the distance of two frames.
pub fn of_frames<F: FrameShape>(
    a: &F,
    b: &F,
    exactly: bool,
) -> Result<Distance<F::Point>, PairFault> {
    let Distance { distance, slack, points, axis } = of(distance::of_frames(a, b, exactly)?);
    Ok(Distance { distance, slack, points: points.map(F::of_space), axis: F::of_space(axis) })
}

/// Returns which of these separate pairs of resting frames are closer than a margin.
///
/// No gap is above the distance: a gap of the margin or more proves that a pair is clear.
pub fn closer<F: FrameShape>(
    context: &Context<'_, F>,
    separate: &[u32],
    margin: f32,
) -> Result<Vec<bool>, (u32, PairFault)> {
    let one =
        |(a, b)| distance::frames_are_closer::<F, Resting>(a, b, margin, context.is_reference);
    if context.is_reference {
        return one_by_one(context, separate, one);
    }
    let axes = F::best_axes(context.pairs, separate, context.cpu.level);
    let is_near = |best: &Option<BestAxis<_>>| best.is_none_or(|best| best.low < margin);
    let near: Vec<u32> = separate
        .iter()
        .zip(&axes)
        .filter(|(_, best)| is_near(best))
        .map(|(&pair, _)| pair)
        .collect();
    let mut found = one_by_one(context, &near, one)?.into_iter();
    Ok(axes.iter().map(|best| is_near(best) && found.next().unwrap_or(false)).collect())
}

/// Returns the distance of two polytopes, or `None` if one of them is empty.
pub fn of_polytopes(set: &PolytopeSet, pair: Pair, exactly: bool) -> Option<Distance<DVec3>> {
    distance::of_polytopes(set, pair, exactly).map(of)
}

fn of(Nearest { distance, at_least, at_most, points, normal }: Nearest) -> Distance<DVec3> {
    let slack = (distance - at_least).max(at_most - distance);
    Distance { distance, slack, points, axis: normal }
}
