//! Random pairs moved to within a few ulps of contact, then by powers of two of ulps off it: the
//! kernels' bands end somewhere along that way.

use super::random::random_frame;
use super::{KINDS, case, try_frame};
use crate::common::scene::{Case, Scene};
use glam::Vec3;
use motzkin_core::exact;
use motzkin_core::geom::{Frame3, ShapeKind, Stored};

/// The frame moved along x; vertices each rounded.
fn moved(frame: &Frame3, x: f32) -> Frame3 {
    let by = Vec3::X * x;
    let kind = frame.kind().expect("made by a constructor");
    let rows = [1, 2, 3].map(|row| match kind.stored() {
        Stored::Edges => frame.row(row),
        Stored::Vertices => frame.row(row) + by,
    });
    Frame3::of_kind(kind, frame.origin() + by, rows).expect("moved by a little")
}

/// The largest shift along x, to an ulp, at which the pair still meets.
fn contact(a: &Frame3, b: &Frame3, far: f32) -> Option<f32> {
    // Only finds the place: what is true there, the oracle says.
    let meets = |x: f32| exact::decide(a, &moved(b, x)).is_ok_and(|s| s.verdict.meets());
    let (mut near, mut far) = (0.0_f32, far);
    if !meets(near) || meets(far) {
        return None;
    }
    while near.next_up() < far {
        let middle = f32::from_bits((near.to_bits() + far.to_bits()) / 2);
        *(if meets(middle) { &mut near } else { &mut far }) = middle;
    }
    Some(near)
}

pub fn scenes() -> Vec<Scene> {
    let alike = |name: &str, scale: f32, ratio: f32| {
        near(name, 25, |rng, a_kind, b_kind| {
            let a = random_frame(rng, a_kind, scale, scale);
            (a, random_frame(rng, b_kind, scale * ratio, scale))
        })
    };
    vec![
        alike("near contact", 1.0, 1.0),
        alike("near contact, ratio 50", 8.0, 0.02),
        // Where the errors come closest to their bounds.
        near("near contact, full norms", 120, |rng, a_kind, b_kind| {
            (full_frame(rng, a_kind), full_frame(rng, b_kind))
        }),
    ]
}

/// Every coordinate of every edge is nearly as large as the norm that the bands count it by.
fn full_frame(rng: &mut fastrand::Rng, kind: ShapeKind) -> Frame3 {
    loop {
        let mut number = || (0.8 + 0.2 * rng.f32()) * if rng.bool() { 1.0 } else { -1.0 };
        let mut vector = || Vec3::new(number(), number(), number());
        let frame = try_frame(kind, vector() * 0.1, [vector(), vector(), vector()]);
        let volume = |f: &Frame3| f.row(1).dot(f.row(2).cross(f.row(3))).abs();
        match frame {
            Some(frame) if kind == ShapeKind::TetraByVertices || volume(&frame) > 0.5 => {
                break frame;
            }
            _ => {}
        }
    }
}

/// For each combination of shapes, `count` pairs found near contact, each in five places there.
fn near(
    name: &str,
    count: usize,
    draw: impl Fn(&mut fastrand::Rng, ShapeKind, ShapeKind) -> (Frame3, Frame3),
) -> Scene {
    let cases = |rng: &mut fastrand::Rng| {
        let mut cases: Vec<Case> = Vec::new();
        for (a_kind, b_kind) in KINDS.into_iter().flat_map(|a| KINDS.map(|b| (a, b))) {
            let mut found = 0;
            while found < count {
                let (a, b) = draw(rng, a_kind, b_kind);
                let Some(at) = contact(&a, &b, 160.0) else { continue };
                found += 1;
                for _ in 0..5 {
                    let ulps = 1_i64 << rng.u32(0..12);
                    let ulps = if rng.bool() { ulps } else { -ulps };
                    let x = f32::from_bits((i64::from(at.to_bits()) + ulps).max(0) as u32);
                    let name = format!("{a_kind:?}, {b_kind:?}, {ulps} ulps");
                    cases.push(case(name, a, moved(&b, x)));
                }
            }
        }
        cases
    };
    Scene::drawn(name, cases, Scene::is_mixed)
}
