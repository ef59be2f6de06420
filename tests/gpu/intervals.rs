//! When hits meet, by the shaders: bounds that hold, of hits alone, in the caller's encoder and by
//! the service.

use crate::common::answers::bounded_sweeps;
use crate::common::compare::demand;
use crate::common::moving::{drawn, hard};
use crate::common::plane;
use crate::common::seed::seed;
use crate::common::sweep::Sweep;
use crate::rig::{JUNK, Rig, STORAGE};
use crate::{choice, runner, runner_with};
use motzkin::bytemuck::{cast_slice, cast_slice_mut, pod_collect_to_vec};
use motzkin::gpu::layout::{HitInterval, HitRecord, hits_size};
use motzkin::gpu::{
    AdapterChoice, BatchBuffers, BatchOptions, RunnerOptions, ShaderFrame, Undecided, read_list,
};
use motzkin::{CollisionService, Engine, Pair, Precision, Wanted};
use motzkin_lab::workload::{PlaneWorkload, Workload};

fn intervals<F: ShaderFrame>(frames: &[F], pairs: &[Pair]) -> Vec<HitInterval> {
    pollster::block_on(runner().intervals(frames, pairs)).unwrap()
}

/// As the comparers take them.
fn told(found: Vec<HitInterval>) -> Vec<Option<[[f32; 2]; 2]>> {
    found.into_iter().map(|HitInterval { first, last }| Some([first, last])).collect()
}

#[test]
fn bounds_enclose_both_ends() {
    for scene in [hard(), drawn()] {
        let scene = scene.meeting();
        demand(scene.compare_ends("gpu", &told(intervals(&scene.frames, &scene.pairs))));
        let swapped: Vec<Pair> = scene.pairs.iter().map(|pair| Pair::new(pair.b, pair.a)).collect();
        demand(scene.compare_ends("gpu, swapped", &told(intervals(&scene.frames, &swapped))));
    }
}

#[test]
fn bounds_enclose_both_ends_in_the_plane() {
    let (mut some, mut all) = (0, 0);
    for scene in plane::moving() {
        let scene = scene.meeting();
        let found = intervals(&scene.frames, &scene.pairs);
        some += found.iter().filter(|found| **found != HitInterval::ANYTIME).count();
        all += found.len();
        scene.demand_ends("gpu", &told(found));
        let swapped: Vec<Pair> = scene.pairs.iter().map(|pair| Pair::new(pair.b, pair.a)).collect();
        scene.demand_ends("gpu, swapped", &told(intervals(&scene.frames, &swapped)));
    }
    println!("{some} told of {all}");
    assert!(some * 2 > all);
}

/// Nearly all pairs are told, within a thousandth of the time where they do not crawl.
#[test]
fn most_ends_are_tight() {
    let boxes = [Workload::Boxes, Workload::Aligned, Workload::EquallyTurned, Workload::YawOnly];
    for workload in boxes.into_iter().chain([Workload::BoxTetra, Workload::Tetras, Workload::Mixed])
    {
        let scene = workload.scene(3000, seed()).in_motion(2.0, seed());
        let interval = |pair: &Pair| {
            let (a, b) = (&scene.frames[pair.a as usize], &scene.frames[pair.b as usize]);
            Sweep::exact(a, b).expect("valid").interval
        };
        let (pairs, exactly): (Vec<Pair>, Vec<_>) =
            scene.pairs.iter().filter_map(|pair| Some((*pair, interval(pair)?))).unzip();
        let (mut told, mut tight) = (0, 0);
        for (HitInterval { first, last }, exactly) in
            intervals(&scene.frames, &pairs).into_iter().zip(exactly)
        {
            // The exact end lies between its own rounding and the number next to that.
            assert!(
                first[0] <= exactly.first.next_up() && exactly.first <= first[1],
                "seed {}",
                seed()
            );
            assert!(
                last[0] <= exactly.last && exactly.last.next_down() <= last[1],
                "seed {}",
                seed()
            );
            let slack = (first[1] - first[0]).max(last[1] - last[0]);
            told += usize::from(slack < 1.0);
            tight += usize::from(slack < 1e-3);
        }
        let all = pairs.len();
        println!("{}: {told} told and {tight} tight of {all}", workload.name());
        assert!(
            told * 100 > all * 98 && tight * 100 > all * 85,
            "{}: {told} {tight} of {all}",
            workload.name()
        );
    }
}

/// The same in the plane.
#[test]
fn most_ends_are_tight_in_the_plane() {
    for workload in [PlaneWorkload::Boxes, PlaneWorkload::Triangles, PlaneWorkload::Mixed] {
        let scene = workload.scene(3000, seed()).in_motion(2.0, seed());
        let interval = |pair: &Pair| {
            let (a, b) = (&scene.frames[pair.a as usize], &scene.frames[pair.b as usize]);
            Sweep::exact(a, b).expect("valid").interval
        };
        let (pairs, exactly): (Vec<Pair>, Vec<_>) =
            scene.pairs.iter().filter_map(|pair| Some((*pair, interval(pair)?))).unzip();
        let mut tight = 0;
        for (HitInterval { first, last }, exactly) in
            intervals(&scene.frames, &pairs).into_iter().zip(exactly)
        {
            assert!(
                first[0] <= exactly.first.next_up() && exactly.first <= first[1],
                "seed {}",
                seed()
            );
            assert!(
                last[0] <= exactly.last && exactly.last.next_down() <= last[1],
                "seed {}",
                seed()
            );
            tight += usize::from((first[1] - first[0]).max(last[1] - last[0]) < 1e-3);
        }
        println!("{}: {tight} tight of {}", workload.name(), pairs.len());
        assert!(tight * 100 > pairs.len() * 95, "{}: {tight} of {}", workload.name(), pairs.len());
    }
}

/// A pair's bounds do not depend on how a batch is cut; what is no frame may meet at any time.
fn are_the_same_in_any_batch<F: ShaderFrame>(frames: &[F], given: &[Pair]) {
    let all = intervals(frames, given);
    for size in [0, 1, 63, 65, 4097] {
        let pairs: Vec<Pair> = given.iter().copied().cycle().take(size).collect();
        assert!(intervals(frames, &pairs).iter().eq(all.iter().cycle().take(size)), "{size} pairs");
    }
    let cut = runner_with(RunnerOptions { max_pairs: 7, max_frames: 7, ..Default::default() });
    assert_eq!(pollster::block_on(cut.intervals(frames, given)).unwrap(), all);
    let mut foreign: Vec<F> = frames[..2].to_vec();
    let words: &mut [u32] = cast_slice_mut(&mut foreign[..1]);
    // Wherever the shape tag is: no float is valid that is not a number.
    words.fill(f32::NAN.to_bits());
    assert_eq!(
        intervals(&foreign, &[Pair::new(0, u32::MAX), Pair::new(1, 0)]),
        [HitInterval::ANYTIME; 2]
    );
}

#[test]
fn awkward_sizes_and_cut_batches() {
    let scene = hard().meeting();
    are_the_same_in_any_batch(&scene.frames, &scene.pairs);
    let scene = plane::moving()[0].meeting();
    are_the_same_in_any_batch(&scene.frames, &scene.pairs);
}

/// Behind the list of hits of a recording, as many as there is room for.
fn are_recorded<F: ShaderFrame>(frames: &[F], given: &[Pair]) {
    let rig = Rig::new();
    let pairs = given.len() as u32;
    let (frame_buffer, pair_buffer) = (rig.filled(frames, STORAGE), rig.filled(given, STORAGE));
    for (hit_capacity, interval_capacity) in [(pairs, pairs), (pairs, 70), (130, pairs)] {
        let hits = rig.junk(hits_size(hit_capacity), STORAGE);
        let intervals_buffer = rig.junk(16 * u64::from(interval_capacity), STORAGE);
        let buffers = BatchBuffers {
            hits: Some(hits.slice(..)),
            bounds: Some(intervals_buffer.slice(..)),
            ..BatchBuffers::new(frame_buffer.slice(..), pair_buffer.slice(..))
        };
        let options = BatchOptions {
            wanted: Wanted::INTERVAL,
            moving: true,
            in_plane: F::IN_PLANE,
            undecided: Undecided::Drop,
            ..Default::default()
        };
        let batch = rig.pipelines.batch(&rig.device, &buffers, &options).unwrap();
        for recorded in [pairs, 0, 1, 63, 4097] {
            let mut encoder = rig.encoder();
            let junk = rig.junk(intervals_buffer.size(), STORAGE);
            encoder.copy_buffer_to_buffer(&junk, 0, &intervals_buffer, 0, intervals_buffer.size());
            batch.record(&mut encoder, recorded).unwrap();
            let copies =
                [&hits, &intervals_buffer].map(|buffer| rig.snapshot(&mut encoder, buffer));
            rig.submit(encoder);
            let [hits, words] = copies.map(|copy| rig.words(&copy));
            let (_, hits) = read_list::<HitRecord>(cast_slice(&hits)).unwrap();
            let found: Vec<HitInterval> = pod_collect_to_vec(&words);
            let listed: Vec<Pair> = hits.iter().map(|hit| given[hit.pair as usize]).collect();
            let expected = intervals(frames, &listed);
            let kept = expected.len().min(interval_capacity as usize);
            assert_eq!(found[..kept], expected[..kept]);
            assert!(words[4 * kept..].iter().all(|&word| word == JUNK), "behind the intervals");
            assert!(recorded < 4000 || kept >= 70);
        }
    }
}

#[test]
fn recordings_time_their_hits() {
    let scene = Workload::Mixed.scene(5000, seed()).in_motion(2.0, seed());
    are_recorded(&scene.frames, &scene.pairs);
}

#[test]
fn recordings_time_their_hits_in_the_plane() {
    let scene = PlaneWorkload::Mixed.scene(5000, seed()).in_motion(2.0, seed());
    are_recorded(&scene.frames, &scene.pairs);
}

/// The service: the shaders' bounds, and the CPU's where they tell nothing.
#[test]
fn services_bound_intervals() {
    let builder = CollisionService::builder().engine(Engine::Gpu);
    let builder = match choice() {
        AdapterChoice::Named(name) => builder.adapter(name),
        _ => builder,
    };
    let service = builder.build().unwrap_or_else(|error| panic!("{error}"));
    for scene in [hard(), drawn()] {
        let found = service
            .query(&scene.frames, &scene.pairs)
            .moving()
            .wanted(Wanted::INTERVAL)
            .precision(Precision::Bounded)
            .run()
            .unwrap();
        demand(scene.compare_bounds("gpu", &bounded_sweeps(&found)));
    }
    for scene in plane::moving() {
        let query = service.query(&scene.frames, &scene.pairs).moving().wanted(Wanted::INTERVAL);
        let found = query.precision(Precision::Bounded).run().unwrap();
        scene.demand_bounds("gpu", &bounded_sweeps(&found));
    }
}
