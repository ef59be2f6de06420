//! GPU memory stays within a budget, and running out of it is an error.

use crate::apart::is_apart;
use crate::hang::is_software;
use crate::scarce::{self, Scarce};
use crate::{begin, callers_device, device, mixed, raw, runner, runner_with, same};
use motzkin::gpu::{FrameList, GpuError, Runner, RunnerOptions, RunnerShapes};
use motzkin::service::{CollisionService, Engine, OnGpuFailure, ServiceError};
use motzkin::wgpu;
use motzkin::{BatchError, Frame3, Pair};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

fn plain() -> RunnerOptions {
    RunnerOptions::default()
}

/// What the smallest budget is for these options.
fn needed(options: RunnerOptions) -> u64 {
    let refused =
        pollster::block_on(Runner::new(device(), RunnerOptions { memory: Some(0), ..options }));
    match refused.err() {
        Some(GpuError::BudgetTooSmall { budget: 0, needed }) => needed,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_budget_that_is_too_small_says_what_is_needed() {
    let scene = mixed(1025);
    let whole = raw(runner(), &scene);
    for options in [plain(), RunnerOptions { max_pairs: 1, ..plain() }] {
        let needed = needed(options);
        assert!(needed < 100_000, "{needed}");
        let budget = |bytes| RunnerOptions { memory: Some(bytes), ..options };
        let refused = pollster::block_on(Runner::new(device(), budget(needed - 1))).err();
        assert_eq!(refused, Some(GpuError::BudgetTooSmall { budget: needed - 1, needed }));
        assert!(same(&raw(&runner_with(budget(needed)), &scene), &whole));
    }
    let built = CollisionService::builder().engine(Engine::Gpu).gpu_memory(1000).build();
    assert!(matches!(built, Err(ServiceError::Gpu(GpuError::BudgetTooSmall { budget: 1000, .. }))));
}

struct Ended<'a>(&'a AtomicBool);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// The allocations that the device itself reports, sampled while batches of several sizes run, some
/// from several threads, some given up half-way.
#[test]
fn the_devices_own_allocations_stay_within_the_budget() {
    let gpu = device();
    let handle = gpu.device.clone();
    let allocated = || {
        let report = handle.generate_allocator_report().expect("Vulkan reports its allocations");
        report.allocations.iter().map(|allocation| allocation.size).sum::<u64>()
    };
    let scene = mixed(20_000);
    let whole = raw(runner(), &scene);
    let budget = 400_000;
    let runner =
        pollster::block_on(Runner::new(gpu, RunnerOptions { memory: Some(budget), ..plain() }));
    let runner = runner.unwrap();
    handle.poll(wgpu::PollType::wait_indefinitely()).unwrap();
    let before = allocated();
    let done = AtomicBool::new(false);
    let peak = std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            let mut peak = 0;
            while !done.load(Ordering::SeqCst) {
                peak = peak.max(allocated());
                std::thread::yield_now();
            }
            peak
        });
        // However this ends, the sampling does too.
        let ended = Ended(&done);
        for size in [1, 4097, 20_000] {
            let batch =
                pollster::block_on(runner.codes(
                    RunnerShapes::Resting(FrameList::one(&scene.frames)),
                    &scene.pairs[..size],
                ))
                .unwrap();
            assert_eq!(batch.codes, whole.codes[..size]);
        }
        for _ in 0..5 {
            drop(begin(|| {
                runner.codes(RunnerShapes::Resting(FrameList::one(&scene.frames)), &scene.pairs)
            }));
            assert!(same(&raw(&runner, &scene), &whole));
        }
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| raw(&runner, &scene))).collect();
        threads.into_iter().for_each(|thread| assert!(same(&thread.join().unwrap(), &whole)));
        drop(ended);
        watch.join().unwrap()
    });
    let most = peak - before;
    // What a driver adds to a buffer: lavapipe rounds each up to 64 bytes.
    let rounding = 64 * 32;
    assert!(most > budget / 4, "{most} bytes: the sampling saw nothing");
    assert!(most <= budget + rounding, "{most} bytes of {budget}");
}

/// A future that was begun holds the memory until it ends or is dropped; others get an answer in
/// time.
#[test]
fn calls_that_wait_for_memory_get_an_answer() {
    let timeout = Duration::from_millis(300);
    let runner = runner_with(RunnerOptions { memory: Some(1 << 20), timeout, ..plain() });
    let scene = mixed(4097);
    let whole = raw(&runner, &scene);
    let begun =
        begin(|| runner.codes(RunnerShapes::Resting(FrameList::one(&scene.frames)), &scene.pairs));
    let start = Instant::now();
    std::thread::scope(|scope| {
        let ask = || {
            pollster::block_on(
                runner.codes(RunnerShapes::Resting(FrameList::one(&scene.frames)), &scene.pairs),
            )
        };
        let threads: Vec<_> = (0..3).map(|_| scope.spawn(ask)).collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), Err(GpuError::Busy(timeout)));
        }
    });
    assert!(start.elapsed() >= timeout && start.elapsed() < Duration::from_secs(20));
    drop(begun);
    assert_eq!(raw(&runner, &scene), whole);
}

/// What a late call leaves on the GPU holds the memory until it is done, and not longer.
#[test]
fn a_late_call_gives_its_turn_back() {
    let timeout = Duration::ZERO;
    let runner = runner_with(RunnerOptions { memory: Some(1 << 20), timeout, ..plain() });
    let scene = mixed(4097);
    for round in 0..3 {
        let start = Instant::now();
        loop {
            match pollster::block_on(
                runner.codes(RunnerShapes::Resting(FrameList::one(&scene.frames)), &scene.pairs),
            ) {
                Err(GpuError::Busy(_)) => {
                    assert!(
                        start.elapsed() < Duration::from_secs(20),
                        "round {round}: busy for ever"
                    );
                    std::thread::sleep(Duration::from_millis(1));
                }
                // Where the watching thread comes late itself, the answer may be there.
                Ok(_) | Err(GpuError::Timeout(_)) => break,
                Err(other) => panic!("{other:?}"),
            }
        }
    }
    // A small call answers in time, once what may be late is done.
    let timeout = Duration::from_millis(5);
    let runner = runner_with(RunnerOptions { memory: Some(64 << 20), timeout, ..plain() });
    let large = mixed(400_000);
    let first = pollster::block_on(
        runner.codes(RunnerShapes::Resting(FrameList::one(&large.frames)), &large.pairs),
    );
    assert!(matches!(first, Ok(_) | Err(GpuError::Timeout(_))), "{:?}", first.err());
    let start = Instant::now();
    loop {
        match pollster::block_on(
            runner.codes(RunnerShapes::Resting(FrameList::one(&scene.frames)), &scene.pairs[..65]),
        ) {
            Ok(batch) => break assert_eq!(batch.codes.len(), 65),
            Err(error) => assert!(start.elapsed() < Duration::from_secs(20), "{error}"),
        }
    }
}

/// On a driver that counts memory, when there is none left, and when there is some again. Others
/// answer as ever. What is counted is a process's, of which other tests take and give back some.
#[test]
fn out_of_memory_is_an_error_or_the_cpus_work() {
    let name = "memory::out_of_memory_is_an_error_or_the_cpus_work";
    if scarce::is_counted() && !is_apart(name) {
        return;
    }
    let scene = mixed(4097);
    let cpu = CollisionService::new(Engine::Cpu).unwrap();
    let whole = cpu.verdicts(&scene.frames, &scene.pairs).unwrap();
    for policy in [OnGpuFailure::Error, OnGpuFailure::CpuTakesOver] {
        let mut scarce = Scarce::open();
        let builder =
            CollisionService::builder().device(scarce.device.clone(), scarce.queue.clone());
        // Where memory is bounded nothing waits for use that could make way.
        let service = builder.gpu_memory(64 << 20).on_gpu_failure(policy).build().unwrap();
        // Few frames and pairs fit, and leave buffers behind that are too small for more.
        let few = service.verdicts(&scene.frames[..2], &[Pair::new(0, 1)]).unwrap();
        assert_eq!(few.gpu_failure(), None);
        if scarce.is_counted() {
            scarce.take_all();
        }
        let mut failures = Vec::new();
        for _ in 0..2 {
            let failure = match service.verdicts(&scene.frames, &scene.pairs) {
                Err(BatchError::Gpu(error)) if policy == OnGpuFailure::Error => Some(error),
                Ok(verdicts) => {
                    assert_eq!(*verdicts, *whole);
                    verdicts.gpu_failure().cloned()
                }
                Err(other) => panic!("{other:?}"),
            };
            let exhausted = matches!(failure, Some(GpuError::OutOfMemory(_)));
            assert_eq!(exhausted, scarce.is_counted(), "{failure:?}");
            assert_eq!(service.state().gpu_failure, failure);
            assert_eq!(service.state().engine, Engine::Gpu);
            failures.push(failure);
        }
        scarce.give_back();
        let again = service.verdicts(&scene.frames, &scene.pairs).unwrap();
        assert_eq!((again.gpu_failure(), &*again), (None, &*whole));
        assert_eq!(Some(service.state().gpu_failure), failures.pop(), "the last failure stays");
    }
}

/// Where the buffers of a call are there, and no memory for what is staged for them: staging that
/// waits is used again, and a call that needs more is an error. The device stays.
#[test]
fn staging_without_memory_loses_no_device() {
    let name = "memory::staging_without_memory_loses_no_device";
    if scarce::is_counted() && !is_apart(name) {
        return;
    }
    let batch = mixed(2000);
    let frames: Vec<Frame3> = batch.frames.iter().copied().cycle().take(70_000).collect();
    let pairs: Vec<Pair> = batch.pairs.iter().copied().cycle().take(600_000).collect();
    let ask = |runner: &Runner, frames: &[Frame3], pairs: &[Pair]| {
        pollster::block_on(runner.codes(RunnerShapes::Resting(FrameList::one(frames)), pairs))
    };
    let mut scarce = Scarce::open();
    let (device, queue) = (scarce.device.clone(), scarce.queue.clone());
    let own = pollster::block_on(Runner::on(device, queue, plain())).unwrap();
    // All frames and few pairs, then few frames and all pairs: buffers for all of both stay, and
    // staging for either.
    let short = &pairs[..10];
    let few = ask(&own, &frames, short).unwrap();
    let whole = ask(&own, &frames[..batch.frames.len()], &pairs).unwrap();
    assert_eq!(few.codes, whole.codes[..10]);
    if scarce.is_counted() {
        scarce.take_all();
    }
    assert_eq!(ask(&own, &frames, short), Ok(few));
    let refused = match ask(&own, &frames, &pairs) {
        Ok(found) => {
            assert!(same(&found, &whole));
            false
        }
        Err(GpuError::OutOfMemory(told)) => {
            println!("{told}");
            true
        }
        Err(other) => panic!("{other:?}"),
    };
    // Other devices may stage in memory of another kind, of which there is some.
    let is_certain = is_software(&scarce.device) || !scarce.is_counted();
    assert!(refused == scarce.is_counted() || !is_certain);
    assert_eq!(own.lost(), None);
    scarce.give_back();
    assert!(same(&ask(&own, &frames, &pairs).unwrap(), &whole));
}

/// Devices whose limits force many chunks, gathered frames and several rows of workgroups.
#[test]
fn lowered_device_limits_do_not_change_the_answer() {
    let scene = mixed(70_001);
    let whole = raw(runner(), &scene);
    let lowered = wgpu::Limits {
        max_storage_buffer_binding_size: 1 << 20,
        max_buffer_size: 1 << 20,
        max_compute_workgroups_per_dimension: 1024,
        ..wgpu::Limits::default()
    };
    for options in [plain(), RunnerOptions { memory: Some(3 << 20), ..plain() }] {
        let (device, queue) = callers_device(lowered.clone());
        let runner = pollster::block_on(Runner::on(device, queue, options)).unwrap();
        assert!(same(&raw(&runner, &scene), &whole), "{options:?}");
    }
}
