//! Devices that offer little. One of exactly WebGPU's default limits does everything. One with four
//! storage buffers a stage does what its stages allow, and the CPU or a typed error does the rest.

use crate::common::hull::cases;
use crate::common::moving::hard;
use crate::common::plane;
use crate::common::seed::rng;
use crate::common::trees::{collisions, entries, things, wild, world};
use crate::common::{mixed_scene, scene_model};
use crate::rig::{Bench, Plan, Rig, STORAGE};
use crate::{adapter_of, callers_device, mixed};
use motzkin::bytemuck::Zeroable;
use motzkin::glam::Vec3;
use motzkin::gpu::layout::{self, Filter, Placement, codes_size};
use motzkin::gpu::{
    BatchBuffers, BatchOptions, BroadPhaseBuffers, BroadPhaseInput, BufferError, GpuError, Pairs,
    Pipelines, PlacerBuffers, Polling,
};
use motzkin::internals::gpu::least;
use motzkin::{
    CollisionService, Engine, Frame3, Pose, Precision, ServiceError, Verdict, Wanted, wgpu,
};
use motzkin_core::verdict::RawCode;

type Device = (wgpu::Device, wgpu::Queue);

fn cpu() -> CollisionService {
    CollisionService::new(Engine::Cpu).unwrap()
}

/// Exactly what WebGPU demands of a device, under wgpu's strict flag.
fn least_device() -> Device {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends: wgpu::Backends::PRIMARY,
        flags: least::strict(),
        ..wgpu::InstanceDescriptor::new_without_display_handle()
    });
    let required_limits = least::of_webgpu(wgpu::Limits::default());
    let descriptor =
        wgpu::DeviceDescriptor { required_limits: required_limits.clone(), ..Default::default() };
    let (device, queue) =
        pollster::block_on(adapter_of(&instance).request_device(&descriptor)).unwrap();
    assert_eq!((device.limits(), device.features()), (required_limits, wgpu::Features::empty()));
    (device, queue)
}

fn with_storage_buffers(max_storage_buffers_per_shader_stage: u32) -> Device {
    let limits = wgpu::Limits::downlevel_defaults();
    callers_device(wgpu::Limits { max_storage_buffers_per_shader_stage, ..limits })
}

/// A service whose device tells nobody of an error.
fn service_on((device, queue): &Device) -> CollisionService {
    device.on_uncaptured_error(std::sync::Arc::new(|error: wgpu::Error| panic!("{error}")));
    let builder = CollisionService::builder().device(device.clone(), queue.clone());
    let service = builder.polling(Polling::Thread).profile(true).build().unwrap();
    assert_eq!(service.info().engine, Engine::Gpu);
    service
}

/// Asks for something of everything.
fn ask(service: &CollisionService) {
    frames(service);
    for scene in cases::all() {
        let found = service.verdicts(&scene.set, &scene.pairs).unwrap();
        scene.demand("gpu", &found);
        assert!(found.times().unwrap().upload.is_some(), "{}: on the device", scene.name);
    }
    scene_model::run(service, "scene on a modest GPU", 300, (20, 50));
    mixed_scene::run(service, "mixed scene on a modest GPU", true, 1);
    let mut rng = rng("search on a modest GPU");
    for count in [2, 7] {
        let things = things(count, &mut rng, |rng| wild(1 + rng.usize(..14), rng));
        let found = service.search(&world(&things)).run().unwrap();
        assert_eq!(entries(&found), collisions(&things, true));
    }
}

/// Verdicts and details, at rest and moving, in space and in the plane.
fn frames(service: &CollisionService) {
    let scene = mixed(4097);
    let want = cpu().verdicts(&scene.frames, &scene.pairs).unwrap();
    let asked = service.query(&scene.frames, &scene.pairs).wanted(Wanted::DEPTH | Wanted::WITNESS);
    let found = asked.precision(Precision::Bounded).run().unwrap();
    assert_eq!(**found.verdicts(), *want);
    assert!(found.verdicts().times().unwrap().upload.is_some(), "on the device");
    assert_eq!(found.details().iter().count(), want.iter().filter(|one| one.meets()).count());
    let scene = hard();
    let asked = service.query(&scene.frames, &scene.pairs).moving().wanted(Wanted::INTERVAL);
    let found = asked.precision(Precision::Bounded).run().unwrap();
    let truth: Vec<Verdict> = scene.truth.iter().map(|truth| truth.verdict).collect();
    assert_eq!(**found.verdicts(), truth);
    let scene = plane::everything().picked("some", 0..4097);
    let asked = service.query(&scene.frames, &scene.pairs).wanted(Wanted::BOX);
    scene.demand_verdicts("gpu", asked.run().unwrap().verdicts());
    let scene = &plane::moving()[0];
    let found = service.query(&scene.frames, &scene.pairs).moving().run().unwrap();
    scene.demand_verdicts("gpu", found.verdicts());
}

/// All pairs of a set that meet; `on_device` says who has to list the candidates.
fn collide(service: &CollisionService, on_device: bool) {
    let mut rng = rng("collide on a modest GPU");
    let mut whole = || rng.i32(-20..=20) as f32;
    let shifts: Vec<Vec3> = (0..2000).map(|_| Vec3::new(whole(), whole(), whole())).collect();
    let at = |shift: &Vec3| Pose::at(*shift).unwrap();
    let mut rng = crate::common::seed::rng("shapes on a modest GPU");
    let one = |shift: &Vec3| scene_model::frame(&mut rng).posed(&at(shift)).unwrap();
    let frames: Vec<Frame3> = shifts.iter().map(one).collect();
    let found = service.collide(&frames).run().unwrap();
    assert!(found.len() > 100, "{}", found.len());
    assert_eq!(*found, *cpu().collide(&frames).run().unwrap());
    // The CPU's tree takes time on the host, the device's on its own clock, which it lacks.
    let times = found.stats().times.unwrap();
    assert_eq!((times.tree.is_none(), times.tests.upload.is_some()), (on_device, true));
    let found = service.collide(&frames).within(0.5).run().unwrap();
    assert_eq!(*found, *cpu().collide(&frames).within(0.5).run().unwrap());
}

/// A recording of one's own, with all lists.
fn lists(device: wgpu::Device, queue: wgpu::Queue) {
    let pipelines = Pipelines::new(&device).unwrap();
    let rig = Rig { device, queue, pipelines };
    let bench = Bench::new(&rig, mixed(4097), Plan::default());
    let mut encoder = rig.encoder();
    bench.batch.record(&mut encoder, 4097).unwrap();
    let taken = bench.take(&rig, &mut encoder);
    rig.submit(encoder);
    bench.check(&rig, &taken, 4097);
}

/// Which limits the device has too little of, and for which stages.
fn lacking(service: &CollisionService) -> Vec<(&'static str, u64)> {
    let lack = |error: &GpuError| match error {
        GpuError::LimitTooSmall { stage, limit, needed, .. } => {
            assert_eq!(*limit, "maxStorageBuffersPerShaderStage");
            (*stage, *needed)
        }
        other => panic!("{other}"),
    };
    service.info().left_to_cpu.iter().map(lack).collect()
}

#[test]
fn a_device_of_exactly_the_default_limits_does_everything() {
    let own = least_device();
    let service = service_on(&own);
    assert_eq!(lacking(&service), []);
    ask(&service);
    collide(&service, true);
    let (device, queue) = own;
    lists(device, queue);
}

#[test]
fn a_device_with_four_storage_buffers_does_what_they_allow() {
    let service = service_on(&with_storage_buffers(4));
    assert_eq!(lacking(&service), [("broad_list", 8), ("search_emit", 8)]);
    ask(&service);
    collide(&service, false);
}

/// The least number of storage buffers for each group of stages.
#[test]
fn each_group_of_stages_is_judged_by_itself() {
    for (buffers, is_enough) in [(6, false), (7, false), (8, true)] {
        let (device, queue) = with_storage_buffers(buffers);
        let service = service_on(&(device.clone(), queue.clone()));
        assert_eq!(lacking(&service).len(), if is_enough { 0 } else { 2 }, "{buffers}");
        collide(&service, is_enough);
        lists(device, queue);
    }
    let (device, queue) = with_storage_buffers(3);
    let Err(ServiceError::Gpu(error)) = CollisionService::builder().device(device, queue).build()
    else {
        panic!("three buffers are too few")
    };
    let GpuError::LimitTooSmall { stage, limit, needed, found, .. } = &error else {
        panic!("{error}")
    };
    assert_eq!((*limit, *needed, *found), ("maxStorageBuffersPerShaderStage", 4, 3));
    assert!(error.to_string().ends_with(&format!("is 3, the stage {stage} needs 4")), "{error}");
}

/// Recordings of one's own on four storage buffers: codes and frames, settled, filtered and counted
/// on the device. Lists and the broad phase are refused by the stage's name.
#[test]
fn four_storage_buffers_record_codes_and_refuse_lists() {
    let (device, queue) = with_storage_buffers(4);
    device.on_uncaptured_error(std::sync::Arc::new(|error: wgpu::Error| panic!("{error}")));
    let pipelines = Pipelines::new(&device).unwrap();
    let rig = Rig { device, queue, pipelines };
    let scene = mixed(4097);
    let (frames, pairs) = (rig.junk(64 * scene.frames.len() as u64, STORAGE), &scene.pairs);
    let placements: Vec<Placement> = (0..scene.frames.len() as u32)
        .map(|shape| Placement {
            rotation: [0.0, 0.0, 0.0, 1.0],
            scale: [1.0; 3],
            shape,
            ..Zeroable::zeroed()
        })
        .collect();
    let shapes = rig.filled(&scene.frames, STORAGE);
    let placements = rig.filled(&placements, STORAGE);
    let placer = PlacerBuffers {
        placements: placements.slice(..),
        shapes: shapes.slice(..),
        count: None,
        frames: frames.slice(..),
    };
    let placer = rig.pipelines.placer(&rig.device, &placer).unwrap();
    let listed = rig.filled(pairs, STORAGE);
    let filters = rig.filled(&vec![Filter::ALL; scene.frames.len()], STORAGE);
    let count = rig.filled(&[4000_u32], STORAGE);
    let codes = rig.junk(codes_size(4097), STORAGE);
    let starts: Vec<u32> = (0..4097).step_by(3).collect();
    let begins = rig.filled(&starts, STORAGE);
    let bits = rig.junk(layout::any_hits_size(starts.len() as u32), STORAGE);
    let plain = BatchBuffers {
        count: Some(count.slice(..)),
        group_starts: Some(begins.slice(..)),
        any_hits: Some(bits.slice(..)),
        filters: Some(filters.slice(..)),
        codes: Some(codes.slice(..)),
        ..BatchBuffers::new(frames.slice(..), listed.slice(..))
    };
    let options = BatchOptions { settle: true, ..BatchOptions::default() };
    let batch = rig.pipelines.batch(&rig.device, &plain, &options).unwrap();
    let mut encoder = rig.encoder();
    placer.record(&mut encoder, scene.frames.len() as u32).unwrap();
    batch.record(&mut encoder, Pairs::Indirect).unwrap();
    let taken = rig.snapshot(&mut encoder, &codes);
    let bits = rig.snapshot(&mut encoder, &bits);
    rig.submit(encoder);
    let (words, bits) = (rig.words(&taken), rig.words(&bits));
    let want = cpu().verdicts(&scene.frames, &pairs[..4000]).unwrap();
    for (i, want) in want.iter().enumerate() {
        let code = RawCode::from_low_bits(words[i / 16] >> (2 * (i % 16)));
        assert_eq!(code.verdict(), Some(*want), "pair {i}");
    }
    for (group, pairs) in want.chunks(3).enumerate() {
        let meets = bits[2 * (group / 32)] >> (group % 32) & 1 == 1;
        assert_eq!(meets, pairs.iter().any(|want| want.meets()), "group {group}");
    }

    let refused = |error: BufferError, stage: &str, least: u64| {
        let BufferError::Gpu(GpuError::LimitTooSmall { stage: named, needed, found, .. }) = &error
        else {
            panic!("{error}")
        };
        assert_eq!((*named, *needed, *found), (stage, least, 4));
    };
    let list = rig.junk(layout::undecided_size(100), STORAGE);
    let list = Some(list.slice(..));
    // A whole number of frames in space, and of frames in the plane.
    let few = rig.empty(640, STORAGE);
    let plain = BatchBuffers { frames: few.slice(..), filters: None, ..plain };
    for in_plane in [false, true] {
        let undecided = if in_plane { "list_plane_undecided" } else { "list_undecided" };
        for (buffers, stage) in [
            (BatchBuffers { hits: list, ..plain }, "list_hits"),
            (BatchBuffers { undecided: list, ..plain }, undecided),
        ] {
            let options = BatchOptions { in_plane, ..options };
            let error = rig.pipelines.batch(&rig.device, &buffers, &options).unwrap_err();
            refused(error, stage, 6);
        }
    }
    let [found, header] = [80, 32].map(|size| rig.empty(size, STORAGE));
    let input = BroadPhaseInput::Frames(frames.slice(..));
    let buffers = BroadPhaseBuffers::new(input, found.slice(..), header.slice(..));
    let error = rig.pipelines.broad_phase(&rig.device, &buffers, &Default::default()).unwrap_err();
    refused(error, "broad_list", 8);
}
