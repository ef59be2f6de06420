//! One bit a group of pairs, against parry's tests one after the other until one of a group meets.

use super::Peer;
use super::timing::{median, race};
use motzkin::{CollisionService, Engine, Pair};
use motzkin_lab::workload::{Known, Scene, Workload};

/// How many pairs a group has.
const SIZES: [usize; 2] = [10, 100];

/// Workloads whole, where most groups meet early, and without their pairs that meet, where every
/// pair has to be tested.
pub fn compare_all() {
    println!(
        "\n{:24} {:>5} {:>7} | {:>10} | {:>6} | {:>9} {:>6} | {:>12}",
        "any hit", "pairs", "meet %", "parry us", "engine", "ours us", "ratio", "every one us"
    );
    for workload in [Workload::Boxes, Workload::BoxesSparse, Workload::Mixed] {
        for size in SIZES {
            compare(workload, size, false);
            compare(workload, size, true);
        }
    }
    compare(Workload::TouchingGrid, 100, false);
}

fn compare(workload: Workload, size: usize, apart: bool) {
    let Scene { frames, mut pairs, .. } = workload.scene(Known::PAIRS, Known::SEED);
    let service = CollisionService::new(Engine::Cpu).expect("the CPU engine starts");
    let verdicts = service.verdicts(&frames, &pairs).expect("valid frames");
    if apart {
        let keep =
            |(pair, verdict): (&Pair, &motzkin::Verdict)| (!verdict.meets()).then_some(*pair);
        pairs = pairs.iter().zip(&verdicts).filter_map(keep).collect();
    }
    let starts: Vec<u32> = (0..pairs.len() as u32).step_by(size).collect();
    let peers: Vec<Peer> = frames.iter().map(|frame| Peer::new(frame).expect("a hull")).collect();
    let peer = |index: u32| &peers[index as usize];
    let meets = |pair: &Pair| peer(pair.a).meets(peer(pair.b));
    let parry = || pairs.chunks(size).filter(|group| group.iter().any(meets)).count();
    let every =
        |service: &CollisionService| service.verdicts(&frames, &pairs).expect("valid frames");
    let one_by_one = every(&service);
    let bits = one_by_one.chunks(size).map(|group| group.iter().any(|verdict| verdict.meets()));
    let bits: Vec<bool> = bits.collect();
    let us = |time: std::time::Duration| time.as_secs_f64() * 1e6 / starts.len() as f64;
    // The device too, where there is one, software included: it tests all pairs of a group.
    let gpu = CollisionService::new(Engine::Gpu).ok().map(|service| ("gpu", service));
    for (engine, service) in [("cpu", service)].into_iter().chain(gpu) {
        let ours = || service.query(&frames, &pairs).any_hit(&starts).run().expect("valid frames");
        assert!(ours().iter().eq(bits.iter().copied()), "{} answers wrongly", workload.name());
        let race = race(Some(parry), ours);
        let (peer, own) = (race.peer.as_ref().expect("parry ran").median(), race.ours.median());
        println!(
            "{:24} {:>5} {:>7.2} | {:>10.3} | {engine:>6} | {:>9.3} {:>6.1} | {:>12.3}",
            format!("{}{}", workload.name(), if apart { ", apart" } else { "" }),
            size,
            100.0 * ours().count() as f64 / starts.len() as f64,
            us(peer),
            us(own),
            peer.as_secs_f64() / own.as_secs_f64(),
            us(median(|| every(&service))),
        );
    }
}
