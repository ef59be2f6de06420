//! Zeros of answers have no sign.

use glam::{DVec2, DVec3, Vec2, Vec3};
use motzkin_core::exact;
use motzkin_core::geom::{Frame2, Frame3, Pair, PolytopeSet};

/// What is wrong with the zeros of a box, if there is one: they have no sign.
pub fn fault_of_zeros<const N: usize>(found: Option<[[f32; N]; 2]>) -> Option<String> {
    let found = found?;
    let is_negative = |x: &f32| *x == 0.0 && x.is_sign_negative();
    found.as_flattened().iter().any(is_negative).then(|| format!("negative zeros: {found:?}"))
}

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
    for code in 0..18_u8 {
        let zero = if code % 2 == 0 { 0.0 } else { -0.0 };
        let at = [code / 2 % 3, code / 6].map(|x| f32::from(x) - 1.0);
        let at = Vec2::from_array(at.map(|x| if x == 0.0 { zero } else { x }));
        let (a, b) = (unit(Vec3::splat(zero)), unit(at.extend(zero)));
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
        let (a, b) = (flat(Vec2::splat(zero)), flat(at));
        for (a, b) in [(&a, &b), (&b, &a)] {
            let found = exact::plane::meeting_box(a, b).expect("valid");
            demand("box", [found.min, found.max].map(|x| x.as_dvec2().to_array()).concat());
            let axis: DVec2 = exact::plane::separation(a, b).expect("valid").axis;
            demand("axis", axis.to_array());
        }
        let mut set = PolytopeSet::new();
        for at in [Vec3::splat(zero), at.extend(zero) * 3.0] {
            set.push(&[at, at + Vec3::X, at + Vec3::Y]).expect("finite");
        }
        set.set_velocity(1, -at.extend(0.0) * 3.0).expect("finite");
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
