//! Zeros of answers have no sign.

use glam::{DVec2, DVec3, Vec2, Vec3};
use motzkin_core::exact;
use motzkin_core::geom::{Frame2, Frame3, Pair, PolytopeSet};

fn demand(name: &str, numbers: impl IntoIterator<Item = f64>) {
    for x in numbers {
        assert!(x != 0.0 || x.is_sign_positive(), "{name}");
    }
}

/// Boxes whose faces, contacts and axes are at zero, from either side.
#[test]
fn zeros_have_no_sign() {
    let unit = |low: Vec3| Frame3::aligned_box(low, low + Vec3::ONE).expect("a box");
    let flat = |low: Vec2| Frame2::aligned_box(low, low + Vec2::ONE).expect("a box");
    let numbers = |v: DVec3| v.to_array();
    for code in 0..9_u8 {
        let at = Vec2::new(f32::from(code % 3) - 1.0, f32::from(code / 3) - 1.0);
        let (a, b) = (unit(Vec3::ZERO), unit(at.extend(0.0)));
        for (a, b) in [(&a, &b), (&b, &a)] {
            let found = exact::meeting_box(a, b).expect("valid");
            demand("box", [found.min, found.max].map(|x| x.as_dvec3().to_array()).concat());
            demand("point", numbers(exact::meeting_point(a, b).expect("valid")));
            demand("axis", numbers(exact::separation(a, b).expect("valid").axis));
            for way in [Vec3::X, -Vec3::X, Vec3::ZERO] {
                let b = b.with_velocity(way).expect("finite");
                if !exact::decide_moving(a, &b).expect("valid").verdict.meets() {
                    continue;
                }
                let found = exact::meeting_interval(a, &b).expect("valid");
                demand("interval", [found.first.into(), found.last.into()]);
                let found = exact::meeting_moving_box(a, &b).expect("valid");
                demand("box", [found.min, found.max].map(|x| x.as_dvec3().to_array()).concat());
            }
        }
        let (a, b) = (flat(Vec2::ZERO), flat(at));
        for (a, b) in [(&a, &b), (&b, &a)] {
            let found = exact::plane::meeting_box(a, b).expect("valid");
            demand("box", [found.min, found.max].map(|x| x.as_dvec2().to_array()).concat());
            let axis: DVec2 = exact::plane::separation(a, b).expect("valid").axis;
            demand("axis", axis.to_array());
        }
        let mut set = PolytopeSet::new();
        for at in [Vec3::ZERO, at.extend(0.0) * 3.0] {
            set.push(&[at, at + Vec3::X, at + Vec3::Y]).expect("finite");
        }
        set.set_velocity(1, (-at.extend(0.0) * 3.0).into()).expect("finite");
        for pair in [Pair::new(0, 1), Pair::new(1, 0)] {
            let found = exact::hull::contact_interval(&set, pair).expect("they meet");
            demand("interval", [found.first.into(), found.last.into()]);
            if at != Vec2::ZERO {
                let found = exact::hull::nearest(&set, pair, &[]).expect("two hulls");
                demand("normal", numbers(found.normal));
            }
        }
    }
}
