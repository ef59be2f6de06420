//! The same in the plane, against parry2d.

use super::row;
use super::timing::{median, race};
use motzkin::glam::Vec2;
use motzkin::{CollisionService, Engine, Frame2, Pair, Precision, Verdicts, Wanted};
use motzkin_core::kernel::SimdLevel;
use motzkin_lab::workload::{Known, PlaneScene, PlaneWorkload};
use parry2d::math::{Pose, Rotation, Vector};
use parry2d::query::ShapeCastOptions;
use parry2d::query::details::{
    cast_shapes_support_map_support_map, intersection_test_cuboid_cuboid,
    intersection_test_cuboid_triangle, intersection_test_support_map_support_map,
};
use parry2d::shape::{Cuboid, Triangle};
use std::time::Duration;

/// Lattices hold sheared shapes, which parry2d has no cuboid for.
const WORKLOADS: [PlaneWorkload; 5] = [
    PlaneWorkload::Boxes,
    PlaneWorkload::BoxesSparse,
    PlaneWorkload::Triangles,
    PlaneWorkload::Mixed,
    PlaneWorkload::TouchingGrid,
];

/// A rectangle or triangle as parry knows it.
pub enum Peer {
    Cuboid(Pose, Cuboid),
    Triangle(Triangle),
}

impl Peer {
    pub fn new(frame: &Frame2) -> Self {
        let vector = |v: Vec2| Vector::new(v.x, v.y);
        let corners: Vec<Vector> =
            frame.corners().iter().map(|corner| vector(corner.as_vec2())).collect();
        if let [a, b, c] = corners[..] {
            // parry takes the normals of a triangle's edges to point to their right.
            let left_handed = (b - a).perp_dot(c - a) < 0.0;
            return Self::Triangle(if left_handed {
                Triangle::new(a, c, b)
            } else {
                Triangle::new(a, b, c)
            });
        }
        let (e0, e1) = (frame.row(1), frame.row(2));
        let half = Vector::new(e0.length(), e1.length()) * 0.5;
        let centre = frame.origin() + (e0 + e1) * 0.5;
        let rotation = Rotation::from_angle(e0.y.atan2(e0.x));
        Self::Cuboid(Pose::from_parts(vector(centre), rotation), Cuboid::new(half))
    }

    fn meets(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Cuboid(p, a), Self::Cuboid(q, b)) => {
                intersection_test_cuboid_cuboid(&p.inv_mul(q), a, b)
            }
            (Self::Cuboid(p, a), Self::Triangle(b)) | (Self::Triangle(b), Self::Cuboid(p, a)) => {
                intersection_test_cuboid_triangle(&p.inverse(), a, b)
            }
            (Self::Triangle(a), Self::Triangle(b)) => {
                intersection_test_support_map_support_map(&Pose::IDENTITY, a, b)
            }
        }
    }

    /// Whether they meet while the other one moves by `v`, over the same time.
    fn meets_moving(&self, other: &Self, v: Vector) -> bool {
        let options = ShapeCastOptions {
            compute_impact_geometry_on_penetration: false,
            ..ShapeCastOptions::with_max_time_of_impact(1.0)
        };
        let found = match (self, other) {
            (Self::Cuboid(p, a), Self::Cuboid(q, b)) => {
                let turned = p.rotation.inverse() * v;
                cast_shapes_support_map_support_map(&p.inv_mul(q), turned, a, b, options)
            }
            (Self::Cuboid(p, a), Self::Triangle(b)) => {
                let turned = p.rotation.inverse() * v;
                cast_shapes_support_map_support_map(&p.inverse(), turned, a, b, options)
            }
            (Self::Triangle(a), Self::Cuboid(q, b)) => {
                cast_shapes_support_map_support_map(q, v, a, b, options)
            }
            (Self::Triangle(a), Self::Triangle(b)) => {
                cast_shapes_support_map_support_map(&Pose::IDENTITY, v, a, b, options)
            }
        };
        found.is_some()
    }
}

pub fn compare_all(wanted: &[String]) {
    println!("\nin the plane, against parry2d");
    for workload in WORKLOADS {
        if super::is_wanted(wanted, workload.name()) || super::is_wanted(wanted, "plane") {
            compare(workload);
        }
    }
}

fn compare(workload: PlaneWorkload) {
    let scene = workload.scene(Known::PAIRS, Known::SEED);
    let (a, b) = scene.side_by_side();
    let pairs: Vec<(Peer, Peer)> =
        a.iter().zip(&b).map(|(a, b)| (Peer::new(a), Peer::new(b))).collect();
    let peers: Vec<Peer> = scene.frames.iter().map(Peer::new).collect();
    let peer = |index: u32| &peers[index as usize];
    let hits = || pairs.iter().filter(|(a, b)| a.meets(b)).count();
    // A peer posed wrongly would compare apples with pears. On contacts it may answer as it likes.
    let (found, ours) = (hits(), workload.known().overlapping);
    let grid = workload == PlaneWorkload::TouchingGrid;
    assert!(
        grid || found.abs_diff(ours) <= ours / 100,
        "parry2d: {found} hits in {}",
        workload.name()
    );
    for level in SimdLevel::available() {
        let service = CollisionService::builder().engine(Engine::Cpu).simd(level).build();
        let service = service.expect("the CPU engine starts");
        let between = || service.query_between(&a, &b).run().expect("valid frames").into_verdicts();
        let indexed = || service.verdicts(&scene.frames, &scene.pairs).expect("valid frames");
        check(workload, &between(), &scene);
        check(workload, &indexed(), &scene);
        let array = race(Some(hits), between);
        let by_index =
            || scene.pairs.iter().filter(|pair| peer(pair.a).meets(peer(pair.b))).count();
        let index = race(Some(by_index), indexed);
        row(workload.name(), &indexed(), level, &array, &index);
    }
}

/// Workloads in motion: the largest coordinate of a velocity, how many pairs overlap at some time,
/// how many touch.
const MOVING: [(PlaneWorkload, f32, usize, usize); 3] = [
    (PlaneWorkload::Boxes, 1.0, 56_294, 0),
    (PlaneWorkload::Triangles, 1.0, 52_563, 0),
    (PlaneWorkload::Mixed, 1.0, 51_286, 0),
];

/// Verdicts of moving pairs in the plane, and what bounds of their intervals cost beside.
pub fn moving() {
    for (workload, speed, overlapping, touching) in MOVING {
        let name = format!("{} at {speed}", workload.name());
        let scene = workload.scene(Known::PAIRS, Known::SEED).in_motion(speed, Known::SEED);
        let (a, b) = scene.side_by_side();
        // Each pair's frames lie side by side, as parry's shapes do.
        let frames: Vec<Frame2> = a.iter().zip(&b).flat_map(|(a, b)| [*a, *b]).collect();
        let pairs: Vec<Pair> = (0..a.len() as u32).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
        let peers: Vec<(Peer, Peer, Vector)> = a
            .iter()
            .zip(&b)
            .map(|(a, b)| {
                let v = b.velocity() - a.velocity();
                (Peer::new(a), Peer::new(b), Vector::new(v.x, v.y))
            })
            .collect();
        let ns = |time: Duration| time.as_nanos() as f64 / pairs.len() as f64;
        let hits = || peers.iter().filter(|(a, b, v)| a.meets_moving(b, *v)).count();
        let found = hits();
        assert!(
            found.abs_diff(overlapping) <= overlapping / 100,
            "parry2d: {found} hits in {name}"
        );
        let parry = ns(median(hits));
        for level in SimdLevel::available() {
            let service = CollisionService::builder().engine(Engine::Cpu).simd(level).build();
            let service = service.expect("the CPU engine starts");
            let verdicts = || {
                service.query(&frames, &pairs).moving().run().expect("valid frames").into_verdicts()
            };
            let found = verdicts();
            let touches =
                found.iter().filter(|verdict| verdict.meets() && !verdict.overlaps()).count();
            assert_eq!(
                (found.overlapping(), touches),
                (overlapping, touching),
                "{name} answers wrongly"
            );
            let ours = ns(median(verdicts));
            let bounds = ns(median(|| {
                service
                    .query(&frames, &pairs)
                    .moving()
                    .wanted(Wanted::INTERVAL)
                    .precision(Precision::Bounded)
                    .run()
                    .expect("valid frames")
            }));
            println!(
                "{name:22} {:7.1} {:9.4} | {parry:9.1} | {:>7} | {ours:8.1} {:6.1} | {bounds:9.1}",
                100.0 * found.overlapping() as f64 / pairs.len() as f64,
                100.0 * found.stats().undecided as f64 / pairs.len() as f64,
                level.name(),
                parry / ours,
            );
        }
    }
}

/// The recorded answer.
fn check(workload: PlaneWorkload, verdicts: &Verdicts, scene: &PlaneScene) {
    assert_eq!(verdicts.len(), scene.pairs.len());
    let touching = verdicts.iter().filter(|verdict| verdict.meets() && !verdict.overlaps()).count();
    let found = Known { overlapping: verdicts.overlapping(), touching };
    assert_eq!(found, workload.known(), "{} answers wrongly", workload.name());
}
