//! Convex hulls on their way past each other, against parry's shape cast over the same time.

use super::{SEED, points};
use crate::cast_options;
use crate::timing::{median, race};
use motzkin::glam::Vec3;
use motzkin::{CollisionService, Engine, Pair, PolytopeSet, Precision, Wanted};
use motzkin_core::kernel::SimdLevel;
use parry3d::math::{Pose, Vector};
use parry3d::query::details::cast_shapes_support_map_support_map;
use parry3d::shape::ConvexPolyhedron;
use std::time::Duration;

/// Vertices of a hull, pairs of hulls, how many overlap at some time; none touches.
const WORKLOADS: [(usize, usize, usize); 4] =
    [(8, 10_000, 7_261), (16, 5_000, 4_505), (32, 2_000, 1_914), (100, 500, 488)];

/// A pair as parry knows it: two hulls, and the way of the second as seen from the first.
struct Passing {
    a: ConvexPolyhedron,
    b: ConvexPolyhedron,
    velocity: Vector,
}

impl Passing {
    /// Whether the two meet, as parry's first contact says.
    fn meets(&self) -> bool {
        let Self { a, b, velocity } = self;
        let found =
            cast_shapes_support_map_support_map(&Pose::IDENTITY, *velocity, a, b, cast_options());
        found.is_some()
    }
}

pub fn compare_all() {
    println!(
        "\n{:18} {:>7} {:>9} | {:>9} | {:>8} | {:>9} {:>6} {:>6} | {:>9} {:>8}",
        "moving hulls of",
        "hits %",
        "undec. %",
        "parry ns",
        "level",
        "ours ns",
        "ratio",
        "least",
        "bounds ns",
        "exact ns"
    );
    for (vertices, pairs, overlapping) in WORKLOADS {
        compare(vertices, pairs, overlapping);
    }
}

fn compare(vertices: usize, count: usize, overlapping: usize) {
    let (set, peers) = scene(vertices, count);
    let pairs: Vec<Pair> = (0..count as u32).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
    let parry = || peers.iter().filter(|pair| pair.meets()).count();
    let theirs = parry();
    assert!(theirs.abs_diff(overlapping) <= 1 + overlapping / 100, "parry counts {theirs}");

    let cpu = SimdLevel::available().into_iter().map(|level| {
        let service = CollisionService::builder().engine(Engine::Cpu).simd(level).build();
        (level.name(), service.expect("the CPU engine starts"))
    });
    // The device too, where there is one, software included.
    let gpu = CollisionService::new(Engine::Gpu).ok().map(|service| ("gpu", service));
    for (level, service) in cpu.chain(gpu) {
        let query = || service.query(&set, &pairs).moving();
        let verdicts = || query().run().expect("valid pairs").into_verdicts();
        let found = verdicts();
        let touching = found.iter().filter(|v| v.meets() && !v.overlaps()).count();
        assert_eq!(
            (found.overlapping(), touching),
            (overlapping, 0),
            "moving hulls of {vertices} answer wrongly"
        );
        let intervals = |precision| {
            let wanted = || query().wanted(Wanted::INTERVAL).precision(precision);
            ns(median(|| wanted().run().expect("valid pairs")), count)
        };
        let (bounds, exact) = (intervals(Precision::Bounded), intervals(Precision::Exact));
        let [parry, ours, ratio, least] = race(Some(parry), verdicts).cells(count);
        println!(
            "{vertices:18} {:7.1} {:9.4} | {parry:>9} | {level:>8} | {ours:>9} {ratio:>6} {least:>6} | {bounds:9.1} {exact:8.1}",
            100.0 * overlapping as f64 / count as f64,
            100.0 * found.stats().undecided as f64 / count as f64,
        );
    }
}

/// Pairs of hulls, the second of which starts beside the first and moves about as far as it is
/// away.
fn scene(vertices: usize, count: usize) -> (PolytopeSet, Vec<Passing>) {
    let mut rng = fastrand::Rng::with_seed(SEED + vertices as u64);
    let mut set = PolytopeSet::new();
    let pairs = (0..count).map(|_| {
        let mut vector = || Vec3::new(rng.f32(), rng.f32(), rng.f32()) * 2.0 - 1.0;
        let (apart, aside) = (vector() * 3.0, vector());
        let velocity = aside - apart;
        let a = points(&mut rng, vertices);
        let b: Vec<Vec3> = points(&mut rng, vertices).iter().map(|p| *p + apart).collect();
        set.push(&a).expect("finite points");
        let moving = set.push(&b).expect("finite points");
        set.set_velocity(moving, velocity).expect("a finite velocity");
        let [a, b] = [a, b].map(|points| super::peer(&points));
        Passing { a, b, velocity: Vector::new(velocity.x, velocity.y, velocity.z) }
    });
    let pairs = pairs.collect();
    (set, pairs)
}

fn ns(time: Duration, pairs: usize) -> f64 {
    time.as_nanos() as f64 / pairs as f64
}
