//! What the shaders know of selected pairs of frames.

use super::engine::GpuEngine;
use super::indices::indexed;
use crate::geom::{Frame3, Pair};
use crate::gpu::ShaderFrame;
use crate::gpu::layout::HitBounds;
#[cfg(feature = "motion")]
use crate::gpu::layout::HitInterval;
#[cfg(feature = "motion")]
use crate::kernel::ContactEnds;
use crate::service::backend::known::{AxisBound, Known, Selected};
use crate::service::backend::traits::Declined;
use crate::service::shape::FrameShape;
use crate::wanted::Wanted;
use glam::DVec3;
use motzkin_core::Source;

/// A frame that the shaders know.
pub trait ShaderShape: FrameShape + ShaderFrame {
    /// Returns what a shader says of a pair that meets and that it was asked about.
    fn of_shader(a: &Self, b: &Self, found: &HitBounds) -> Known<Self>;
}

impl ShaderShape for Frame3 {
    fn of_shader(a: &Self, b: &Self, found: &HitBounds) -> Known<Self> {
        let has = |what| found.known & what != 0;
        let axis = has(HitBounds::SEPARATION).then(|| {
            let least = (found.depth - found.depth_slack).next_down();
            AxisBound::of_shader(found.axis.into(), least, Self::extent(a.aabb(), b.aabb()))
        });
        let from_a = DVec3::from(found.point.map(f64::from));
        let point = has(HitBounds::COMMON).then(|| a.origin().as_dvec3() + from_a);
        let mut known = Known { axis, ..Known::OPEN };
        known.common.point = point;
        known
    }
}

/// Asks the shaders for axes, common points and boxes of resting frames that meet.
pub async fn resting<F: ShaderShape>(
    engine: &GpuEngine,
    source: Source<'_, F>,
    selected: &[Selected],
    mut known: Vec<Known<F>>,
) -> Result<Vec<Known<F>>, Declined> {
    let wanted = selected.iter().fold(Wanted::NOTHING, |all, selected| all | selected.wanted);
    let asked = answered::<F>(wanted);
    if asked == Wanted::NOTHING {
        return Ok(known);
    }
    let places: Vec<usize> = (0..selected.len()).filter(|&i| selected[i].verdict.meets()).collect();
    let (frames, pairs) = indexed(source);
    let hits: Vec<Pair> = places.iter().map(|&i| pairs[selected[i].pair as usize]).collect();
    let found = engine.runner.bounds(&frames, &hits, asked).await?;
    for ((place, pair), bounds) in places.into_iter().zip(&hits).zip(&found) {
        known[place] = F::of_shader(&frames[pair.a as usize], &frames[pair.b as usize], bounds);
    }
    Ok(known)
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
    mut known: Vec<Known<F>>,
) -> Result<Vec<Known<F>>, Declined> {
    let wants = |selected: &Selected| {
        selected.verdict.meets() && selected.wanted.contains(Wanted::INTERVAL)
    };
    let places: Vec<usize> = (0..selected.len()).filter(|&i| wants(&selected[i])).collect();
    let (frames, pairs) = indexed(source);
    let hits: Vec<Pair> = places.iter().map(|&i| pairs[selected[i].pair as usize]).collect();
    let found = engine.runner.intervals(&frames, &hits).await?;
    for (place, HitInterval { first, last }) in places.into_iter().zip(found) {
        // Both ends are known, unless the pair may meet at any time.
        let is_known = first[1] < 1.0 || last[0] > 0.0;
        known[place].ends = is_known.then_some(ContactEnds { first, last });
    }
    Ok(known)
}
