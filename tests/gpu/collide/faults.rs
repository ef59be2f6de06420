//! Frames that are not valid, options that do not fit, and devices that fail.

use super::{cpu, frames, gpu, services, spread};
use crate::callers_device;
use crate::common::seed::rng;
use motzkin::broad::BroadError;
use motzkin::bytemuck;
use motzkin::gpu::{GpuError, Polling};
use motzkin::service::{CollideError, OnGpuFailure};
use motzkin::wgpu;
use motzkin::{BatchError, CollisionService, Engine, Filter, Frame3, PolytopeSet};
use rayon::prelude::*;
use std::time::Duration;

/// Frames that a device cannot tell from others are named too: flat ones.
#[test]
fn invalid_frames_are_named() {
    let mut rng = rng("collide on a GPU, invalid");
    let good = frames(&mut rng, 900, 8);
    let mut bad = good.clone();
    for (place, lane, value) in [(3, 4, f32::NAN), (500, 3, 7.0), (899, 0, f32::INFINITY)] {
        let mut floats: [f32; 16] = bytemuck::cast(bad[place]);
        floats[lane] = value;
        bad[place] = bytemuck::cast(floats);
    }
    let mut flat: [f32; 16] = bytemuck::cast(bad[77]);
    // Two equal edges or two equal vertices: an edge of zeros may be a vertex at the origin.
    flat.copy_within(8..11, 4);
    bad[77] = bytemuck::cast(flat);
    let named = |error: CollideError| match error {
        CollideError::InvalidFrames { faults, rest } => (faults, rest),
        other => panic!("{other}"),
    };
    for (name, service) in services() {
        let want = named(cpu().collide(&bad).run().unwrap_err());
        assert!(want.0.len() == 4 && want.1.len() > 300);
        let found = named(service.collide(&bad).run().unwrap_err());
        // A NaN is not equal to itself.
        assert_eq!(format!("{:?}", found.0), format!("{:?}", want.0), "{name}");
        assert_eq!(found.1, want.1, "{name}");
        let want = named(cpu().collide_between(&good[..40], &bad).run().unwrap_err());
        let found = named(service.collide_between(&good[..40], &bad).run().unwrap_err());
        assert_eq!(format!("{found:?}"), format!("{want:?}"), "{name}");
    }
}

#[test]
fn options_that_do_not_fit_are_named() {
    let service = gpu().build().unwrap();
    let frames = frames(&mut rng("collide on a GPU, misfits"), 9, 3);
    let found = service.collide(&frames).filters(&[Filter::ALL; 8]).run();
    assert!(matches!(found, Err(CollideError::Broad(BroadError::Length { found: 8, .. }))));
    let found = service.collide_between(&frames, &frames).other_filters(&[Filter::ALL; 8]).run();
    assert!(matches!(found, Err(CollideError::Broad(BroadError::Length { found: 8, .. }))));
    for starts in [&[0, 5, 4][..], &[1], &[], &[0, 10]] {
        let found = service.collide(&frames).worlds(starts).run();
        assert!(matches!(found, Err(CollideError::Broad(BroadError::Worlds { .. }))), "{starts:?}");
    }
    let found = service.collide_between(&frames, &frames).worlds(&[0, 4]).run();
    assert!(matches!(found, Err(CollideError::Broad(BroadError::WorldCount { .. }))));
    let found = service.collide(&frames).within(-1.0).run();
    assert!(matches!(found, Err(CollideError::Batch(BatchError::InvalidMargin(_)))));
}

/// What the device does not do, and what it has no memory for, is found on the CPU.
#[test]
fn what_the_device_leaves_to_the_cpu() {
    let frames = frames(&mut rng("collide on a GPU, left"), 3000, spread(3000));
    let want = cpu().collide(&frames).run().unwrap();
    let builder = gpu().profile(true);
    for builder in
        [builder.clone().gpu_memory(200_000), builder.clone().max_frames_per_dispatch(99)]
    {
        let found = builder.build().unwrap().collide(&frames).run().unwrap();
        assert_eq!(*found, *want);
        let times = found.stats().times.unwrap();
        assert!(times.boxes.is_none() && times.tree.is_some() && times.candidates.is_some());
    }
    let service = builder.build().unwrap();
    let found = service.collide(&frames).on_cpu().run().unwrap();
    assert!(*found == *want && found.stats().times.unwrap().boxes.is_none());
    let mut set = PolytopeSet::new();
    for frame in &frames[..100] {
        set.push_frame(frame).unwrap();
    }
    let found = service.collide(&set).run().unwrap();
    assert_eq!(*found, *cpu().collide(&set).run().unwrap());
}

/// The device is destroyed at some moment of calls in several portions: the CPU answers all of it.
#[test]
fn the_cpu_takes_over_at_random_moments() {
    let mut rng = rng("collide on a GPU, lost");
    let frames: Vec<Frame3> = frames(&mut rng, 3000, 12);
    let whole = cpu().collide(&frames).run().unwrap();
    let mut on_device = 0;
    for round in 0..8 {
        let (device, queue) = callers_device(wgpu::Limits::default());
        let polling = if round % 2 == 0 { Polling::Caller } else { Polling::Thread };
        let builder = CollisionService::builder().device(device.clone(), queue).polling(polling);
        let builder = builder.max_pairs_per_dispatch(900);
        let service = builder.on_gpu_failure(OnGpuFailure::CpuTakesOver).build().unwrap();
        let pause = Duration::from_micros(rng.u64(0..400_000));
        std::thread::scope(|scope| {
            let thread = scope.spawn(|| {
                let mut answers = 0;
                loop {
                    let found = service.collide(&frames).run().unwrap();
                    assert_eq!(*found, *whole);
                    match found.gpu_failure() {
                        None => answers += 1,
                        Some(GpuError::DeviceLost(_)) => return answers,
                        Some(other) => panic!("{other:?}"),
                    }
                }
            });
            std::thread::sleep(pause);
            device.destroy();
            on_device += thread.join().unwrap();
        });
        assert_eq!(service.state().engine, Engine::Cpu);
    }
    println!("{on_device} answers of a device");
}

#[test]
fn failures_are_typed() {
    let (device, queue) = callers_device(wgpu::Limits::default());
    let service = CollisionService::builder().device(device.clone(), queue).build().unwrap();
    let frames = frames(&mut rng("collide on a GPU, typed"), 500, 8);
    assert_eq!(*service.collide(&frames).run().unwrap(), *cpu().collide(&frames).run().unwrap());
    device.destroy();
    let error = service.collide(&frames).run().unwrap_err();
    assert!(
        matches!(&error, CollideError::Batch(BatchError::Gpu(GpuError::DeviceLost(_)))),
        "{error:?}"
    );
    // Where nobody polls, no answer is in time, however fast the device is.
    let (device, queue) = callers_device(wgpu::Limits::default());
    let late = CollisionService::builder().device(device, queue).timeout(Duration::ZERO);
    let unpolled = |service: CollisionService| pollster::block_on(service.collide(&frames));
    let error = unpolled(late.clone().build().unwrap()).unwrap_err();
    assert!(
        matches!(&error, CollideError::Batch(BatchError::Gpu(GpuError::Timeout(_)))),
        "{error:?}"
    );
    let found = unpolled(late.on_gpu_failure(OnGpuFailure::CpuTakesOver).build().unwrap()).unwrap();
    assert_eq!(*found, *cpu().collide(&frames).run().unwrap());
    assert_eq!(found.gpu_failure(), Some(&GpuError::Timeout(Duration::ZERO)));
}

/// A thread that waits for others helps out with another call, which waits for the memory.
#[test]
fn calls_of_one_pool_take_turns_at_the_memory() {
    // A call that waits for itself waits as long. Where other programs use the GPU, two seconds
    // were not enough for one that waits for its turn.
    let timeout = Duration::from_secs(30);
    let service = gpu().gpu_memory(1_000_000).timeout(timeout).build().unwrap();
    let mut rng = rng("collide on a GPU, in a pool");
    let sets: Vec<Vec<Frame3>> = (0..64).map(|_| frames(&mut rng, 400, 8)).collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let found: Vec<_> = pool
        .install(|| sets.par_iter().map(|set| service.collide(set).within(0.5).run()).collect());
    let cpu = cpu();
    for (set, found) in sets.iter().zip(found) {
        assert_eq!(*found.unwrap(), *cpu.collide(set).within(0.5).run().unwrap());
    }
}
