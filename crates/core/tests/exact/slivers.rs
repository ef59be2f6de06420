//! Thin frames, fast ones, and pairs that hardly overlap: what `f64` proves is still what is exact.

use crate::common::apart::Apart;
use crate::common::moving::oracle::judge as judge_moving;
use crate::common::oracle::{self, fault_of_box};
use crate::common::plane;
use crate::common::seed::{rng, seed};
use fastrand::Rng;
use glam::{Vec2, Vec3};
use motzkin_core::exact;
use motzkin_core::geom::{Frame2, Frame3, ShapeKind, ShapeKind2, Stored};
use motzkin_core::verdict::Verdict;

/// Sizes of pairs, so that no bound of an error holds by chance.
const SIZES: [f32; 3] = [1.0, 1_048_576.0, 1.0 / 1_048_576.0];

fn any(rng: &mut Rng) -> Vec3 {
    Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5)
}

/// A frame of this size whose third edge is almost a sum of the others, and with this velocity.
fn thin(rng: &mut Rng, kind: ShapeKind, size: f32, speed: f32) -> Frame3 {
    let (e, f, off) = (any(rng), any(rng), 2.0_f32.powi(rng.i32(-20..=-4)));
    let edges = [e, f, e * 0.75 + f * 0.5 + any(rng) * off].map(|edge| edge * size);
    let origin = (any(rng) - e - f) * 0.4 * size;
    let from = if kind.stored() == Stored::Vertices { origin } else { Vec3::ZERO };
    let built = Frame3::of_kind(kind, origin, edges.map(|edge| edge + from));
    built.and_then(|frame| frame.with_velocity(any(rng) * speed)).expect("not flat")
}

#[test]
fn boxes_of_thin_and_fast_frames() {
    let mut rng = rng("thin frames");
    let mut meet = [0; 2];
    for i in 0..90 {
        let size = [1.0, 1024.0, 1.0 / 1024.0][i % 3];
        let speed = size * [1.0, 1000.0, 0.01][i / 3 % 3];
        let mut frame = || {
            let kind = ShapeKind::ALL[rng.usize(..3)];
            thin(&mut rng, kind, size, speed)
        };
        let (a, b) = (frame(), frame());
        for (a, b) in [(&a, &b), (&b, &a)] {
            let case = format!("seed {}: {a:?} {b:?}", seed());
            let found = exact::intersection_box(a, b).expect("valid");
            assert_eq!(oracle::judge(a, b).fault_of_box(found), None, "{case}");
            let found_moving = exact::moving_box(a, b).expect("valid");
            let truth = judge_moving(a, b);
            assert_eq!(fault_of_box(truth.range.as_ref(), found_moving), None, "{case}");
            let interval = found_moving.map(|_| exact::meeting_interval(a, b).expect("valid"));
            assert_eq!(truth.fault_of_interval(interval), None, "{case}");
            meet[0] += usize::from(found.is_some());
            meet[1] += usize::from(found_moving.is_some());
        }
    }
    assert!(meet.iter().all(|count| *count > 20), "{meet:?}");
}

/// Pairs that are moved along their axis until they almost touch.
#[test]
fn pairs_that_almost_touch() {
    let mut rng = rng("almost touching");
    let mut of = [0; 3];
    for i in 0..60 {
        let size = SIZES[i / 9 % 3];
        let mut frame = |kind: usize| {
            let rows = [(); 3].map(|()| any(&mut rng) * size);
            let origin = any(&mut rng) * 0.5 * size;
            Frame3::of_kind(ShapeKind::ALL[kind % 3], origin, rows).expect("not flat")
        };
        let (a, b) = (frame(i), frame(i / 3));
        let found = exact::separation(&a, &b).expect("valid");
        let way = if found.verdict == Verdict::Separate { -found.depth } else { found.depth };
        let off = (found.axis * way).as_vec3();
        let kind = b.kind().expect("valid");
        let [origin, rest @ ..] = [0, 1, 2, 3].map(|row| b.row(row));
        let by = if kind.stored() == Stored::Vertices { off } else { Vec3::ZERO };
        let Ok(b) = Frame3::of_kind(kind, origin + off, rest.map(|row| row + by)) else { continue };
        for (a, b) in [(&a, &b), (&b, &a)] {
            let (apart, truth) = (Apart::of(a, b), oracle::verdict(a, b));
            let found = exact::separation(a, b).expect("valid");
            let fault = apart.fault_of_separation(&found, truth);
            assert_eq!(fault, None, "{found}, seed {}: {a:?} {b:?}", seed());
            assert_eq!(exact::decide(a, b).expect("valid").verdict, truth, "{a:?} {b:?}");
            of[truth as usize] += 1;
        }
    }
    let many = |verdict: Verdict| of[verdict as usize] > 10;
    assert!(many(Verdict::Overlapping) && many(Verdict::Separate), "{of:?}");
}

/// Moves the second of two frames of drawn vectors along their best axis until they almost touch,
/// and holds the best axis that is found then against the oracle.
pub fn demand_almost_touching(i: usize, mut any: impl FnMut() -> Vec2) {
    let mut frame = |kind: usize| {
        let built = Frame2::of_kind(ShapeKind2::ALL[kind % 3], any() * 0.5, [any(), any()]);
        built.expect("not flat")
    };
    let (a, b) = (frame(i), frame(i / 3));
    let found = exact::plane::separation(&a, &b).expect("valid");
    let way = if found.verdict == Verdict::Separate { -found.depth } else { found.depth };
    let off = (found.axis * way).as_vec2();
    let kind = ShapeKind2::ALL[i / 3 % 3];
    let by = if kind.in_space().stored() == Stored::Vertices { off } else { Vec2::ZERO };
    let rest = [b.row(1) + by, b.row(2) + by];
    let Ok(b) = Frame2::of_kind(kind, b.origin() + off, rest) else { return };
    for (a, b) in [(&a, &b), (&b, &a)] {
        let truth = plane::oracle::judge(a, b).verdict;
        let found = exact::plane::separation(a, b).expect("valid");
        let fault = plane::oracle::fault_of_separation(a, b, truth, &found);
        assert_eq!(fault, None, "{found}, seed {}: {a:?} {b:?}", seed());
    }
}

#[test]
fn pairs_that_almost_touch_in_the_plane() {
    let mut rng = rng("almost touching in the plane");
    for i in 0..200 {
        let size = SIZES[i / 9 % 3];
        demand_almost_touching(i, || Vec2::new(rng.f32() - 0.5, rng.f32() - 0.5) * size);
    }
}

/// Whole numbers of 20 bits, which `f64` rounds in the products of three, and more bits along an
/// axis.
fn long(rng: &mut Rng, unit: f32) -> Vec3 {
    let numbers = [(); 3].map(|()| rng.i32(-500_000..=500_000) as f32 * 2.0);
    Vec3::from_array(numbers) * Vec3::new(unit, unit * 128.0, unit / 32.0)
}

/// Equal faces that lie on each other, and slide on each other: `f64` sees noise in the place of 0.
#[test]
fn faces_that_touch_in_long_numbers() {
    let mut rng = rng("faces that touch");
    for i in 0..300 {
        let unit = [1.0, 2.0_f32.powi(-70), 2.0_f32.powi(40)][i % 3];
        let [origin, e, f, g] = [(); 4].map(|()| long(&mut rng, unit));
        let on = origin + e + [Vec3::ZERO, f / 2.0, (f + g) / 2.0][i / 3 % 3];
        let frame = |origin: Vec3, edges: [Vec3; 3], velocity: Vec3| {
            Frame3::cuboid(origin, edges).and_then(|frame| frame.with_velocity(velocity))
        };
        let slide = [Vec3::ZERO, f, f + g][i / 9 % 3];
        let sheared = [e + f, f, g];
        let (Ok(a), Ok(b)) =
            (frame(origin, [e, f, g], Vec3::ZERO), frame(on, sheared, slide * 0.25))
        else {
            continue;
        };
        for (a, b) in [(&a, &b), (&b, &a)] {
            assert_eq!(
                exact::decide(a, b).expect("valid").verdict,
                Verdict::Touching,
                "{a:?} {b:?}"
            );
            let moving = exact::decide_moving(a, b).expect("valid").verdict;
            assert_eq!(moving, Verdict::Touching, "{a:?} {b:?}");
        }
        let [origin, e, f, on, slide] =
            [origin, e, f, origin + e + f / 2.0, slide].map(Vec3::truncate);
        let flat = |origin: Vec2, edges: [Vec2; 2], velocity: Vec2| {
            Frame2::parallelogram(origin, edges).and_then(|frame| frame.with_velocity(velocity))
        };
        let slide = if i / 9 % 3 == 1 { slide * 0.25 } else { Vec2::ZERO };
        let (Ok(a), Ok(b)) = (flat(origin, [e, f], Vec2::ZERO), flat(on, [e + f, f], slide)) else {
            continue;
        };
        for (a, b) in [(&a, &b), (&b, &a)] {
            let found = exact::plane::decide(a, b).expect("valid").verdict;
            assert_eq!(found, Verdict::Touching, "{a:?} {b:?}");
            let moving = exact::plane::decide_moving(a, b).expect("valid").verdict;
            assert_eq!(moving, Verdict::Touching, "{a:?} {b:?}");
        }
    }
}

/// Triangles with a common side, and tetrahedra with a common face, of floats of any kind.
#[test]
fn figures_with_a_common_side() {
    let mut rng = rng("common sides");
    for i in 0..400 {
        let size = SIZES[i % 3] * 2.0_f32.powi(rng.i32(-40..=40));
        let mut point = || {
            let scale = Vec3::from_array([(); 3].map(|()| 2.0_f32.powi(rng.i32(-6..=6))));
            any(&mut rng) * scale * size
        };
        let [p, q, r, apex] = [(); 4].map(|()| point());
        // On the other side, by far.
        let other = p + q - r;
        let kind = ShapeKind2::TriangleByVertices;
        let flat = |apex: Vec3| {
            Frame2::of_kind(kind, p.truncate(), [q.truncate(), apex.truncate()]).expect("not flat")
        };
        let (a, b) = (flat(r), flat(other));
        for (a, b) in [(&a, &b), (&b, &a)] {
            let found = exact::plane::separation(a, b).expect("valid");
            assert_eq!((found.verdict, found.depth), (Verdict::Touching, 0.0), "{a:?} {b:?}");
            for found in [exact::plane::decide(a, b), exact::plane::decide_moving(a, b)] {
                assert_eq!(found.expect("valid").verdict, Verdict::Touching, "{a:?} {b:?}");
            }
        }
        let other = (p + q + r) / 3.0 * 2.0 - apex;
        let solid = |apex: Vec3| {
            Frame3::of_kind(ShapeKind::TetraByVertices, p, [q, r, apex]).expect("not flat")
        };
        let (a, b) = (solid(apex), solid(other));
        for (a, b) in [(&a, &b), (&b, &a)] {
            let found = exact::separation(a, b).expect("valid");
            assert_eq!((found.verdict, found.depth), (Verdict::Touching, 0.0), "{a:?} {b:?}");
            for found in [exact::decide(a, b), exact::decide_moving(a, b)] {
                assert_eq!(found.expect("valid").verdict, Verdict::Touching, "{a:?} {b:?}");
            }
        }
    }
}
