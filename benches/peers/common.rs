//! Common points and boxes of pairs that meet. No peer has either: parry answers points of contact,
//! no box.

use super::timing::median;
use motzkin::{CollisionService, Engine, Pair, Precision, Wanted};
use motzkin_core::exact;
use motzkin_core::geom::Aabb3;
use motzkin_core::kernel::SimdLevel;
use motzkin_lab::reference::loose_box;
use motzkin_lab::workload::{Known, Workload};

const WORKLOADS: [Workload; 5] = [
    Workload::Boxes,
    Workload::Aligned,
    Workload::Tetras,
    Workload::BoxTetra,
    Workload::PaperCuboids,
];

/// Hits that the exact stage bounds, for comparison.
const EXACTLY: usize = 500;

/// The part of a box's face that `f32` may spoil, beside the hundred thousandth of the pair's size
/// that is promised.
const ROUNDING: f32 = 1e-5;

/// The kernels against the exact stage, on hits alone; their own verdicts are taken off.
pub fn compare_all() {
    println!(
        "\n{:15} {:>7} | {:>7} | {:>9} {:>9} {:>9} | {:>9} {:>9} {:>9}",
        "ns a hit", "hits", "level", "witness", "box", "both", "exact w.", "exact box", "loose/box"
    );
    for workload in WORKLOADS {
        let scene = workload.scene(Known::PAIRS, Known::SEED);
        let engine =
            CollisionService::builder().engine(Engine::Cpu).build().expect("the CPU engine starts");
        let verdicts = engine.verdicts(&scene.frames, &scene.pairs).expect("valid frames");
        let hits: Vec<Pair> = scene
            .pairs
            .iter()
            .zip(verdicts.iter())
            .filter(|(_, v)| v.meets())
            .map(|(pair, _)| *pair)
            .collect();
        let known = workload.known();
        assert_eq!(
            hits.len(),
            known.overlapping + known.touching,
            "{} answers wrongly",
            workload.name()
        );
        let few = &hits[..EXACTLY];
        let frames = |pair: &Pair| (&scene.frames[pair.a as usize], &scene.frames[pair.b as usize]);
        let exactly = |wanted| {
            let ns = median(|| {
                engine.query(&scene.frames, few).wanted(wanted).run().expect("valid frames")
            })
            .as_nanos();
            ns as f64 / few.len() as f64
        };
        let (exact_point, exact_box) = (exactly(Wanted::WITNESS), exactly(Wanted::BOX));
        let volume = |aabb: Aabb3| (aabb.max - aabb.min).as_dvec3().element_product();
        let ratio = |pair: &Pair| {
            let (a, b) = frames(pair);
            let smallest = exact::intersection_box(a, b).expect("valid frames").expect("a hit");
            let loose = loose_box::<f64>(a, b).expect("valid frames")?;
            Some(loose.iter().map(|[low, high]| high - low).product::<f64>() / volume(smallest))
        };
        let mut ratios: Vec<f64> = few.iter().filter_map(ratio).collect();
        ratios.sort_by(f64::total_cmp);
        let loose = ratios[ratios.len() / 2];
        for level in SimdLevel::available() {
            let service = CollisionService::builder().engine(Engine::Cpu).simd(level).build();
            let service = service.expect("the CPU engine starts");
            let bounds = |wanted| {
                service
                    .query(&scene.frames, &hits)
                    .wanted(wanted)
                    .precision(Precision::Bounded)
                    .run()
                    .expect("valid frames")
                    .into_parts()
                    .1
            };
            for (pair, found) in few.iter().zip(&bounds(Wanted::BOX)) {
                let (a, b) = frames(pair);
                let right = exact::intersection_box(a, b).expect("valid frames").expect("a hit");
                let size = (a.aabb().max - a.aabb().min).max_element() * ROUNDING;
                let holds = |found: Aabb3| {
                    found.min.cmple(right.min).all()
                        && right.max.cmple(found.max).all()
                        && (right.min - found.min).max(found.max - right.max).max_element()
                            <= 4.0 * size
                };
                assert!(
                    found.aabb.is_some_and(|aabb| holds(aabb.value)),
                    "{} answers wrongly",
                    workload.name()
                );
            }
            let alone =
                median(|| service.verdicts(&scene.frames, &hits).expect("valid frames")).as_nanos();
            let ns = |wanted| {
                let whole = median(|| bounds(wanted)).as_nanos();
                whole.saturating_sub(alone) as f64 / hits.len() as f64
            };
            let (point, aabb, both) =
                (ns(Wanted::WITNESS), ns(Wanted::BOX), ns(Wanted::WITNESS | Wanted::BOX));
            println!(
                "{:15} {:7} | {:>7} | {point:9.1} {aabb:9.1} {both:9.1} | {exact_point:9.0} {exact_box:9.0} {loose:9.2}",
                workload.name(),
                hits.len(),
                level.name(),
            );
        }
    }
}
