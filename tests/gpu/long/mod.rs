//! Shapes of all kinds over many steps, some of which come and go, and a device that is lost on the
//! way: nothing grows, and nothing differs from what is built afresh.
//!
//! `tests/long` runs 100,000 steps, alone; then the memory of the process is watched too.

mod hulls;
mod level;
mod meshes;
mod shapes;
mod things;

use crate::callers_device;
use crate::common::plane_scene;
use crate::common::seed::{draw_until, rng, seed};
use hulls::Hulls;
use level::Level;
use meshes::Meshes;
use motzkin::gpu::Polling;
use motzkin::service::OnGpuFailure;
use motzkin::{CollisionService, Engine, wgpu};
use shapes::{Kinds, Shapes};
use std::time::Instant;
use things::Thing;

/// Steps in the suite.
const FEW: usize = 2000;

/// The steps that were asked for, and whether this test is alone in its process.
fn asked() -> (usize, bool) {
    match std::env::var("MOTZKIN_LONG_STEPS") {
        Ok(text) => (text.parse().expect("MOTZKIN_LONG_STEPS is a whole number"), true),
        Err(_) => (FEW, false),
    }
}

/// A service on a device of the test's.
fn on_new_device() -> (wgpu::Device, CollisionService) {
    let (device, queue) = callers_device(wgpu::Limits::default());
    let builder = CollisionService::builder().device(device.clone(), queue);
    let builder = builder.polling(Polling::Thread).on_gpu_failure(OnGpuFailure::CpuTakesOver);
    (device, builder.build().unwrap())
}

/// The shapes that the scene begins with: some of any two kinds meet.
fn draw_start(fresh: &CollisionService) -> Vec<Thing> {
    let holds = |things: &Vec<Thing>| {
        let (mut shapes, mut met) = (Shapes::new(fresh, things), Kinds::new());
        let answers = shapes.answers();
        shapes.count_kinds(&answers, &mut met);
        met.len() == 15
    };
    draw_until("long shapes", Thing::draw_most, holds)
}

#[test]
fn nothing_grows_and_nothing_differs() {
    let (steps, alone) = asked();
    let every = if alone { 1000 } else { FEW / 20 };
    let (mut rng, begun) = (rng("long"), Instant::now());
    let (mut device, mut service) = on_new_device();
    let fresh = CollisionService::new(Engine::Cpu).unwrap();
    let start = draw_start(&fresh);
    let mut shapes = Shapes::aging(&service, &mut rng, &start);
    let (mut meshes, mut hulls) = (Meshes::new(), Hulls::new(&mut rng));
    let (mut plane, mut flat) = (fresh.scene_in_plane(), plane_scene::Things::new());
    let (mut compared, mut met) = (0, Kinds::new());
    // With the device, without it, and with the next.
    let ends = [0, 1, 2, 3].map(|third| third * steps / 3);
    for third in 0..3 {
        let (begin, end) = (ends[third], ends[third + 1]);
        if third == 2 {
            assert_eq!(service.state().engine, Engine::Cpu, "the first device was lost");
            shapes.land_all(&fresh);
            (device, service) = on_new_device();
            shapes = Shapes::aging(&service, &mut rng, shapes.things());
        }
        let settled = begin + (end - begin) / 3;
        let mut level: Option<Level> = None;
        for step in begin..end {
            let is_compared = |step: usize| (step + 1).is_multiple_of(every);
            // Two lists are under way.
            if third == 1 && step == begin + 2 {
                device.destroy();
            }
            shapes.change(&mut rng);
            // What is under way while the device is lost is compared too.
            let is_kept = is_compared(step + 2) || step < begin + 4;
            shapes.step(&mut rng, step, is_kept, &fresh);
            meshes.step(&mut rng);
            hulls.step(&mut rng);
            if step.is_multiple_of(16) {
                hulls.verdicts(&service);
                plane_scene::change(&mut rng, &mut plane, &mut flat);
                plane.collide().run().unwrap();
            }
            // The same shapes as before, which the scene began with.
            let is_refilled = [settled, end].contains(&(step + 1));
            if is_refilled {
                shapes.refill(&mut rng, &start, &fresh);
            }
            if !is_refilled && !is_compared(step) {
                continue;
            }
            let case = || format!("step {step}, seed {}", seed());
            let found = shapes.answers();
            let fault = found.fault(&shapes.afresh(&fresh).answers());
            assert_eq!(fault, None, "{}", case());
            assert_eq!(meshes.answers(), meshes.afresh().answers(), "{}", case());
            assert_eq!(hulls.verdicts(&service), hulls.verdicts_afresh(&fresh), "{}", case());
            for moves in [false, true] {
                let found = plane_scene::collide(&mut plane, moves);
                plane_scene::compare_afresh(&fresh, &found, &flat, moves);
            }
            shapes.count_kinds(&found, &mut met);
            compared += 1;
            let now = Level::of(&shapes, &meshes);
            if is_refilled || (step + 1).is_multiple_of(10 * every) {
                println!("step {}: {:.0} s, {now:?}", step + 1, begun.elapsed().as_secs_f64());
            }
            if is_refilled {
                level.get_or_insert(now).check(now, alone, &case());
            }
        }
    }
    assert_eq!(service.state().engine, Engine::Gpu, "the second device is there");
    println!(
        "{steps} steps in {:.1} s, {compared} compared, pairs that met by their kinds: {met:?}",
        begun.elapsed().as_secs_f64()
    );
    // The shapes of the beginning were there six times.
    assert!(compared >= 6 && met.len() == 15 && met.values().all(|&pairs| pairs >= 6), "{met:?}");
    drop(device);
}
