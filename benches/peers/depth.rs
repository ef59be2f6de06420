//! How deep pairs that overlap are, against parry's contact, which finds the same axis.

use super::Peer;
use super::timing::median;
use motzkin::glam::DVec3;
use motzkin::{CollisionService, Engine, Frame3, Pair, Precision, Separation, Wanted};
use motzkin_core::kernel::SimdLevel;
use motzkin_lab::workload::{Known, Workload};
use parry3d::math::Pose;
use parry3d::query::Contact;
use parry3d::query::details::contact_support_map_support_map;

const WORKLOADS: [Workload; 6] = [
    Workload::Boxes,
    Workload::Aligned,
    Workload::EquallyTurned,
    Workload::Tetras,
    Workload::BoxTetra,
    Workload::Mixed,
];

impl Peer {
    fn contact(&self, other: &Self) -> Option<Contact> {
        match (self, other) {
            // What parry's own dispatch takes: its function for two cuboids loses most of their
            // contacts.
            (Self::Cuboid(p, a), Self::Cuboid(q, b)) => {
                contact_support_map_support_map(&p.inv_mul(q), a, b, 0.0)
            }
            (Self::Cuboid(p, a), Self::Polyhedron(b)) => {
                contact_support_map_support_map(&p.inverse(), a, &**b, 0.0)
            }
            (Self::Polyhedron(a), Self::Cuboid(q, b)) => {
                contact_support_map_support_map(q, &**a, b, 0.0)
            }
            (Self::Polyhedron(a), Self::Polyhedron(b)) => {
                contact_support_map_support_map(&Pose::IDENTITY, &**a, &**b, 0.0)
            }
        }
    }
}

/// Axis and depth of every pair that overlaps, verdicts included.
pub fn compare_all() {
    println!(
        "\n{:15} {:>9} {:>7} | {:>7} | {:>9} {:>6} | {:>9} | {:>10} {:>9}",
        "depth of hits",
        "parry ns",
        "right %",
        "level",
        "bounds ns",
        "ratio",
        "exact ns",
        "slack 1e-6",
        "worst"
    );
    WORKLOADS.into_iter().for_each(compare);
}

fn compare(workload: Workload) {
    let scene = workload.scene(Known::PAIRS, Known::SEED);
    let service = CollisionService::new(Engine::Cpu).expect("the CPU engine starts");
    let verdicts = service.verdicts(&scene.frames, &scene.pairs).expect("valid frames");
    let hits = || scene.pairs.iter().zip(verdicts.iter()).filter(|(_, verdict)| verdict.overlaps());
    // Each pair's frames lie side by side, as parry's shapes do.
    let frames: Vec<Frame3> = hits()
        .flat_map(|(pair, _)| [scene.frames[pair.a as usize], scene.frames[pair.b as usize]])
        .collect();
    let pairs: Vec<Pair> =
        (0..frames.len() as u32 / 2).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
    assert_eq!(pairs.len(), workload.known().overlapping, "{} answers wrongly", workload.name());
    let ns = |time: std::time::Duration| time.as_nanos() as f64 / pairs.len() as f64;

    let exact =
        || service.query(&frames, &pairs).wanted(Wanted::DEPTH).run().expect("valid frames");
    let depths: Vec<f64> = exact()
        .details()
        .iter()
        .map(|detail| detail.separation.expect("they overlap").depth)
        .collect();
    let exact = ns(median(exact));

    let peers: Vec<(Peer, Peer)> = frames
        .chunks_exact(2)
        .map(|pair| (Peer::new(&pair[0]).expect("a hull"), Peer::new(&pair[1]).expect("a hull")))
        .collect();
    let contact =
        |(a, b): &(Peer, Peer)| a.contact(b).map_or(0.0, |contact| f64::from(-contact.dist));
    let near = |(theirs, depth): (f64, &f64)| (theirs - depth).abs() <= 1e-4 + 1e-3 * depth;
    let right = peers.iter().map(contact).zip(&depths).filter(|pair| near(*pair)).count();
    let found = peers.iter().filter(|(a, b)| a.contact(b).is_some()).count();
    // How deep it says they are may be another depth than the least: the share of those is printed.
    assert!(found * 100 > pairs.len() * 95, "parry finds {found} of {} contacts", pairs.len());
    let parry = ns(median(|| peers.iter().map(contact).sum::<f64>()));

    for level in SimdLevel::available() {
        let service = CollisionService::builder().engine(Engine::Cpu).simd(level).build();
        let service = service.expect("the CPU engine starts");
        let bounds = || {
            service
                .query(&frames, &pairs)
                .wanted(Wanted::DEPTH)
                .precision(Precision::Bounded)
                .run()
                .expect("valid frames")
        };
        let found: Vec<Separation<DVec3>> = bounds()
            .details()
            .iter()
            .map(|detail| detail.separation.expect("they overlap"))
            .collect();
        let holds = |(found, depth): (&Separation<DVec3>, &f64)| {
            let (most, slack) = (found.depth, found.slack);
            depth * (1.0 - 1e-8) <= most && most - slack <= depth * (1.0 + 1e-8)
        };
        assert!(found.iter().zip(&depths).all(holds), "{} has wrong depths", workload.name());
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
