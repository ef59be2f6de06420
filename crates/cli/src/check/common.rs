//! Common points and boxes by kernels, judged.

use super::geometry::{at_rest, span};
use dashu_ratio::Relaxed;
use motzkin::Detail;
use motzkin::{Frame3, FrameError};
use motzkin_core::exact;
use motzkin_core::num::f32_to_rational;

/// What is wrong with a pair's common point, which must lie in the half-spaces of both frames, or
/// with its box, which must hold the exact one and be larger by no more than is promised.
pub fn fault_of_common([a, b]: &[Frame3; 2], found: &Detail) -> Result<Option<String>, FrameError> {
    let solids = at_rest(a, b)?;
    let exactly = exact::intersection_box(a, b).map_err(|fault| fault.error)?;
    if exactly.is_some() != found.witness.is_some() || exactly.is_some() != found.aabb.is_some() {
        return Ok(Some(format!(
            "{} with {:?} and {:?}",
            found.verdict, found.witness, found.aabb
        )));
    }
    let (Some(exactly), Some(point), Some(aabb)) = (exactly, found.witness, found.aabb) else {
        return Ok(None);
    };
    let (point, aabb) = (point.value, aabb.value);
    if !solids.iter().all(|solid| solid.holds(point)) {
        return Ok(Some(format!("{point:?} is no common point")));
    }
    let slack = span(&solids) * Relaxed::from_parts(1.into(), 100_000_u32.into());
    let off = |face: f32, exactly: f32| {
        if face >= exactly || !face.is_finite() {
            return face != exactly;
        }
        // Two ulps beside the slack, and one for the exact face's own rounding.
        let least = f32_to_rational(exactly) - slack.clone().canonicalize();
        let ulps = f32_to_rational(face.next_up().next_up().next_up()) - f32_to_rational(face);
        f32_to_rational(face) + ulps < least
    };
    let wrong =
        (0..3).any(|i| off(aabb.min[i], exactly.min[i]) || off(-aabb.max[i], -exactly.max[i]));
    Ok(wrong.then(|| format!("{aabb:?} for {exactly:?}")))
}
