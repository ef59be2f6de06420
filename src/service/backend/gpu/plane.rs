//! What the shaders know of frames in the plane.

use super::refine::{OfShader, ShaderShape};
use crate::geom::{Aabb2, Frame2};
use crate::gpu::layout::HitBounds;
use crate::kernel::CommonBounds;
use crate::service::backend::known::AxisBound;
use crate::service::shape::FrameShape;
use glam::{DVec2, Vec2};

/// How much too large a box of a shader's may be, as a part of the pair's extent: a hundred
/// thousandth, less what rounds when boxes are compared.
const TIGHT: f64 = 9.9e-6;

impl ShaderShape for Frame2 {
    fn of_shader(a: &Self, b: &Self, found: &HitBounds) -> OfShader<Self> {
        let has = |what| found.known & what != 0;
        let extent = Self::extent(a.aabb(), b.aabb());
        let of = |x: [f32; 3]| Vec2::new(x[0], x[1]);
        let axis = has(HitBounds::SEPARATION).then(|| {
            let least = (found.depth - found.depth_slack).next_down();
            AxisBound::of_shader(of(found.axis), least, extent)
        });
        let mut common = CommonBounds::OPEN;
        if has(HitBounds::COMMON) {
            let aabb = Aabb2 { min: of(found.low), max: of(found.high) };
            let excess = f64::from(found.box_slack) + beyond_ulps(&aabb, a.origin());
            common.point = Some(a.origin().as_dvec2() + of(found.point).as_dvec2());
            common.aabb = (excess <= extent * TIGHT).then_some(aabb);
        }
        (axis, common)
    }
}

/// Returns how much further out than two ulps rounding may have moved the faces of a shader's box.
/// The shader adds a face as seen from the first frame's origin to that origin, takes four units of
/// both off, and rounds both times by two units at the most.
fn beyond_ulps(aabb: &Aabb2, origin: Vec2) -> f64 {
    const UNIT: f64 = 1.0 / 16_777_216.0;
    // What the shader takes off beside, for numbers that it may flush.
    const LEAST_STEP: f64 = 4.0 * f32::MIN_POSITIVE as f64;
    let origin = origin.as_dvec2();
    let beyond = |face: DVec2| {
        let summed = origin.abs() + (face - origin).abs();
        // Two ulps are no less than two units of the face.
        (summed * 8.0 - face.abs() * 2.0).max_element() * UNIT
    };
    beyond(aabb.min.as_dvec2()).max(beyond(aabb.max.as_dvec2())).max(0.0) + LEAST_STEP
}
