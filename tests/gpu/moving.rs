//! Moving pairs: the shaders against the oracle and beside the CPU's kernels, in batches of every
//! kind.

use crate::common::compare::demand;
use crate::common::moving::{drawn, hard};
use crate::rig::{Bench, Plan, Rig};
use crate::{mixed, runner, seed, with_code};
use motzkin::gpu::{BatchOptions, FrameList, Pairs, RawBatch, RunnerShapes};
use motzkin::{CollisionService, Engine, Verdict, glam::Vec3};
use motzkin_core::kernel::SimdLevel;
use motzkin_core::verdict::RawCode;
use motzkin_core::{Frame as _, Moving, Resting, Source};
use motzkin_lab::workload::{Scene, Workload};

fn raw(scene: &Scene) -> RawBatch {
    pollster::block_on(
        runner().codes(RunnerShapes::Moving(FrameList::one(&scene.frames)), &scene.pairs),
    )
    .unwrap()
}

/// A scene whose frames move, every third along one of its own edges.
fn in_motion(mut scene: Scene) -> Scene {
    let mut rng = fastrand::Rng::with_seed(seed());
    for (i, frame) in scene.frames.iter_mut().enumerate() {
        let own = frame.row(1) * (rng.f32() - 0.5);
        let any = Vec3::from_array([0.0; 3].map(|_| rng.f32() * 2.0 - 1.0));
        *frame = frame.with_velocity(if i % 3 == 0 { own } else { any }).unwrap();
    }
    scene
}

#[test]
fn certain_moving_codes_are_the_oracles() {
    for scene in [hard(), drawn()] {
        let answer =
            runner().codes(RunnerShapes::Moving(FrameList::one(&scene.frames)), &scene.pairs);
        let batch = pollster::block_on(answer).unwrap();
        demand(scene.compare_codes("gpu", &batch.codes));
        assert_eq!(batch.undecided, with_code(&batch.codes, RawCode::UNDECIDED));
        for size in [0, 1, 63, 65] {
            let part = scene.picked("cut", &(0..size).collect::<Vec<_>>());
            let batch = pollster::block_on(
                runner().codes(RunnerShapes::Moving(FrameList::one(&part.frames)), &part.pairs),
            )
            .unwrap();
            demand(part.compare_codes("gpu", &batch.codes));
        }
    }
}

/// As for resting pairs: more than a few that differ would mean that the shaders are no twins.
#[test]
fn undecided_moving_pairs_are_nearly_those_of_the_cpu() {
    for workload in [
        Workload::Boxes,
        Workload::Aligned,
        Workload::EquallyTurned,
        Workload::BoxTetra,
        Workload::Tetras,
        Workload::Mixed,
    ] {
        let scene = in_motion(workload.scene(10_000, seed()));
        let cpu = motzkin_core::geom::Frame3::codes::<Moving>(
            Source::Indexed { frames: &scene.frames, pairs: &scene.pairs },
            SimdLevel::Scalar,
        );
        let gpu = raw(&scene).codes;
        let undecided = with_code(&cpu, RawCode::UNDECIDED).len();
        let differing = cpu.iter().zip(&gpu).filter(|(cpu, gpu)| cpu != gpu).count();
        println!("{}: {differing} differ, {undecided} undecided", workload.name());
        assert!(differing <= 4 + undecided / 50, "{}: {differing}, {undecided}", workload.name());
        assert!(with_code(&gpu, RawCode::OVERLAPPING).len() > 300);
    }
}

/// The service settles what the shaders leave: every verdict is the oracle's.
#[test]
fn the_service_answers_moving_pairs_on_the_gpu() {
    let mut builder = CollisionService::builder().engine(Engine::Gpu).max_pairs_per_dispatch(777);
    if let Ok(name) = std::env::var("MOTZKIN_ADAPTER") {
        builder = builder.adapter(name);
    }
    let service = builder.build().expect("an adapter");
    for scene in [hard(), drawn()] {
        let verdicts =
            service.query(&scene.frames, &scene.pairs).moving().run().unwrap().into_verdicts();
        assert!(verdicts.iter().zip(&scene.truth).all(|(found, truth)| *found == truth.verdict));
        assert_eq!(verdicts.gpu_failure(), None);
        let stats = verdicts.stats();
        assert!(stats.undecided < stats.pairs, "{stats:?}");
    }
}

/// Codes, hits and records in the caller's encoder, the number of pairs on the GPU; the records
/// settle as moving.
#[test]
fn recorded_batches_may_move() {
    let rig = Rig::new();
    let options = BatchOptions { moving: true, ..BatchOptions::default() };
    let bench = Bench::new(&rig, in_motion(mixed(4097)), Plan { options, ..Plan::default() });
    let mut encoder = rig.encoder();
    let taken = [4097, 0, 65, 4096].map(|pairs| {
        bench.batch.record(&mut encoder, pairs).unwrap();
        let direct = bench.take(&rig, &mut encoder);
        let number = rig.filled(&[pairs], motzkin::wgpu::BufferUsages::COPY_SRC);
        encoder.copy_buffer_to_buffer(&number, 0, &bench.count, 0, 4);
        bench.batch.record(&mut encoder, Pairs::Indirect).unwrap();
        (pairs, direct, bench.take(&rig, &mut encoder))
    });
    rig.submit(encoder);
    for (pairs, direct, indirect) in taken {
        let codes = bench.check(&rig, &direct, pairs);
        assert_eq!(codes, bench.check(&rig, &indirect, pairs));
    }
}

/// A record carries the velocities that it needs.
#[test]
fn records_of_moving_pairs_settle_as_moving() {
    let service = CollisionService::new(Engine::Cpu).unwrap();
    let scene = hard();
    let frame = |i: u32| scene.frames[i as usize];
    let record = |(i, pair): (usize, &motzkin::Pair)| {
        let (frame_a, frame_b) = (frame(pair.a), frame(pair.b));
        let motzkin::Pair { a, b } = *pair;
        motzkin::gpu::layout::UndecidedRecord { pair: i as u32, a, b, missing: 0, frame_a, frame_b }
    };
    let records: Vec<_> = scene.pairs.iter().enumerate().map(record).collect();
    let settled = service.settle(&records, Moving);
    assert!(
        settled.iter().zip(&scene.truth).all(|(found, truth)| found.verdict == Ok(truth.verdict))
    );
    let resting = service.settle(&records, Resting);
    assert!(
        settled.iter().zip(&resting).any(|(moving, resting)| moving.verdict != resting.verdict)
    );
    assert!(settled.iter().any(|found| found.verdict == Ok(Verdict::Touching)));
}
