//! What scenes hold counts against the service's budget of GPU memory.

use crate::callers_device;
use crate::common::scene_model;
use crate::common::seed::goes_on;
use crate::hang::{is_software, while_busy};
use crate::{mixed, seed};
use motzkin::glam::Vec3;
use motzkin::gpu::{GpuError, OverBudget, Polling};
use motzkin::service::{InsertError, OnGpuFailure, PairListError, Scene, SceneError};
use motzkin::{CollisionService, Engine, Pair, Verdict, wgpu};
use motzkin_core::geom::Frame3;
use motzkin_lab::workload::Scene as Batch;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A service with a budget, and its device.
fn bounded(budget: u64, policy: OnGpuFailure) -> (wgpu::Device, CollisionService) {
    let (device, queue) = callers_device(wgpu::Limits::default());
    let service = bounded_on(&device, &queue, budget, policy);
    (device, service)
}

fn bounded_on(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    budget: u64,
    policy: OnGpuFailure,
) -> CollisionService {
    let builder =
        CollisionService::builder().device(device.clone(), queue.clone()).polling(Polling::Thread);
    let service = builder.gpu_memory(budget).on_gpu_failure(policy).build().unwrap();
    // What the pipelines' table was made from goes with the next submission.
    queue.submit([]);
    device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
    service
}

fn on_cpu(frames: &[Frame3], pairs: &[Pair]) -> Vec<Verdict> {
    CollisionService::new(Engine::Cpu).unwrap().verdicts(frames, pairs).unwrap().into_vec()
}

/// Frames of a batch, and pairs among the first of them.
fn among(batch: &Batch, frames: u32, pairs: usize) -> Vec<Pair> {
    let within = |pair: &Pair| Pair::new(pair.a % frames, pair.b % frames);
    batch.pairs.iter().map(within).take(pairs).collect()
}

#[test]
fn what_goes_beyond_the_budget_is_refused_and_changes_nothing() {
    let mut batch = mixed(40_000);
    batch.frames = batch.frames.iter().copied().cycle().take(40_000).collect();
    let budget = 2 << 20;
    let (_, service) = bounded(budget, OnGpuFailure::Error);
    let mut scene = service.scene();
    let all = scene.insert_all(&batch.frames).unwrap_err();
    let (place, fault) = all.faults[0];
    let InsertError::OverBudget(over) = fault else { panic!("{fault:?}") };
    assert!(over.needed > over.budget - over.used && over.budget == budget, "{over:?}");
    assert!(over.what.contains("frames") || over.what.contains("staging"), "{over:?}");
    // A frame, its filter and its id, and as much to upload it; some staging is cut in chunks.
    assert!((budget - budget / 8..=budget).contains(&(152 * place as u64)), "{place} frames");
    assert!(all.handles[place..].iter().all(Option::is_none));
    assert_eq!(scene.len(), place);

    // Nothing is left for a long list until the scene goes, whose frames hold the memory.
    let pairs = among(&batch, place as u32, 20_000);
    let refused = scene.pair_list(&pairs).unwrap_err();
    let PairListError::OverBudget(over) = refused else { panic!("{refused:?}") };
    assert!(over.needed > over.budget - over.used && over.budget == budget, "{over:?}");
    assert!(over.what.contains("pair list") || over.what.contains("staging"), "{over:?}");
    drop(scene);

    let mut scene = service.scene();
    let (frames, spare) = batch.frames[..6000].split_at(5000);
    let handles = scene.insert_all(frames).unwrap();
    let pairs = among(&batch, 5000, 20_000);
    let expected = on_cpu(frames, &pairs);
    let mut list = scene.pair_list(&pairs).unwrap();
    assert_eq!(*scene.verdicts(&list).unwrap(), expected);
    let memory = scene.memory();
    // Now a growth fails: in frames, then in pairs.
    let error = scene.insert_all(&batch.frames).unwrap_err();
    let kept = error.handles.iter().flatten().count();
    assert!(matches!(error.faults[0].1, InsertError::OverBudget(_)), "{error}");
    error.handles.iter().flatten().for_each(|&handle| scene.remove(handle).unwrap());
    println!("{kept} frames fitted in beside {}", frames.len());
    let long = among(&batch, 5000, 40_000).repeat(8);
    let error = scene.replace(&mut list, &long).unwrap_err();
    assert!(matches!(error, PairListError::OverBudget(_)), "{error}");
    assert_eq!(list.pairs(), pairs);
    assert_eq!((scene.len(), scene.memory().frames), (5000, memory.frames));
    // The scene goes on as it was.
    scene.set_frame(handles[0], spare[0]).unwrap();
    let changed: Vec<Frame3> =
        std::iter::once(spare[0]).chain(frames[1..].iter().copied()).collect();
    let expected = on_cpu(&changed, &pairs);
    for _ in 0..3 {
        assert_eq!(*scene.verdicts(&list).unwrap(), expected);
    }
    // Calls of the service's own are cut to what is left.
    let alone = on_cpu(&batch.frames, &batch.pairs);
    assert_eq!(*service.verdicts(&batch.frames, &batch.pairs).unwrap(), alone);
    assert_eq!(*scene.verdicts(&list).unwrap(), expected);
}

/// The list of candidates stays on the device, and the scene tells its bytes.
#[test]
fn the_candidates_of_collide_are_told() {
    let (_, service) = bounded(4 << 20, OnGpuFailure::Error);
    let mut scene = service.scene();
    let cube = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE).unwrap();
    scene.insert_all(&[cube; 100]).unwrap();
    assert_eq!(scene.memory().candidates, 0);
    assert_eq!(scene.collide().run().unwrap().len(), 4950);
    let told = scene.memory().candidates;
    assert!((8 * 4950..16 * 4950).contains(&told), "{told} bytes");
}

/// Staging and readback of submissions under way count; once they are taken, there is room again.
#[test]
fn submissions_under_way_hold_memory() {
    let batch = mixed(40_000);
    let (frames, pairs) = (&batch.frames[..5000], among(&batch, 5000, 40_000));
    let expected = on_cpu(frames, &pairs);
    for policy in [OnGpuFailure::Error, OnGpuFailure::CpuTakesOver] {
        let (device, queue) = callers_device(wgpu::Limits::default());
        let service = bounded_on(&device, &queue, 1_500_000, policy);
        let mut scene = service.scene();
        let handles = scene.insert_all(frames).unwrap();
        let list = scene.pair_list(&pairs).unwrap();
        let (mut refused, mut on_the_cpu) = (0, 0);
        let buffer = |scene: &Scene| scene.resident().unwrap().frames().cloned();
        // How soon a software driver is done is chance: it goes on until something was tight. A
        // real GPU is busy for seconds in each round, and something is tight in every one.
        let (mut rounds, least) = (0, if is_software(&device) { 30 } else { 1 });
        while goes_on(rounds, least, refused + on_the_cpu > 0) {
            rounds += 1;
            let mut under_way = Vec::new();
            // A real GPU is done with none of the first submissions before the last one is made.
            while_busy(&device, &queue, || {
                for _ in 0..3 {
                    scene.set_frames(&handles, frames).unwrap();
                    let (before, room) = (buffer(&scene), scene.memory().frames);
                    // Little by little; at times the buffers have to grow just as there is no
                    // staging.
                    let _ = scene.insert_all(&batch.frames[..5]);
                    match scene.submit(&list) {
                        Ok(ticket) => under_way.push(ticket),
                        Err(_) if scene.memory().frames != room || buffer(&scene) != before => {
                            panic!("a refused submission leaves other buffers behind");
                        }
                        Err(SceneError::Gpu(GpuError::OverBudget(OverBudget {
                            budget: 1_500_000,
                            ..
                        }))) => {
                            assert_eq!(policy, OnGpuFailure::Error);
                            refused += 1;
                        }
                        Err(other) => panic!("{other:?}"),
                    }
                }
            });
            assert!(!under_way.is_empty(), "the first has nothing beside it");
            for ticket in under_way {
                let verdicts = ticket.wait().unwrap().settle().unwrap();
                assert_eq!(*verdicts, expected);
                if let Some(failure) = verdicts.gpu_failure() {
                    assert!(matches!(failure, GpuError::OverBudget(_)), "{failure:?}");
                    on_the_cpu += 1;
                }
            }
        }
        println!("{policy:?}: {refused} refused, {on_the_cpu} on the CPU");
        assert!(refused + on_the_cpu > 0, "nothing was ever tight");
        assert_eq!(service.state().engine, Engine::Gpu);
    }
}

/// Says so when it goes, however that happens.
struct Ended<'a>(&'a AtomicBool);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// The allocations that the device itself reports while `work` runs: the most at any time, less
/// those before.
fn peak_during(device: &wgpu::Device, work: impl FnOnce()) -> u64 {
    let allocated = || {
        let report = device.generate_allocator_report().expect("Vulkan reports its allocations");
        report.allocations.iter().map(|allocation| allocation.size).sum::<u64>()
    };
    let before = allocated();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            let mut peak = 0;
            while !done.load(Ordering::SeqCst) {
                peak = peak.max(allocated());
                std::thread::yield_now();
            }
            peak
        });
        let ended = Ended(&done);
        work();
        drop(ended);
        watch.join().unwrap() - before
    })
}

/// What a driver adds to buffers: lavapipe rounds each up to 64 bytes.
const ROUNDING: u64 = 64 * 100;

#[test]
fn a_model_scene_stays_within_its_budget() {
    let budget = 60_000;
    let (device, service) = bounded(budget, OnGpuFailure::CpuTakesOver);
    let peak = peak_during(&device, || {
        let (submissions, hits) =
            scene_model::run(&service, "scene within a budget", 2500, (60, 300));
        assert!(submissions > 60 && hits > 300, "{submissions}, {hits}");
    });
    println!("{peak} bytes of {budget}");
    assert!(peak > budget / 8 && peak <= budget + ROUNDING, "{peak} bytes of {budget}");
    assert_eq!(service.state().engine, Engine::Gpu);
}

/// Scenes that grow and shrink, whose tickets are dropped half of the time, beside batches of the
/// service's own.
#[test]
fn scenes_and_batches_share_a_budget() {
    let budget = 1_500_000;
    let (device, service) = bounded(budget, OnGpuFailure::CpuTakesOver);
    let batch = mixed(30_000);
    let whole = on_cpu(&batch.frames, &batch.pairs);
    let mut rng = fastrand::Rng::with_seed(seed());
    let (done, mut answers, mut refused) = (AtomicBool::new(false), [0, 0], 0);
    let peak = peak_during(&device, || {
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Ordering::SeqCst) {
                    assert!(*service.verdicts(&batch.frames, &batch.pairs).unwrap() == whole);
                    // A batch takes what is left; scenes get their turn between two.
                    std::thread::sleep(Duration::from_millis(20));
                }
            });
            let _ended = Ended(&done);
            let start = Instant::now();
            while answers[0] < 20 {
                assert!(
                    start.elapsed() < Duration::from_secs(60),
                    "{answers:?}, {refused} refused"
                );
                let mut scene = service.scene();
                let count = rng.u32(1..4000);
                // What a batch holds at the moment is missing here.
                let Ok(handles) = scene.insert_all(&batch.frames[..count as usize]) else {
                    refused += 1;
                    continue;
                };
                let pairs = among(&batch, count, 30_000);
                let expected = on_cpu(&batch.frames[..count as usize], &pairs);
                let mut list = scene.pair_list::<Pair>(&[]).unwrap();
                for _ in 0..rng.u32(1..8) {
                    let size = rng.usize(..pairs.len());
                    if scene.replace(&mut list, &pairs[..size]).is_err() {
                        refused += 1;
                        continue;
                    }
                    scene.set_frames(&handles, &batch.frames[..count as usize]).unwrap();
                    let ticket = scene.submit(&list).unwrap();
                    if rng.bool() {
                        let verdicts = ticket.wait().unwrap().settle().unwrap();
                        answers[usize::from(verdicts.gpu_failure().is_some())] += 1;
                        assert!(*verdicts == expected[..size]);
                    }
                }
            }
        });
    });
    println!("{peak} bytes of {budget}; {answers:?} answers of GPU and CPU, {refused} refused");
    assert!(peak > budget / 2 && peak <= budget + ROUNDING, "{peak} bytes of {budget}");
    assert_eq!(service.state().engine, Engine::Gpu);
}

/// The memory of a scene's buffers counts as free once the scene has made others, or is gone: no
/// list keeps them.
#[test]
fn lists_let_go_of_buffers_that_are_replaced() {
    let budget = 8 << 20;
    let (device, service) = bounded(budget, OnGpuFailure::Error);
    let batch = mixed(30_000);
    let frames: Vec<Frame3> = batch.frames.iter().copied().cycle().take(20_000).collect();
    let pairs = among(&batch, 100, 65);
    let expected = on_cpu(&frames, &pairs);
    let peak = peak_during(&device, || {
        let mut lists = Vec::new();
        for _ in 0..10 {
            let mut scene = service.scene();
            scene.insert_all(&frames).unwrap();
            lists.push(scene.pair_list(&pairs).unwrap());
            assert_eq!(*scene.verdicts(&lists[lists.len() - 1]).unwrap(), *expected);
        }
        let mut scene = service.scene();
        for some in frames.chunks(1000) {
            scene.insert_all(some).unwrap();
            lists.push(scene.pair_list(&pairs).unwrap());
            assert_eq!(*scene.verdicts(&lists[lists.len() - 1]).unwrap(), *expected);
        }
    });
    println!("{peak} bytes of {budget}");
    assert!(peak > budget / 8 && peak <= budget + ROUNDING, "{peak} bytes of {budget}");
}
