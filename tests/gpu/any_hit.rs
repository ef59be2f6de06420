//! Any hit on a GPU: one bit a group of pairs.

use crate::common::any_hit;
use crate::mixed;
use motzkin::bytemuck;
use motzkin::service::{AnyHits, OnGpuFailure};
use motzkin::{BatchError, CollisionService, Engine, Frame3, Pair};

fn every_question(service: &CollisionService) {
    any_hit::every_kind(service);
    any_hit::as_one_by_one(service);
    any_hit::faults_stay_in_their_groups(service);
    any_hit::senseless_groups_are_refused(service);
}

#[test]
fn groups_have_the_bits_of_their_pairs() {
    every_question(&CollisionService::new(Engine::Gpu).unwrap());
}

/// Groups end up in two dispatches and more, each of which has some of their pairs.
#[test]
fn dispatches_share_groups() {
    for most in [1000, 65] {
        let gpu = CollisionService::builder().engine(Engine::Gpu).max_pairs_per_dispatch(most);
        let gpu = gpu.build().unwrap();
        let cpu = CollisionService::new(Engine::Cpu).unwrap();
        let scene = mixed(4097);
        for step in [1, 7, 64, 333, 4097] {
            let mut starts: Vec<u32> = (0..4097).step_by(step).collect();
            // Empty ones among them, at the beginning and at the end.
            starts.extend([0, 65, 65, 1000, 4097, 4097]);
            starts.sort_unstable();
            let ask = |service: &CollisionService| -> AnyHits {
                service.query(&scene.frames, &scene.pairs).any_hit(&starts).run().unwrap()
            };
            let (found, want) = (ask(&gpu), ask(&cpu));
            assert_eq!(found.words(), want.words(), "{most} a dispatch, groups of {step}");
            let stats = found.stats();
            assert_eq!((stats.pairs, stats.undecided), (4097, stats.settled_gpu), "{stats:?}");
            assert!(stats.settled_gpu > 100, "{stats:?}");
        }
    }
}

/// Memory that holds a part of the pairs at a time, and is shared with queries for verdicts.
#[test]
fn memory_may_be_bounded() {
    let gpu = CollisionService::builder().engine(Engine::Gpu).gpu_memory(600_000);
    let gpu = gpu.build().unwrap();
    let cpu = CollisionService::new(Engine::Cpu).unwrap();
    let scene = mixed(20_000);
    let starts: Vec<u32> = (0..20_000).step_by(9).collect();
    let want = cpu.query(&scene.frames, &scene.pairs).any_hit(&starts).run().unwrap();
    let verdicts = cpu.verdicts(&scene.frames, &scene.pairs).unwrap();
    for _ in 0..2 {
        let found = gpu.query(&scene.frames, &scene.pairs).any_hit(&starts).run().unwrap();
        assert_eq!(found.words(), want.words());
        assert_eq!(*gpu.verdicts(&scene.frames, &scene.pairs).unwrap(), *verdicts);
    }
}

/// More undecided pairs than a dispatch lists: in groups that meet they do not matter, in others
/// the codes say which.
#[test]
fn undecided_pairs_that_are_not_listed_are_found() {
    let low = motzkin::glam::Vec3::ZERO;
    let cube = |x: f32| Frame3::aligned_box(low + x, low + x + 1.0).unwrap();
    let mut rows = *cube(0.0).rows();
    rows[0][0] = f32::NAN;
    let wrong: Frame3 = bytemuck::cast(rows);
    let frames = [cube(0.0), cube(0.5), cube(9.0), wrong];
    let gpu = CollisionService::new(Engine::Gpu).unwrap();
    for others in [1, 2] {
        // Three pairs of an invalid frame, and one that meets or one that does not.
        let four = [Pair::new(0, 3), Pair::new(3, 2), Pair::new(0, others), Pair::new(1, 3)];
        let pairs: Vec<Pair> = four.into_iter().cycle().take(4000).collect();
        let starts: Vec<u32> = (0..4000).step_by(4).collect();
        let found = gpu.query(&frames, &pairs).any_hit(&starts).run();
        if others == 1 {
            let found = found.unwrap();
            assert_eq!((found.count(), found.stats().undecided), (1000, 3000));
            continue;
        }
        let Err(BatchError::InvalidGroups { groups, faults, rest }) = found else {
            panic!("{found:?}")
        };
        assert_eq!((groups.len(), faults.len(), rest.count()), (3000, 3000, 0));
        let named = faults.iter().map(|fault| fault.pair);
        assert!(named.eq((0..4000).filter(|pair| pair % 4 != 2)));
    }
}

#[test]
fn a_cpu_takes_over_from_a_lost_device() {
    let (device, queue) = crate::callers_device(motzkin::wgpu::Limits::default());
    let builder = CollisionService::builder().device(device.clone(), queue);
    let gpu = builder.on_gpu_failure(OnGpuFailure::CpuTakesOver).build().unwrap();
    let cpu = CollisionService::new(Engine::Cpu).unwrap();
    let scene = mixed(1000);
    let starts: Vec<u32> = (0..1000).step_by(9).collect();
    let ask = |service: &CollisionService| {
        service.query(&scene.frames, &scene.pairs).any_hit(&starts).run().unwrap()
    };
    assert_eq!(ask(&gpu).gpu_failure(), None);
    device.destroy();
    let (found, want) = (ask(&gpu), ask(&cpu));
    assert_eq!((found.words(), found.stats()), (want.words(), want.stats()));
    assert!(found.gpu_failure().is_some());
}
