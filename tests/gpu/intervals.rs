//! When hits meet, by the shaders: bounds that hold, of hits alone, in the caller's encoder and by the service.

use crate::common::compare::demand;
use crate::common::moving::{MovingScene, drawn, hard};
use crate::common::seed::seed;
use crate::rig::{JUNK, Rig, STORAGE};
use crate::{choice, runner, runner_with};
use dashu_ratio::RBig;
use motzkin::bytemuck::{cast_slice, pod_collect_to_vec};
use motzkin::gpu::layout::{Hit, HitInterval, hits_size};
use motzkin::gpu::{AdapterChoice, BatchBuffers, BatchOptions, RunnerOptions, Undecided, read_list};
use motzkin::workload::Workload;
use motzkin::{CollisionService, Engine, Frame3, Pair, Wanted, exact};

fn intervals(frames: &[Frame3], pairs: &[Pair]) -> Vec<HitInterval> {
    pollster::block_on(runner().intervals(frames, pairs)).unwrap()
}

fn meeting(scene: &MovingScene) -> MovingScene {
    let numbers: Vec<usize> = (0..scene.pairs.len()).filter(|&i| scene.truth[i].verdict.meets()).collect();
    scene.picked("that meet", &numbers)
}

/// `x` lies between the two.
fn is_within([low, high]: [f32; 2], x: &RBig) -> bool {
    let exactly = |x: f32| RBig::try_from(x).expect("finite");
    exactly(low) <= *x && *x <= exactly(high)
}

#[test]
fn bounds_enclose_both_ends() {
    for scene in [hard(), drawn()] {
        let scene = meeting(scene);
        let found = intervals(&scene.frames, &scene.pairs);
        assert_eq!(found.len(), scene.pairs.len());
        for (i, HitInterval { first, last }) in found.iter().enumerate() {
            let [from, to] = scene.truth[i].interval.as_ref().expect("they meet");
            let holds = is_within(*first, from) && is_within(*last, to);
            let in_range = [first[0], first[1], last[0], last[1]].iter().all(|t| (0.0..=1.0).contains(t));
            assert!(
                holds && in_range,
                "{}: {first:?} {last:?} for {from} {to}, seed {}",
                scene.names[i],
                seed()
            );
        }
    }
}

/// Nearly all cuboids are told, within a thousandth of the time where they do not crawl.
#[test]
fn most_ends_are_tight() {
    for workload in [Workload::Boxes, Workload::Aligned, Workload::EquallyTurned, Workload::YawOnly] {
        let scene = workload.scene(3000, seed()).in_motion(2.0, seed());
        let passage = |pair: &Pair| {
            let (a, b) = (&scene.frames[pair.a as usize], &scene.frames[pair.b as usize]);
            exact::passage(a, b).expect("valid").interval
        };
        let (pairs, exactly): (Vec<Pair>, Vec<_>) =
            scene.pairs.iter().filter_map(|pair| Some((*pair, passage(pair)?))).unzip();
        let (mut told, mut tight) = (0, 0);
        for (HitInterval { first, last }, exactly) in
            intervals(&scene.frames, &pairs).into_iter().zip(exactly)
        {
            // The exact end lies between its own rounding and the number next to that.
            assert!(first[0] <= exactly.first.next_up() && exactly.first <= first[1], "seed {}", seed());
            assert!(last[0] <= exactly.last && exactly.last.next_down() <= last[1], "seed {}", seed());
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

/// A pair's bounds do not depend on how a batch is cut; what is no frame, and no cuboid, may meet at any time.
#[test]
fn awkward_sizes_and_cut_batches() {
    let scene = meeting(hard());
    let all = intervals(&scene.frames, &scene.pairs);
    for size in [0, 1, 63, 65, 4097] {
        let pairs: Vec<Pair> = scene.pairs.iter().copied().cycle().take(size).collect();
        assert!(intervals(&scene.frames, &pairs).iter().eq(all.iter().cycle().take(size)), "{size} pairs");
    }
    let cut = runner_with(RunnerOptions { max_pairs: 7, max_frames: 7, ..Default::default() });
    assert_eq!(pollster::block_on(cut.intervals(&scene.frames, &scene.pairs)).unwrap(), all);
    let scene = Workload::Tetras.scene(10, seed());
    let stray = [Pair::new(0, u32::MAX), scene.pairs[0]];
    assert_eq!(intervals(&scene.frames, &stray), [HitInterval::ANYTIME; 2]);
}

/// Behind the list of hits of a recording, as many as there is room for.
#[test]
fn recordings_time_their_hits() {
    let rig = Rig::new();
    let scene = Workload::Mixed.scene(5000, seed()).in_motion(2.0, seed());
    let pairs = scene.pairs.len() as u32;
    let (frames, pair_buffer) = (rig.filled(&scene.frames, STORAGE), rig.filled(&scene.pairs, STORAGE));
    for (hit_room, interval_room) in [(pairs, pairs), (pairs, 70), (130, pairs)] {
        let hits = rig.junk(hits_size(hit_room), STORAGE);
        let intervals_buffer = rig.junk(16 * u64::from(interval_room), STORAGE);
        let buffers = BatchBuffers {
            hits: Some(hits.slice(..)),
            bounds: Some(intervals_buffer.slice(..)),
            ..BatchBuffers::new(frames.slice(..), pair_buffer.slice(..))
        };
        let options = BatchOptions {
            wanted: Wanted::INTERVAL,
            moving: true,
            undecided: Undecided::Drop,
            ..Default::default()
        };
        let batch = rig.pipelines.batch(&rig.device, &buffers, &options).unwrap();
        for recorded in [pairs, 0, 1, 63, 4097] {
            let mut encoder = rig.encoder();
            let junk = rig.junk(intervals_buffer.size(), STORAGE);
            encoder.copy_buffer_to_buffer(&junk, 0, &intervals_buffer, 0, intervals_buffer.size());
            batch.record(&mut encoder, recorded).unwrap();
            let copies = [&hits, &intervals_buffer].map(|buffer| rig.snapshot(&mut encoder, buffer));
            rig.submit(encoder);
            let [hits, words] = copies.map(|copy| rig.words(&copy));
            let (_, hits) = read_list::<Hit>(cast_slice(&hits)).unwrap();
            let found: Vec<HitInterval> = pod_collect_to_vec(&words);
            let listed: Vec<Pair> = hits.iter().map(|hit| scene.pairs[hit.pair as usize]).collect();
            let expected = intervals(&scene.frames, &listed);
            let kept = expected.len().min(interval_room as usize);
            assert_eq!(found[..kept], expected[..kept]);
            assert!(words[4 * kept..].iter().all(|&word| word == JUNK), "behind the intervals");
            assert!(recorded < 4000 || kept >= 70);
        }
    }
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
        let found = service.contact_bounds(&scene.frames, &scene.pairs).unwrap();
        demand(scene.compare_bounds("gpu", &found));
    }
}
