//! How far pairs are apart that are separate, against parry's distance.

use super::Peer;
use super::timing::{median, race};
use motzkin::{Clearance, CollisionService, Engine, Frame3, Pair, Wanted};
use motzkin_core::kernel::SimdLevel;
use motzkin_lab::workload::{Known, Workload};
use parry3d::math::Pose;
use parry3d::query::details::{distance_cuboid_cuboid, distance_support_map_support_map};

const WORKLOADS: [Workload; 7] = [
    Workload::Boxes,
    Workload::BoxesSparse,
    Workload::Aligned,
    Workload::EquallyTurned,
    Workload::Tetras,
    Workload::BoxTetra,
    Workload::Mixed,
];

impl Peer {
    /// What parry's own dispatch takes; with `gjk`, the general function for two cuboids too.
    fn distance(&self, other: &Self, gjk: bool) -> f32 {
        match (self, other) {
            (Self::Cuboid(p, a), Self::Cuboid(q, b)) if gjk => {
                distance_support_map_support_map(&p.inv_mul(q), a, b)
            }
            (Self::Cuboid(p, a), Self::Cuboid(q, b)) => distance_cuboid_cuboid(&p.inv_mul(q), a, b),
            (Self::Cuboid(p, a), Self::Polyhedron(b)) => {
                distance_support_map_support_map(&p.inverse(), a, &**b)
            }
            (Self::Polyhedron(a), Self::Cuboid(q, b)) => {
                distance_support_map_support_map(q, &**a, b)
            }
            (Self::Polyhedron(a), Self::Polyhedron(b)) => {
                distance_support_map_support_map(&Pose::IDENTITY, &**a, &**b)
            }
        }
    }
}

/// Distance, nearest points and normal of every pair that is separate, verdicts included; and
/// whether it is closer than half of the pairs are.
pub fn compare_all() {
    println!(
        "\n{:15} {:>8} {:>7} {:>8} | {:>7} | {:>8} {:>6} {:>6} | {:>12} {:>6}",
        "distance",
        "parry ns",
        "right %",
        "gjk ns",
        "level",
        "ours ns",
        "ratio",
        "least",
        "clearance ns",
        "ratio"
    );
    WORKLOADS.into_iter().for_each(compare);
}

fn compare(workload: Workload) {
    let scene = workload.scene(Known::PAIRS, Known::SEED);
    let service = CollisionService::new(Engine::Cpu).expect("the CPU engine starts");
    let verdicts = service.verdicts(&scene.frames, &scene.pairs).expect("valid frames");
    // Each pair's frames lie side by side, as parry's shapes do.
    let frames: Vec<Frame3> = scene
        .pairs
        .iter()
        .zip(verdicts.iter())
        .filter(|(_, verdict)| !verdict.meets())
        .flat_map(|(pair, _)| [scene.frames[pair.a as usize], scene.frames[pair.b as usize]])
        .collect();
    let pairs: Vec<Pair> =
        (0..frames.len() as u32 / 2).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();

    // The answer first: without kernels, in whole numbers, of some pairs.
    let reference = CollisionService::new(Engine::Reference).expect("the reference starts");
    let some = &pairs[..pairs.len().min(500)];
    let distances = |service: &CollisionService, pairs: &[Pair]| -> Vec<f64> {
        let query = service.query(&frames, pairs).wanted(Wanted::DISTANCE);
        let answer = query.run().expect("valid frames");
        let distance = |detail: motzkin::Detail| detail.distance.expect("separate").distance;
        answer.details().iter().map(distance).collect()
    };
    let exact = distances(&reference, some);
    let ours = distances(&service, &pairs);
    let near = |(ours, exact): (&f64, &f64)| (ours - exact).abs() <= 2e-9 * exact;
    assert!(ours.iter().zip(&exact).all(near), "{} has wrong distances", workload.name());

    let peers: Vec<(Peer, Peer)> = frames
        .chunks_exact(2)
        .map(|pair| (Peer::new(&pair[0]).expect("a hull"), Peer::new(&pair[1]).expect("a hull")))
        .collect();
    let theirs = |gjk: bool| -> f32 { peers.iter().map(|(a, b)| a.distance(b, gjk)).sum() };
    let is_right = |((a, b), exact): (&(Peer, Peer), &f64)| {
        (f64::from(a.distance(b, false)) - exact).abs() <= 1e-4 + 1e-3 * exact
    };
    let right = peers.iter().zip(&ours).filter(|pair| is_right(*pair)).count();
    let count = pairs.len() as f64;
    let ns = |time: std::time::Duration| time.as_nanos() as f64 / count;
    let gjk = ns(median(|| theirs(true)));

    let mut sorted = ours.clone();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted[sorted.len() / 2] as f32;
    let closer = ours.iter().filter(|distance| **distance < f64::from(middle)).count();
    for level in SimdLevel::available() {
        let service = CollisionService::builder().engine(Engine::Cpu).simd(level).build();
        let service = service.expect("the CPU engine starts");
        let clearance =
            || service.query(&frames, &pairs).clearance(middle).run().expect("valid frames");
        let found = clearance().iter().filter(|found| **found == Clearance::Closer).count();
        assert!(found.abs_diff(closer) <= 1, "{} pairs are closer, not {closer}", found);
        let distances = || {
            let query = service.query(&frames, &pairs).wanted(Wanted::DISTANCE);
            query.run().expect("valid frames")
        };
        let [parry, ours, ratio, least] =
            race(Some(|| theirs(false)), distances).cells(pairs.len());
        let [_, clear, clear_ratio, _] = race(Some(|| theirs(false)), clearance).cells(pairs.len());
        println!(
            "{:15} {parry:>8} {:7.2} {gjk:8.1} | {:>7} | {ours:>8} {ratio:>6} {least:>6} | {clear:>12} {clear_ratio:>6}",
            workload.name(),
            100.0 * right as f64 / count,
            level.name(),
        );
    }
}
