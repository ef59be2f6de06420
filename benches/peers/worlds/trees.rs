//! Trees of 265 volumes, scattered so that each meets some five others: all against all. No peer
//! has such trees; the times are those of one world that grows.

use super::millis;
use motzkin::{Bvh, BvhWorld, CollisionService, Engine, Find, SearchOptions};
use motzkin_lab::workload::torus::{Cover, Tori};
use std::sync::Arc;
use std::time::Instant;

const COUNTS: [usize; 3] = [1_000, 10_000, 100_000];

pub fn all_against_all() {
    println!(
        "\n{:28} {:>8} {:>9} | {:>9} {:>9} {:>9} {:>9} | {:>8} {:>8}",
        "trees of 265 volumes",
        "trees",
        "volumes",
        "first ms",
        "warm ms",
        "moved ms",
        "trees ms",
        "MB",
        "added MB"
    );
    let service = CollisionService::new(Engine::Cpu).expect("a CPU");
    // How many pairs a search finds, and milliseconds.
    let search = |world: &BvhWorld, options: &SearchOptions| {
        let begun = Instant::now();
        let found = service.search(world).options(*options).run().expect("within limits").len();
        (found, millis(begun))
    };
    for count in COUNTS {
        let tori = Tori::scattered(count, [12, 11], Cover::Tetras, 2013).expect("within range");
        let shapes = tori.shapes.iter();
        let trees: Vec<Arc<Bvh>> = shapes
            .map(|shape| Arc::new(Bvh::new(shape.iter().copied()).expect("nested volumes")))
            .collect();
        let mut world = BvhWorld::new();
        for place in &tori.places {
            let tree = &trees[place.shape];
            world.insert(tree, place.rotation, place.translation).expect("within range");
        }
        let before = resident();
        let all = SearchOptions::default();
        let (found, first) = search(&world, &all);
        let warm = (0..3).map(|_| search(&world, &all).1).fold(f64::INFINITY, f64::min);
        let kept = world.bytes();
        let (objects, early) = search(&world, &all.finding(Find::Objects));
        let begun = Instant::now();
        for (object, place) in (0..).zip(&tori.places) {
            world.set_pose(object, place.rotation, place.translation).expect("within range");
        }
        let (again, _) = search(&world, &all);
        let moved = millis(begun);
        assert_eq!(again, found, "poses that are set again change nothing");
        let added = resident().zip(before).map(|(now, before)| now.saturating_sub(before));
        println!(
            "{count:28} {objects:8} {found:9} | {first:9.1} {warm:9.1} {moved:9.1} {early:9.1} | \
             {:8.1} {:>8}",
            kept as f64 / 1e6,
            added.map_or_else(|| "-".into(), |bytes| format!("{:.1}", bytes as f64 / 1e6)),
        );
    }
}

/// The memory of the process, where the system tells it.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
}
