//! Scenes on a GPU that is lost, late or out of memory, and on a device that its owner polls.

use crate::apart::is_apart;
use crate::common::scene_model;
use crate::hang::when_late;
use crate::scarce::{self, Scarce};
use crate::{callers_device, mixed, seed};
use motzkin::glam::{Quat, Vec3};
use motzkin::gpu::{GpuError, Polling};
use motzkin::service::{
    Handle, InsertError, OnGpuFailure, PairList, PairListError, Scene, SceneError, SceneLimit,
    ServiceBuilder, Ticket, Verdicts,
};
use motzkin::{CollisionService, Engine, Frame3, Pair, Verdict, wgpu};
use motzkin_core::geom::Filter;
use motzkin_core::verdict::Undecided;
use motzkin_lab::workload::{Scene as Batch, Workload};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

fn on(device: &wgpu::Device, queue: &wgpu::Queue) -> ServiceBuilder {
    CollisionService::builder().device(device.clone(), queue.clone())
}

/// On a device of the test's, which a thread polls.
fn threaded() -> (wgpu::Device, ServiceBuilder) {
    let (device, queue) = callers_device(wgpu::Limits::default());
    let builder = on(&device, &queue).polling(Polling::Thread);
    (device, builder)
}

fn on_cpu(batch: &Batch) -> Vec<Verdict> {
    let cpu = CollisionService::new(Engine::Cpu).unwrap();
    cpu.verdicts(&batch.frames, &batch.pairs).unwrap().into_vec()
}

fn filled(service: &CollisionService, batch: &Batch) -> (Scene, Vec<Handle>) {
    let mut scene = service.scene();
    let handles = scene.insert_all(&batch.frames).unwrap();
    (scene, handles)
}

fn settled(ticket: Ticket) -> Result<Verdicts, SceneError> {
    Ok(ticket.wait()?.settle()?)
}

/// The naive model is right before, while and after the device goes, in whatever step that is.
#[test]
fn a_scene_whose_device_goes_does_what_a_naive_model_does() {
    let mut rng = fastrand::Rng::with_seed(seed());
    let (mut submissions, mut hits) = (0, 0);
    for round in 0..8 {
        let (device, builder) = threaded();
        let service = builder.on_gpu_failure(OnGpuFailure::CpuTakesOver).build().unwrap();
        let pause = Duration::from_micros(rng.u64(0..150_000));
        let end = std::thread::spawn(move || {
            std::thread::sleep(pause);
            device.destroy();
        });
        let name = format!("scene whose device goes, {round}");
        let compared = scene_model::run(&service, &name, 700, (62, 62));
        (submissions, hits) = (submissions + compared.0, hits + compared.1);
        end.join().unwrap();
        // Whether the loss was met or not, it is from now on.
        scene_model::run(&service, &name, 60, (0, 0));
        let state = service.state();
        assert_eq!(state.engine, Engine::Cpu, "round {round}");
        assert!(matches!(state.gpu_failure, Some(GpuError::DeviceLost(_))), "{state:?}");
    }
    assert!(submissions > 500 && hits > 500, "{submissions}, {hits}");
}

/// What is under way when the device goes is answered for the frames, filters and ids of its
/// submission, though all have changed since.
#[test]
fn the_cpu_answers_for_what_was_submitted() {
    let batch = mixed(4097);
    for way in 0..3 {
        let (device, builder) = threaded();
        let builder = builder.profile(way == 1);
        let service = builder.on_gpu_failure(OnGpuFailure::CpuTakesOver).build().unwrap();
        let (mut scene, handles) = filled(&service, &batch);
        let list = scene.pair_list(&batch.pairs).unwrap();
        let lonely = handles[batch.pairs[0].a as usize];
        scene.set_filter(lonely, Filter::NONE).unwrap();
        let mut expected = on_cpu(&batch);
        for (verdict, pair) in expected.iter_mut().zip(&batch.pairs) {
            if [pair.a, pair.b].contains(&lonely.slot()) {
                *verdict = Verdict::Separate;
            }
        }
        assert_eq!(*scene.verdicts(&list).unwrap(), expected);
        assert!(scene.resident().is_some() && list.gpu_bytes() > 0);
        // Of what is under way at the loss, the GPU may have answered some.
        let first = scene.submit(&list).unwrap();
        device.destroy();
        let mut second = scene.submit(&list).unwrap();
        for (number, &handle) in handles.iter().enumerate() {
            scene.set_pose(handle, Quat::IDENTITY, Vec3::X * 50.0 * number as f32).unwrap();
            scene
                .set_filter(handle, if number % 2 == 0 { Filter::NONE } else { Filter::ALL })
                .unwrap();
            scene.set_id(handle, 7).unwrap();
        }
        handles.iter().take(9).for_each(|&handle| scene.remove(handle).unwrap());
        assert_eq!(*settled(first).unwrap(), expected, "{way}");
        let raw = match way {
            0 => second.wait().unwrap(),
            1 => pollster::block_on(second).unwrap(),
            _ => loop {
                if let Some(raw) = second.try_take() {
                    break raw.unwrap();
                }
            },
        };
        assert!(
            matches!(raw.gpu_failure(), Some(GpuError::DeviceLost(_))),
            "{:?}",
            raw.gpu_failure()
        );
        assert_eq!(raw.hits(Undecided::Drop)[0].ids, {
            let pair = batch.pairs[raw.hits(Undecided::Drop)[0].pair as usize];
            [pair.a, pair.b]
        });
        if way == 1 {
            let times = raw.times().unwrap();
            assert!(times.kernel.is_some() && times.readback.is_none(), "{times:?}");
        }
        let verdicts = raw.settle().unwrap();
        assert_eq!(*verdicts, expected, "{way}");
        assert!(matches!(verdicts.gpu_failure(), Some(GpuError::DeviceLost(_))));
        assert_eq!(service.state().engine, Engine::Cpu);
        // The scene goes on, on the CPU.
        let list =
            scene.pair_list(&[(handles[11], handles[11]), (handles[11], handles[13])]).unwrap();
        let after = scene.submit(&list).unwrap().wait().unwrap();
        assert!(matches!(after.gpu_failure(), Some(GpuError::DeviceLost(_))));
        assert_eq!(*after.settle().unwrap(), [Verdict::Overlapping, Verdict::Separate]);
        assert!(scene.resident().is_none() && scene.memory().frames == 0 && list.gpu_bytes() == 0);
    }
}

/// Nothing is refused for want of memory on a device that is gone, whatever is asked first.
#[test]
fn the_limits_of_a_lost_device_count_no_more() {
    let cube = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE).unwrap();
    // More frames than the budget has room for, and more pairs of the first 300.
    let many = vec![cube; 3000];
    let pairs: Vec<Pair> = (1..300).flat_map(|b| (0..b).map(move |a| Pair::new(a, b))).collect();
    for way in 0..3 {
        let (device, builder) = threaded();
        let builder = builder.gpu_memory(300_000).on_gpu_failure(OnGpuFailure::CpuTakesOver);
        let service = builder.build().unwrap();
        let mut scene = service.scene();
        let handles = scene.insert_all(&many[..300]).unwrap();
        let list = scene.pair_list(&[(handles[0], handles[1])]).unwrap();
        assert_eq!(*scene.verdicts(&list).unwrap(), [Verdict::Overlapping]);
        let ask = |scene: &mut Scene| match way {
            0 => scene.collide().run().is_ok_and(|hits| hits.len() == pairs.len()),
            1 => scene.insert_all(&many).is_ok(),
            _ => scene.pair_list(&pairs).is_ok(),
        };
        // Frames that were inserted would fill the memory.
        let mut other = service.scene();
        assert!(!ask(if way == 1 { &mut other } else { &mut scene }), "{way}");
        drop(other);
        device.destroy();
        // This meets the loss, and the scene is still to leave the device.
        assert_eq!(*scene.verdicts(&list).unwrap(), [Verdict::Overlapping]);
        assert_eq!(service.state().engine, Engine::Cpu, "{way}");
        assert!(scene.resident().is_some(), "{way}");
        assert!(ask(&mut scene), "{way}");
        // A list is made without a change to the scene.
        assert_eq!(scene.resident().is_some(), way == 2);
        let after = scene.verdicts(&list).unwrap();
        assert!(matches!(after.gpu_failure(), Some(GpuError::DeviceLost(_))), "{way}");
        assert!(scene.resident().is_none() && scene.memory().candidates == 0, "{way}");
    }
}

#[test]
fn without_the_cpu_a_loss_stays_an_error() {
    let (device, builder) = threaded();
    let service = builder.build().unwrap();
    let batch = mixed(1000);
    let (mut scene, handles) = filled(&service, &batch);
    let list = scene.pair_list(&batch.pairs).unwrap();
    let under_way = scene.submit(&list).unwrap();
    device.destroy();
    match settled(under_way) {
        Ok(verdicts) => assert_eq!(*verdicts, on_cpu(&batch)),
        Err(error) => {
            assert!(matches!(error, SceneError::Gpu(GpuError::DeviceLost(_))), "{error:?}")
        }
    }
    for _ in 0..2 {
        let error = scene.verdicts(&list).unwrap_err();
        assert!(matches!(error, SceneError::Gpu(GpuError::DeviceLost(_))), "{error:?}");
    }
    assert_eq!(service.state().engine, Engine::Gpu);
    assert!(matches!(service.state().gpu_failure, Some(GpuError::DeviceLost(_))));
    // The scene itself is whole.
    scene.remove(handles[0]).unwrap();
    assert_eq!((scene.len(), scene.frame(handles[1])), (handles.len() - 1, Some(batch.frames[1])));
}

/// The service's timeout begins with the submission. A late answer is the CPU's, where that is
/// asked for, and the next submission goes to the GPU again.
#[test]
fn late_tickets_end_in_time() {
    let batch = mixed(100_000);
    late_tickets_of(&batch, Polling::Thread, |device, queue, scene, list| {
        let is_late = |answer: &Result<Verdicts, SceneError>| {
            answer.as_ref().map_or(true, |verdicts| verdicts.gpu_failure().is_some())
        };
        let ask = || [scene.verdicts(list), scene.verdicts(list)];
        when_late(device, queue, ask, |answers| answers.iter().all(is_late))
    });
    // Where nobody polls, no answer is in time, however fast the device is.
    let batch = mixed(1000);
    late_tickets_of(&batch, Polling::Caller, |_, _, scene, list| {
        [(); 2].map(|()| Ok(pollster::block_on(scene.submit(list)?)?.settle()?))
    });
}

fn late_tickets_of(
    batch: &Batch,
    polling: Polling,
    ask: impl Fn(
        &wgpu::Device,
        &wgpu::Queue,
        &mut Scene,
        &PairList,
    ) -> [Result<Verdicts, SceneError>; 2],
) {
    let expected = on_cpu(batch);
    for policy in [OnGpuFailure::Error, OnGpuFailure::CpuTakesOver] {
        let (device, queue) = callers_device(wgpu::Limits::default());
        let builder = on(&device, &queue).polling(polling).timeout(Duration::ZERO);
        let service = builder.on_gpu_failure(policy).build().unwrap();
        let (mut scene, _) = filled(&service, batch);
        let list = scene.pair_list(&batch.pairs).unwrap();
        for answer in ask(&device, &queue, &mut scene, &list) {
            let late = GpuError::Timeout(Duration::ZERO);
            match answer {
                Err(SceneError::Gpu(error)) => {
                    assert_eq!((policy, error), (OnGpuFailure::Error, late.clone()))
                }
                Ok(verdicts) => {
                    assert_eq!(
                        (policy, verdicts.gpu_failure()),
                        (OnGpuFailure::CpuTakesOver, Some(&late))
                    );
                    assert_eq!(*verdicts, expected);
                }
                Err(other) => panic!("{other:?}"),
            }
            assert_eq!(
                (service.state().engine, service.state().gpu_failure),
                (Engine::Gpu, Some(late))
            );
            assert!(scene.resident().is_some());
        }
    }
}

/// On a device that its owner polls, `wait` polls for itself; the others learn of the answer by the
/// owner's polls, and in time that nobody polled.
#[test]
fn scenes_work_on_a_device_that_its_owner_polls() {
    let (device, queue) = callers_device(wgpu::Limits::default());
    let timeout = Duration::from_millis(300);
    let service = on(&device, &queue).build().unwrap();
    let hasty = on(&device, &queue).timeout(timeout).build().unwrap();
    let batch = mixed(4097);
    let expected = on_cpu(&batch);
    let (mut scene, handles) = filled(&service, &batch);
    let list = scene.pair_list(&batch.pairs).unwrap();
    for round in 0..4 {
        scene.set_frames(&handles, &batch.frames).unwrap();
        assert_eq!(*settled(scene.submit(&list).unwrap()).unwrap(), expected, "round {round}");
        let mut ticket = scene.submit(&list).unwrap();
        let mut future = scene.submit(&list).unwrap();
        // However long the GPU has been done. (The first may be there, for a submission polls.)
        std::thread::sleep(Duration::from_millis(50));
        let mut context = Context::from_waker(Waker::noop());
        assert!(std::pin::Pin::new(&mut future).poll(&mut context).is_pending());
        let start = Instant::now();
        let (mut first, mut second) = (ticket.try_take(), None);
        while first.is_none() || second.is_none() {
            assert!(start.elapsed() < Duration::from_secs(60), "no answer");
            device.poll(wgpu::PollType::Poll).unwrap();
            first = first.or_else(|| ticket.try_take());
            if second.is_none()
                && let Poll::Ready(answer) = std::pin::Pin::new(&mut future).poll(&mut context)
            {
                second = Some(answer);
            }
        }
        for answer in [first, second] {
            assert_eq!(*answer.unwrap().unwrap().settle().unwrap(), expected);
        }
    }
    let (mut scene, _) = filled(&hasty, &batch);
    let list = scene.pair_list(&batch.pairs).unwrap();
    let start = Instant::now();
    let unpolled = pollster::block_on(scene.submit(&list).unwrap());
    let error = unpolled.expect_err("nobody polled");
    assert!(
        matches!(error, SceneError::Gpu(GpuError::Timeout(found)) if found == timeout),
        "{error:?}"
    );
    assert!(start.elapsed() >= timeout && start.elapsed() < Duration::from_secs(20));
    assert_eq!(*scene.verdicts(&list).unwrap(), expected);
}

/// On a driver that counts memory, when there is none left, and when there is some again. Others
/// answer as ever. What is counted is a process's, of which other tests take and give back some.
#[test]
fn out_of_memory_is_an_error_or_the_cpus_work() {
    let name = "scene_faults::out_of_memory_is_an_error_or_the_cpus_work";
    if scarce::is_counted() && !is_apart(name) {
        return;
    }
    let batch = mixed(4097);
    let expected = on_cpu(&batch);
    for policy in [OnGpuFailure::Error, OnGpuFailure::CpuTakesOver] {
        let mut scarce = Scarce::open();
        let service = on(&scarce.device, &scarce.queue).on_gpu_failure(policy).build().unwrap();
        if scarce.is_counted() {
            scarce.take_all();
        }
        let (mut scene, _) = filled(&service, &batch);
        let list = scene.pair_list(&batch.pairs).unwrap();
        for _ in 0..2 {
            let failure = match scene.verdicts(&list) {
                Err(SceneError::Gpu(error)) if policy == OnGpuFailure::Error => Some(error),
                Ok(verdicts) => {
                    assert_eq!(*verdicts, expected);
                    verdicts.gpu_failure().cloned()
                }
                Err(other) => panic!("{other:?}"),
            };
            let exhausted = matches!(failure, Some(GpuError::OutOfMemory(_)));
            assert_eq!(exhausted, scarce.is_counted(), "{failure:?}");
            assert_eq!(service.state().gpu_failure, failure);
            assert_eq!(service.state().engine, Engine::Gpu);
        }
        scarce.give_back();
        let again = scene.verdicts(&list).unwrap();
        assert_eq!((again.gpu_failure(), &*again), (None, &*expected));
    }
}

/// Lists longer than a dispatch, or than a binding, are tested in slices; more frames than a
/// dispatch sees are refused.
#[test]
fn lists_are_cut_to_the_limits_of_a_dispatch() {
    let mut batch = Workload::Mixed.scene(200_000, seed());
    // As many as the lowered limits let a dispatch see.
    batch.frames.truncate(16_384);
    for pair in &mut batch.pairs {
        *pair = Pair::new(pair.a % 16_384, pair.b % 16_384);
    }
    let expected = on_cpu(&batch);
    let lowered =
        wgpu::Limits { max_storage_buffer_binding_size: 1 << 20, ..wgpu::Limits::default() };
    for (limits, most, sizes) in [
        (wgpu::Limits::default(), Some(1), [1, 4097, 1025, 20_000]),
        (wgpu::Limits::default(), Some(5000), [70_001, 5000, 4999, 10_240]),
        (lowered, None, [131_072, 131_073, 200_000, 63]),
    ] {
        let (device, queue) = callers_device(limits);
        let mut builder =
            on(&device, &queue).profile(true).max_frames_per_dispatch(batch.frames.len());
        if let Some(most) = most {
            builder = builder.max_pairs_per_dispatch(most);
        }
        let (mut scene, _) = filled(&builder.build().unwrap(), &batch);
        let mut list = scene.pair_list::<Pair>(&[]).unwrap();
        for size in sizes {
            scene.replace(&mut list, &batch.pairs[..size]).unwrap();
            assert!(
                *scene.verdicts(&list).unwrap() == expected[..size],
                "{size} pairs, {most:?} a dispatch"
            );
        }
        let full = scene.insert(batch.frames[0]);
        let limit = if most.is_some() { SceneLimit::Dispatch } else { SceneLimit::Device };
        assert_eq!(full, Err(InsertError::Full { slots: batch.frames.len(), limit }));
    }
}

/// All pairs of a list lie in one buffer.
#[test]
fn a_list_is_no_longer_than_a_buffer() {
    let size = 1 << 20;
    let (max_buffer_size, max_storage_buffer_binding_size) = (size, size);
    let limits = wgpu::Limits {
        max_buffer_size,
        max_storage_buffer_binding_size,
        ..wgpu::Limits::default()
    };
    let (device, queue) = callers_device(limits);
    let (mut scene, _) = filled(&on(&device, &queue).build().unwrap(), &mixed(65));
    let most = size as usize / 8;
    let refused = PairListError::TooLong { pairs: most + 1, most, limit: SceneLimit::Device };
    let mut list = scene.pair_list(&vec![Pair::new(0, 1); most]).unwrap();
    assert_eq!(scene.append(&mut list, &[Pair::new(0, 1)]), Err(refused));
    let verdicts = scene.verdicts(&list).unwrap();
    assert!(verdicts.len() == most && verdicts.iter().all(|verdict| *verdict == verdicts[0]));
}
