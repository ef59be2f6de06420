//! Frames so thin that `f64` sees lines: every candidate axis is computed as zero, and none is.

use glam::Vec3;
use motzkin_core::exact;
use motzkin_core::geom::{Frame3, ShapeKind};
use motzkin_core::verdict::Verdict;

/// Two parallel needles beside each other. Seen from their origins, their other corners are one.
#[test]
fn parallel_needles_are_separate() {
    let hair = 2.0_f32.powi(-60);
    let needle = |origin: Vec3, rest: [Vec3; 3]| {
        Frame3::of_kind(ShapeKind::TetraByVertices, origin, rest).expect("not flat")
    };
    let aside = Vec3::X * 0.5;
    let a = needle(Vec3::ONE, [Vec3::X * hair, Vec3::Y * hair, Vec3::Z * hair]);
    let b = needle(Vec3::ONE + aside, [aside + Vec3::Y * hair, aside + Vec3::Z * hair, aside]);
    for (a, b) in [(&a, &b), (&b, &a)] {
        for settled in [exact::decide(a, b), exact::decide_moving(a, b)] {
            assert_eq!(settled.expect("valid").verdict, Verdict::Separate);
        }
    }
}
