//! Distances and clearances with a GPU as the engine.

use crate::common::distances;
use motzkin::{CollisionService, Engine};

#[test]
fn distances_and_clearances_are_those_of_the_features() {
    let service = CollisionService::new(Engine::Gpu).unwrap();
    distances::distances("gpu", &service);
    distances::clearances("gpu", &service, 2);
    distances::clearances_of_polytopes(&service);
    distances::moving_clearances(&service);
    distances::faults(&service);
    distances::senseless_clearances_are_refused(&service);
    distances::velocities_are_not_read(&service);
}
