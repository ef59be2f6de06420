//! Scenes that stay on the GPU.

use crate::common::scene_model;
use crate::{choice, device, seed};
use motzkin::geom::{Filter, Frame3};
use motzkin::glam::{Quat, Vec3};
use motzkin::gpu::{AdapterChoice, FrameArrays, Headless, ResidentFrames, UploadBelt};
use motzkin::service::{Scene, SceneError};
use motzkin::workload::Workload;
use motzkin::{CollisionService, Engine, Pair, wgpu};
use std::time::{Duration, Instant};

fn service() -> CollisionService {
    let builder = CollisionService::builder().engine(Engine::Gpu);
    let builder = match choice() {
        AdapterChoice::Named(name) => builder.adapter(name),
        _ => builder,
    };
    builder.build().unwrap_or_else(|error| panic!("{error}"))
}

fn cube(x: f32) -> Frame3 {
    Frame3::aligned_box(Vec3::splat(x), Vec3::splat(x + 1.0)).unwrap()
}

/// A scene of a workload, its pairs and their exact verdicts.
fn resident(service: &CollisionService, frames: &[Frame3]) -> Scene {
    let mut scene = service.scene();
    let handles = scene.insert_all(frames).unwrap();
    assert!(handles.iter().enumerate().all(|(i, handle)| handle.slot() as usize == i));
    scene
}

#[test]
fn a_scene_does_what_a_naive_model_does() {
    let (submissions, hits) = scene_model::run(&service(), "scene on a GPU", 4000);
    assert!(submissions > 100 && hits > 500, "{submissions}, {hits}");
}

#[test]
fn lists_of_any_size_answer_as_the_cpu_does() {
    let batch = Workload::Mixed.scene(5000, seed());
    let expected = CollisionService::new(Engine::Cpu).unwrap().verdicts(&batch.frames, &batch.pairs).unwrap();
    let mut scene = resident(&service(), &batch.frames);
    let mut list = scene.pair_list::<Pair>(&[]).unwrap();
    for size in [0, 1, 63, 64, 65, 4097, 2, 5000] {
        scene.replace(&mut list, &batch.pairs[..size]).unwrap();
        let raw = scene.submit(&list).unwrap().wait().unwrap();
        assert_eq!(raw.stats().pairs, size);
        assert_eq!(*raw.settle().unwrap(), expected[..size], "{size} pairs");
    }
}

/// Frame n+1 is changed, and submitted, while n is under way; and settled only after.
#[test]
fn submissions_see_their_own_frames() {
    let batch = Workload::TouchingGrid.scene(3000, seed());
    let cpu = CollisionService::new(Engine::Cpu).unwrap();
    let mut scene = resident(&service(), &batch.frames);
    let handles: Vec<_> = (0..batch.frames.len() as u32).map(|slot| scene.handle_at(slot).unwrap()).collect();
    let list = scene.pair_list(&batch.pairs).unwrap();
    let mut frames = batch.frames.clone();
    let mut under_way = std::collections::VecDeque::new();
    for step in 0..10_usize {
        let expected = cpu.verdicts(&frames, &batch.pairs).unwrap();
        under_way.push_back((scene.submit(&list).unwrap(), expected));
        for (i, frame) in frames.iter_mut().enumerate().skip(step % 3).step_by(3) {
            let shift = Vec3::new((i % 5) as f32 * 0.25, 0.0, step as f32 * 0.5);
            *frame = batch.frames[i].posed(Quat::IDENTITY, shift).unwrap();
        }
        scene.update_all(&handles, &frames).unwrap();
        if under_way.len() == 3 {
            let (ticket, expected) = under_way.pop_front().unwrap();
            let verdicts = ticket.wait().unwrap().settle().unwrap();
            assert_eq!(*verdicts, *expected, "step {step}");
            assert!(verdicts.stats().undecided > 100, "{:?}", verdicts.stats());
        }
    }
}

/// Only what changed travels: whole rows, and 16 bytes more for each where they lie scattered.
#[test]
fn only_changes_are_uploaded() {
    let batch = Workload::Mixed.scene(4097, seed());
    let count = batch.frames.len() as u64;
    let mut scene = resident(&service(), &batch.frames);
    let handle = |scene: &Scene, slot: u64| scene.handle_at(slot as u32).unwrap();
    let mut list = scene.pair_list(&batch.pairs).unwrap();
    let uploaded = |scene: &mut Scene, list: &_| {
        let ticket = scene.submit(list).unwrap();
        let stats = ticket.stats();
        assert_eq!(stats.read_back, batch.pairs.len().div_ceil(16) as u64 * 4);
        ticket.wait().unwrap();
        stats.uploaded
    };
    assert_eq!(uploaded(&mut scene, &list), count * (64 + 12) + 8 * 4097);
    assert_eq!(uploaded(&mut scene, &list), 0);
    let one = handle(&scene, 70);
    scene.set_pose(one, Quat::IDENTITY, Vec3::ONE).unwrap();
    scene.set_id(one, 9).unwrap();
    assert_eq!(uploaded(&mut scene, &list), 64 + 4);
    scene.set_filter(one, Filter::NONE).unwrap();
    assert_eq!(uploaded(&mut scene, &list), 8);
    // A few runs are copied; many travel side by side, with 16 bytes more each and a head.
    for (step, row, head) in [(20, 64, 0), (5, 80, 1)] {
        let some: Vec<_> = (0..count).step_by(step).map(|slot| handle(&scene, slot)).collect();
        assert_eq!(some.len() > 64, head == 1, "{count} frames");
        for &handle in &some {
            scene.set_pose(handle, Quat::IDENTITY, Vec3::X).unwrap();
        }
        assert_eq!(uploaded(&mut scene, &list), row * (some.len() as u64 + head));
    }
    for slot in 0..count {
        let handle = handle(&scene, slot);
        scene.set_pose(handle, Quat::IDENTITY, Vec3::X).unwrap();
    }
    assert_eq!(uploaded(&mut scene, &list), 64 * count);
    scene.append(&mut list, &batch.pairs[..0]).unwrap();
    assert_eq!(uploaded(&mut scene, &list), 0);
    scene.insert(cube(0.0)).unwrap();
    assert_eq!(uploaded(&mut scene, &list), 64 + 12);
}

#[test]
fn memory_is_as_documented_and_stays() {
    let batch = Workload::Mixed.scene(20_000, seed());
    let count = batch.frames.len() as u64;
    let mut scene = resident(&service(), &batch.frames);
    let handles: Vec<_> = (0..count as u32).map(|slot| scene.handle_at(slot).unwrap()).collect();
    let list = scene.pair_list(&batch.pairs).unwrap();
    let mut memory = None;
    for step in 0..20 {
        scene.update_all(&handles, &batch.frames).unwrap();
        let first = scene.submit(&list).unwrap();
        scene.update_all(&handles, &batch.frames).unwrap();
        scene.submit(&list).unwrap().wait().unwrap();
        first.wait().unwrap();
        let now = scene.memory();
        assert_eq!((now.frames, now.sides), (64 * count, 12 * count));
        if step > 5 {
            let before = memory.replace(now).unwrap_or(now);
            assert!(now.staging <= before.staging && now.readback == before.readback, "{now:?}, {before:?}");
            assert_eq!(now.readback, 2 * (20_000 / 4));
        }
    }
    // Eight bytes and two bits a pair, and the batch's own small buffers.
    assert!(
        (8 * 20_000 + 5_000..8 * 20_000 + 5_000 + 4096).contains(&list.gpu_bytes()),
        "{}",
        list.gpu_bytes()
    );
}

/// What a caller's own batch leaves undecided is settled exactly, and what cannot be settled is named.
#[test]
fn records_are_settled() {
    use crate::rig::{Rig, STORAGE};
    use motzkin::gpu::layout::{UndecidedRecord, undecided_size};
    use motzkin::gpu::{BatchBuffers, BatchOptions, read_list};
    use motzkin::service::RecordFault;
    let rig = Rig::new();
    let mut batch = Workload::TouchingGrid.scene(2000, seed());
    let expected = CollisionService::new(Engine::Cpu).unwrap().verdicts(&batch.frames, &batch.pairs).unwrap();
    let (known, nobody, flat) = (batch.pairs.len(), 99_999_999, batch.frames.len() as u32);
    batch.frames.push(motzkin::bytemuck::Zeroable::zeroed());
    batch.pairs.extend([Pair::new(0, nobody), Pair::new(flat, 0), Pair::new(0, flat)]);
    let count = batch.pairs.len() as u32;
    let (frames, pairs) = (rig.filled(&batch.frames, STORAGE), rig.filled(&batch.pairs, STORAGE));
    let list = rig.junk(undecided_size(count), STORAGE);
    let undecided = Some(list.slice(..));
    let buffers = BatchBuffers { undecided, ..BatchBuffers::new(frames.slice(..), pairs.slice(..)) };
    let recorded = rig.pipelines.batch(&rig.device, &buffers, &BatchOptions::default()).unwrap();
    let mut encoder = rig.encoder();
    recorded.record(&mut encoder, count).unwrap();
    let copy = rig.snapshot(&mut encoder, &list);
    rig.submit(encoder);
    let words = rig.words(&copy);
    let (header, records) = read_list::<UndecidedRecord>(motzkin::bytemuck::cast_slice(&words)).unwrap();
    assert_eq!(read_list::<UndecidedRecord>(&[0; 31]), None);
    assert_eq!(header.found as usize, records.len());
    let settled = CollisionService::new(Engine::Cpu).unwrap().settle_records(&records);
    assert!(settled.len() > 500, "{}", settled.len());
    let mut faults = Vec::new();
    for (record, settled) in records.iter().zip(&settled) {
        assert_eq!((settled.pair, settled.a, settled.b), (record.pair, record.a, record.b));
        match settled.verdict {
            Ok(verdict) => assert_eq!(verdict, expected[settled.pair as usize]),
            Err(fault) => faults.push((settled.pair as usize, fault)),
        }
    }
    let invalid = RecordFault::Invalid { frame: flat, error: motzkin::FrameError::Flat };
    let missing = RecordFault::Missing { frame: nobody };
    assert_eq!(faults, [(known, missing), (known + 1, invalid), (known + 2, invalid)]);
}

#[test]
fn tickets_are_dropped_and_the_scene_goes_on() {
    let batch = Workload::Mixed.scene(65, seed());
    let mut scene = resident(&service(), &batch.frames);
    let list = scene.pair_list(&batch.pairs).unwrap();
    let expected = scene.verdicts(&list).unwrap();
    for _ in 0..10 {
        drop(scene.submit(&list).unwrap());
        drop(scene.verdicts_async(&list));
        let mut hasty = scene.submit(&list).unwrap();
        match hasty.wait_for(Duration::ZERO) {
            Ok(raw) => assert_eq!(*raw.settle().unwrap(), *expected),
            Err(SceneError::Timeout(Duration::ZERO)) => {
                assert_eq!(*hasty.wait().unwrap().settle().unwrap(), *expected);
            }
            Err(other) => panic!("{other}"),
        }
    }
    let last = scene.submit(&list).unwrap();
    let start = Instant::now();
    drop((scene, list));
    assert_eq!(*last.wait().unwrap().settle().unwrap(), *expected);
    assert!(start.elapsed() < Duration::from_secs(5));
}

/// Resident frames as an embedder uses them: own device, own encoder, own arrays; growth, scattered rows and all.
#[test]
fn an_embedders_buffers_follow_its_arrays() {
    let Headless { device, queue, .. } = device();
    let mut rng = fastrand::Rng::with_seed(seed());
    let mut belt = UploadBelt::new(&device, 4096);
    let mut resident = ResidentFrames::new(&device);
    let (mut frames, mut filters, mut ids) = (Vec::new(), Vec::new(), Vec::<u32>::new());
    let mut generations = std::collections::BTreeSet::new();
    for step in 0..30_usize {
        let more = [0, 1, 63, 65, 700][step % 5];
        for _ in 0..more {
            frames.push(scene_model::frame(&mut rng));
            filters.push(Filter { group: rng.u32(..), mask: rng.u32(..) });
            ids.push(rng.u32(..));
        }
        let changes = if step % 3 == 0 { 300 } else { 5 };
        for _ in 0..changes {
            let Some(row) = frames.len().checked_sub(1).map(|last| rng.usize(..=last)) else { break };
            match rng.u32(..4) {
                0 => filters[row].mask = rng.u32(..),
                1 => ids[row] = rng.u32(..),
                _ => frames[row] = scene_model::frame(&mut rng),
            }
            resident.touch_frame(row);
            resident.touch_filter(row);
            resident.touch_id(row);
        }
        let mut encoder = device.create_command_encoder(&Default::default());
        let arrays = FrameArrays { frames: &frames, filters: &filters, ids: &ids };
        let bytes = resident.record_updates(&mut belt, &mut encoder, &arrays).unwrap();
        if step % 7 == 6 {
            // Never submitted: the next upload has to start over.
            drop(encoder);
            resident.touch_all();
            continue;
        }
        belt.finish(&encoder);
        let copies = [resident.frames(), resident.filters(), resident.ids()].map(|buffer| {
            buffer.map(|buffer| {
                let size = buffer.size();
                let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
                let descriptor =
                    wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
                let copy = device.create_buffer(&descriptor);
                encoder.copy_buffer_to_buffer(buffer, 0, &copy, 0, size);
                copy
            })
        });
        queue.submit([encoder.finish()]);
        let read = |copy: &Option<wgpu::Buffer>, len: usize| {
            let Some(copy) = copy else { return Vec::new() };
            copy.map_async(wgpu::MapMode::Read, .., |mapped| mapped.unwrap());
            device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
            copy.get_mapped_range(..).unwrap()[..len].to_vec()
        };
        let arrays: [&[u8]; 3] = [
            motzkin::bytemuck::cast_slice(&frames),
            motzkin::bytemuck::cast_slice(&filters),
            motzkin::bytemuck::cast_slice(&ids),
        ];
        for (copy, array) in copies.iter().zip(arrays) {
            assert!(read(copy, array.len()) == array, "step {step}, {bytes} bytes uploaded");
        }
        generations.insert(resident.generation());
    }
    assert!(generations.len() > 5);
    let error = resident.record_updates(
        &mut belt,
        &mut device.create_command_encoder(&Default::default()),
        &FrameArrays { frames: &frames, filters: &filters, ids: &ids },
    );
    assert_eq!(error, Ok(0));
}
