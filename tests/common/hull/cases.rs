//! The pairs that break implementations. Drawn afresh each run.

use super::Scene;
use crate::common::seed::{draw_until, rng};
use fastrand::Rng;
use glam::{Affine3A, Mat3, Vec2, Vec3};
use motzkin_core::geom::{Pair, PolytopeSet};
use motzkin_core::verdict::Verdict;
use std::sync::LazyLock;

/// All scenes, judged. Drawn once a run.
pub fn all() -> &'static [Scene] {
    static SCENES: LazyLock<Vec<Scene>> = LazyLock::new(|| {
        vec![
            dimensions("dimensions -1 to 3", 1200, |v| v),
            dimensions("the same far off", 500, |v| v + Vec3::new(1e6, -2e6, 4e6)),
            dimensions("the same in denormals", 500, |v| v * f32::from_bits(1)),
            dimensions("the same at 2^120", 500, |v| v * 2.0_f32.powi(120)),
            instances(),
            in_plane(),
            random(),
            near(),
            far_apart(),
            rounded_sums(),
            by_hand(),
        ]
    });
    &SCENES
}

pub fn float(rng: &mut Rng) -> f32 {
    rng.f32() * 2.0 - 1.0
}

pub fn vector(rng: &mut Rng) -> Vec3 {
    Vec3::new(float(rng), float(rng), float(rng))
}

fn lattice(rng: &mut Rng, size: i32) -> Vec3 {
    Vec3::from_array([0; 3].map(|_| rng.i32(-size..=size) as f32))
}

/// Some points of a small lattice that span no more than so many dimensions, duplicates and inner
/// points among them.
fn lattice_points(rng: &mut Rng, dimension: i32) -> Vec<Vec3> {
    let base = lattice(rng, 1);
    let axes: Vec<Vec3> = (0..dimension).map(|_| lattice(rng, 2)).collect();
    let count = if dimension < 0 { 0 } else { rng.usize(1..=1 + 2 * dimension as usize) };
    let point =
        |rng: &mut Rng| axes.iter().fold(base, |at, axis| at + *axis * rng.i32(-1..=1) as f32);
    (0..count).map(|_| point(rng)).collect()
}

fn pairs_of(set: &PolytopeSet) -> Vec<Pair> {
    (0..set.len() as u32 / 2).map(|i| Pair::new(2 * i, 2 * i + 1)).collect()
}

fn scene(name: &str, set: PolytopeSet) -> Scene {
    let pairs = pairs_of(&set);
    Scene::new(name, set, pairs)
}

/// Draws a set until its pairs have every verdict.
fn of_every_verdict(name: &str, mut set: impl FnMut(&mut Rng) -> PolytopeSet) -> Scene {
    let holds = |scene: &Scene| Verdict::ALL.iter().all(|verdict| scene.count(*verdict) >= 4);
    draw_until(name, |rng| scene(name, set(rng)), holds)
}

fn dimensions(name: &str, count: usize, map: impl Fn(Vec3) -> Vec3) -> Scene {
    of_every_verdict(name, |rng| {
        let mut set = PolytopeSet::new();
        for _ in 0..2 * count {
            let dimension = rng.i32(-1..=3).max(rng.i32(-1..=3));
            let points: Vec<Vec3> = lattice_points(rng, dimension).into_iter().map(&map).collect();
            set.push(&points).expect("finite points");
        }
        set
    })
}

/// Few shapes many times, under exact transforms of whole numbers.
fn instances() -> Scene {
    const SHAPES: u32 = 60;
    of_every_verdict("instances", |rng| {
        let mut set = PolytopeSet::new();
        for _ in 0..SHAPES {
            let points = lattice_points(rng, 3);
            set.push(&points).expect("finite points");
        }
        while set.len() < 2400 {
            let linear = Mat3::from_cols(lattice(rng, 1), lattice(rng, 1), lattice(rng, 1));
            let transform = Affine3A::from_mat3_translation(linear, lattice(rng, 2));
            // Some collapse; they are refused.
            let of = rng.u32(0..SHAPES);
            let placed = set.push_instance(of, transform);
            assert_eq!(placed.is_ok(), linear.determinant() != 0.0, "{linear}");
        }
        set
    })
}

fn in_plane() -> Scene {
    of_every_verdict("polygons", |rng| {
        let mut set = PolytopeSet::new();
        for i in 0..1600 {
            let fine = if i < 600 { 1.0 } else { 0.0 };
            let at = Vec2::new(float(rng), float(rng)) * 4.0;
            let points: Vec<Vec2> = (0..rng.usize(0..9))
                .map(|_| {
                    let point = at + Vec2::new(float(rng), float(rng)) * 3.0;
                    point * fine + point.round() * (1.0 - fine)
                })
                .collect();
            set.push_in_plane(&points).expect("finite points");
        }
        set
    })
}

/// A hull of random points on an ellipsoid.
pub fn ellipsoid(rng: &mut Rng, count: usize, size: f32) -> Vec<Vec3> {
    let (axes, centre) = ([rng.f32() + 0.5, rng.f32() + 0.5, rng.f32() + 0.5], vector(rng));
    let point = |rng: &mut Rng| {
        let direction = loop {
            let v = vector(rng);
            if v.length_squared() < 1.0 && v.length_squared() > 0.01 {
                break v.normalize();
            }
        };
        centre + direction * Vec3::from(axes) * size
    };
    (0..count).map(|_| point(rng)).collect()
}

/// Drawn until more than 20 pairs meet, some of the first half among them.
fn random() -> Scene {
    let name = "random hulls";
    let draw = |rng: &mut Rng| {
        let mut set = PolytopeSet::new();
        for _ in 0..600 {
            let count = rng.usize(1..=8);
            let points = ellipsoid(rng, count, 0.7);
            set.push(&points).expect("finite points");
        }
        scene(name, set)
    };
    let meeting = |verdicts: &[Verdict]| verdicts.iter().filter(|found| found.meets()).count();
    let holds =
        |scene: &Scene| meeting(&scene.expected) > 20 && meeting(&scene.expected[..150]) > 0;
    draw_until(name, draw, holds)
}

/// A vertex on a face or on an edge of the other, an ulp away, or flat within ulps.
fn near() -> Scene {
    let mut rng = rng("near contacts");
    let mut set = PolytopeSet::new();
    for i in 0..300 {
        let mut points = ellipsoid(&mut rng, 6, 0.7);
        let on = (points[0] + points[1] * 2.0 + points[2]) * 0.25;
        let away = (on - (points[3] + points[4] + points[5]) / 3.0).normalize();
        let touching = [on, on + away + vector(&mut rng) * 0.1, on + away, on + away * 2.0];
        if i % 3 == 0 {
            // A sliver: all points near a plane.
            points.iter_mut().for_each(|p| p.z = p.x * 0.5 + p.z * f32::EPSILON);
        }
        set.push(&points).expect("finite points");
        set.push(&touching).expect("finite points");
    }
    scene("near contacts", set)
}

/// Coordinates whose exponents lie far apart, so that no short numbers hold them; many share a
/// vertex.
fn far_apart() -> Scene {
    let mut rng = rng("far apart");
    let mut set = PolytopeSet::new();
    for _ in 0..300 {
        let mut hull = |shared: Option<Vec3>| {
            let point = |rng: &mut Rng| vector(rng) * 2.0_f32.powi(rng.i32(-60..=60));
            let count = rng.usize(1..=6);
            let points: Vec<Vec3> = (0..count).map(|_| point(&mut rng)).chain(shared).collect();
            set.push(&points).expect("finite points");
            points[0]
        };
        let first = hull(None);
        hull((first.x > 0.0).then_some(first));
    }
    scene("far apart", set)
}

/// Points and segments that share an end: exactly the same sum of three vectors, which f64 rounds
/// in the order of each transform.
fn rounded_sums() -> Scene {
    let mut rng = rng("rounded sums");
    let mut set = PolytopeSet::new();
    let point = set.push(&[Vec3::new(1.0, 1.0, 0.0)]).expect("finite points");
    let segment = set.push(&[Vec3::new(1.0, 1.0, 0.0), Vec3::ONE]).expect("finite points");
    for i in 0..200 {
        let [p, q, r] = [-10, 0, 45].map(|exponent| vector(&mut rng) * 2.0_f32.powi(exponent));
        for [x, y, shift] in [[p, q, r], [q, r, p]] {
            let linear = Mat3::from_cols(x, y, vector(&mut rng));
            let transform = Affine3A::from_mat3_translation(linear, shift);
            set.push_instance(if i % 2 == 0 { point } else { segment }, transform)
                .expect("not flat");
        }
    }
    scene("rounded sums", set)
}

/// Figures with a name.
fn by_hand() -> Scene {
    let v = |x: f32, y: f32, z: f32| Vec3::new(x, y, z);
    let square = [v(0., 0., 0.), v(2., 0., 0.), v(2., 2., 0.), v(0., 2., 0.)];
    let tetra = [v(0., 0., 0.), v(1., 0., 0.), v(0., 1., 0.), v(0., 0., 1.)];
    let moved = |points: &[Vec3], by: Vec3| points.iter().map(|p| *p + by).collect::<Vec<_>>();
    let figures: Vec<(Vec<Vec3>, Vec<Vec3>)> = vec![
        // One vertex shared; an edge through a face; its end on the face.
        (tetra.to_vec(), moved(&tetra, v(1., 0., 0.))),
        (square.to_vec(), vec![v(1., 1., -1.), v(1., 1., 1.)]),
        (square.to_vec(), vec![v(1., 1., 0.), v(1., 1., 1.)]),
        // Polygons: coplanar, crossing along a line, parallel, at an edge.
        (square.to_vec(), moved(&square, v(1., 1., 0.))),
        (square.to_vec(), vec![v(1., -1., -1.), v(1., 3., -1.), v(1., 3., 1.), v(1., -1., 1.)]),
        (square.to_vec(), moved(&square, v(0., 0., 1e-30))),
        (square.to_vec(), moved(&square, v(2., 0., 0.))),
        // Segments: crossing, touching in a T, on one line, parallel.
        (vec![v(0., 0., 0.), v(2., 2., 2.)], vec![v(2., 0., 0.), v(0., 2., 2.)]),
        (vec![v(0., 0., 0.), v(2., 2., 2.)], vec![v(1., 1., 1.), v(5., 0., 0.)]),
        (vec![v(0., 0., 0.), v(2., 2., 2.)], vec![v(1., 1., 1.), v(3., 3., 3.)]),
        (vec![v(0., 0., 0.), v(2., 2., 2.)], vec![v(2., 2., 2.), v(3., 3., 3.)]),
        (vec![v(0., 0., 0.), v(2., 2., 2.)], vec![v(0., 0., 1.), v(2., 2., 3.)]),
        // Points: the same one twice, one smaller in all coordinates, in a hull.
        (vec![v(1., 1., 1.); 3], vec![v(1., 1., 1.)]),
        (vec![v(-1., -1., -1.)], vec![v(1., 1., 1.)]),
        (tetra.to_vec(), vec![v(0.25, 0.25, 0.25)]),
        (tetra.to_vec(), vec![]),
        (vec![], vec![]),
    ];
    let mut set = PolytopeSet::new();
    for (a, b) in figures {
        for (p, q) in [(&a, &b), (&b, &a)] {
            set.push(p).expect("finite points");
            set.push(q).expect("finite points");
        }
    }
    scene("by hand", set)
}
