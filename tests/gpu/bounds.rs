//! How and where hits meet, by the shaders: bounds that hold, of hits alone, in the caller's
//! encoder and by the service.

use crate::common::answers::value;
use crate::common::apart::Apart;
use crate::common::bodies::everything;
use crate::common::compare::{self, demand};
use crate::common::scene::Scene;
use crate::common::{cases, oracle, seed};
use crate::rig::{Rig, STORAGE};
use crate::{choice, runner, runner_with};
use dashu_ratio::RBig;
use motzkin::bytemuck::{cast_slice, pod_collect_to_vec};
use motzkin::glam::{DVec3, Vec3};
use motzkin::gpu::layout::{HitBounds, HitRecord, hits_size};
use motzkin::gpu::{
    AdapterChoice, BatchBuffers, BatchOptions, RunnerOptions, Undecided, read_list,
};
use motzkin::{CollisionService, Engine, Pair, Precision, Wanted};
use motzkin_core::geom::Aabb3;
use motzkin_lab::workload::Workload;

fn all_of_it() -> Wanted {
    Wanted::DEPTH | Wanted::WITNESS | Wanted::BOX
}

/// What is wrong with the bounds of a pair that meets.
fn fault(scene: &Scene, i: usize, found: &HitBounds) -> Option<String> {
    let (a, b) = scene.pair(i);
    let tells = |what| found.known & what != 0;
    let apart = Apart::of(a, b);
    let mut faults = Vec::new();
    if tells(HitBounds::SEPARATION) {
        faults.extend(apart.fault_of_step(
            found.axis.map(f64::from),
            found.depth.into(),
            found.depth_slack.into(),
        ));
    }
    if tells(HitBounds::COMMON) {
        let point = a.origin().as_dvec3() + DVec3::from(found.point.map(f64::from));
        faults.extend(apart.fault_of_witness(Some(point), scene.expected[i]));
        let aabb = Aabb3 { min: Vec3::from(found.low), max: Vec3::from(found.high) };
        let ulps = 8.0 * f32::EPSILON * aabb.min.abs().max(aabb.max.abs()).max_element();
        let slack = RBig::try_from(found.box_slack + ulps).expect("finite");
        let exact = oracle::judge(a, b).range().expect("they meet");
        faults.extend(oracle::fault_of_loose_box(&exact, aabb, &slack));
    }
    faults.pop().map(|fault| format!("{}: {fault}, seed {}", scene.names[i], seed::seed()))
}

/// The pairs of a scene that meet.
fn meeting(scene: &Scene) -> Scene {
    let numbers = (0..scene.pairs.len()).filter(|&i| scene.expected[i].meets());
    scene.picked("that meet", numbers)
}

fn sample(scene: &Scene, count: usize) -> Scene {
    let mut rng = seed::rng(&format!("{} bounds", scene.name));
    let drawn: Vec<usize> =
        (0..count.min(scene.pairs.len())).map(|_| rng.usize(..scene.pairs.len())).collect();
    scene.picked("(sample)", drawn.into_iter())
}

#[test]
fn bounds_hold() {
    for scene in cases::all() {
        let scene = meeting(&sample(scene, 60));
        let found =
            pollster::block_on(runner().bounds(&scene.frames, &scene.pairs, all_of_it())).unwrap();
        assert_eq!(found.len(), scene.pairs.len());
        for (i, bounds) in found.iter().enumerate() {
            assert_eq!(fault(&scene, i, bounds), None, "{}", scene.name);
        }
    }
}

/// A pair's bounds do not depend on how a batch is cut, and what is not wanted is not told.
#[test]
fn awkward_sizes_and_cut_batches() {
    let scene = meeting(everything());
    let all =
        pollster::block_on(runner().bounds(&scene.frames, &scene.pairs, all_of_it())).unwrap();
    for size in [0, 1, 63, 65, 4097] {
        let pairs: Vec<Pair> = scene.pairs.iter().copied().cycle().take(size).collect();
        let found =
            pollster::block_on(runner().bounds(&scene.frames, &pairs, all_of_it())).unwrap();
        assert!(found.iter().eq(all.iter().cycle().take(size)), "{size} pairs");
    }
    let pairs = &scene.pairs[..300];
    for (max_pairs, max_frames) in [(65, u32::MAX), (7, 7), (u32::MAX, 100)] {
        let cut = runner_with(RunnerOptions { max_pairs, max_frames, ..Default::default() });
        let found = pollster::block_on(cut.bounds(&scene.frames, pairs, all_of_it())).unwrap();
        assert_eq!(found, all[..300]);
    }
    let tight = runner_with(RunnerOptions { memory: Some(200_000), ..Default::default() });
    assert_eq!(
        pollster::block_on(tight.bounds(&scene.frames, pairs, all_of_it())).unwrap(),
        all[..300]
    );
    let told = |wanted| -> u32 {
        let found = pollster::block_on(runner().bounds(&scene.frames, pairs, wanted)).unwrap();
        found.iter().fold(0, |all, found| all | found.known)
    };
    assert_eq!(told(Wanted::NOTHING), 0);
    assert_eq!(told(Wanted::GAP), 0);
    assert_eq!(told(Wanted::DEPTH), HitBounds::SEPARATION);
    assert_eq!(told(Wanted::WITNESS), HitBounds::COMMON);
    assert_eq!(told(Wanted::BOX), HitBounds::COMMON);
    let stray =
        pollster::block_on(runner().bounds(&scene.frames, &[Pair::new(0, u32::MAX)], all_of_it()))
            .unwrap();
    assert_eq!(stray, [HitBounds::default()]);
}

/// Behind the list of hits of a recording, as many as there is room for; and nearly all are told.
#[test]
fn recordings_bound_their_hits() {
    let rig = Rig::new();
    let scene = Workload::Mixed.scene(5000, seed::seed());
    let pairs = scene.pairs.len() as u32;
    let (frame_buffer, pair_buffer) =
        (rig.filled(&scene.frames, STORAGE), rig.filled(&scene.pairs, STORAGE));
    for (hit_capacity, bounds_capacity) in [(pairs, pairs), (pairs, 70), (130, pairs)] {
        let hits = rig.junk(hits_size(hit_capacity), STORAGE);
        let bounds = rig.junk(64 * u64::from(bounds_capacity), STORAGE);
        let buffers = BatchBuffers {
            hits: Some(hits.slice(..)),
            bounds: Some(bounds.slice(..)),
            ..BatchBuffers::new(frame_buffer.slice(..), pair_buffer.slice(..))
        };
        let options =
            BatchOptions { wanted: all_of_it(), undecided: Undecided::Drop, ..Default::default() };
        let batch = rig.pipelines.batch(&rig.device, &buffers, &options).unwrap();
        for recorded in [pairs, 0, 1, 63, 4097] {
            let mut encoder = rig.encoder();
            let junk = rig.junk(bounds.size(), STORAGE);
            encoder.copy_buffer_to_buffer(&junk, 0, &bounds, 0, bounds.size());
            batch.record(&mut encoder, recorded).unwrap();
            let copies = [&hits, &bounds].map(|buffer| rig.snapshot(&mut encoder, buffer));
            rig.submit(encoder);
            let [hits, words] = copies.map(|copy| rig.words(&copy));
            let (_, hits) = read_list::<HitRecord>(cast_slice(&hits)).unwrap();
            let found: Vec<HitBounds> = pod_collect_to_vec(&words);
            let listed: Vec<Pair> = hits.iter().map(|hit| scene.pairs[hit.pair as usize]).collect();
            let expected =
                pollster::block_on(runner().bounds(&scene.frames, &listed, all_of_it())).unwrap();
            let kept = expected.len().min(bounds_capacity as usize);
            assert_eq!(found[..kept], expected[..kept]);
            assert!(
                words[16 * kept..].iter().all(|&word| word == crate::rig::JUNK),
                "behind the bounds"
            );
            if recorded == pairs && hit_capacity == pairs {
                // Of all hits, because the share of a few would be chance.
                let told = expected.iter().filter(|bounds| bounds.known == 3).count();
                println!("{told} told of {}", expected.len());
                assert!(told * 100 > expected.len() * 97, "{told} of {}", expected.len());
            }
        }
    }
}

/// The service: the shaders' axes and points where they are close enough, and the CPU's where not.
#[test]
fn services_bound_what_meets() {
    let builder = CollisionService::builder().engine(Engine::Gpu);
    let builder = match choice() {
        AdapterChoice::Named(name) => builder.adapter(name),
        _ => builder,
    };
    let service = builder.build().unwrap_or_else(|error| panic!("{error}"));
    for scene in cases::all() {
        let scene = sample(scene, 40);
        let found = service
            .query(&scene.frames, &scene.pairs)
            .wanted(Wanted::DEPTH | Wanted::GAP)
            .precision(Precision::Bounded)
            .run()
            .unwrap();
        let bounds: Vec<_> =
            found.details().iter().map(|detail| detail.separation.unwrap()).collect();
        demand(compare::bounds("gpu", &scene, &bounds));
        let found = service
            .query(&scene.frames, &scene.pairs)
            .wanted(Wanted::WITNESS)
            .precision(Precision::Bounded)
            .run()
            .unwrap();
        let mut points = vec![None; scene.pairs.len()];
        found
            .details()
            .iter()
            .for_each(|detail| points[detail.pair as usize] = value(detail.witness));
        demand(compare::witnesses("gpu", &scene, &points));
    }
}
