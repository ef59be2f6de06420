//! A device that is lost, or hangs, in the middle of whatever: a whole exact answer or a typed
//! error.

use crate::hang::{Hang, when_late};
use crate::{begin, callers_device, device, mixed, raw, runner, runner_with, same, seed};
use motzkin::gpu::{FrameList, GpuError, Headless, Polling, Runner, RunnerOptions, RunnerShapes};
use motzkin::service::{CollisionService, Engine, OnGpuFailure};
use motzkin::wgpu;
use motzkin::{BatchError, Verdict};
use motzkin_lab::workload::Scene;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

const ROUNDS: usize = 30;
const CALLERS: usize = 3;

fn on_cpu(scene: &Scene) -> Vec<Verdict> {
    let cpu = CollisionService::new(Engine::Cpu).unwrap();
    cpu.verdicts(&scene.frames, &scene.pairs).unwrap().into_vec()
}

/// Several threads ask again and again while the device is destroyed at a random moment: every
/// answer is whole or a lost device, and the last ones are lost.
#[test]
fn devices_destroyed_at_random_moments() {
    let mut rng = fastrand::Rng::with_seed(seed());
    let scene = mixed(20_000);
    let whole = raw(runner(), &scene);
    let (mut answered, mut lost) = (0, 0);
    for round in 0..ROUNDS {
        let gpu = device();
        let handle = gpu.device.clone();
        let options = RunnerOptions { max_pairs: 1500, ..RunnerOptions::default() };
        let options = match round % 3 {
            0 => options,
            1 => RunnerOptions { memory: Some(300_000), ..options },
            _ => RunnerOptions { max_frames: 900, ..options },
        };
        let runner = pollster::block_on(Runner::new(gpu, options)).unwrap();
        let pause = Duration::from_micros(rng.u64(0..120_000));
        std::thread::scope(|scope| {
            let ask =
                || {
                    let mut answers = 0;
                    loop {
                        match pollster::block_on(runner.codes(
                            RunnerShapes::Resting(FrameList::one(&scene.frames)),
                            &scene.pairs,
                        )) {
                            Ok(batch) => assert!(same(&batch, &whole)),
                            Err(GpuError::DeviceLost(_)) => return answers,
                            Err(other) => panic!("{other:?}"),
                        }
                        answers += 1;
                    }
                };
            let threads: Vec<_> = (0..CALLERS).map(|_| scope.spawn(ask)).collect();
            std::thread::sleep(pause);
            handle.destroy();
            for thread in threads {
                answered += thread.join().unwrap();
                lost += 1;
            }
        });
        assert!(matches!(runner.lost(), Some(GpuError::DeviceLost(_))));
    }
    println!("{answered} whole answers, {lost} losses");
    assert_eq!(lost, ROUNDS * CALLERS);
}

/// The same on the caller's device, with every form, while the CPU takes over: always whole
/// answers.
#[test]
fn the_cpu_takes_over_at_random_moments() {
    let mut rng = fastrand::Rng::with_seed(seed());
    let scene = mixed(10_000);
    let whole = on_cpu(&scene);
    for round in 0..ROUNDS / 2 {
        let (device, queue) = callers_device(wgpu::Limits::default());
        let polling = if round % 2 == 0 { Polling::Caller } else { Polling::Thread };
        let builder = CollisionService::builder().device(device.clone(), queue).polling(polling);
        let builder =
            builder.max_pairs_per_dispatch(1000).on_gpu_failure(OnGpuFailure::CpuTakesOver);
        let service = builder.build().unwrap();
        let pause = Duration::from_micros(rng.u64(0..60_000));
        std::thread::scope(|scope| {
            let ask = || {
                loop {
                    let verdicts = service.verdicts(&scene.frames, &scene.pairs).unwrap();
                    assert_eq!(*verdicts, whole);
                    match verdicts.gpu_failure() {
                        None => {}
                        Some(GpuError::DeviceLost(_)) => return,
                        Some(other) => panic!("{other:?}"),
                    }
                }
            };
            let threads: Vec<_> = (0..2).map(|_| scope.spawn(ask)).collect();
            std::thread::sleep(pause);
            device.destroy();
            threads.into_iter().for_each(|thread| thread.join().unwrap());
        });
        let state = service.state();
        assert_eq!(state.engine, Engine::Cpu);
        assert!(matches!(state.gpu_failure, Some(GpuError::DeviceLost(_))), "{state:?}");
        assert_eq!(service.info().engine, Engine::Gpu);
        let raw = pollster::block_on(service.query(&scene.frames, &scene.pairs).raw()).unwrap();
        assert!(matches!(raw.gpu_failure(), Some(GpuError::DeviceLost(_))));
        let settled = raw.settle().unwrap();
        assert!(*settled == *whole && settled.gpu_failure().is_some());
        let (a, b) = scene.side_by_side();
        assert_eq!(**service.query_between(&a, &b).run().unwrap().verdicts(), whole);
    }
}

#[test]
fn without_the_cpu_a_loss_stays_an_error() {
    let (device, queue) = callers_device(wgpu::Limits::default());
    let service = CollisionService::builder().device(device.clone(), queue).build().unwrap();
    let scene = mixed(100);
    assert_eq!(*service.verdicts(&scene.frames, &scene.pairs).unwrap(), on_cpu(&scene));
    assert_eq!((service.state().engine, service.state().gpu_failure), (Engine::Gpu, None));
    device.destroy();
    for _ in 0..2 {
        let error = service.verdicts(&scene.frames, &scene.pairs).unwrap_err();
        assert!(matches!(&error, BatchError::Gpu(GpuError::DeviceLost(_))), "{error:?}");
    }
    assert_eq!(service.state().engine, Engine::Gpu);
    assert!(matches!(service.state().gpu_failure, Some(GpuError::DeviceLost(_))));
}

/// A call that is late goes to the CPU, the next one to the GPU again.
#[test]
fn the_cpu_takes_over_what_is_late() {
    let (device, queue) = callers_device(wgpu::Limits::default());
    let builder = CollisionService::builder().device(device.clone(), queue.clone());
    let builder = builder.polling(Polling::Thread).timeout(Duration::ZERO);
    let service = builder.on_gpu_failure(OnGpuFailure::CpuTakesOver).build().unwrap();
    let scene = mixed(100_000);
    let whole = on_cpu(&scene);
    let ask = || {
        [(); 3].map(|()| {
            let verdicts = service.verdicts(&scene.frames, &scene.pairs).unwrap();
            (verdicts, service.state().engine)
        })
    };
    let answers = when_late(&device, &queue, ask, |answers| {
        answers.iter().all(|(verdicts, _)| verdicts.gpu_failure().is_some())
    });
    for (verdicts, engine) in answers {
        assert_eq!(*verdicts, whole);
        assert_eq!(verdicts.gpu_failure(), Some(&GpuError::Timeout(Duration::ZERO)));
        assert_eq!(engine, Engine::Gpu);
    }
}

#[test]
fn a_hung_device_neither_holds_a_call_nor_a_drop() {
    let scene = mixed(1000);
    let timeout = Duration::from_millis(200);
    let options = RunnerOptions { timeout, ..RunnerOptions::default() };
    let gpu = device();
    let Headless { device, queue, .. } = gpu.clone();
    let hang = Hang::new(&device, &queue);
    let runner = pollster::block_on(Runner::new(gpu, options)).unwrap();
    let given_up =
        begin(|| runner.codes(RunnerShapes::Resting(FrameList::one(&scene.frames)), &scene.pairs));
    let over = hang.begin();
    drop(given_up);
    // From here on, the runner has the last handles.
    drop((device, queue));
    // A software driver's submission itself waits for what was submitted before: see the test
    // below.
    if !runner.adapter().is_software() {
        std::thread::scope(|scope| {
            let ask = || {
                pollster::block_on(
                    runner
                        .codes(RunnerShapes::Resting(FrameList::one(&scene.frames)), &scene.pairs),
                )
            };
            let threads: Vec<_> = (0..3).map(|_| scope.spawn(ask)).collect();
            for thread in threads {
                assert_eq!(thread.join().unwrap().err(), Some(GpuError::Timeout(timeout)));
            }
        });
    }
    let start = Instant::now();
    drop(runner);
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    assert!(!over.load(Ordering::SeqCst), "the device was not hung long enough to tell anything");
}

/// On a software driver too: what is late is the call's own work, which goes on when the answer is
/// given.
#[test]
fn calls_whose_own_work_takes_too_long_are_answered_in_time() {
    let timeout = Duration::from_millis(1);
    let runner = runner_with(RunnerOptions { timeout, ..RunnerOptions::default() });
    let scene = mixed(400_000);
    if !runner.adapter().is_software() {
        println!("unavailable: {} may be quick enough", runner.adapter());
        return;
    }
    // Where the watching thread comes late itself, the answer may be there.
    let late = (0..20).any(|_| {
        match pollster::block_on(
            runner.codes(RunnerShapes::Resting(FrameList::one(&scene.frames)), &scene.pairs),
        ) {
            Err(GpuError::Timeout(found)) => found == timeout,
            answer => {
                assert_eq!(answer.unwrap().codes.len(), scene.pairs.len());
                false
            }
        }
    });
    assert!(late, "{} pairs in no time", scene.pairs.len());
    let start = Instant::now();
    drop(runner);
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

/// A future holds the service, which is dropped with it, wherever that is.
#[test]
fn a_service_may_end_in_a_future_elsewhere() {
    let Headless { device, queue, .. } = device();
    let hang = Hang::new(&device, &queue);
    let builder = CollisionService::builder().device(device.clone(), queue.clone());
    let service = builder.polling(Polling::Thread).build().unwrap();
    let scene = mixed(1000);
    let future = begin(|| {
        let (held, scene) = (service.clone(), scene.clone());
        async move { held.query(&scene.frames, &scene.pairs).await }
    });
    let over = hang.begin();
    drop((device, queue));
    let start = Instant::now();
    drop(service);
    let elsewhere = std::thread::spawn(move || drop(future));
    elsewhere.join().unwrap();
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    assert!(!over.load(Ordering::SeqCst), "the device was not hung long enough to tell anything");
}
