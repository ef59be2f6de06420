//! Contacts, and what is close to one, where `f64` sees noise: corners, sides and faces that two
//! frames share, frames of very different sizes, and times just below a float.

use crate::common::apart::Apart;
use crate::common::seed::{rng, seed};
use fastrand::Rng;
use glam::{Vec2, Vec3};
use motzkin_core::exact::{self, Separation};
use motzkin_core::geom::{ContactInterval, Frame2, Frame3, ShapeKind, ShapeKind2, Stored};
use motzkin_core::verdict::Verdict;

/// Sizes of pairs, so that no bound of an error holds by chance.
const SIZES: [f32; 5] = [1.0, 1e6, 1e-6, 1e18, 1e-18];

fn any(rng: &mut Rng) -> Vec3 {
    Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5)
}

/// Three edges on one side of a plane, all well above it. Their components have different lengths,
/// so that sums of products are rounded.
fn cone(rng: &mut Rng, up: Vec3) -> Option<[Vec3; 3]> {
    let scale = [(); 3].map(|()| [(); 3].map(|()| 2.0_f32.powi(rng.i32(-5..=0))));
    let edges = scale.map(|scale| any(rng) * Vec3::from_array(scale));
    let edges = edges.map(|edge| edge * edge.dot(up).signum());
    edges.iter().all(|edge| edge.dot(up) > 0.005).then_some(edges)
}

/// Both frames begin at the only point that they share, which no arithmetic may lose. Most second
/// frames are so narrow that faces of the first alone part them, and half are so small that nothing
/// of them counts.
#[test]
fn frames_that_share_their_first_corner() {
    let mut rng = rng("first corners");
    let mut count = 0;
    for i in 0..1200 {
        let size = SIZES[i % 5];
        let ratio = [1.0, 1e-15][i / 5 % 2];
        let corner = any(&mut rng) * size * ratio * [0.0, 1e-9, 1.0][i / 10 % 3];
        let up = any(&mut rng);
        let Some(wide) = cone(&mut rng, up) else { continue };
        let mut within = || wide.map(|edge| edge * (rng.f32() + 0.1)).iter().sum::<Vec3>();
        let narrow = [(); 3].map(|()| within());
        let other = if i / 30 % 4 == 0 { cone(&mut rng, up) } else { Some(narrow) };
        let Some(other) = other else { continue };
        let frame = |kind: usize, edges: [Vec3; 3], size: f32| {
            let kind = ShapeKind::ALL[kind % 3];
            let from = if kind.stored() == Stored::Vertices { corner } else { Vec3::ZERO };
            Frame3::of_kind(kind, corner, edges.map(|edge| from + edge * size))
        };
        let (Ok(a), Ok(b)) = (frame(i, wide, size), frame(i / 4, other, -size * ratio)) else {
            continue;
        };
        for (a, b) in [(&a, &b), (&b, &a)] {
            let case = format!("seed {}: {a:?} {b:?}", seed());
            for settled in [exact::decide(a, b), exact::decide_moving(a, b)] {
                assert_eq!(settled.expect("valid").verdict, Verdict::Touching, "{case}");
            }
            let Separation { verdict, depth, .. } = exact::separation(a, b).expect("valid");
            assert_eq!((verdict, depth), (Verdict::Touching, 0.0), "{case}");
            let point = exact::witness(a, b).expect("valid");
            assert_eq!(point, Some(corner.as_dvec3()), "{case}");
            count += 1;
        }
    }
    assert!(count > 200, "{count}");
}

/// Triangles with a common side, and tetrahedra with a common face, each from another corner on:
/// numbers that are equal are rounded to others.
#[test]
fn common_sides_from_any_corner() {
    let mut rng = rng("sides from any corner");
    for i in 0..500 {
        let size = SIZES[i % 5];
        let mut point = || {
            let scale = Vec3::from_array([(); 3].map(|()| 2.0_f32.powi(rng.i32(-6..=6))));
            any(&mut rng) * scale * size
        };
        let [p, q, r, apex] = [(); 4].map(|()| point());
        let flat = |mut points: [Vec3; 3], turn: usize| {
            points.rotate_left(turn % 3);
            let [p, q, r] = points.map(Vec3::truncate);
            Frame2::of_kind(ShapeKind2::TriangleByVertices, p, [q, r]).expect("not flat")
        };
        // On the other side, by far.
        let (a, b) = (flat([p, q, r], i), flat([p, q, p + q - r], i / 3));
        for (a, b) in [(&a, &b), (&b, &a)] {
            let case = format!("seed {}: {a:?} {b:?}", seed());
            let found = exact::plane::separation(a, b).expect("valid");
            assert_eq!((found.verdict, found.depth), (Verdict::Touching, 0.0), "{case}");
        }
        let solid = |mut points: [Vec3; 4], turn: usize| {
            points.rotate_left(turn % 4);
            let [p, q, r, s] = points;
            Frame3::of_kind(ShapeKind::TetraByVertices, p, [q, r, s]).expect("not flat")
        };
        let other = (p + q + r) / 3.0 * 2.0 - apex;
        let (a, b) = (solid([p, q, r, apex], i), solid([q, p, r, other], i / 4));
        for (a, b) in [(&a, &b), (&b, &a)] {
            let case = format!("seed {}: {a:?} {b:?}", seed());
            let found = exact::separation(a, b).expect("valid");
            assert_eq!((found.verdict, found.depth), (Verdict::Touching, 0.0), "{case}");
        }
    }
}

/// The far side of a triangle that is all but flat goes through the first corner of another, close
/// to its own.
#[test]
fn corners_on_the_far_side_of_flat_triangles() {
    let mut rng = rng("far sides");
    let mut count = 0;
    for i in 0..600 {
        let size = [1.0, 2.0_f32.powi(70), 2.0_f32.powi(-80)][i % 3];
        // The other triangle is smaller, or so small that nothing of it counts.
        let (small, tiny) =
            [(1.0, 1.0 / 65_536.0), (2.0_f32.powi(-30), 2.0_f32.powi(-34))][i / 36 % 2];
        let mut vector = |bits: u32| {
            let mut number = || rng.i32(-(1 << bits)..=1 << bits) as f32;
            Vec2::new(number(), number()) * size
        };
        // With what lies so far behind the point, `f64` rounds the products.
        let (along, aside) = (vector(20), vector(10) * tiny);
        let corner = if small < 1.0 { Vec2::ZERO } else { vector(4) * [0.0, 1.0][i / 3 % 2] };
        let off = |v: Vec2| along.as_dvec2().perp_dot(v.as_dvec2());
        let bits = [3, 12][i / 18 % 2];
        let edges = [vector(bits) * small, vector(bits) * small];
        let away = edges.map(|e| if off(e).signum() == off(aside).signum() { -e } else { e });
        if off(aside) == 0.0 || away.iter().any(|&edge| off(edge) == 0.0) {
            continue;
        }
        let ends = [corner + along, corner - along];
        let flat = Frame2::of_kind(ShapeKind2::TriangleByVertices, corner + aside, ends);
        let kind = ShapeKind2::ALL[i / 6 % 3];
        let by_vertices = kind == ShapeKind2::TriangleByVertices;
        let from = if by_vertices { corner } else { Vec2::ZERO };
        let Ok(b) = Frame2::of_kind(kind, corner, away.map(|edge| from + edge)) else { continue };
        let a = flat.expect("not flat");
        for (a, b) in [(&a, &b), (&b, &a)] {
            let case = format!("seed {}: {a:?} {b:?}", seed());
            let found = exact::plane::decide(a, b).expect("valid").verdict;
            assert_eq!(found, Verdict::Touching, "{case}");
            let Separation { verdict, depth, .. } = exact::plane::separation(a, b).expect("valid");
            assert_eq!((verdict, depth), (Verdict::Touching, 0.0), "{case}");
            let point = exact::plane::witness(a, b).expect("valid");
            assert_eq!(point, Some(corner.as_dvec2()), "{case}");
            count += 1;
        }
    }
    assert!(count > 200, "{count}");
}

/// Frames so small that the coordinates of a point beside their place are hardly finer, deep within
/// another.
#[test]
fn small_frames_within_a_large_one() {
    let mut rng = rng("small frames");
    for i in 0..24 {
        let tiny = 2.0_f32.powi(-40 - i % 8);
        let large = Frame3::cuboid(
            Vec3::new(-3.0, -2.0, -1.0) + any(&mut rng),
            [Vec3::new(8.0, 1.0, 0.5), Vec3::new(-0.5, 6.0, 1.0), Vec3::new(0.5, -1.0, 7.0)],
        );
        let (e, f) = (any(&mut rng), any(&mut rng));
        let thin = e + f + any(&mut rng) / 1024.0;
        let origin = any(&mut rng) + Vec3::ONE;
        let small = Frame3::cuboid(origin, [e, f, thin].map(|edge| edge * tiny));
        let (a, b) = (large.expect("not flat"), small.expect("not flat"));
        for (a, b) in [(&a, &b), (&b, &a)] {
            let point = exact::witness(a, b).expect("valid");
            let fault = Apart::of(a, b).fault_of_witness(point, Verdict::Overlapping);
            assert_eq!(fault, None, "seed {}: {a:?} {b:?}", seed());
        }
    }
}

/// Along one axis the frames meet just before a float or at it, along others they have met before,
/// at a time whose parts have the size of that float.
#[test]
fn first_contacts_at_a_float_and_just_before() {
    let cube = |origin: Vec3, edge: f32| {
        let edges = [Vec3::X, Vec3::Y, Vec3::Z].map(|e| e * edge);
        Frame3::cuboid(origin, edges).expect("a cube")
    };
    let step = 2.0_f32.powi(-27);
    for (early, first) in [(2.0_f32.powi(-52), 0.25_f32.next_down()), (0.0, 0.25)] {
        for part in [1.0, 0.25] {
            let off = if early > 0.0 { -step } else { step / 2.0 } * part;
            let a = cube(Vec3::new(early, off, step * 2.0), -1.0);
            let b = cube(Vec3::new(0.1875, 0.25 * part, -0.375), 1.0);
            let b = b.with_velocity(Vec3::new(-0.75, -4.0, 1.0)).expect("finite");
            // They part along the third axis.
            let last = 0.375 + 4.0 * step;
            for (a, b) in [(&a, &b), (&b, &a)] {
                let found = exact::meeting_interval(a, b).expect("valid");
                assert_eq!(found, ContactInterval { first, last }, "{part} {early:e}");
            }
        }
    }
}
