//! The best axes of pairs where `f64` cannot tell them: numbers of different lengths, faces that
//! are all but lines, and edges that are all but parallel.

use crate::common::apart::Apart;
use crate::common::oracle;
use crate::common::seed::{rng, seed};
use crate::slivers::demand_almost_touching;
use fastrand::Rng;
use glam::{DVec2, DVec3, Vec2, Vec3};
use motzkin_core::exact::{self, Separation};
use motzkin_core::geom::{Frame2, Frame3, ShapeKind, ShapeKind2};
use motzkin_core::verdict::Verdict;

/// A vector whose components have different lengths.
fn mixed(rng: &mut Rng) -> Vec3 {
    Vec3::from_array([(); 3].map(|()| (rng.f32() - 0.5) * 2.0_f32.powi(rng.i32(-6..=6))))
}

/// Pairs of numbers of different lengths and sizes, moved along their axis until they almost touch.
#[test]
fn pairs_of_mixed_numbers_that_almost_touch() {
    let mut rng = rng("mixed numbers");
    for i in 0..200 {
        let size = [1.0, 2.0_f32.powi(60), 2.0_f32.powi(-60)][i / 9 % 3];
        demand_almost_touching(i, || mixed(&mut rng).truncate() * size);
    }
}

/// A frame beside a face that is all but a line: what the product of two sides of it is rounded by
/// turns its normal.
#[test]
fn faces_that_are_all_but_lines() {
    let mut rng = rng("lines of faces");
    for i in 0..24 {
        let size = [2.0_f32.powi(70), 1.0][i % 2];
        let [o, p, r] = [(); 3].map(|()| mixed(&mut rng));
        let q = o + (p - o) * (0.4 + rng.f32());
        let [e, f] = [p, q].map(|x| x.as_dvec3() - o.as_dvec3());
        let normal = e.cross(f).normalize_or_zero().as_vec3();
        if normal == Vec3::ZERO {
            continue;
        }
        let up = if (r - o).dot(normal) > 0.0 { -normal } else { normal };
        let beside = o + (p - o) * 0.3 + up * (p - o).length() / 256.0;
        let edges = [(); 3].map(|()| (up + (mixed(&mut rng) / 8.0).clamp_length_max(0.5)) * size);
        let rest = [p, q, r].map(|x| x * size);
        let (Ok(a), Ok(b)) = (
            Frame3::of_kind(ShapeKind::TetraByVertices, o * size, rest),
            Frame3::of_kind(ShapeKind::ALL[i / 2 % 2], beside * size, edges),
        ) else {
            continue;
        };
        for (a, b) in [(&a, &b), (&b, &a)] {
            let found = exact::separation(a, b).expect("valid");
            let fault = Apart::of(a, b).fault_of_separation(&found, oracle::verdict(a, b));
            assert_eq!(fault, None, "{found}, seed {}: {a:?} {b:?}", seed());
        }
    }
}

/// The short side of a triangle, whose ends are rounded in different ways where they are seen from
/// the other corner. Another triangle stands beside its line, further along than aside.
#[test]
fn short_sides_far_from_the_origin() {
    let power = |n: i32| 2.0_f32.powi(n);
    for size in [1.0, power(80)] {
        let [from, to] = [Vec2::new(1.0 - power(-21), 1.01), Vec2::new(1.0 + power(-21), 1.01)];
        let corners = [from, to + Vec2::Y * power(-20)].map(|corner| corner * size);
        let origin = Vec2::X * power(-54) * 1.5 * size;
        let a = Frame2::of_kind(ShapeKind2::TriangleByVertices, origin, corners);
        let edges = [Vec2::new(63.0, 63.875), Vec2::new(126.0, 128.25)].map(|e| e / 64.0 * size);
        let apex = (from + Vec2::new(63.0, 64.0) * power(-12)) * size;
        let b = Frame2::of_kind(ShapeKind2::Triangle, apex, edges);
        let (a, b) = (a.expect("not flat"), b.expect("not flat"));
        for (a, b, axis) in [(&a, &b, DVec2::new(-1.0, 1.0)), (&b, &a, DVec2::new(1.0, -1.0))] {
            let found = exact::plane::separation(a, b).expect("valid");
            let gap = f64::from(power(-12) * size) * std::f64::consts::FRAC_1_SQRT_2;
            assert_eq!(found.verdict, Verdict::Separate);
            assert!((found.depth / gap - 1.0).abs() < 1.0 / 1e9, "{found}");
            assert!((found.axis - axis.normalize()).length() < 1.0 / 1e9, "{found}");
        }
    }
}

/// Two edges that lie above each other, parallel but for less than `f64` takes for certain, or but
/// for what it rounds off: their product is the only axis along which the frames are as far apart
/// as these edges.
#[test]
fn edges_that_are_all_but_parallel() {
    let frame = |kind: ShapeKind, rows: [Vec3; 4]| {
        let [origin, rest @ ..] = rows;
        Frame3::of_kind(kind, origin, rest).expect("not flat")
    };
    let hair = 2.0_f32.powi(-60);
    let below = |end: Vec3| [Vec3::ZERO, end, Vec3::new(1.0, 0.0, -5.0), Vec3::new(0.0, 1.0, -7.0)];
    let above = [Vec3::new(1.0, 0.0, 6.0), Vec3::new(0.0, 1.0, 9.0)];
    let up = Vec3::Z * 3.0;
    let diagonal = Vec3::new(1.0, 1.0, 0.0);
    let a = frame(ShapeKind::TetraByVertices, below(diagonal));
    let b = [up - Vec3::Y * hair, up + diagonal, up + above[0], up + above[1]];
    let rounded = [a, frame(ShapeKind::TetraByVertices, b)];
    let a = frame(ShapeKind::Cuboid, [Vec3::ZERO, Vec3::X, Vec3::new(-1.0, 1.0, -6.0), -above[1]]);
    let b = [up, Vec3::new(1.0, hair, 0.0), Vec3::new(1.0, -1.0, 5.0), Vec3::new(0.5, 1.0, 9.0)];
    let small = [a, frame(ShapeKind::Cuboid, b)];
    for [a, b] in [&rounded, &small] {
        for (a, b, axis) in [(a, b, DVec3::Z), (b, a, DVec3::NEG_Z)] {
            let found = exact::separation(a, b).expect("valid");
            assert_eq!(found, Separation { verdict: Verdict::Separate, axis, depth: 3.0 });
        }
    }
}

/// Frames whose edges are all parallel but for less than `f64` takes for certain, two of them but
/// for what it rounds off.
#[test]
fn frames_that_are_all_but_lines() {
    let (hair, thin) = (2.0_f32.powi(-60), 2.0_f32.powi(-45));
    let needle = |at: Vec3| {
        let rest = [Vec3::new(1.0, 1.0, thin), Vec3::new(1.0, 1.0, 0.0), Vec3::new(2.0, 2.0, 0.0)];
        let origin = Vec3::new(0.0, -hair, 0.0) + at;
        Frame3::of_kind(ShapeKind::TetraByVertices, origin, rest.map(|x| x + at)).expect("solid")
    };
    let (a, b) = (needle(Vec3::ZERO), needle(Vec3::X * 8.0));
    for (a, b) in [(&a, &b), (&b, &a)] {
        let found = exact::separation(a, b).expect("valid");
        let fault = Apart::of(a, b).fault_of_separation(&found, Verdict::Separate);
        assert_eq!(fault, None, "{found}");
    }
}
