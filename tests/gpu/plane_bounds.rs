//! How and where hits in the plane meet, by the shaders: bounds that hold, in the caller's encoder
//! and by the service.

use crate::common::answers::value;
use crate::common::plane::{Case, KINDS, Scene, bounds, everything, frame, resting};
use crate::common::seed;
use crate::rig::{JUNK, Rig, STORAGE};
use crate::{choice, runner, runner_with};
use dashu_ratio::RBig;
use motzkin::bytemuck::{cast_slice, pod_collect_to_vec};
use motzkin::glam::{DVec2, Vec2};
use motzkin::gpu::layout::{HitBounds, HitRecord, hits_size};
use motzkin::gpu::{
    AdapterChoice, BatchBuffers, BatchOptions, RunnerOptions, Undecided, read_list,
};
use motzkin::{CollisionService, Detail, Engine, Pair, Precision, Wanted};
use motzkin_core::geom::{Aabb2, Frame2};
use motzkin_core::kernel::CommonBounds;
use motzkin_lab::workload::PlaneWorkload;

fn all_of_it() -> Wanted {
    Wanted::DEPTH | Wanted::WITNESS | Wanted::BOX
}

fn of_pairs(frames: &[Frame2], pairs: &[Pair], wanted: Wanted) -> Vec<HitBounds> {
    pollster::block_on(runner().bounds(frames, pairs, wanted)).unwrap()
}

/// The pairs of a scene that meet.
fn meeting(scene: &Scene) -> Scene {
    scene.picked("that meet", (0..scene.pairs.len()).filter(|&i| scene.truth[i].verdict.meets()))
}

fn sample(scene: &Scene, count: usize) -> Scene {
    let mut rng = seed::rng(&format!("{} bounds", scene.name));
    let drawn: Vec<usize> = (0..count).map(|_| rng.usize(..scene.pairs.len())).collect();
    scene.picked("(sample)", drawn.into_iter())
}

/// Bounds of pairs that meet must hold.
fn demand(scene: &Scene, found: &[HitBounds]) {
    scene.demand("gpu", found, |found, truth, a, b| {
        let tells = |what| found.known & what != 0;
        let flat =
            [found.axis, found.point, found.low, found.high].iter().all(|vector| vector[2] == 0.0);
        let mut faults = vec![(!flat).then(|| "a z that is not zero".to_owned())];
        if tells(HitBounds::SEPARATION) {
            let [x, y, _] = found.axis.map(f64::from);
            let (depth, slack) = (found.depth.into(), found.depth_slack.into());
            faults.push(bounds::fault_of_step(a, b, [x, y], depth, slack));
        }
        if tells(HitBounds::COMMON) {
            let of = |x: [f32; 3]| Vec2::new(x[0], x[1]);
            let point = a.origin().as_dvec2() + of(found.point).as_dvec2();
            faults.push(truth.fault_of_witness(a, b, Some(point)));
            let aabb = Aabb2 { min: of(found.low), max: of(found.high) };
            let origin = a.origin().abs().max(aabb.min.abs()).max(aabb.max.abs()).max_element();
            let slack =
                RBig::try_from(found.box_slack + 8.0 * f32::EPSILON * origin).expect("finite");
            faults.push(bounds::fault_of_box(truth, &aabb, &slack));
        }
        faults.into_iter().flatten().next()
    });
}

#[test]
fn bounds_hold() {
    let mut all_tight = 0;
    for scene in resting() {
        // Of random frames all: shares of a few that meet would be chance.
        let is_random = scene.name.contains("random floats");
        let scene = if is_random { meeting(scene) } else { meeting(&sample(scene, 250)) };
        let found = of_pairs(&scene.frames, &scene.pairs, all_of_it());
        demand(&scene, &found);
        let told = |what| found.iter().filter(|found| found.known & what != 0).count();
        let (axes, common) = (told(HitBounds::SEPARATION), told(HitBounds::COMMON));
        let is_tight = |(found, pair): &(&HitBounds, &Pair)| {
            let [a, b] = [pair.a, pair.b].map(|index| scene.frames[index as usize].aabb());
            let size = (a.max.max(b.max) - a.min.min(b.min)).max_element();
            found.known & HitBounds::COMMON != 0 && found.box_slack < 1e-5 * size
        };
        let tight = found.iter().zip(&scene.pairs).filter(is_tight).count();
        all_tight += tight;
        let all = scene.pairs.len();
        println!("{:30} {axes} axes, {common} points and {tight} tight boxes of {all}", scene.name);
        if is_random {
            assert!(axes == all && common * 100 > axes * 95, "{}", scene.name);
        }
    }
    // A quarter of the random pairs and most of the grids that are turned by little.
    assert!(all_tight > 50, "{all_tight} boxes are as tight as the service promises");
}

/// A pair's bounds do not depend on how a batch is cut, and what is not wanted is not told.
#[test]
fn awkward_sizes_and_cut_batches() {
    let scene = meeting(everything());
    let all = of_pairs(&scene.frames, &scene.pairs, all_of_it());
    for size in [0, 1, 63, 65, 4097] {
        let at = |i: usize| i * 7919 % all.len();
        let pairs: Vec<Pair> = (0..size).map(|i| scene.pairs[at(i)]).collect();
        let found = of_pairs(&scene.frames, &pairs, all_of_it());
        assert!(found.len() == size && (0..size).all(|i| found[i] == all[at(i)]), "{size} pairs");
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
    let told = |wanted| {
        of_pairs(&scene.frames, pairs, wanted).iter().fold(0, |all, found| all | found.known)
    };
    assert_eq!(told(Wanted::NOTHING), 0);
    assert_eq!(told(Wanted::GAP), 0);
    assert_eq!(told(Wanted::DEPTH), HitBounds::SEPARATION);
    assert_eq!(told(Wanted::WITNESS), HitBounds::COMMON);
    assert_eq!(told(Wanted::BOX), HitBounds::COMMON);
    for stray in [Pair::new(0, u32::MAX), Pair::new(u32::MAX, 0)] {
        assert_eq!(of_pairs(&scene.frames, &[stray], all_of_it()), [HitBounds::default()]);
    }
}

/// Behind the list of hits of a recording, as many as there is room for; pairs that name no frame,
/// which are hits where the undecided are kept, have none.
#[test]
fn recordings_bound_their_hits() {
    let rig = Rig::new();
    let scene = PlaneWorkload::Mixed.scene(5000, seed::seed());
    let mut pairs = scene.pairs.clone();
    let frames = scene.frames.len() as u32;
    for (i, pair) in pairs.iter_mut().enumerate().filter(|(i, _)| i % 97 == 5) {
        *(if i % 2 == 0 { &mut pair.a } else { &mut pair.b }) = frames + i as u32;
    }
    let count = pairs.len() as u32;
    let (frame_buffer, pair_buffer) =
        (rig.filled(&scene.frames, STORAGE), rig.filled(&pairs, STORAGE));
    for (hit_capacity, bounds_capacity) in [(count, count), (count, 70), (130, count)] {
        let hits = rig.junk(hits_size(hit_capacity), STORAGE);
        let bounds = rig.junk(64 * u64::from(bounds_capacity), STORAGE);
        let buffers = BatchBuffers {
            hits: Some(hits.slice(..)),
            bounds: Some(bounds.slice(..)),
            ..BatchBuffers::new(frame_buffer.slice(..), pair_buffer.slice(..))
        };
        let options = BatchOptions {
            wanted: all_of_it(),
            in_plane: true,
            undecided: Undecided::Keep,
            ..Default::default()
        };
        let batch = rig.pipelines.batch(&rig.device, &buffers, &options).unwrap();
        for recorded in [count, 0, 1, 63, 4097] {
            let mut encoder = rig.encoder();
            let junk = rig.junk(bounds.size(), STORAGE);
            encoder.copy_buffer_to_buffer(&junk, 0, &bounds, 0, bounds.size());
            batch.record(&mut encoder, recorded).unwrap();
            let copies = [&hits, &bounds].map(|buffer| rig.snapshot(&mut encoder, buffer));
            rig.submit(encoder);
            let [hits, words] = copies.map(|copy| rig.words(&copy));
            let (_, hits) = read_list::<HitRecord>(cast_slice(&hits)).unwrap();
            let found: Vec<HitBounds> = pod_collect_to_vec(&words);
            let listed: Vec<Pair> = hits.iter().map(|hit| pairs[hit.pair as usize]).collect();
            let expected = of_pairs(&scene.frames, &listed, all_of_it());
            let kept = expected.len().min(bounds_capacity as usize);
            assert_eq!(found[..kept], expected[..kept]);
            assert!(words[16 * kept..].iter().all(|&word| word == JUNK), "behind the bounds");
            let is_stray = |pair: &Pair| pair.a.max(pair.b) >= frames;
            let strays = listed.iter().filter(|pair| is_stray(pair)).count();
            let mut bounded = listed.iter().zip(&expected);
            assert!(bounded.all(|(pair, found)| !is_stray(pair) || *found == HitBounds::default()));
            if recorded == count && hit_capacity == count {
                // Of all hits, because the share of a few would be chance.
                let told = expected.iter().filter(|bounds| bounds.known == 3).count();
                let frames = expected.len() - strays;
                println!("{told} told of {frames}, {strays} strays");
                assert!(strays > 0 && told * 100 > frames * 97, "{told} of {frames}");
            }
        }
    }
}

/// Where a frame holds the other, the faces are corners of that: what rounds is their coordinates
/// alone.
#[test]
fn boxes_of_contained_frames_hold_them() {
    let mut rng = seed::rng("contained frames");
    let mut cases = Vec::new();
    for kind in KINDS {
        for i in 0..120 {
            let mut vector = |least: f32, most: f32| {
                Vec2::new(rng.f32() * (most - least) + least, rng.f32() * (most - least) + least)
            };
            // Beside the world's origin the frames' own coordinates round, far from it the sums
            // with that.
            let spread = [0.5, 900.0, 1e6][i % 3];
            let at = vector(-spread, spread);
            let outer = frame(KINDS[0], at, [Vec2::new(300.0, 1.7), Vec2::new(-2.3, 310.0)]);
            // From far away back to near the first frame's origin: there the differences cancel.
            let (near, far) = (at + vector(3.0, 9.0), at + vector(100.0, 200.0));
            let (back, skew) = (near - far, vector(0.0, 1.0));
            let edges = [Vec2::new(back.x, skew.x), Vec2::new(skew.y, back.y)];
            let inner = match i % 2 {
                0 => frame(kind, far, edges),
                _ => frame(kind, near, edges.map(|edge| -edge)),
            };
            let (a, b) = if i % 4 < 2 { (outer, inner) } else { (inner, outer) };
            cases.push(Case { name: format!("{kind:?} {i}"), a, b, verdict: None, interval: None });
        }
    }
    let scene = meeting(&Scene::new("contained frames", cases));
    let found = of_pairs(&scene.frames, &scene.pairs, all_of_it());
    demand(&scene, &found);
    let told = found.iter().filter(|found| found.known == 3).count();
    assert!(told * 10 > scene.pairs.len() * 9 && told > 300, "{told} of {}", scene.pairs.len());
}

/// The service: the shaders' axes, points and boxes where they are close enough, and the CPU's
/// where not.
#[test]
fn services_bound_what_meets() {
    let builder = CollisionService::builder().engine(Engine::Gpu);
    let builder = match choice() {
        AdapterChoice::Named(name) => builder.adapter(name),
        _ => builder,
    };
    let service = builder.build().unwrap_or_else(|error| panic!("{error}"));
    for scene in resting() {
        let scene = sample(scene, 100);
        let found = service
            .query(&scene.frames, &scene.pairs)
            .wanted(Wanted::DEPTH | Wanted::GAP)
            .precision(Precision::Bounded)
            .run()
            .unwrap();
        let separations: Vec<_> =
            found.details().iter().map(|detail| detail.separation.unwrap()).collect();
        scene.demand("gpu", &separations, |found, truth, a, b| {
            bounds::fault_of_bound(a, b, truth.verdict, found)
        });
        let scene = meeting(&scene);
        for wanted in [Wanted::WITNESS, Wanted::BOX, Wanted::WITNESS | Wanted::BOX] {
            let found = service
                .query(&scene.frames, &scene.pairs)
                .wanted(wanted)
                .precision(Precision::Bounded)
                .run()
                .unwrap();
            assert_eq!(found.details().len(), scene.pairs.len());
            let of = |detail: Detail<Frame2>| CommonBounds {
                point: value(detail.witness),
                aabb: value(detail.aabb),
            };
            let found: Vec<CommonBounds<DVec2, Aabb2>> = found.details().iter().map(of).collect();
            assert!(
                found.iter().all(|found| found.point.is_some() == wanted.contains(Wanted::WITNESS)
                    && found.aabb.is_some() == wanted.contains(Wanted::BOX))
            );
            scene.demand("gpu", &found, |found, truth, a, b| {
                bounds::fault_of_common(truth, a, b, found)
            });
        }
    }
}
