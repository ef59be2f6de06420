//! The smallest boxes of what pairs have in common, exactly: no peer has them.

use super::timing::median;
use motzkin::{CollisionService, Engine, Pair, Verdict, Wanted};
use motzkin_lab::workload::{Known, PlaneWorkload, Workload};

const RESTING: [Workload; 11] = [
    Workload::Boxes,
    Workload::Aligned,
    Workload::EquallyTurned,
    Workload::YawOnly,
    Workload::Tetras,
    Workload::BoxTetra,
    Workload::Mixed,
    Workload::PaperCuboids,
    Workload::TouchingGrid,
    Workload::TurnedGrid,
    Workload::Slivers,
];

/// Workloads in motion, and the largest coordinate of a velocity.
const MOVING: [(Workload, f32); 5] = [
    (Workload::Boxes, 1.0),
    (Workload::Boxes, 10.0),
    (Workload::Aligned, 1.0),
    (Workload::BoxTetra, 1.0),
    (Workload::Tetras, 1.0),
];

const IN_PLANE: [PlaneWorkload; 4] = [
    PlaneWorkload::Boxes,
    PlaneWorkload::Triangles,
    PlaneWorkload::Mixed,
    PlaneWorkload::TouchingGrid,
];

/// Hits that are bounded.
const HITS: usize = 500;

/// Exact boxes of hits on one thread, verdicts included.
pub fn compare_all() {
    println!("\n{:24} | {:>9}", "exact boxes", "ns a hit");
    let service = CollisionService::new(Engine::Cpu).expect("the CPU engine starts");
    for workload in RESTING {
        let scene = workload.scene(Known::PAIRS, Known::SEED);
        let ask = |pairs| service.query(&scene.frames, pairs);
        let verdicts = ask(&scene.pairs).run().expect("valid frames").into_verdicts();
        let hits = some_hits(&scene.pairs, &verdicts);
        row(workload.name(), &hits, || ask(&hits).wanted(Wanted::BOX).run().expect("valid frames"));
    }
    for (workload, speed) in MOVING {
        let scene = workload.scene(Known::PAIRS, Known::SEED).in_motion(speed, Known::SEED);
        let ask = |pairs| service.query(&scene.frames, pairs).moving();
        let verdicts = ask(&scene.pairs).run().expect("valid frames").into_verdicts();
        let name = format!("{}, moving at {speed}", workload.name());
        let hits = some_hits(&scene.pairs, &verdicts);
        row(&name, &hits, || ask(&hits).wanted(Wanted::BOX).run().expect("valid frames"));
    }
    for workload in IN_PLANE {
        let scene = workload.scene(Known::PAIRS, Known::SEED);
        let ask = |pairs| service.query(&scene.frames, pairs);
        let verdicts = ask(&scene.pairs).run().expect("valid frames").into_verdicts();
        let hits = some_hits(&scene.pairs, &verdicts);
        row(workload.name(), &hits, || ask(&hits).wanted(Wanted::BOX).run().expect("valid frames"));
    }
}

/// The first pairs that meet.
fn some_hits(pairs: &[Pair], verdicts: &[Verdict]) -> Vec<Pair> {
    let hits = pairs.iter().zip(verdicts).filter(|(_, verdict)| verdict.meets());
    let hits: Vec<Pair> = hits.map(|(pair, _)| *pair).take(HITS).collect();
    assert_eq!(hits.len(), HITS);
    hits
}

fn row<R>(name: &str, hits: &[Pair], boxes: impl Fn() -> R) {
    let ns = median(boxes).as_nanos() as f64 / hits.len() as f64;
    println!("{name:24} | {ns:9.0}");
}
