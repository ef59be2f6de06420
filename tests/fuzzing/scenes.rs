//! Random operations on scenes, against a list of frames and exact verdicts.

use crate::common::scene_model;
use crate::{driver, gpu};
use motzkin::{CollisionService, Engine};

#[test]
fn random_operations() {
    let mut services = vec![CollisionService::new(Engine::Cpu).expect("a CPU engine")];
    services.extend(gpu().cloned());
    driver::run("scenes", |rng| {
        let service = &services[rng.usize(..services.len())];
        scene_model::run_with(service, rng.fork(), 10, 100, |_| true);
    });
}
