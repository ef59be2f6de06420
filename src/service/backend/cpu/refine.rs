//! What the CPU's kernels know of selected pairs of frames.

use super::engine::CpuEngine;
use crate::kernel::CommonBounds;
use crate::service::backend::known::{AxisBound, Known, Selected, close};
use crate::service::shape::FrameShape;
use crate::wanted::Wanted;
use motzkin_core::Source;

/// Closes axes, common points and boxes of resting frames.
pub fn resting<F: FrameShape>(
    engine: &CpuEngine,
    source: Source<'_, F>,
    selected: &[Selected],
    known: &mut Known<F>,
) {
    let axis = Wanted::DEPTH | Wanted::GAP;
    let is_open = |selected: &Selected, axis_known: Option<_>| {
        selected.wanted.intersects(axis) && axis_known.is_none()
    };
    close(&mut known.axes, selected, is_open, |numbers| {
        let best = F::best_axes(source, numbers, engine.level).into_iter();
        best.map(|best| best.map(AxisBound::of_kernel)).collect()
    });
    let boxes = selected.iter().any(|selected| selected.wanted.contains(Wanted::BOX));
    let is_open = |selected: &Selected, common: Option<CommonBounds<_, _>>| {
        let CommonBounds { point, aabb } = common.unwrap_or(CommonBounds::OPEN);
        let wants = |value| selected.wanted.contains(value);
        wants(Wanted::BOX) && aabb.is_none() || wants(Wanted::WITNESS) && point.is_none()
    };
    close(&mut known.common, selected, is_open, |numbers| {
        let common = F::common(source, numbers, boxes, engine.level);
        common.into_iter().map(Some).collect()
    });
}

/// Closes contact intervals of moving frames.
#[cfg(feature = "motion")]
pub fn moving<F: FrameShape>(
    engine: &CpuEngine,
    source: Source<'_, F>,
    selected: &[Selected],
    known: &mut Known<F>,
) {
    let is_open = |selected: &Selected, ends: Option<_>| {
        selected.wanted.contains(Wanted::INTERVAL) && ends.is_none()
    };
    let ends = |numbers: &[u32]| F::contact_ends(source, numbers, engine.level);
    close(&mut known.ends, selected, is_open, ends);
}
