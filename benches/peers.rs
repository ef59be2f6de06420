//! Exact verdicts of whole batches against parry3d (in the plane parry2d): one thread, the same
//! frames, the same run.
//!
//! `cargo bench -p motzkin-peers --bench peers [-- NAME...]`, where a name is a workload, moving,
//! any-hit, depth, distance, mesh-distance, rays, exact-boxes, common, hulls, moving-hulls, meshes,
//! worlds or textbook. Every answer is checked before anything is timed. Every figure is the median
//! of several warm repetitions. Where a row has a ratio of least times, ours and parry's run by
//! turns. parry gets its shapes ready-made and its specialised functions called directly, without
//! dynamic dispatch.

#[path = "peers/any_hit.rs"]
mod any_hit;
#[path = "peers/boxes.rs"]
mod boxes;
#[path = "peers/common.rs"]
mod common;
#[path = "peers/depth.rs"]
mod depth;
#[path = "peers/distance.rs"]
mod distance;
#[path = "peers/hulls.rs"]
mod hulls;
#[path = "peers/mesh_distance.rs"]
mod mesh_distance;
#[path = "peers/meshes.rs"]
mod meshes;
#[path = "peers/plane.rs"]
mod plane;
#[path = "peers/plane_bounds.rs"]
mod plane_bounds;
#[path = "peers/rays.rs"]
mod rays;
#[path = "peers/timing.rs"]
mod timing;
#[path = "peers/worlds.rs"]
mod worlds;

use motzkin::{
    CollisionService, Engine, Frame3, FrameError, Pair, Precision, Verdict, Verdicts, Wanted,
};
use motzkin_core::kernel::SimdLevel;
use motzkin_lab::reference::{self, fourier_motzkin, sat};
use motzkin_lab::workload::{Known, Scene, Workload};
use parry3d::math::{Mat3, Pose, Rotation, Vector};
use parry3d::query::ShapeCastOptions;
use parry3d::query::details::{
    cast_shapes_support_map_support_map, intersection_test_cuboid_cuboid,
    intersection_test_support_map_support_map,
};
use parry3d::shape::{ConvexPolyhedron, Cuboid};
use std::time::Duration;
use timing::{Race, median, race};

const WORKLOADS: [Workload; 14] = [
    Workload::Boxes,
    Workload::BoxesSparse,
    Workload::Aligned,
    Workload::EquallyTurned,
    Workload::YawOnly,
    Workload::Tetras,
    Workload::BoxTetra,
    Workload::Mixed,
    Workload::PaperCuboids,
    Workload::PaperTetras,
    Workload::PaperMixed,
    Workload::TouchingGrid,
    Workload::TurnedGrid,
    Workload::Slivers,
];

fn main() {
    // One thread, the caller's: what rayon's global pool does with one thread, parry does too.
    rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build_global()
        .expect("the pool is not built yet");
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let wants = |name: &str| is_wanted(&wanted, name);
    println!("array: pairs side by side; index: a list of pairs of 10,000 frames");
    println!(
        "ns: nanoseconds a pair, exact verdicts included; ratio: to parry3d, of medians and of the least times"
    );
    println!(
        "{:18} {:>6} {:>8} | {:>8} | {:>6} | {:>8} {:>5} {:>5} | {:>8} {:>5} {:>5}",
        "workload",
        "hits %",
        "undec. %",
        "parry ns",
        "level",
        "array ns",
        "ratio",
        "least",
        "index ns",
        "ratio",
        "least"
    );
    for workload in WORKLOADS {
        if wants(workload.name()) {
            compare(workload);
        }
    }
    plane::compare_all(&wanted);
    hulls::compare_all(&wanted);
    meshes::compare_all(&wanted);
    worlds::compare_all(&wanted);
    if wants("moving") {
        moving();
        plane::moving();
    }
    if wants("any-hit") {
        any_hit::compare_all();
    }
    if wants("depth") {
        depth::compare_all();
        plane_bounds::depths();
    }
    if wants("distance") {
        distance::compare_all();
    }
    if wants("common") {
        common::compare_all();
        plane_bounds::commons();
    }
    if wants("mesh-distance") {
        mesh_distance::compare_all();
    }
    if wants("rays") {
        rays::compare_all();
    }
    if wants("exact-boxes") {
        boxes::compare_all();
    }
    if wants("textbook") {
        textbook();
    }
}

/// Whether a comparison runs: all do where none is named.
fn is_wanted(wanted: &[String], name: &str) -> bool {
    wanted.is_empty() || wanted.iter().any(|own| own == name)
}

/// Workloads in motion: the largest coordinate of a velocity, how many pairs overlap at some time,
/// how many touch.
const MOVING: [(Workload, f32, usize, usize); 6] = [
    (Workload::Boxes, 1.0, 60_555, 0),
    (Workload::Boxes, 10.0, 63_956, 0),
    (Workload::BoxesSparse, 1.0, 11_998, 0),
    (Workload::Aligned, 1.0, 62_931, 0),
    (Workload::BoxTetra, 1.0, 62_716, 0),
    (Workload::Tetras, 1.0, 57_701, 0),
];

/// Verdicts of moving pairs against parry's shape cast over the same time, which answers the first
/// contact.
fn moving() {
    println!(
        "\n{:22} {:>7} {:>9} | {:>9} | {:>7} | {:>8} {:>6} | {:>9}",
        "moving", "hits %", "undec. %", "parry ns", "level", "ours ns", "ratio", "bounds ns"
    );
    for (workload, speed, overlapping, touching) in MOVING {
        let name = format!("{} at {speed}", workload.name());
        let scene = workload.scene(Known::PAIRS, Known::SEED).in_motion(speed, Known::SEED);
        let (a, b) = scene.side_by_side();
        // Each pair's frames lie side by side, as parry's shapes do.
        let frames: Vec<Frame3> = a.iter().zip(&b).flat_map(|(a, b)| [*a, *b]).collect();
        let pairs: Vec<Pair> = (0..a.len() as u32).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
        let peers: Option<Vec<Passing>> =
            a.iter().zip(&b).map(|(a, b)| Passing::new(a, b)).collect();
        let parry = peers.map(|peers| {
            let hits = || peers.iter().filter(|peer| peer.meets()).count();
            assert!(
                hits().abs_diff(overlapping) <= overlapping / 100,
                "parry counts {} hits in {name}",
                hits()
            );
            median(hits).as_nanos() as f64 / pairs.len() as f64
        });
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
            let ns = |time: Duration| time.as_nanos() as f64 / pairs.len() as f64;
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
            let cell = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.1}"));
            println!(
                "{name:22} {:7.1} {:9.4} | {:>9} | {:>7} | {ours:8.1} {:>6} | {bounds:9.1}",
                100.0 * found.overlapping() as f64 / pairs.len() as f64,
                100.0 * found.stats().undecided as f64 / pairs.len() as f64,
                cell(parry),
                level.name(),
                cell(parry.map(|parry| parry / ours)),
            );
        }
    }
}

/// A cast over the time that we answer for, without more than whether and when.
fn cast_options() -> ShapeCastOptions {
    ShapeCastOptions {
        compute_impact_geometry_on_penetration: false,
        ..ShapeCastOptions::with_max_time_of_impact(1.0)
    }
}

/// A moving pair as parry knows it: the second shape as seen from the first.
struct Passing {
    pair: (Peer, Peer),
    velocity: Vector,
}

impl Passing {
    fn new(a: &Frame3, b: &Frame3) -> Option<Self> {
        let [p, q] = [a, b].map(Frame3::velocity);
        let pair = (Peer::new(a)?, Peer::new(b)?);
        Some(Self { pair, velocity: Vector::new(q.x - p.x, q.y - p.y, q.z - p.z) })
    }

    fn meets(&self) -> bool {
        let options = cast_options();
        let v = self.velocity;
        let found = match &self.pair {
            (Peer::Cuboid(p, a), Peer::Cuboid(q, b)) => {
                let turned = p.rotation.inverse() * v;
                cast_shapes_support_map_support_map(&p.inv_mul(q), turned, a, b, options)
            }
            (Peer::Cuboid(p, a), Peer::Polyhedron(b)) => {
                let turned = p.rotation.inverse() * v;
                cast_shapes_support_map_support_map(&p.inverse(), turned, a, &**b, options)
            }
            (Peer::Polyhedron(a), Peer::Cuboid(q, b)) => {
                cast_shapes_support_map_support_map(q, v, &**a, b, options)
            }
            (Peer::Polyhedron(a), Peer::Polyhedron(b)) => {
                cast_shapes_support_map_support_map(&Pose::IDENTITY, v, &**a, &**b, options)
            }
        };
        found.is_some()
    }
}

/// The textbook algorithms of the 2019 paper in f64, and elimination in rationals, against the CPU
/// engine on distinct pairs. The f64 answers count how many verdicts rounding spoils.
fn textbook() {
    println!(
        "\n{:15} | {:>14} {:>14} {:>14} | {:>10}",
        "ns per pair", "elimination", "axes", "in rationals", "ours"
    );
    type Textbook = fn(&Frame3, &Frame3) -> Result<Verdict, FrameError>;
    let textbooks: [(Textbook, usize); 3] = [
        (fourier_motzkin::verdict::<f64>, 10_000),
        (sat::verdict::<f64>, 10_000),
        (reference::verdict, 200),
    ];
    for workload in [Workload::PaperCuboids, Workload::PaperTetras, Workload::PaperMixed] {
        let scene = workload.scene(Known::PAIRS, Known::SEED);
        let (a, b) = scene.side_by_side();
        let service = CollisionService::builder().engine(Engine::Cpu).build();
        let service = service.expect("the CPU engine starts");
        let between = || service.query_between(&a, &b).run().expect("valid frames").into_verdicts();
        let verdicts = between();
        check(workload, &verdicts, &scene);
        let ours = median(between).as_nanos() as f64 / a.len() as f64;
        let cells = textbooks.map(|(textbook, pairs)| {
            let run = || -> Vec<Verdict> {
                let pairs = a.iter().zip(&b).take(pairs);
                pairs.map(|(a, b)| textbook(a, b).expect("valid frames")).collect()
            };
            let wrong =
                run().iter().zip(verdicts.iter()).filter(|(found, exact)| found != exact).count();
            format!("{:.0} ({wrong} wrong)", median(run).as_nanos() as f64 / pairs as f64)
        });
        let [elimination, axes, rationals] = cells;
        println!(
            "{:15} | {elimination:>14} {axes:>14} {rationals:>14} | {ours:10.1}",
            workload.name()
        );
    }
}

fn compare(workload: Workload) {
    let scene = workload.scene(Known::PAIRS, Known::SEED);
    let (a, b) = scene.side_by_side();
    // parry builds no hull of some slivers; then there is nothing to compare with.
    let peers: Option<Vec<Peer>> = scene.frames.iter().map(Peer::new).collect();
    let in_pairs: Option<Vec<(Peer, Peer)>> =
        a.iter().zip(&b).map(|(a, b)| Some((Peer::new(a)?, Peer::new(b)?))).collect();
    if let Some(pairs) = &in_pairs {
        // A peer posed wrongly would compare apples with pears. On contacts it may answer as it
        // likes.
        let hits = pairs.iter().filter(|(a, b)| a.meets(b)).count();
        let ours = workload.known().overlapping;
        assert!(
            workload.adversarial() || hits.abs_diff(ours) <= ours / 100,
            "parry counts {hits} hits in {}, not {ours}",
            workload.name()
        );
    }
    for level in SimdLevel::available() {
        let service = CollisionService::builder().engine(Engine::Cpu).simd(level).build();
        let service = service.expect("the CPU engine starts");
        let between = || service.query_between(&a, &b).run().expect("valid frames").into_verdicts();
        let indexed = || service.verdicts(&scene.frames, &scene.pairs).expect("valid frames");
        check(workload, &between(), &scene);
        check(workload, &indexed(), &scene);
        let parry =
            in_pairs.as_ref().map(|pairs| || pairs.iter().filter(|(a, b)| a.meets(b)).count());
        let array = race(parry, between);
        let parry = peers.as_ref().map(|peers| {
            let (peer, pairs) = (|index: u32| &peers[index as usize], &scene.pairs);
            move || pairs.iter().filter(|pair| peer(pair.a).meets(peer(pair.b))).count()
        });
        let index = race(parry, indexed);
        row(workload.name(), &indexed(), level, &array, &index);
    }
}

/// A line of the table of resting pairs.
fn row(name: &str, verdicts: &Verdicts, level: SimdLevel, array: &Race, index: &Race) {
    let percent = |count: usize| 100.0 * count as f64 / verdicts.len() as f64;
    let [parry, ours, ratio, least] = array.cells(verdicts.len());
    let [_, index_ours, index_ratio, index_least] = index.cells(verdicts.len());
    println!(
        "{name:18} {:6.1} {:8.4} | {parry:>8} | {:>6} | {ours:>8} {ratio:>5} {least:>5} | {index_ours:>8} {index_ratio:>5} {index_least:>5}",
        percent(verdicts.overlapping()),
        percent(verdicts.stats().undecided),
        level.name(),
    );
}

/// The recorded answer.
fn check(workload: Workload, verdicts: &Verdicts, scene: &Scene) {
    assert_eq!(verdicts.len(), scene.pairs.len());
    let touching = verdicts.iter().filter(|verdict| verdict.meets() && !verdict.overlaps()).count();
    let found = Known { overlapping: verdicts.overlapping(), touching };
    assert_eq!(found, workload.known(), "{} answers wrongly", workload.name());
}

/// A frame as parry knows it.
enum Peer {
    Cuboid(Pose, Cuboid),
    Polyhedron(Box<ConvexPolyhedron>),
}

impl Peer {
    fn new(frame: &Frame3) -> Option<Self> {
        let vector = |v: motzkin::glam::Vec3| Vector::new(v.x, v.y, v.z);
        let [e0, e1, e2] = [1, 2, 3].map(|row| vector(frame.row(row)));
        let corners: Vec<Vector> = frame.corners().iter().map(|c| vector(c.as_vec3())).collect();
        let lengths = [e0.length(), e1.length(), e2.length()];
        let units = [e0 / lengths[0], e1 / lengths[1], e2 / lengths[2]];
        let square = |x: Vector, y: Vector| x.dot(y).abs() < 1e-4;
        let rigid =
            square(units[0], units[1]) && square(units[1], units[2]) && square(units[2], units[0]);
        if corners.len() == 8 && rigid {
            let rotation = Rotation::from_mat3(&Mat3::from_cols(units[0], units[1], units[2]));
            let half = Vector::new(lengths[0], lengths[1], lengths[2]) * 0.5;
            let centre = vector(frame.origin()) + (e0 + e1 + e2) * 0.5;
            return Some(Self::Cuboid(Pose::from_parts(centre, rotation), Cuboid::new(half)));
        }
        ConvexPolyhedron::from_convex_hull(&corners).map(|hull| Self::Polyhedron(Box::new(hull)))
    }

    fn meets(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Cuboid(p, a), Self::Cuboid(q, b)) => {
                intersection_test_cuboid_cuboid(&p.inv_mul(q), a, b)
            }
            (Self::Cuboid(p, a), Self::Polyhedron(b)) => {
                intersection_test_support_map_support_map(&p.inverse(), a, &**b)
            }
            (Self::Polyhedron(a), Self::Cuboid(q, b)) => {
                intersection_test_support_map_support_map(q, &**a, b)
            }
            (Self::Polyhedron(a), Self::Polyhedron(b)) => {
                intersection_test_support_map_support_map(&Pose::IDENTITY, &**a, &**b)
            }
        }
    }
}
