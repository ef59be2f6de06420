//! Random cases against oracles, for a second a target, or for as long as `tests/fuzz` is told.

#[path = "../common/mod.rs"]
mod common;

mod approaches;
mod bit_scenes;
mod bits;
mod boxes;
mod caches;
mod collide;
mod damage;
mod distances;
mod driver;
mod files;
mod frame_trees;
mod frames;
mod hulls;
mod kept;
mod margins;
mod mesh_worlds;
mod meshes;
mod moving;
mod plane;
mod points;
mod polygons;
mod posed;
mod rays;
#[cfg(feature = "gpu")]
mod recordings;
mod reductions;
mod scene_trees;
mod scenes;
mod searches;
mod symmetries;
mod values;
mod world_model;
mod worlds;

use common::seed;
use motzkin::{CollisionService, Engine, SimdLevel};
use std::sync::LazyLock;

/// Services on every instruction set, by the reference, and on a GPU where there is one.
fn services() -> &'static [(String, CollisionService)] {
    static SERVICES: LazyLock<Vec<(String, CollisionService)>> = LazyLock::new(|| {
        let mut out: Vec<(String, CollisionService)> = Vec::new();
        for level in SimdLevel::available() {
            let built = CollisionService::builder().engine(Engine::Cpu).simd(level).build();
            out.push((level.name().into(), built.expect("a CPU engine")));
        }
        let reference = CollisionService::new(Engine::Reference).expect("the reference");
        out.push(("reference".into(), reference));
        out.extend(gpu().map(|service| ("gpu".into(), service.clone())));
        out
    });
    &SERVICES
}

/// The GPU engine, where there is an adapter.
#[cfg(feature = "gpu")]
fn gpu() -> Option<&'static CollisionService> {
    use common::gpu::choice;
    use motzkin::gpu::headless;
    static GPU: LazyLock<Option<CollisionService>> = LazyLock::new(|| {
        let there = pollster::block_on(headless(&choice())).is_ok();
        there.then(|| {
            let builder = CollisionService::builder().engine(Engine::Gpu);
            builder.build().unwrap_or_else(|error| panic!("{error}"))
        })
    });
    GPU.as_ref()
}

#[cfg(not(feature = "gpu"))]
fn gpu() -> Option<&'static CollisionService> {
    None
}
