//! Random operations on scenes, against models with exact verdicts.

use crate::common::{mixed_scene, plane_scene, scene_model};
use crate::{driver, gpu};
use fastrand::Rng;
use motzkin::{CollisionService, Engine};

/// Runs a target with a service of either engine a case.
pub fn run(target: &str, case: impl Fn(&CollisionService, &mut Rng)) {
    let mut services = vec![CollisionService::new(Engine::Cpu).expect("a CPU engine")];
    services.extend(gpu().cloned());
    driver::run(target, |rng| case(&services[rng.usize(..services.len())], rng));
}

#[test]
fn random_operations() {
    run("scenes", |service, rng| {
        scene_model::run_with(service, rng.fork(), 10, 100, |_| true);
    });
}

#[test]
fn random_operations_on_all_shapes() {
    run("mixed-scenes", |service, rng| {
        let moves = rng.bool();
        mixed_scene::run_with(service, rng.fork(), moves, 6, |_| true);
    });
}

#[test]
fn what_is_near_to_shapes() {
    run("scene-near", |service, rng| mixed_scene::near::run(service, rng.fork(), 2));
}

#[test]
fn details_of_pairs() {
    run("scene-details", |service, rng| {
        let moves = rng.bool();
        mixed_scene::details::run(service, rng.fork(), moves, 2);
    });
}

#[test]
fn random_operations_in_the_plane() {
    run("plane-scenes", |service, rng| {
        let moves = rng.bool();
        plane_scene::run_with(service, rng.fork(), moves, 6, |_| true);
    });
}
