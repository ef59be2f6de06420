//! What a call costs the host beside its stages: `cargo bench -p motzkin-peers --bench host`.
//!
//! For every kind of batch on the CPU engine and on a GPU's, where there is one, software included:
//! medians of warm calls, in nanoseconds a pair.

use motzkin::service::StageTimes;
use motzkin::{CollisionService, Engine, Verdicts};
use motzkin_lab::workload::{Known, PlaneWorkload, Workload};
use std::time::Duration;

/// Warm calls that a median is taken of.
const CALLS: usize = 15;

const PAIRS: [usize; 2] = [100_000, 1_000_000];

const SPACE: [Workload; 6] = [
    Workload::Boxes,
    Workload::BoxesSparse,
    Workload::Tetras,
    Workload::BoxTetra,
    Workload::Mixed,
    Workload::TouchingGrid,
];

const PLANE: [PlaneWorkload; 3] =
    [PlaneWorkload::Boxes, PlaneWorkload::Mixed, PlaneWorkload::TouchingGrid];

fn main() {
    for engine in [Engine::Gpu, Engine::Cpu] {
        match CollisionService::builder().engine(engine).profile(true).build() {
            Ok(service) => measure(&service),
            Err(error) => println!("{engine}: {error}"),
        }
    }
}

fn measure(service: &CollisionService) {
    println!("\n{}; nanoseconds a pair", service.state().engine);
    println!(
        "{:22} {:>9} {:>7} {:>7} {:>9} {:>9}",
        "", "pairs", "host", "upload", "device", "whole"
    );
    for pairs in PAIRS {
        for workload in SPACE {
            let scene = workload.scene(pairs, Known::SEED);
            let (frames, list) = (&scene.frames, &scene.pairs);
            row(workload.name(), pairs, || {
                service.query(frames, list).run().expect("valid frames").into_verdicts()
            });
            let (a, b) = scene.side_by_side();
            row(&format!("{} by sides", workload.name()), pairs, || {
                service.query_between(&a, &b).run().expect("valid frames").into_verdicts()
            });
            let moving = scene.clone().in_motion(1.0, Known::SEED);
            row(&format!("{} moving", workload.name()), pairs, || {
                let query = service.query(&moving.frames, &moving.pairs).moving();
                query.run().expect("valid frames").into_verdicts()
            });
        }
        for workload in PLANE {
            let scene = workload.scene(pairs, Known::SEED);
            row(&format!("plane {}", workload.name()), pairs, || {
                let query = service.query(&scene.frames, &scene.pairs);
                query.run().expect("valid frames").into_verdicts()
            });
            let moving = scene.clone().in_motion(1.0, Known::SEED);
            row(&format!("plane {} moving", workload.name()), pairs, || {
                let query = service.query(&moving.frames, &moving.pairs).moving();
                query.run().expect("valid frames").into_verdicts()
            });
        }
    }
}

fn row(name: &str, pairs: usize, call: impl Fn() -> Verdicts) {
    let times: Vec<StageTimes> = (0..CALLS + 2).filter_map(|_| call().times()).skip(2).collect();
    let median = |stage: fn(&StageTimes) -> Option<Duration>| {
        let mut found: Vec<Duration> = times.iter().filter_map(stage).collect();
        found.sort();
        let ns = |time: &Duration| format!("{:.2}", time.as_nanos() as f64 / pairs as f64);
        found.get(found.len() / 2).map_or("-".into(), ns)
    };
    let device = |times: &StageTimes| times.readback.or(times.kernel);
    println!(
        "{name:22} {pairs:>9} {:>7} {:>7} {:>9} {:>9}",
        median(|times| times.host),
        median(|times| times.upload),
        median(device),
        median(StageTimes::whole),
    );
}
