//! Random pairs moved to within a few ulps of contact, then by powers of two of ulps off it: the
//! kernels' bands end somewhere along that way.

use super::random::random_frame;
use super::{KINDS, case};
use crate::common::scene::{Case, Scene};
use crate::common::seed::rng;
use glam::Vec3;
use motzkin::exact;
use motzkin::geom::{Frame3, ShapeKind};

/// The frame moved along x; vertices each rounded.
fn moved(frame: &Frame3, x: f32) -> Frame3 {
    let by = |row: usize| frame.row(row) + Vec3::X * x;
    let same = [1, 2, 3].map(|row| frame.row(row));
    let made = match frame.kind().expect("made by a constructor") {
        ShapeKind::Cuboid => Frame3::cuboid(by(0), same),
        ShapeKind::Tetra => Frame3::tetra(by(0), same),
        ShapeKind::TetraByVertices => Frame3::tetra_by_vertices([by(0), by(1), by(2), by(3)]),
    };
    made.expect("moved by a little")
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
    let mut out = Vec::new();
    for (name, scale, ratio) in [("near contact", 1.0_f32, 1.0_f32), ("near contact, ratio 50", 8.0, 0.02)] {
        let mut rng = rng(name);
        let mut cases: Vec<Case> = Vec::new();
        for a_kind in KINDS {
            for b_kind in KINDS {
                let mut found = 0;
                while found < 25 {
                    let a = random_frame(&mut rng, a_kind, scale, scale);
                    let b = random_frame(&mut rng, b_kind, scale * ratio, scale);
                    let Some(at) = contact(&a, &b, 20.0 * scale) else { continue };
                    found += 1;
                    for _ in 0..5 {
                        let ulps = 1_i64 << rng.u32(0..12);
                        let ulps = if rng.bool() { ulps } else { -ulps };
                        let x = f32::from_bits((i64::from(at.to_bits()) + ulps).max(0) as u32);
                        cases.push(case(format!("{a_kind:?}, {b_kind:?}, {ulps} ulps"), a, moved(&b, x)));
                    }
                }
            }
        }
        out.push(Scene::new(name, cases));
    }
    out
}
