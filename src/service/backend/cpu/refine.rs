//! What the CPU's kernels know of selected pairs of frames.

use super::engine::CpuEngine;
use crate::service::backend::known::{AxisBound, Known, Selected, open};
use crate::service::shape::FrameShape;
use crate::wanted::Wanted;
use motzkin_core::Source;

/// Closes axes, common points and boxes of resting frames.
pub fn resting<F: FrameShape>(
    engine: &CpuEngine,
    source: Source<'_, F>,
    selected: &[Selected],
    known: &mut [Known<F>],
) {
    let axis = Wanted::DEPTH | Wanted::GAP;
    let (places, numbers) = open(selected, known, |selected, known| {
        selected.wanted.intersects(axis) && known.axis.is_none()
    });
    for (place, best) in places.into_iter().zip(F::best_axes(source, &numbers, engine.level)) {
        known[place].axis = best.map(AxisBound::of_kernel);
    }
    let boxes = selected.iter().any(|selected| selected.wanted.contains(Wanted::BOX));
    let (places, numbers) = open(selected, known, |selected, known| {
        let wants = |value| selected.wanted.contains(value);
        wants(Wanted::BOX) && known.common.aabb.is_none()
            || wants(Wanted::WITNESS) && known.common.point.is_none()
    });
    for (place, found) in places.into_iter().zip(F::common(source, &numbers, boxes, engine.level)) {
        known[place].common = found;
    }
}

/// Closes contact intervals of moving frames.
#[cfg(feature = "motion")]
pub fn moving<F: FrameShape>(
    engine: &CpuEngine,
    source: Source<'_, F>,
    selected: &[Selected],
    known: &mut [Known<F>],
) {
    let (places, numbers) = open(selected, known, |selected, known| {
        selected.wanted.contains(Wanted::INTERVAL) && known.ends.is_none()
    });
    for (place, ends) in places.into_iter().zip(F::contact_ends(source, &numbers, engine.level)) {
        known[place].ends = ends;
    }
}
