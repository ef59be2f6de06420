//! Convex hulls of random points against parry3d's convex polyhedra and the GJK of the crate
//! collision, from 4 to 1000 vertices. What the cost grows like is drawn into `motzkin-hulls.svg`.

#[path = "hulls/gjk.rs"]
mod gjk;
#[path = "hulls/moving.rs"]
mod moving;
#[path = "hulls/plot.rs"]
mod plot;

use super::is_wanted;
use super::timing::median;
use motzkin::glam::Vec3;
use motzkin::{CollisionService, Engine, Pair, PolytopeSet};
use motzkin_core::kernel::SimdLevel;
use motzkin_core::kernel::hull::supports_asked;
use parry3d::math::{Pose, Vector};
use parry3d::query::details::intersection_test_support_map_support_map;
use parry3d::shape::ConvexPolyhedron;
use std::time::Duration;

/// Vertices of a hull, pairs of hulls, how many overlap; none touches.
const WORKLOADS: [(usize, usize, usize); 7] = [
    (4, 20_000, 2_501),
    (8, 20_000, 7_983),
    (16, 10_000, 6_526),
    (32, 5_000, 3_950),
    (100, 1_000, 881),
    (300, 500, 437),
    (1000, 200, 184),
];

const SEED: u64 = 5;

pub fn compare_all(wanted: &[String]) {
    if is_wanted(wanted, "hulls") {
        at_rest();
    }
    if is_wanted(wanted, "moving-hulls") {
        moving::compare_all();
    }
}

fn at_rest() {
    println!(
        "\n{:10} {:>7} {:>9} {:>8} | {:>9} {:>9} {:>7} | {:>7} | {:>9} {:>8} {:>6}",
        "hulls of",
        "hits %",
        "undec. %",
        "supports",
        "parry ns",
        "GJK ns",
        "wrong",
        "level",
        "ours ns",
        "to parry",
        "to GJK"
    );
    let rows: Vec<Row> = WORKLOADS
        .map(|(vertices, pairs, overlapping)| compare(vertices, pairs, overlapping))
        .into();
    match std::fs::write("motzkin-hulls.svg", plot::svg(&rows)) {
        Ok(()) => println!("drawn into motzkin-hulls.svg"),
        Err(error) => eprintln!("motzkin-hulls.svg: {error}"),
    }
}

/// Nanoseconds a pair.
struct Row {
    vertices: usize,
    parry: f64,
    ours: Vec<(SimdLevel, f64)>,
}

/// Points on a sphere of radius 1 that is squeezed by up to a half along each axis.
fn points(rng: &mut fastrand::Rng, count: usize) -> Vec<Vec3> {
    let axes = Vec3::new(rng.f32(), rng.f32(), rng.f32()) * 0.5 + 0.5;
    let mut float = || rng.f32() * 2.0 - 1.0;
    let mut direction = || {
        loop {
            let v = Vec3::new(float(), float(), float());
            if (0.01..1.0).contains(&v.length_squared()) {
                return v.normalize();
            }
        }
    };
    (0..count).map(|_| direction() * axes).collect()
}

/// The hull as parry knows it.
fn peer(points: &[Vec3]) -> ConvexPolyhedron {
    let points: Vec<Vector> = points.iter().map(|p| Vector::new(p.x, p.y, p.z)).collect();
    ConvexPolyhedron::from_convex_hull(&points).expect("the points are not flat")
}

fn compare(vertices: usize, count: usize, overlapping: usize) -> Row {
    let mut rng = fastrand::Rng::with_seed(SEED + vertices as u64);
    let mut set = PolytopeSet::new();
    let mut peers = Vec::new();
    for _ in 0..count {
        // From a tenth of the smallest hulls to most of the largest meet at such distances.
        let apart = Vec3::new(rng.f32(), rng.f32(), rng.f32()) * 1.1;
        let a = points(&mut rng, vertices);
        let b: Vec<Vec3> = points(&mut rng, vertices).iter().map(|p| *p + apart).collect();
        for hull in [&a, &b] {
            set.push(hull).expect("finite points");
        }
        peers.push((peer(&a), peer(&b)));
    }
    let pairs: Vec<Pair> = (0..count as u32).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
    let ns = |time: Duration| time.as_nanos() as f64 / count as f64;
    let meets = |(a, b): &&(ConvexPolyhedron, ConvexPolyhedron)| {
        intersection_test_support_map_support_map(&Pose::IDENTITY, a, b)
    };
    let parry = || peers.iter().filter(meets).count();
    let asked: usize = pairs.iter().map(|pair| supports_asked(&set, *pair)).sum();
    let gjk = gjk::Gjk::new(&peers);
    let others = ns(gjk.time());
    let mut row = Row { vertices, parry: ns(median(parry)), ours: Vec::new() };
    for level in SimdLevel::available() {
        let service = CollisionService::builder().engine(Engine::Cpu).simd(level).build();
        let service = service.expect("the CPU engine starts");
        let verdicts = || service.verdicts(&set, &pairs).expect("valid pairs");
        let found = verdicts();
        let touching =
            found.iter().filter(|verdict| verdict.meets() && !verdict.overlaps()).count();
        assert_eq!(
            (found.overlapping(), touching),
            (overlapping, 0),
            "hulls of {vertices} answer wrongly"
        );
        assert!(parry().abs_diff(overlapping) <= 1 + overlapping / 100, "parry counts {}", parry());
        let wrong = gjk
            .answers()
            .zip(found.iter())
            .filter(|(hit, verdict)| *hit != verdict.meets())
            .count();
        let (ours, theirs) = (ns(median(verdicts)), row.parry);
        row.ours.push((level, ours));
        println!(
            "{vertices:10} {:7.1} {:9.4} {:8.1} | {theirs:9.1} {others:9.1} {wrong:7} | {:>7} | {ours:9.1} {:8.1} {:6.1}",
            100.0 * overlapping as f64 / count as f64,
            100.0 * found.stats().undecided as f64 / count as f64,
            asked as f64 / count as f64,
            level.name(),
            theirs / ours,
            others / ours,
        );
    }
    row
}
