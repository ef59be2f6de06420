//! Distances of frames.

use crate::common::distances;
use motzkin::{CollisionService, Engine, SimdLevel};

/// The CPU engine at every level, and the reference.
fn services() -> Vec<(String, CollisionService)> {
    let at = |level: SimdLevel| {
        let built = CollisionService::builder().engine(Engine::Cpu).simd(level).threads(2).build();
        (level.name().to_owned(), built.expect("a CPU engine"))
    };
    let reference = CollisionService::new(Engine::Reference).expect("the reference");
    let levels = SimdLevel::available().into_iter().map(at);
    levels.chain([("reference".into(), reference)]).collect()
}

#[test]
fn distances_of_frames_are_those_of_their_features() {
    for (who, service) in services() {
        distances::distances(&who, &service);
    }
}

#[test]
fn frames_without_a_distance_are_named() {
    services().iter().for_each(|(_, service)| distances::faults(service));
}

#[test]
fn clearances_of_frames_are_exact() {
    for (who, service) in services() {
        let drawn = if who == "reference" { 2 } else { 6 };
        distances::clearances(&who, &service, drawn);
    }
}

#[test]
fn clearances_of_polytopes_are_exact() {
    services().iter().for_each(|(_, service)| distances::clearances_of_polytopes(service));
}

#[test]
fn clearances_of_moving_frames_are_those_of_polytopes() {
    services().iter().for_each(|(_, service)| distances::moving_clearances(service));
}

#[test]
fn senseless_clearances_are_refused() {
    services().iter().for_each(|(_, service)| distances::senseless_clearances_are_refused(service));
}

#[test]
fn velocities_of_resting_frames_are_not_read() {
    services().iter().for_each(|(_, service)| distances::velocities_are_not_read(service));
}
