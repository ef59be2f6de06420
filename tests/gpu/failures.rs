//! Errors are typed, and nothing panics or hangs.

use crate::apart::is_apart;
use crate::hang::when_late;
use crate::{begin, choice, device, mixed, raw, runner, runner_with, same};
use motzkin::gpu::{
    AdapterChoice, FrameList, GpuError, Headless, Runner, RunnerOptions, RunnerShapes, adapters,
    headless,
};
use motzkin::{CollisionService, Engine, wgpu};
use std::time::{Duration, Instant};

#[test]
fn adapters_are_listed_and_found_by_a_part_of_their_name() {
    let all = pollster::block_on(adapters());
    let first = all.first().expect(GpuError::HINT);
    let part = AdapterChoice::Named(first.name[1..first.name.len() - 1].to_uppercase());
    let found = pollster::block_on(headless(&part)).unwrap();
    assert_eq!(found.adapter.name, first.name);
    for adapter in &all {
        match pollster::block_on(headless(&AdapterChoice::Named(adapter.to_string()))) {
            Ok(found) => assert_eq!(found.adapter.to_string(), adapter.to_string()),
            // It is found, and its driver, or its limits, let no device be opened.
            Err(error) => assert!(!matches!(error, GpuError::NoAdapter { .. }), "{error}"),
        }
    }
    assert!(all.windows(2).all(|two| two[0].is_software() <= two[1].is_software()), "{all:?}");
}

#[test]
fn an_adapter_that_is_not_there_is_named() {
    let wanted = AdapterChoice::Named("no such adapter".into());
    let error = pollster::block_on(headless(&wanted)).unwrap_err();
    let text = error.to_string();
    assert!(matches!(&error, GpuError::NoAdapter { found, .. } if !found.is_empty()), "{text}");
    let some = pollster::block_on(adapters()).swap_remove(0).name;
    assert!(text.contains("no such adapter") && text.contains(&some), "{text}");
    let none = GpuError::NoAdapter { wanted: "any adapter".into(), found: Vec::new() }.to_string();
    assert!(none.contains("mesa-vulkan-drivers"), "{none}");
}

#[test]
fn a_software_adapter_is_no_real_gpu() {
    let real = pollster::block_on(adapters()).iter().any(|adapter| !adapter.is_software());
    assert_eq!(pollster::block_on(headless(&AdapterChoice::Hardware)).is_ok(), real);
    let auto = CollisionService::new(Engine::Auto).unwrap();
    assert_eq!(
        auto.info().engine,
        if real { Engine::Gpu } else { Engine::Cpu },
        "{:?}",
        auto.info()
    );
}

#[test]
fn a_lost_device_answers_an_error_and_a_new_one_works() {
    let gpu = device();
    let handle = gpu.device.clone();
    let lost = pollster::block_on(Runner::new(gpu, RunnerOptions::default())).unwrap();
    let scene = mixed(100);
    let before = raw(&lost, &scene);
    handle.destroy();
    for _ in 0..2 {
        let error = pollster::block_on(
            lost.codes(RunnerShapes::Resting(FrameList::one(&scene.frames)), &scene.pairs),
        )
        .unwrap_err();
        assert!(matches!(error, GpuError::DeviceLost(_)), "{error:?}");
    }
    assert_eq!(raw(&runner_with(RunnerOptions::default()), &scene), before);
}

/// Where the GPU takes some: one that answers in no time is not late.
#[test]
fn no_time_means_a_timeout() {
    let options = RunnerOptions { timeout: Duration::ZERO, ..RunnerOptions::default() };
    let gpu = device();
    let Headless { device, queue, .. } = gpu.clone();
    let hasty = pollster::block_on(Runner::new(gpu, options)).unwrap();
    let scene = mixed(300_000);
    let ask = || {
        let shapes = RunnerShapes::Resting(FrameList::one(&scene.frames));
        pollster::block_on(hasty.codes(shapes, &scene.pairs)).map(|_| ())
    };
    let codes = when_late(&device, &queue, ask, Result::is_err);
    assert_eq!(codes, Err(GpuError::Timeout(Duration::ZERO)));
}

/// In a process whose only service ends before the thread that used it. With the last instance the
/// code of a driver would go, of which the thread may have something to undo at its end.
#[test]
fn a_service_may_go_before_a_thread_that_used_it() {
    if !is_apart("failures::a_service_may_go_before_a_thread_that_used_it") {
        return;
    }
    let scene = mixed(1000);
    for round in 0..2 {
        let ask = || {
            let service = CollisionService::new(Engine::Gpu).unwrap();
            let verdicts = service.verdicts(&scene.frames, &scene.pairs).unwrap();
            assert_eq!(verdicts.gpu_failure(), None);
            drop(service);
            println!("service {round} is gone");
        };
        std::thread::scope(|scope| scope.spawn(ask).join()).unwrap();
        println!("thread {round} is gone");
    }
}

/// Who opened a device may use it too. What is refused to them is in no answer of ours; a loss is.
#[test]
fn errors_of_the_devices_owner_fail_no_call() {
    let gpu = device();
    let owners = gpu.device.clone();
    let mistake = || {
        let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::STORAGE;
        let descriptor =
            wgpu::BufferDescriptor { label: None, size: 4, usage, mapped_at_creation: false };
        let _refused = owners.create_buffer(&descriptor);
    };
    mistake();
    let scene = mixed(1000);
    let whole = raw(runner(), &scene);
    let runner = pollster::block_on(Runner::new(gpu, RunnerOptions::default())).unwrap();
    mistake();
    assert!(same(&raw(&runner, &scene), &whole));
    let ask = || runner.codes(RunnerShapes::Resting(FrameList::one(&scene.frames)), &scene.pairs);
    for _ in 0..2 {
        let under_way = begin(ask);
        mistake();
        assert!(same(&pollster::block_on(under_way).unwrap(), &whole));
    }
    mistake();
    assert_eq!(runner.lost(), None);
    owners.destroy();
    let lost = pollster::block_on(ask()).map(|_| ());
    assert!(matches!(lost, Err(GpuError::DeviceLost(_))), "{lost:?}");
}

#[test]
fn futures_may_be_dropped_half_way() {
    let options = RunnerOptions { max_pairs: 20_000, ..RunnerOptions::default() };
    let dropped = runner_with(options);
    let scene = mixed(100_000);
    let whole = raw(runner(), &scene);
    for _ in 0..3 {
        drop(begin(|| {
            dropped.codes(RunnerShapes::Resting(FrameList::one(&scene.frames)), &scene.pairs)
        }));
    }
    assert_eq!(raw(&dropped, &scene), whole);
    drop(begin(|| {
        dropped.codes(RunnerShapes::Resting(FrameList::one(&scene.frames)), &scene.pairs)
    }));
    let start = Instant::now();
    drop(dropped);
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn futures_are_send() {
    fn assert_send<T: Send>(_: &T) {}
    let scene = mixed(10);
    assert_send(
        &runner().codes(RunnerShapes::Resting(FrameList::one(&scene.frames)), &scene.pairs),
    );
    assert_send(&Runner::start(&choice(), RunnerOptions::default()));
    let service = CollisionService::new(Engine::Cpu).unwrap();
    assert_send(&service.query(&scene.frames, &scene.pairs).into_future());
}

#[test]
fn the_service_answers_the_same_on_gpu_and_cpu() {
    let scene = mixed(20_000);
    let gpu = CollisionService::builder()
        .engine(Engine::Gpu)
        .max_pairs_per_dispatch(3000)
        .build()
        .unwrap();
    let cpu = CollisionService::new(Engine::Cpu).unwrap();
    assert_eq!(gpu.info().engine, Engine::Gpu);
    assert!(gpu.info().adapter.is_some());
    let (on_gpu, on_cpu) = (
        gpu.verdicts(&scene.frames, &scene.pairs).unwrap(),
        cpu.verdicts(&scene.frames, &scene.pairs).unwrap(),
    );
    assert_eq!(*on_gpu, *on_cpu);
    let here = gpu.query(&scene.frames, &scene.pairs).on_cpu().run().unwrap().into_verdicts();
    assert_eq!(here, on_cpu, "the CPU's kernels answer, whatever the engine");
    let (a, b) = scene.side_by_side();
    assert_eq!(**gpu.query_between(&a, &b).run().unwrap().verdicts(), *on_cpu);
}
