//! A service on a device that is the caller's, and stays so.

use crate::common::answers::boxes;
use crate::{begin, callers_device, mixed};
use motzkin::gpu::{GpuError, Polling};
use motzkin::service::{OnGpuFailure, SceneError, ServiceBuilder};
use motzkin::wgpu;
use motzkin::{BatchError, Verdict};
use motzkin::{CollisionService, Engine, ServiceError, Wanted};
use motzkin_lab::workload::Scene;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::task::{Context, Poll, Wake, Waker};
use std::time::{Duration, Instant};

fn on(device: &wgpu::Device, queue: &wgpu::Queue) -> ServiceBuilder {
    CollisionService::builder().device(device.clone(), queue.clone())
}

fn expected(scene: &Scene) -> Vec<Verdict> {
    let cpu = CollisionService::new(Engine::Cpu).unwrap();
    cpu.verdicts(&scene.frames, &scene.pairs).unwrap().into_vec()
}

/// Runs a future as a renderer's loop would: polls it and the device, and never blocks.
pub fn with_polls<F: Future>(device: &wgpu::Device, future: F) -> F::Output {
    let mut future = pin!(future);
    let start = Instant::now();
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return output;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "no answer");
        device.poll(wgpu::PollType::Poll).unwrap();
        std::thread::sleep(Duration::from_micros(100));
    }
}

#[test]
fn every_form_answers_whoever_polls() {
    let (device, queue) = callers_device(wgpu::Limits::default());
    let scene = mixed(4097);
    let whole = expected(&scene);
    for polling in [None, Some(Polling::Caller), Some(Polling::Thread)] {
        let mut builder = on(&device, &queue).max_pairs_per_dispatch(1000);
        if let Some(polling) = polling {
            builder = builder.polling(polling);
        }
        let service = builder.build().unwrap();
        assert_eq!(service.info().engine, Engine::Gpu);
        assert_eq!(service.info().adapter, Some(device.adapter_info().name));
        for size in [0, 1, 63, 65, 4097] {
            let pairs = &scene.pairs[..size];
            assert_eq!(
                *service.verdicts(&scene.frames, pairs).unwrap(),
                whole[..size],
                "{polling:?}"
            );
            let answer =
                with_polls(&device, service.query(&scene.frames, pairs).into_future()).unwrap();
            let verdicts = answer.verdicts();
            assert_eq!(**verdicts, whole[..size], "{polling:?}, {size} pairs");
            assert!(verdicts.gpu_failure().is_none());
        }
        let (a, b) = scene.side_by_side();
        assert_eq!(**service.query_between(&a, &b).run().unwrap().verdicts(), whole);
        let between = with_polls(&device, service.query_between(&a, &b).into_future()).unwrap();
        assert_eq!(**between.verdicts(), whole);
        let few = &scene.pairs[..100];
        let answer = service.query(&scene.frames, few).wanted(Wanted::BOX).run().unwrap();
        let found = boxes(&answer);
        assert!(
            found.iter().zip(&whole).all(|(found, verdict)| found.is_some() == verdict.meets())
        );
        let asynchronous = with_polls(
            &device,
            service.query(&scene.frames, few).wanted(Wanted::BOX).into_future(),
        );
        assert_eq!(asynchronous.unwrap(), answer);
    }
}

/// Where the caller polls and does not, nothing arrives: in time it is an error.
#[test]
fn futures_that_nobody_polls_for_end_by_the_timeout() {
    let (device, queue) = callers_device(wgpu::Limits::default());
    let timeout = Duration::from_millis(200);
    let service = on(&device, &queue).timeout(timeout).build().unwrap();
    let scene = mixed(65);
    let start = Instant::now();
    let answer = pollster::block_on(service.query(&scene.frames, &scene.pairs));
    assert!(
        matches!(answer, Err(BatchError::Gpu(GpuError::Timeout(found))) if found == timeout),
        "{answer:?}"
    );
    assert!(start.elapsed() >= timeout && start.elapsed() < Duration::from_secs(20));
    assert_eq!(*service.verdicts(&scene.frames, &scene.pairs).unwrap(), expected(&scene));
}

#[test]
fn handlers_and_error_scopes_stay_the_callers() {
    let (device, queue) = callers_device(wgpu::Limits::default());
    let (uncaptured, lost) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
    let (counted, told) = (uncaptured.clone(), lost.clone());
    device.on_uncaptured_error(Arc::new(move |_| {
        counted.fetch_add(1, Ordering::SeqCst);
    }));
    device.set_device_lost_callback(move |_, _| told.store(true, Ordering::SeqCst));
    let mistake = || {
        let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::STORAGE;
        let descriptor =
            wgpu::BufferDescriptor { label: None, size: 4, usage, mapped_at_creation: false };
        let _refused = device.create_buffer(&descriptor);
    };
    let scene = mixed(4097);
    let whole = expected(&scene);

    let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
    let service = on(&device, &queue).max_pairs_per_dispatch(500).build().unwrap();
    assert_eq!(*service.verdicts(&scene.frames, &scene.pairs).unwrap(), whole);
    mistake();
    assert!(
        pollster::block_on(scope.pop()).is_some(),
        "the caller's scope takes the caller's error"
    );
    assert_eq!(uncaptured.load(Ordering::SeqCst), 0);
    mistake();
    assert_eq!(uncaptured.load(Ordering::SeqCst), 1, "the caller's handler is still there");

    let scopes = [
        wgpu::ErrorFilter::OutOfMemory,
        wgpu::ErrorFilter::Internal,
        wgpu::ErrorFilter::Validation,
    ]
    .map(|filter| device.push_error_scope(filter));
    // Lost in the middle of a call and before one: neither the scopes nor the handler hear of it.
    let future = begin(|| service.query(&scene.frames, &scene.pairs).into_future());
    device.destroy();
    let halfway = with_polls(&device, future);
    assert!(matches!(halfway, Err(BatchError::Gpu(GpuError::DeviceLost(_)))), "{halfway:?}");
    let after = service.verdicts(&scene.frames, &scene.pairs);
    assert!(matches!(after, Err(BatchError::Gpu(GpuError::DeviceLost(_)))), "{after:?}");
    let rebuilt = on(&device, &queue).build();
    assert!(
        matches!(rebuilt, Err(ServiceError::Gpu(GpuError::DeviceLost(_)))),
        "{:?}",
        rebuilt.err()
    );
    for scope in scopes.into_iter().rev() {
        assert_eq!(pollster::block_on(scope.pop()).map(|error| error.to_string()), None);
    }
    drop(service);
    assert_eq!(uncaptured.load(Ordering::SeqCst), 1);
    device.poll(wgpu::PollType::Poll).unwrap();
    assert!(lost.load(Ordering::SeqCst), "the caller's callback is still there");
}

/// The service answers between recordings of the caller's own, and leaves the caller's work alone.
#[test]
fn the_callers_own_work_goes_on() {
    let (device, queue) = callers_device(wgpu::Limits::default());
    let service = on(&device, &queue).build().unwrap();
    let scene = mixed(1000);
    let whole = expected(&scene);
    let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
    let descriptor =
        wgpu::BufferDescriptor { label: None, size: 1024, usage, mapped_at_creation: false };
    let read = device.create_buffer(&descriptor);
    for round in 0..5_u8 {
        queue.write_buffer(&read, 0, &[round; 1024]);
        assert_eq!(*service.verdicts(&scene.frames, &scene.pairs).unwrap(), whole);
        let mapped = Arc::new(AtomicBool::new(false));
        let told = mapped.clone();
        read.map_async(wgpu::MapMode::Read, .., move |result| {
            told.store(result.is_ok(), Ordering::SeqCst)
        });
        // A call that blocks polls, and so runs the caller's callback.
        assert_eq!(*service.verdicts(&scene.frames, &scene.pairs).unwrap(), whole);
        assert!(mapped.load(Ordering::SeqCst));
        assert!(read.get_mapped_range(..).unwrap().iter().all(|&byte| byte == round));
        read.unmap();
    }
}

#[test]
fn limits_that_are_too_small_are_named() {
    let plain = wgpu::Limits::default();
    let lowered = [
        ("maxStorageBuffersPerShaderStage", {
            wgpu::Limits { max_storage_buffers_per_shader_stage: 2, ..plain.clone() }
        }),
        ("maxComputeInvocationsPerWorkgroup", {
            wgpu::Limits { max_compute_invocations_per_workgroup: 128, ..plain.clone() }
        }),
        (
            "maxComputeWorkgroupSizeX",
            wgpu::Limits { max_compute_workgroup_size_x: 64, ..plain.clone() },
        ),
        ("maxComputeWorkgroupStorageSize", {
            wgpu::Limits { max_compute_workgroup_storage_size: 512, ..plain.clone() }
        }),
        ("maxComputeWorkgroupsPerDimension", {
            wgpu::Limits { max_compute_workgroups_per_dimension: 100, ..plain.clone() }
        }),
        ("maxStorageBufferBindingSize", {
            wgpu::Limits { max_storage_buffer_binding_size: 65536, ..plain.clone() }
        }),
        ("maxBufferSize", wgpu::Limits { max_buffer_size: 65536, ..plain.clone() }),
    ];
    for (name, limits) in lowered {
        let (device, queue) = callers_device(limits);
        match on(&device, &queue).build() {
            Err(ServiceError::Gpu(GpuError::LimitTooSmall { limit, needed, found, .. })) => {
                assert_eq!(limit, name);
                assert!(found < needed);
            }
            other => panic!("{name}: {:?}", other.err()),
        }
    }
}

#[test]
fn settings_that_contradict_each_other_are_refused() {
    let (device, queue) = callers_device(wgpu::Limits::default());
    for engine in [Engine::Cpu, Engine::Reference] {
        let built = on(&device, &queue).engine(engine).build();
        assert!(matches!(built, Err(ServiceError::DeviceWithoutGpu(found)) if found == engine));
    }
    let built = on(&device, &queue).adapter("llvmpipe").build();
    assert!(matches!(built, Err(ServiceError::AdapterAndDevice)));
    for engine in [Engine::Auto, Engine::Gpu, Engine::Cpu, Engine::Reference] {
        let built = CollisionService::builder().engine(engine).polling(Polling::Thread).build();
        assert!(matches!(built, Err(ServiceError::PollingWithoutDevice)), "{engine}");
    }
    for engine in [Engine::Auto, Engine::Gpu] {
        assert_eq!(on(&device, &queue).engine(engine).build().unwrap().info().engine, Engine::Gpu);
    }
}

/// A waker that asks another question, and waits for its answer where it is woken.
struct Asks {
    service: CollisionService,
    scene: Scene,
    tell: Sender<usize>,
}

impl Wake for Asks {
    fn wake(self: Arc<Self>) {
        let found = self.service.verdicts(&self.scene.frames, &self.scene.pairs);
        let _ = self.tell.send(found.unwrap().len());
    }
}

/// The thread that polls a device runs callbacks and wakers, which may block.
#[test]
fn who_is_woken_by_the_polling_thread_may_wait_for_the_device() {
    let (device, queue) = callers_device(wgpu::Limits::default());
    let scene = mixed(4097);
    for timeout in [Duration::from_secs(60), Duration::ZERO] {
        let service = on(&device, &queue).polling(Polling::Thread).timeout(timeout);
        let service = service.on_gpu_failure(OnGpuFailure::CpuTakesOver).build().unwrap();
        let (tell, told) = channel();
        let asks = Asks { service: service.clone(), scene: scene.clone(), tell };
        let waker = Waker::from(Arc::new(asks));
        let waits = |_: u32| {
            let mut begun = Box::pin(service.query(&scene.frames, &scene.pairs).into_future());
            let pending = begun.as_mut().poll(&mut Context::from_waker(&waker)).is_pending();
            pending.then(|| told.recv_timeout(Duration::from_secs(100)))
        };
        // An answer may be there before its call has begun to wait.
        assert_eq!((0..20).find_map(waits), Some(Ok(4097)), "{timeout:?}");
    }
}

/// Nobody else polls the device: a wait without any time does, once.
#[test]
fn tickets_that_wait_no_time_come_to_their_answers() {
    let (device, queue) = callers_device(wgpu::Limits::default());
    let service = on(&device, &queue).polling(Polling::Caller).build().unwrap();
    let batch = mixed(65);
    let mut scene = service.scene();
    let handles = scene.insert_all(&batch.frames).unwrap();
    let pairs: Vec<_> = batch
        .pairs
        .iter()
        .map(|pair| (handles[pair.a as usize], handles[pair.b as usize]))
        .collect();
    let list = scene.pair_list(&pairs).unwrap();
    let mut ticket = scene.submit(&list).unwrap();
    let start = Instant::now();
    let raw = loop {
        match ticket.wait_for(Duration::ZERO) {
            Ok(raw) => break raw,
            Err(SceneError::Timeout(Duration::ZERO)) => {
                assert!(start.elapsed() < Duration::from_secs(60), "no answer");
                std::thread::sleep(Duration::from_millis(1));
            }
            Err(other) => panic!("{other}"),
        }
    };
    assert_eq!(*raw.settle().unwrap(), expected(&batch)[..]);
}
