//! What the shaders know of selected pairs of frames.

use super::engine::GpuEngine;
use super::indices::indexed;
use crate::geom::{Frame3, Pair};
use crate::gpu::ShaderFrame;
use crate::gpu::layout::HitBounds;
#[cfg(feature = "motion")]
use crate::gpu::layout::HitInterval;
use crate::kernel::CommonBounds;
#[cfg(feature = "motion")]
use crate::kernel::ContactEnds;
use crate::service::backend::known::{AxisBound, Known, Selected};
use crate::service::backend::reply::Declined;
use crate::service::shape::{FrameShape, Operand, Shape};
use crate::wanted::Wanted;
use glam::DVec3;
use motzkin_core::Source;
use std::borrow::Cow;

/// What a shader says of a pair: the best axis, and bounds of what both frames have in common.
pub type OfShader<F> = (
    Option<AxisBound<<F as Operand>::Axis>>,
    CommonBounds<<F as Shape>::Point, <F as Shape>::Bounds>,
);

/// A frame that the shaders know.
pub trait ShaderShape: FrameShape + ShaderFrame {
    /// Returns what a shader says of a pair that meets and that it was asked about.
    fn of_shader(a: &Self, b: &Self, found: &HitBounds) -> OfShader<Self>;
}

impl ShaderShape for Frame3 {
    fn of_shader(a: &Self, b: &Self, found: &HitBounds) -> OfShader<Self> {
        let has = |what| found.known & what != 0;
        let axis = has(HitBounds::SEPARATION).then(|| {
            let least = (found.depth - found.depth_slack).next_down();
            AxisBound::of_shader(found.axis.into(), least, Self::extent(a.aabb(), b.aabb()))
        });
        let from_a = DVec3::from(found.point.map(f64::from));
        let point = has(HitBounds::COMMON).then(|| a.origin().as_dvec3() + from_a);
        (axis, CommonBounds { point, aabb: None })
    }
}

/// Asks the shaders for axes, common points and boxes of resting frames that meet.
pub async fn resting<F: ShaderShape>(
    engine: &GpuEngine,
    source: Source<'_, F>,
    selected: &[Selected],
    mut known: Known<F>,
) -> Result<Known<F>, Declined> {
    let wanted = selected.iter().fold(Wanted::NOTHING, |all, selected| all | selected.wanted);
    let asked = answered::<F>(wanted);
    if asked == Wanted::NOTHING {
        return Ok(known);
    }
    let (places, frames, hits) =
        selected_hits(source, selected, |selected| selected.verdict.meets());
    let found = engine.runner.bounds(&frames, &hits, asked).await?;
    let of = |(pair, bounds): (&Pair, _)| {
        F::of_shader(&frames[pair.a as usize], &frames[pair.b as usize], bounds)
    };
    let (axes, common): (Vec<_>, Vec<_>) = hits.iter().zip(&found).map(of).unzip();
    known.axes.replace(selected.len(), &places, axes);
    known.common.replace(selected.len(), &places, common.into_iter().map(Some).collect());
    Ok(known)
}

/// Returns the places of the selected pairs that the shaders are asked about, their frames, and the
/// pairs.
fn selected_hits<'a, F: FrameShape>(
    source: Source<'a, F>,
    selected: &[Selected],
    is_asked: impl Fn(&Selected) -> bool,
) -> (Vec<u32>, Cow<'a, [F]>, Vec<Pair>) {
    let asked = || (0..).zip(selected).filter(|(_, selected)| is_asked(selected));
    let (frames, pairs) = indexed(source, asked().map(|(_, selected)| selected.pair));
    (asked().map(|(place, _)| place).collect(), frames, pairs)
}

/// What of the wanted values the shaders are asked for. In space `f32` finds hardly any box that is
/// tight enough, in the plane it finds a good part of them.
fn answered<F: ShaderShape>(wanted: Wanted) -> Wanted {
    let boxes = wanted.contains(Wanted::BOX);
    let mut asked = wanted & Wanted::DEPTH;
    if boxes && F::IN_PLANE {
        asked |= Wanted::BOX;
    }
    if !boxes {
        asked |= wanted & Wanted::WITNESS;
    }
    asked
}

/// Asks the shaders for the contact intervals of moving frames that meet.
#[cfg(feature = "motion")]
pub async fn moving<F: ShaderShape>(
    engine: &GpuEngine,
    source: Source<'_, F>,
    selected: &[Selected],
    mut known: Known<F>,
) -> Result<Known<F>, Declined> {
    let wants = |selected: &Selected| {
        selected.verdict.meets() && selected.wanted.contains(Wanted::INTERVAL)
    };
    let (places, frames, hits) = selected_hits(source, selected, wants);
    let found = engine.runner.intervals(&frames, &hits).await?;
    let ends = |HitInterval { first, last }| {
        // Both ends are known, unless the pair may meet at any time.
        let is_known = first[1] < 1.0 || last[0] > 0.0;
        is_known.then_some(ContactEnds { first, last })
    };
    known.ends.replace(selected.len(), &places, found.into_iter().map(ends).collect());
    Ok(known)
}
