//! Convex polytopes on the GPU: what is certain is right, little is left, and no cut of a batch
//! changes a verdict.

use crate::callers_device::with_polls;
use crate::common::hull::Scene;
use crate::common::hull::cases::{all, ellipsoid, vector};
use crate::common::seed::{draw_until, rng, seed};
use crate::{begin, callers_device, choice, device, mixed, runner, runner_with, with_code};
use fastrand::Rng;
use motzkin::glam::{Affine3A, Quat, Vec3};
use motzkin::gpu::{
    AdapterChoice, GpuError, Polling, RawBatch, Runner, RunnerOptions, RunnerShapes,
};
use motzkin::service::{CollisionService, Engine, OnGpuFailure};
use motzkin::{BatchError, wgpu};
use motzkin_core::geom::{Frame3, Pair, PolytopeSet};
use motzkin_core::verdict::{RawCode, Verdict};

pub fn service() -> CollisionService {
    let builder = CollisionService::builder().engine(Engine::Gpu);
    let builder = match choice() {
        AdapterChoice::Named(name) => builder.adapter(name),
        _ => builder,
    };
    builder.build().unwrap_or_else(|error| panic!("{error}"))
}

fn raw(runner: &Runner, set: &PolytopeSet, pairs: &[Pair]) -> RawBatch {
    pollster::block_on(runner.codes(RunnerShapes::<Frame3>::Polytopes(set), pairs)).unwrap()
}

/// Every certain code is the oracle's; answers how many are certain.
pub fn demand(name: &str, batch: &RawBatch, expected: &[Verdict]) -> usize {
    assert_eq!(batch.codes.len(), expected.len(), "{name}");
    let listed: Vec<u32> = with_code(&batch.codes, RawCode::UNDECIDED);
    assert_eq!(batch.undecided, listed, "{name}");
    for (i, (code, expected)) in batch.codes.iter().zip(expected).enumerate() {
        let right = code.verdict().is_none_or(|found| found == *expected);
        assert!(right, "{name}: pair {i} is {expected}, not {code:?}; seed {}", seed());
    }
    expected.len() - listed.len()
}

#[test]
fn certain_codes_are_right() {
    for scene in all() {
        let batch = raw(runner(), &scene.set, &scene.pairs);
        let certain = demand(&scene.name, &batch, &scene.expected);
        println!("{}: {certain} of {}", scene.name, scene.pairs.len());
    }
}

#[test]
fn verdicts_are_exact() {
    let service = service();
    for scene in all() {
        let found = service.verdicts(&scene.set, &scene.pairs).expect("valid pairs");
        scene.demand("gpu", &found);
        let stats = found.stats();
        assert_eq!(stats.pairs, scene.pairs.len());
        assert_eq!(stats.undecided, stats.settled_f64 + stats.settled_narrow + stats.settled_wide);
    }
}

/// Hulls of many sizes, turned and far from where coordinates are zero: a GPU leaves few of them to
/// the CPU.
fn posed(rng: &mut Rng, count: usize, offset: f32) -> (PolytopeSet, Vec<Pair>) {
    let mut set = PolytopeSet::new();
    let shapes: Vec<u32> = (0..61)
        .map(|i| {
            let points = ellipsoid(rng, [4, 8, 9, 32, 64, 300][i % 6], 0.5);
            set.push(&points).expect("finite points")
        })
        .collect();
    let first = set.len() as u32;
    let far = Vec3::new(1.0, -0.7, 0.3) * offset;
    for i in 0..2 * count {
        let turn =
            Quat::from_xyzw(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() + 0.1)
                .normalize();
        let at = Affine3A::from_rotation_translation(turn, far + vector(rng) * 0.45);
        set.push_instance(shapes[i % shapes.len()], at).expect("valid");
    }
    let pairs = (0..count as u32).map(|i| Pair::new(first + 2 * i, first + 2 * i + 1)).collect();
    (set, pairs)
}

fn on_cpu(set: &PolytopeSet, pairs: &[Pair]) -> Vec<Verdict> {
    CollisionService::new(Engine::Cpu).unwrap().verdicts(set, pairs).unwrap().into_vec()
}

#[test]
fn little_is_left_undecided() {
    for offset in [0.0, 1e3, 1e5] {
        let draw = |rng: &mut Rng| {
            let (set, pairs) = posed(rng, 3000, offset);
            let expected = on_cpu(&set, &pairs);
            (set, pairs, expected)
        };
        let is_mixed = |(_, _, expected): &(_, _, Vec<Verdict>)| {
            let overlapping = expected.iter().filter(|verdict| verdict.overlaps()).count();
            (300..2700).contains(&overlapping)
        };
        let (set, pairs, expected) = draw_until("posed", draw, is_mixed);
        let certain = demand("posed", &raw(runner(), &set, &pairs), &expected);
        println!("at {offset}: {} of {} undecided", pairs.len() - certain, pairs.len());
        assert!(pairs.len() - certain < pairs.len() / 100, "{certain}, seed {}", seed());
    }
}

/// The sizes at which groups, words and chunks end; cut by pairs, by hulls, by memory.
#[test]
fn awkward_sizes_and_cut_batches() {
    let scene: &Scene = all().iter().find(|scene| scene.name == "instances").expect("a scene");
    let whole = raw(runner(), &scene.set, &scene.pairs);
    for size in [0, 1, 63, 65, 4097] {
        let pairs: Vec<Pair> = scene.pairs.iter().copied().cycle().take(size).collect();
        let found = raw(runner(), &scene.set, &pairs);
        assert!(found.codes.iter().eq(whole.codes.iter().cycle().take(size)), "{size} pairs");
    }
    let plain = RunnerOptions::default();
    for options in [
        RunnerOptions { max_pairs: 65, ..plain },
        RunnerOptions { max_frames: 7, max_pairs: 64, ..plain },
        RunnerOptions { memory: Some(60_000), ..plain },
        RunnerOptions { list_capacity: Some(3), ..plain },
    ] {
        let cut = runner_with(options);
        let found = raw(&cut, &scene.set, &scene.pairs);
        assert_eq!(
            (&found.codes, &found.undecided),
            (&whole.codes, &whole.undecided),
            "{options:?}"
        );
        assert_eq!(found.overflowed, options.list_capacity.is_some(), "{options:?}");
    }
}

/// A hull that alone has no room is left to the CPU, and so is one that would take too many turns.
#[test]
fn hulls_that_are_too_large_stay_undecided() {
    // Of some the kernel cannot tell that they meet themselves: one that it can tell of is drawn.
    let small = |rng: &mut Rng| {
        let mut set = PolytopeSet::new();
        set.push(&ellipsoid(rng, 8, 1.0)).unwrap();
        set
    };
    let told = |set: &PolytopeSet| raw(runner(), set, &[Pair::new(0, 0)]).undecided.is_empty();
    let mut set = draw_until("a small hull", small, told);
    let mut rng = rng("large");
    for count in [3000, 20_000] {
        set.push(&ellipsoid(&mut rng, count, 1.0)).unwrap();
    }
    let far = set.push_instance(0, Affine3A::from_translation(Vec3::X * 9.0)).unwrap();
    let pairs = [Pair::new(0, far), Pair::new(1, far), Pair::new(2, far), Pair::new(0, 0)];
    let found = raw(runner(), &set, &pairs);
    assert_eq!(found.undecided, [2]);
    let tight = runner_with(RunnerOptions { memory: Some(40_000), ..RunnerOptions::default() });
    let found = raw(&tight, &set, &pairs);
    assert_eq!(found.undecided, [1, 2]);
    let expected = on_cpu(&set, &pairs);
    assert_eq!(*service().verdicts(&set, &pairs).unwrap(), expected);
    // No polytope of that number, and a set without any.
    assert_eq!(raw(runner(), &set, &[Pair::new(0, 9)]).codes, [RawCode::UNDECIDED]);
    assert_eq!(raw(runner(), &PolytopeSet::new(), &[Pair::new(0, 0)]).codes, [RawCode::UNDECIDED]);
}

/// Where a scene holds all of the memory, a batch is refused before anything is allocated, or the
/// CPU's task.
#[test]
fn memory_that_others_hold_is_not_taken() {
    let (set, pairs) = posed(&mut rng("posed"), 500, 0.0);
    let budget = 64 << 10;
    for policy in [OnGpuFailure::Error, OnGpuFailure::CpuTakesOver] {
        let (device, queue) = callers_device(wgpu::Limits::default());
        let builder = CollisionService::builder()
            .device(device, queue)
            .gpu_memory(budget)
            .on_gpu_failure(policy);
        let service = builder.build().unwrap();
        let mut scene = service.scene();
        let frames: Vec<Frame3> = mixed(1).frames.iter().copied().cycle().take(1000).collect();
        scene.insert_all(&frames).expect_err("more frames than there is room for");
        match (policy, service.verdicts(&set, &pairs)) {
            (OnGpuFailure::CpuTakesOver, Ok(found)) => {
                assert_eq!(*found, on_cpu(&set, &pairs));
                assert!(matches!(found.gpu_failure(), Some(GpuError::OverBudget(_))));
            }
            (OnGpuFailure::Error, Err(BatchError::Gpu(GpuError::OverBudget(over)))) => {
                assert!(over.budget == budget && over.needed > budget - over.used, "{over:?}");
            }
            (_, other) => panic!("{policy:?}: {other:?}"),
        }
        drop(scene);
        assert_eq!(*service.verdicts(&set, &pairs).unwrap(), on_cpu(&set, &pairs));
    }
}

/// Nobody but the test polls: what is staged is there until it does, however soon the device is
/// done.
#[test]
fn budgets_are_kept() {
    let (set, pairs) = posed(&mut rng("posed"), 500, 0.0);
    let gpu = device();
    let (handle, queue) = (gpu.device.clone(), gpu.queue.clone());
    let budget = 150_000;
    let polling = Polling::Caller;
    let options = RunnerOptions { memory: Some(budget), polling, ..RunnerOptions::default() };
    let runner = pollster::block_on(Runner::new(gpu, options)).unwrap();
    let poll = || handle.poll(wgpu::PollType::wait_indefinitely()).unwrap();
    // What the pipelines' table was made from goes with the next submission.
    poll();
    queue.submit([]);
    poll();
    let allocated = || {
        let report = handle.generate_allocator_report().expect("Vulkan reports its allocations");
        report.allocations.iter().map(|allocation| allocation.size).sum::<u64>()
    };
    let before = allocated();
    let whole = raw(self::runner(), &set, &pairs);
    let begun = begin(|| {
        // A call that is there at the first look leaves its turn at the memory when the GPU says
        // that it is done.
        poll();
        runner.codes(RunnerShapes::<Frame3>::Polytopes(&set), &pairs)
    });
    let most = allocated() - before;
    assert!(most > budget / 5 && most <= budget + 64 * 32, "{most} bytes of {budget}");
    drop(begun);
    for _ in 0..3 {
        let asked = runner.codes(RunnerShapes::<Frame3>::Polytopes(&set), &pairs);
        let found = with_polls(&handle, asked).unwrap();
        assert_eq!((found.codes, found.undecided), (whole.codes.clone(), whole.undecided.clone()));
    }
}

#[test]
fn a_lost_device_is_an_error_or_the_cpus_task() {
    let (set, pairs) = posed(&mut rng("posed"), 200, 0.0);
    let expected = on_cpu(&set, &pairs);
    for policy in [OnGpuFailure::Error, OnGpuFailure::CpuTakesOver] {
        let (device, queue) = callers_device(wgpu::Limits::default());
        let builder =
            CollisionService::builder().device(device.clone(), queue).on_gpu_failure(policy);
        let service = builder.build().unwrap();
        assert_eq!(*service.verdicts(&set, &pairs).unwrap(), expected);
        device.destroy();
        for _ in 0..2 {
            match (policy, service.verdicts(&set, &pairs)) {
                (OnGpuFailure::CpuTakesOver, Ok(found)) => {
                    assert_eq!(*found, expected);
                    assert!(matches!(found.gpu_failure(), Some(GpuError::DeviceLost(_))));
                }
                (OnGpuFailure::Error, Err(BatchError::Gpu(GpuError::DeviceLost(_)))) => {}
                (_, other) => panic!("{policy:?}: {other:?}"),
            }
        }
        assert!(matches!(service.state().gpu_failure, Some(GpuError::DeviceLost(_))));
    }
}

#[test]
fn stages_are_timed() {
    let (set, pairs) = posed(&mut rng("posed"), 2000, 0.0);
    let runner = runner_with(RunnerOptions { profile: true, ..RunnerOptions::default() });
    let times = raw(&runner, &set, &pairs).times.expect("asked for");
    assert!(times.upload.is_some() && times.readback.is_some());
    let on_device = times.kernel.zip(times.listing).map(|(kernel, listing)| kernel + listing);
    let timed = runner.adapter().is_software() || on_device.is_some();
    assert!(timed && on_device <= times.readback, "{times:?}");
    assert!(raw(self::runner(), &set, &pairs).times.is_none());
}
