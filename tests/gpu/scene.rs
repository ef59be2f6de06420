//! Scenes that stay on the GPU.

use crate::common::{mixed_scene, plane_scene, scene_model};
use crate::{choice, device, seed};
use motzkin::glam::{Quat, Vec3};
use motzkin::gpu::{AdapterChoice, FrameArrays, Headless, ResidentFrames, UploadBelt};
use motzkin::service::{Scene, SceneError};
use motzkin::{CollisionService, Engine, Pair, wgpu};
use motzkin_core::Resting;
use motzkin_core::geom::{Filter, Frame3, Pose};
use motzkin_lab::workload::Workload;
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

/// The GPU tests the frames of a scene, and the CPU what else there is.
#[test]
fn scenes_of_all_shapes_do_what_a_model_does() {
    mixed_scene::run(&service(), "mixed scene on a GPU", false, 2);
    mixed_scene::run(&service(), "moving mixed scene on a GPU", true, 1);
}

/// Few pairs of frames in the plane are tested on the CPU, many on the GPU.
#[test]
fn scenes_in_the_plane_do_what_a_model_does() {
    plane_scene::run(&service(), "scene in the plane on a GPU", false, 4);
    plane_scene::run(&service(), "moving scene in the plane on a GPU", true, 4);
    for nth in [40, usize::MAX] {
        plane_scene::grid(&service(), 20_000, nth);
    }
}

#[test]
fn a_scene_does_what_a_naive_model_does() {
    let (submissions, hits) = scene_model::run(&service(), "scene on a GPU", 4000, (100, 500));
    assert!(submissions > 100 && hits > 500, "{submissions}, {hits}");
}

#[test]
fn lists_of_any_size_answer_as_the_cpu_does() {
    let batch = Workload::Mixed.scene(5000, seed());
    let expected =
        CollisionService::new(Engine::Cpu).unwrap().verdicts(&batch.frames, &batch.pairs).unwrap();
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
    let handles: Vec<_> =
        (0..batch.frames.len() as u32).map(|slot| scene.handle_at(slot).unwrap()).collect();
    let list = scene.pair_list(&batch.pairs).unwrap();
    let mut frames = batch.frames.clone();
    let mut under_way = std::collections::VecDeque::new();
    for step in 0..10_usize {
        let expected = cpu.verdicts(&frames, &batch.pairs).unwrap();
        under_way.push_back((scene.submit(&list).unwrap(), expected));
        for (i, frame) in frames.iter_mut().enumerate().skip(step % 3).step_by(3) {
            let shift = Vec3::new((i % 5) as f32 * 0.25, 0.0, step as f32 * 0.5);
            *frame = batch.frames[i].posed(&Pose::at(shift).unwrap()).unwrap();
        }
        scene.set_frames(&handles, &frames).unwrap();
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
        // The codes, and the number of settled pairs.
        assert_eq!(stats.read_back, batch.pairs.len().div_ceil(16) as u64 * 4 + 4);
        ticket.wait().unwrap();
        stats.uploaded
    };
    assert_eq!(uploaded(&mut scene, &list), count * (64 + 8) + 8 * 4097);
    assert_eq!(uploaded(&mut scene, &list), 0);
    let one = handle(&scene, 70);
    scene.set_pose(one, Quat::IDENTITY, Vec3::ONE).unwrap();
    scene.set_id(one, 9).unwrap();
    // No stage of the scene reads ids.
    assert_eq!(uploaded(&mut scene, &list), 64);
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
    assert_eq!(uploaded(&mut scene, &list), 64 + 8);
    // Whoever looks at the buffers finds them there.
    assert!(scene.resident().unwrap().ids().is_none());
    assert_eq!(uploaded(&mut scene, &list), 4 * (count + 1));
    assert!(scene.resident().unwrap().ids().is_some());
    scene.set_id(one, 10).unwrap();
    assert_eq!(uploaded(&mut scene, &list), 4);
}

#[test]
fn memory_is_as_documented_and_stays() {
    let batch = Workload::Mixed.scene(20_000, seed());
    let count = batch.frames.len() as u64;
    let mut scene = resident(&service(), &batch.frames);
    let handles: Vec<_> = (0..count as u32).map(|slot| scene.handle_at(slot).unwrap()).collect();
    let list = scene.pair_list(&batch.pairs).unwrap();
    for step in 0..20 {
        scene.set_frames(&handles, &batch.frames).unwrap();
        let first = scene.submit(&list).unwrap();
        scene.set_frames(&handles, &batch.frames).unwrap();
        scene.submit(&list).unwrap().wait().unwrap();
        first.wait().unwrap();
        let now = scene.memory();
        assert_eq!((now.frames, now.sides), (64 * count, 8 * count));
        // How many chunks travel at once is the device's to choose, up to what three submissions
        // fill.
        assert!(now.staging <= 3 * UploadBelt::CHUNK, "{now:?}");
        if step > 5 {
            // The codes, and the number of settled pairs.
            assert_eq!(now.readback, 2 * (20_000 / 4 + 4));
        }
    }
    // Eight bytes and two bits a pair, and the batch's own small buffers.
    assert!(
        (8 * 20_000 + 5_000..8 * 20_000 + 5_000 + 4096).contains(&list.gpu_bytes()),
        "{}",
        list.gpu_bytes()
    );
}

/// What a caller's own batch leaves undecided is settled exactly, and what cannot be settled is
/// named.
#[test]
fn records_are_settled() {
    use crate::rig::{Rig, STORAGE};
    use motzkin::gpu::layout::{UndecidedRecord, undecided_size};
    use motzkin::gpu::{BatchBuffers, BatchOptions, read_list};
    use motzkin::service::RecordFault;
    let rig = Rig::new();
    let mut batch = Workload::TouchingGrid.scene(2000, seed());
    let expected =
        CollisionService::new(Engine::Cpu).unwrap().verdicts(&batch.frames, &batch.pairs).unwrap();
    let (known, nobody, flat) = (batch.pairs.len(), 99_999_999, batch.frames.len() as u32);
    batch.frames.push(motzkin::bytemuck::Zeroable::zeroed());
    batch.pairs.extend([Pair::new(0, nobody), Pair::new(flat, 0), Pair::new(0, flat)]);
    let count = batch.pairs.len() as u32;
    let (frames, pairs) = (rig.filled(&batch.frames, STORAGE), rig.filled(&batch.pairs, STORAGE));
    let list = rig.junk(undecided_size(count), STORAGE);
    let undecided = Some(list.slice(..));
    let buffers =
        BatchBuffers { undecided, ..BatchBuffers::new(frames.slice(..), pairs.slice(..)) };
    let recorded = rig.pipelines.batch(&rig.device, &buffers, &BatchOptions::default()).unwrap();
    let mut encoder = rig.encoder();
    recorded.record(&mut encoder, count).unwrap();
    let copy = rig.snapshot(&mut encoder, &list);
    rig.submit(encoder);
    let words = rig.words(&copy);
    let (header, records) =
        read_list::<UndecidedRecord>(motzkin::bytemuck::cast_slice(&words)).unwrap();
    assert_eq!(read_list::<UndecidedRecord>(&[0; 31]), None);
    assert_eq!(read_list::<[u32; 0]>(&[0; 64]), None, "entries without bytes");
    assert_eq!(header.found as usize, records.len());
    let settled = CollisionService::new(Engine::Cpu).unwrap().settle(&records, Resting);
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
        drop(scene.query(&list).into_future());
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

/// Resident frames as an embedder uses them: own device, own encoder, own arrays; growth, scattered
/// rows and all.
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
            let Some(row) = frames.len().checked_sub(1).map(|last| rng.usize(..=last)) else {
                break;
            };
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

/// Rows, filters and ids as in the arrays, of which each upload here makes some more.
fn arrays(rows: usize) -> (Vec<Frame3>, Vec<Filter>, Vec<u32>) {
    let frames = (0..rows).map(|row| cube(row as f32)).collect();
    (frames, vec![Filter::ALL; rows], (0..rows as u32).collect())
}

/// Touches of rows that were never uploaded cost nothing, however far they lie.
#[test]
fn touches_beyond_the_last_upload_are_ignored() {
    let Headless { device, queue, .. } = device();
    let (mut belt, mut resident) = (UploadBelt::new(&device, 4096), ResidentFrames::new(&device));
    let (frames, filters, ids) = arrays(3);
    let arrays = FrameArrays { frames: &frames, filters: &filters, ids: &ids };
    let mut upload = |resident: &mut ResidentFrames| {
        let mut encoder = device.create_command_encoder(&Default::default());
        let bytes = resident.record_updates(&mut belt, &mut encoder, &arrays).unwrap();
        belt.finish(&encoder);
        queue.submit([encoder.finish()]);
        bytes
    };
    for expected in [3 * (64 + 8 + 4), 0] {
        for row in [usize::MAX, 1 << 40, 4, 3] {
            resident.touch_frame(row);
            resident.touch_filter(row);
            resident.touch_id(row);
        }
        assert_eq!(upload(&mut resident), expected);
    }
    resident.touch_id(2);
    assert_eq!(upload(&mut resident), 4);
}

/// Buffers fit a batch in whatever order the arrays come, go and grow; arrays that do not fit are
/// refused.
#[test]
fn resident_buffers_always_fit_a_batch() {
    use crate::rig::Rig;
    use motzkin::gpu::{BatchBuffers, BatchOptions, GpuError};
    let rig = Rig::new();
    let (mut belt, mut resident) =
        (UploadBelt::new(&rig.device, 0), ResidentFrames::new(&rig.device));
    let pairs = rig.filled(&[Pair::new(0, 1)], wgpu::BufferUsages::STORAGE);
    let codes = rig.junk(motzkin::gpu::layout::codes_size(1), wgpu::BufferUsages::STORAGE);
    let mut generation = 0;
    for (step, (rows, filtered, named)) in [
        (10, true, true),
        (100, true, false),
        (101, false, true),
        (101, true, true),
        (400, false, false),
        (401, true, true),
    ]
    .into_iter()
    .enumerate()
    {
        let (frames, filters, ids) = arrays(rows);
        let filters = if filtered { &filters[..] } else { &[] };
        let ids = if named { &ids[..] } else { &[] };
        let good = FrameArrays { frames: &frames, filters, ids };
        let mut encoder = rig.encoder();
        for (bad, array, rows) in [
            (FrameArrays { filters: &[Filter::ALL], ..good }, "filters", 1),
            (FrameArrays { ids: &[1, 2], ..good }, "ids", 2),
        ] {
            let error = resident.record_updates(&mut belt, &mut encoder, &bad);
            assert_eq!(error, Err(GpuError::UnequalArrays { array, rows, frames: frames.len() }));
        }
        resident.record_updates(&mut belt, &mut encoder, &good).unwrap();
        belt.finish(&encoder);
        rig.submit(encoder);
        assert_eq!(
            (resident.filters().is_some(), resident.ids().is_some()),
            (filtered, named),
            "step {step}"
        );
        assert_ne!(
            std::mem::replace(&mut generation, resident.generation()),
            resident.generation(),
            "step {step}"
        );
        let buffers = BatchBuffers {
            filters: resident.filters().map(|buffer| buffer.slice(..)),
            ids: resident.ids().map(|buffer| buffer.slice(..)),
            codes: Some(codes.slice(..)),
            ..BatchBuffers::new(resident.frames().unwrap().slice(..), pairs.slice(..))
        };
        rig.pipelines.batch(&rig.device, &buffers, &BatchOptions::default()).unwrap();
    }
}

/// More frames than the device has a buffer for are out of memory before wgpu sees them, and the
/// next upload works.
#[test]
fn frames_beyond_the_devices_buffers_are_out_of_memory() {
    use crate::rig::Rig;
    use motzkin::gpu::GpuError;
    let rig = Rig::with_limits(|limits| {
        limits.max_buffer_size = 1 << 20;
        limits.max_storage_buffer_binding_size = 1 << 20;
    });
    rig.device.on_uncaptured_error(std::sync::Arc::new(|error: wgpu::Error| panic!("{error}")));
    let (mut belt, mut resident) =
        (UploadBelt::new(&rig.device, u64::MAX), ResidentFrames::new(&rig.device));
    let most = (1 << 20) / 64;
    let (frames, ..) = arrays(most + 1);
    for rows in [100, most + 1, 200, most] {
        let mut encoder = rig.encoder();
        let arrays = FrameArrays { frames: &frames[..rows], ..FrameArrays::default() };
        let before = resident.frames().cloned();
        match resident.record_updates(&mut belt, &mut encoder, &arrays) {
            Err(GpuError::OutOfMemory(told)) => {
                assert!(rows > most && told.contains(&rows.to_string()), "{told}");
                assert_eq!(resident.frames(), before.as_ref());
            }
            answer => assert_eq!((answer.is_ok(), rows <= most), (true, true), "{rows} rows"),
        }
        belt.finish(&encoder);
        rig.submit(encoder);
        rig.device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
    }
    assert_eq!(belt.bytes(), 1 << 20);
}

/// Chunks come in the size that is documented, and pauses do not free them.
#[test]
fn a_belt_keeps_its_chunks_through_a_pause() {
    use crate::rig::Rig;
    let rig = Rig::new();
    for (asked, chunk) in [(0, 4096), (4097, 4104), (5000, 5000)] {
        let (mut belt, mut resident) =
            (UploadBelt::new(&rig.device, asked), ResidentFrames::new(&rig.device));
        let (frames, ..) = arrays(1000);
        let mut upload = |rows: usize, touched: bool| {
            if touched {
                resident.touch_all();
            }
            let mut encoder = rig.encoder();
            let arrays = FrameArrays { frames: &frames[..rows], ..FrameArrays::default() };
            resident.record_updates(&mut belt, &mut encoder, &arrays).unwrap();
            belt.finish(&encoder);
            rig.submit(encoder);
            rig.device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
            belt.bytes()
        };
        assert_eq!(upload(1, true), chunk, "{asked}");
        let burst = upload(1000, true);
        assert_eq!(burst, 64_000_u64.div_ceil(chunk) * chunk, "{asked}");
        for _ in 0..10 {
            assert_eq!(upload(1000, false), burst, "{asked}");
        }
        assert_eq!(upload(1000, true), burst);
        let last = (0..2000).map(|_| upload(1000, false)).last();
        assert_eq!(last, Some(chunk), "{asked}");
    }
}
