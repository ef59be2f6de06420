//! What a broad phase refuses, the devices that it takes, and its times.

use super::scenes;
use crate::common::gpu::broad::{Bench, Plan};
use crate::common::seed::rng;
use crate::rig::{Rig, STORAGE};
use motzkin::gpu::{
    BroadPhase, BroadPhaseBuffers, BroadPhaseInput, BroadPhaseOptions, BufferError, BufferName,
    RecordError, RecordTarget, ShapeCount, StageTimer,
};
use motzkin::{Pair, wgpu};
use std::collections::HashSet;
use std::time::Duration;

#[test]
fn what_does_not_fit_is_refused() {
    let rig = Rig::new();
    let [shapes, pairs, header] = [640, 800, 32].map(|size| rig.empty(size, STORAGE));
    let plain = BroadPhaseBuffers::new(
        BroadPhaseInput::Frames(shapes.slice(..)),
        pairs.slice(..),
        header.slice(..),
    );
    let made = |buffers: BroadPhaseBuffers<'_>, margin: f32| {
        let options = BroadPhaseOptions { margin, ..Default::default() };
        rig.pipelines.broad_phase(&rig.device, &buffers, &options)
    };
    for margin in [-1.0, f32::NAN, f32::INFINITY] {
        assert_eq!(made(plain, margin).unwrap_err(), BufferError::Margin);
    }
    let few = rig.empty(76, STORAGE);
    let (filters, worlds) = (Some(few.slice(..)), Some(few.slice(..36)));
    let size = BufferError::TooSmall { buffer: BufferName::Filters, size: 76, needed: 80 };
    assert_eq!(made(BroadPhaseBuffers { filters, ..plain }, 0.0).unwrap_err(), size);
    let size = BufferError::TooSmall { buffer: BufferName::Worlds, size: 36, needed: 40 };
    assert_eq!(made(BroadPhaseBuffers { worlds, ..plain }, 0.0).unwrap_err(), size);
    let both = BroadPhaseBuffers { pairs: shapes.slice(..), ..plain };
    let (written, read) = (BufferName::Pairs, BufferName::Shapes);
    assert_eq!(made(both, 0.0).unwrap_err(), BufferError::ReadAndWritten { written, read });
    let unused = rig.empty(640, wgpu::BufferUsages::COPY_SRC);
    let input = BroadPhaseBuffers { shapes: BroadPhaseInput::Frames(unused.slice(..)), ..plain };
    let refused = made(input, 0.0).unwrap_err();
    assert!(matches!(refused, BufferError::MissingUsage { buffer: BufferName::Shapes, .. }));

    let broad = made(plain, 0.0).unwrap();
    assert_eq!((broad.shape_capacity(), broad.pair_capacity()), (10, 100));
    let mut encoder = rig.encoder();
    let refused = RecordError::TooManyShapes { shapes: 11, capacity: 10 };
    assert_eq!(broad.record(&mut encoder, 11), Err(refused));
    assert_eq!(broad.record(&mut encoder, ShapeCount::Indirect), Err(RecordError::NoCount));
}

/// On a device that offers WebGPU's defaults and nothing more, but for shorter rows of workgroups:
/// more than a row, and more than a slice of the tree. Brute force would take too long: neighbours
/// in a wall are known.
#[test]
fn the_least_device_pairs_more_shapes_than_a_slice() {
    let rig = Rig::with_limits(|limits| limits.max_compute_workgroups_per_dimension = 1024);
    let side = 520_u32;
    let count = side * side;
    let plan = Plan { capacity: Some(4 * count), ..Plan::default() };
    let bench = Bench::new(&rig, scenes::wall(count as usize), plan);
    let mut encoder = rig.encoder();
    bench.broad.record(&mut encoder, count).unwrap();
    let taken = bench.take(&rig, &mut encoder);
    bench.broad.record(&mut encoder, ShapeCount::Indirect).unwrap();
    let counted = bench.take(&rig, &mut encoder);
    rig.submit(encoder);
    let listed = bench.read(&rig, &taken);
    assert_eq!(listed, bench.read(&rig, &counted));
    let neighbours = 2 * side * (side - 1) + 2 * (side - 1) * (side - 1);
    assert_eq!((listed.header.found, listed.header.listed), (neighbours, neighbours));
    let set: HashSet<Pair> = listed.pairs.iter().copied().collect();
    assert_eq!(set.len(), listed.pairs.len(), "a pair is listed twice");
    for pair in set {
        let apart = |a: u32, b: u32| a.abs_diff(b) <= 1;
        let near = apart(pair.a % side, pair.b % side) && apart(pair.a / side, pair.b / side);
        assert!(near && pair.a < pair.b && pair.b < count, "{pair:?}");
    }
}

#[test]
fn a_recording_can_be_timed() {
    let gpu = crate::device();
    let timer = StageTimer::new(&gpu.device, &gpu.queue, BroadPhase::PASSES).unwrap();
    let rig = Rig::on(gpu);
    let Some(timer) = timer else { return println!("unavailable: no timestamps") };
    let mut rng = rng("broad phase, times");
    let bench = Bench::new(&rig, scenes::uniform(&mut rng, 4097), Plan::default());
    let readback = rig.empty(timer.bytes(), STORAGE);
    let mut encoder = rig.encoder();
    let late = RecordTarget::Timed { encoder: &mut encoder, timer: &timer, first: 1 };
    let (needed, passes) = (BroadPhase::PASSES, timer.passes());
    let refused = RecordError::TimerTooSmall { first: 1, needed, passes };
    assert_eq!(bench.broad.record(late, 4097), Err(refused));
    let target = RecordTarget::Timed { encoder: &mut encoder, timer: &timer, first: 0 };
    bench.broad.record(target, 4097).unwrap();
    timer.resolve(&mut encoder, &readback, 0);
    let times = rig.snapshot(&mut encoder, &readback);
    rig.submit(encoder);
    let words = rig.words(&times);
    let times: Vec<Duration> = timer.durations(motzkin::bytemuck::cast_slice(&words)).collect();
    assert!(times.len() == 4 && times.iter().all(|&time| time > Duration::ZERO), "{times:?}");
}
