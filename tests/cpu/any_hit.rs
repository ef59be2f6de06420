//! Any hit: one bit a group of pairs.

use crate::common::any_hit;
use motzkin::{CollisionService, Engine, Frame3, Pair, SimdLevel, glam::Vec3};

fn services() -> Vec<CollisionService> {
    let at = |level, threads| {
        CollisionService::builder().engine(Engine::Cpu).simd(level).threads(threads).build()
    };
    let levels = SimdLevel::available().into_iter().flat_map(|level| [at(level, 1), at(level, 3)]);
    levels.map(|service| service.expect("a service")).collect()
}

#[test]
fn groups_have_the_bits_of_their_pairs() {
    services().iter().for_each(any_hit::every_kind);
}

#[test]
fn groups_are_what_their_pairs_are_one_by_one() {
    services().iter().for_each(any_hit::as_one_by_one);
}

#[test]
fn faults_stay_in_their_groups() {
    services().iter().for_each(any_hit::faults_stay_in_their_groups);
    any_hit::faults_stay_in_their_groups(&CollisionService::new(Engine::Reference).unwrap());
}

#[test]
fn senseless_groups_are_refused() {
    services().iter().for_each(any_hit::senseless_groups_are_refused);
}

/// Where every first pair meets, hardly more than the first pairs are looked at.
#[test]
fn a_group_ends_with_one_of_its_first_hits() {
    let cube = |x: f32| Frame3::aligned_box(Vec3::X * x, Vec3::X * x + Vec3::ONE).unwrap();
    let frames = [cube(0.0), cube(0.5), cube(1.0), cube(9.0)];
    let service = CollisionService::new(Engine::Cpu).unwrap();
    for (hit, verdict) in [(1, "overlapping"), (2, "touching")] {
        let pairs: Vec<Pair> = (0..100_000)
            .map(|i| if i % 1000 == 0 { Pair::new(0, hit) } else { Pair::new(0, 3) })
            .collect();
        let starts: Vec<u32> = (0..100_000).step_by(1000).collect();
        let found = service.query(&frames, &pairs).any_hit(&starts).run().unwrap();
        assert_eq!(found.count(), 100, "{verdict}");
        assert_eq!(found.stats().pairs, 400, "{verdict}");
    }
    // What touches is not settled where another pair of the group overlaps.
    let pairs = [Pair::new(0, 2), Pair::new(0, 1), Pair::new(0, 2)];
    let found = service.query(&frames, &pairs).any_hit(&[0]).run().unwrap();
    let stats = found.stats();
    assert_eq!((found.count(), stats.undecided), (1, 2));
    assert_eq!((stats.settled_f64, stats.settled_narrow, stats.settled_wide), (0, 0, 0));
}
