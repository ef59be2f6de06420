//! The GPU engine on whatever adapter there is: lavapipe on a machine without a GPU. Without any
//! the tests fail and say which package to install. `MOTZKIN_ADAPTER` names an adapter. With
//! `MOTZKIN_LEAST_DEVICE` all tests run on devices of exactly WebGPU's default limits.
#![cfg(feature = "gpu")]

#[path = "../common/mod.rs"]
mod common;

mod allocations;
mod any_hit;
mod any_hit_recorded;
mod apart;
mod bad_input;
mod bounds;
mod broad;
mod callers_device;
mod codes;
mod collide;
mod device_loss;
mod distances;
mod embedded;
mod failures;
// Layers are Vulkan's.
#[cfg(all(unix, not(target_vendor = "apple")))]
mod faulty;
mod golden;
mod hang;
mod hulls;
mod hulls_in_motion;
mod intervals;
mod kinds;
mod long;
mod memory;
mod mesh;
mod modest;
mod moving;
mod plane;
mod plane_bounds;
mod record;
mod refused;
mod scarce;
mod scene;
mod scene_faults;
mod scene_lists;
mod scene_memory;
mod search;
mod self_test;
mod settled;
mod splits;
mod strides;
mod times;
mod verdicts;

use common::gpu::{adapter_of, callers_device, choice, device, device_of, plain_instance, rig};
use motzkin::gpu::{FrameList, RawBatch, Runner, RunnerOptions, RunnerShapes};
use motzkin_core::verdict::RawCode;
use motzkin_lab::workload::{Scene, Workload};
use std::pin::Pin;
use std::sync::OnceLock;
use std::task::{Context, Waker};

/// A call that is under way. It is made again where the answer is there at the first look, which a
/// busy machine may bring about.
fn begin<F: Future>(call: impl Fn() -> F) -> Pin<Box<F>> {
    let mut calls = (0..20).map(|_| Box::pin(call()));
    let pending = |future: &mut Pin<Box<F>>| {
        future.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending()
    };
    calls
        .find_map(|mut future| pending(&mut future).then_some(future))
        .expect("a call that takes time")
}

fn runner_with(options: RunnerOptions) -> Runner {
    pollster::block_on(Runner::start(&choice(), options)).unwrap_or_else(|error| panic!("{error}"))
}

/// One runner for all tests that need no other: they share it from several threads.
fn runner() -> &'static Runner {
    static RUNNER: OnceLock<Runner> = OnceLock::new();
    RUNNER.get_or_init(|| runner_with(RunnerOptions::default()))
}

fn raw(runner: &Runner, scene: &Scene) -> RawBatch {
    pollster::block_on(
        runner.codes(RunnerShapes::Resting(FrameList::one(&scene.frames)), &scene.pairs),
    )
    .unwrap()
}

/// Whether two batches say the same, however they were listed: chunks may overflow where a whole
/// does not.
fn same(left: &RawBatch, right: &RawBatch) -> bool {
    left.codes == right.codes && left.undecided == right.undecided
}

/// The run's seed; printed, so that a failure tells it.
fn seed() -> u64 {
    let seed = common::seed::seed();
    println!("MOTZKIN_SEED={seed}");
    seed
}

/// All shapes and a few contacts: something of every code.
fn mixed(pairs: usize) -> Scene {
    let seed = seed();
    let (mut scene, contacts) =
        (Workload::Mixed.scene(pairs, seed), Workload::TouchingGrid.scene(pairs / 8, seed));
    let first = scene.frames.len() as u32;
    scene.frames.extend(&contacts.frames);
    for (i, pair) in contacts.pairs.into_iter().enumerate().take(pairs / 8) {
        scene.pairs[i * 8 + 3] = motzkin::Pair::new(first + pair.a, first + pair.b);
    }
    scene
}

/// The rotations of a cube, each by both of its quaternions: one, two or four numbers are not 0,
/// and have one magnitude.
fn turns_of_a_cube() -> Vec<[f32; 4]> {
    let number = |digits: u32, place: u32| (digits / place % 3) as f32 - 1.0;
    let all = (0..81).map(|digits| [1, 3, 9, 27].map(|place| number(digits, place)));
    let set = |turn: &[f32; 4]| turn.iter().filter(|number| **number != 0.0).count();
    let turns: Vec<_> = all.filter(|turn| [1, 2, 4].contains(&set(turn))).collect();
    assert_eq!(turns.len(), 48);
    turns
}

/// Lengths of numbers of such quaternions: with some of them the square of the whole is no `f32`.
const NUMBERS_OF_TURNS: [f32; 5] = [1e-30, 0.1, std::f32::consts::FRAC_1_SQRT_2, 1.0, 3e30];

/// The pairs with a code, ascending.
fn with_code(codes: &[RawCode], code: RawCode) -> Vec<u32> {
    (0..codes.len() as u32).filter(|&i| codes[i as usize] == code).collect()
}
