//! How deep pairs in the plane are, against parry2d's contact, and what they have in common, which
//! no peer tells.

use super::plane::Peer;
use super::timing::median;
use motzkin::{CollisionService, Engine, Frame2, Pair, Precision, Wanted};
use motzkin_core::exact;
use motzkin_core::kernel::SimdLevel;
use motzkin_lab::workload::{Known, PlaneWorkload};
use parry2d::math::Pose;
use parry2d::query::Contact;
use parry2d::query::details::contact_support_map_support_map;

const WORKLOADS: [PlaneWorkload; 3] =
    [PlaneWorkload::Boxes, PlaneWorkload::Triangles, PlaneWorkload::Mixed];

impl Peer {
    fn contact(&self, other: &Self) -> Option<Contact> {
        match (self, other) {
            (Self::Cuboid(p, a), Self::Cuboid(q, b)) => {
                contact_support_map_support_map(&p.inv_mul(q), a, b, 0.0)
            }
            (Self::Cuboid(p, a), Self::Triangle(b)) => {
                contact_support_map_support_map(&p.inverse(), a, b, 0.0)
            }
            (Self::Triangle(a), Self::Cuboid(q, b)) => {
                contact_support_map_support_map(q, a, b, 0.0)
            }
            (Self::Triangle(a), Self::Triangle(b)) => {
                contact_support_map_support_map(&Pose::IDENTITY, a, b, 0.0)
            }
        }
    }
}

/// The frames of a workload's hits, those of a pair side by side.
fn hits(workload: PlaneWorkload) -> (Vec<Frame2>, Vec<Pair>) {
    let scene = workload.scene(Known::PAIRS, Known::SEED);
    let service = CollisionService::new(Engine::Cpu).expect("the CPU engine starts");
    let verdicts = service.verdicts(&scene.frames, &scene.pairs).expect("valid frames");
    let hits = scene.pairs.iter().zip(verdicts.iter()).filter(|(_, verdict)| verdict.overlaps());
    let frame = |index: u32| scene.frames[index as usize];
    let frames: Vec<Frame2> = hits.flat_map(|(pair, _)| [frame(pair.a), frame(pair.b)]).collect();
    let pairs: Vec<Pair> =
        (0..frames.len() as u32 / 2).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
    assert_eq!(pairs.len(), workload.known().overlapping, "{} answers wrongly", workload.name());
    (frames, pairs)
}

fn at(level: SimdLevel) -> CollisionService {
    let service = CollisionService::builder().engine(Engine::Cpu).simd(level).build();
    service.expect("the CPU engine starts")
}

/// Axis and depth of every pair that overlaps, verdicts included.
pub fn depths() {
    println!(
        "\n{:15} {:>9} {:>7} | {:>7} | {:>9} {:>6} | {:>9} | {:>10} {:>9}",
        "depth, plane",
        "parry ns",
        "right %",
        "level",
        "bounds ns",
        "ratio",
        "exact ns",
        "slack 1e-6",
        "worst"
    );
    for workload in WORKLOADS {
        let (frames, pairs) = hits(workload);
        let ns = |time: std::time::Duration| time.as_nanos() as f64 / pairs.len() as f64;
        let service = at(SimdLevel::best());
        let exact =
            || service.query(&frames, &pairs).wanted(Wanted::DEPTH).run().expect("valid frames");
        let depths: Vec<f64> = exact()
            .details()
            .iter()
            .map(|detail| detail.separation.expect("they overlap").depth)
            .collect();
        let exact = ns(median(exact));
        let peers: Vec<(Peer, Peer)> =
            frames.chunks_exact(2).map(|pair| (Peer::new(&pair[0]), Peer::new(&pair[1]))).collect();
        let contact =
            |(a, b): &(Peer, Peer)| a.contact(b).map_or(0.0, |contact| f64::from(-contact.dist));
        let near = |(theirs, depth): (f64, &f64)| (theirs - depth).abs() <= 1e-4 + 1e-3 * depth;
        let right = peers.iter().map(contact).zip(&depths).filter(|pair| near(*pair)).count();
        let found = peers.iter().filter(|(a, b)| a.contact(b).is_some()).count();
        // How deep it says they are may be another depth than the least: the share of those is
        // printed.
        assert!(found * 100 > pairs.len() * 95, "parry finds {found} of {} contacts", pairs.len());
        let parry = ns(median(|| peers.iter().map(contact).sum::<f64>()));
        for level in SimdLevel::available() {
            let service = at(level);
            let bounds = || {
                service
                    .query(&frames, &pairs)
                    .wanted(Wanted::DEPTH)
                    .precision(Precision::Bounded)
                    .run()
                    .expect("valid frames")
            };
            let found: Vec<_> = bounds()
                .details()
                .iter()
                .map(|detail| detail.separation.expect("they overlap"))
                .collect();
            let holds = found.iter().zip(&depths).all(|(found, depth)| {
                let (most, slack) = (found.depth, found.slack);
                depth * (1.0 - 1e-8) <= most && most - slack <= depth * (1.0 + 1e-8)
            });
            assert!(holds, "{} has wrong depths", workload.name());
            let mut slacks: Vec<f64> = found.iter().map(|found| found.slack).collect();
            slacks.sort_by(f64::total_cmp);
            let ours = ns(median(bounds));
            println!(
                "{:15} {parry:9.1} {:7.2} | {:>7} | {ours:9.1} {:6.1} | {exact:9.1} | {:10.1} {:9.1}",
                workload.name(),
                100.0 * right as f64 / pairs.len() as f64,
                level.name(),
                parry / ours,
                1e6 * slacks[slacks.len() / 2],
                1e6 * slacks[slacks.len() - 1],
            );
        }
    }
}

/// Boxes and common points of hits alone; the verdicts are taken off.
pub fn commons() {
    println!(
        "\n{:15} {:>7} | {:>7} | {:>9} {:>9} {:>9} | {:>9} {:>9}",
        "ns a hit, plane", "hits", "level", "witness", "box", "both", "exact w.", "exact box"
    );
    for workload in WORKLOADS {
        let (frames, pairs) = hits(workload);
        let few = &pairs[..2000];
        let service = at(SimdLevel::best());
        let exactly = |wanted| {
            let ns =
                median(|| service.query(&frames, few).wanted(wanted).run().expect("valid frames"))
                    .as_nanos();
            ns as f64 / few.len() as f64
        };
        let (exact_point, exact_box) = (exactly(Wanted::WITNESS), exactly(Wanted::BOX));
        for level in SimdLevel::available() {
            let service = at(level);
            let bounds = |wanted| {
                service
                    .query(&frames, &pairs)
                    .wanted(wanted)
                    .precision(Precision::Bounded)
                    .run()
                    .expect("valid")
                    .into_parts()
                    .1
            };
            for (pair, found) in few.iter().zip(&bounds(Wanted::BOX)) {
                let [a, b] = [pair.a, pair.b].map(|index| &frames[index as usize]);
                let right = exact::plane::intersection_box(a, b).expect("valid").expect("a hit");
                let size =
                    (a.aabb().max - a.aabb().min).max(b.aabb().max - b.aabb().min).max_element();
                let aabb = found.aabb.expect("it was wanted").value;
                let holds = aabb.min.cmple(right.min).all() && right.max.cmple(aabb.max).all();
                let off = (right.min - aabb.min).max(aabb.max - right.max).max_element();
                assert!(holds && off <= 4e-5 * size, "{} answers wrongly", workload.name());
            }
            let alone =
                median(|| service.verdicts(&frames, &pairs).expect("valid frames")).as_nanos();
            let ns = |wanted| {
                let whole = median(|| bounds(wanted)).as_nanos();
                whole.saturating_sub(alone) as f64 / pairs.len() as f64
            };
            let (point, aabb, both) =
                (ns(Wanted::WITNESS), ns(Wanted::BOX), ns(Wanted::WITNESS | Wanted::BOX));
            println!(
                "{:15} {:7} | {:>7} | {point:9.1} {aabb:9.1} {both:9.1} | {exact_point:9.0} {exact_box:9.0}",
                workload.name(),
                pairs.len(),
                level.name(),
            );
        }
    }
}
