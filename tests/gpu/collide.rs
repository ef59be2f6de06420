//! The pairs that meet among all frames, found on the device, against the CPU engine and against
//! every pair tried.

mod faults;

use crate::common::scene_model::frame;
use crate::common::seed::rng;
use fastrand::Rng;
use motzkin::glam::{Vec2, Vec3};
use motzkin::internals::gpu::least;
use motzkin::service::{Collide, CollideError, Hit, ServiceBuilder};
use motzkin::{
    CollisionService, Engine, Filter, Frame2, Frame3, Hits, Pair, Pose, Precision, Verdict, Wanted,
};
use std::sync::OnceLock;

const SIZES: [usize; 7] = [0, 1, 2, 63, 65, 257, 4097];

fn cpu() -> CollisionService {
    CollisionService::new(Engine::Cpu).unwrap()
}

fn gpu() -> ServiceBuilder {
    CollisionService::builder().engine(Engine::Gpu)
}

/// Whether the device found the pairs: whether it says how long the boxes took. Without timestamps
/// it does not; then the CPU does not say how long its tree took.
fn is_timed(hits: &Hits) -> bool {
    hits.stats().times.is_some_and(|times| match least::is_asked() {
        false => times.boxes.is_some() && times.tests.kernel.is_some(),
        true => times.tree.is_none() && times.tests.upload.is_some(),
    })
}

/// Frames on small whole numbers that meet often, spread so that most pairs are far apart.
fn frames(rng: &mut Rng, count: usize, spread: i32) -> Vec<Frame3> {
    let one = |rng: &mut Rng| {
        let mut whole = || rng.i32(-spread..=spread) as f32;
        let shift = Vec3::new(whole(), whole(), whole());
        let speed = 0.5 * Vec3::new(whole(), whole(), whole());
        let posed = frame(rng).posed(&Pose::at(shift).unwrap());
        posed.and_then(|frame| frame.with_velocity(speed)).unwrap()
    };
    (0..count).map(|_| one(rng)).collect()
}

/// As wide as so many frames need to have a few neighbours each.
fn spread(count: usize) -> i32 {
    2 * (count as f32).cbrt() as i32
}

/// Services with candidates in one portion, in many, and with little memory, for which calls would
/// wait: that one is each test's own. All tests share the others, whose shaders take seconds to
/// compile.
fn services() -> [(&'static str, CollisionService); 4] {
    static SHARED: OnceLock<[CollisionService; 3]> = OnceLock::new();
    let small = |pairs| gpu().max_pairs_per_dispatch(pairs).build().unwrap();
    let shared = SHARED.get_or_init(|| [gpu().build().unwrap(), small(1000), small(77)]);
    let [plain, thousand, few] = shared.clone();
    [
        ("plain", plain),
        ("portions of 1000", thousand),
        ("portions of 77", few),
        ("a megabyte", gpu().gpu_memory(1_000_000).build().unwrap()),
    ]
}

#[test]
fn every_size_at_rest_and_moving() {
    let (services, cpu) = (services(), cpu());
    let mut rng = rng("collide on a GPU");
    for size in SIZES {
        let frames = frames(&mut rng, size, spread(size));
        let resting = cpu.collide(&frames).run().unwrap();
        let moving = cpu.collide(&frames).moving().run().unwrap();
        assert!(size < 4000 || (resting.len() > 1000 && moving.len() > 2 * resting.len()));
        if size <= 257 {
            let all = (0..size as u32).flat_map(|a| (a + 1..size as u32).map(move |b| (a, b)));
            let pairs: Vec<Pair> = all.map(|(a, b)| Pair::new(a, b)).collect();
            let verdicts = cpu.verdicts(&frames, &pairs).unwrap();
            let both = pairs.iter().zip(verdicts.iter()).filter(|(_, verdict)| verdict.meets());
            let want: Vec<Hit> =
                both.map(|(pair, &verdict)| Hit { a: pair.a, b: pair.b, verdict }).collect();
            assert_eq!(*resting, want, "{size}");
        }
        for (name, service) in &services {
            let found = service.collide(&frames).run().unwrap();
            assert_eq!(*found, *resting, "{size}, {name}");
            assert!(found.gpu_failure().is_none());
            assert_eq!(found.stats().tested.pairs as u64, found.stats().candidates);
            let found = service.collide(&frames).moving().run().unwrap();
            assert_eq!(*found, *moving, "{size}, moving, {name}");
        }
    }
}

/// Memory of an earlier call is used again, where it is enough.
#[test]
fn sets_that_grow_and_shrink_find_room() {
    let cpu = cpu();
    let service = gpu().profile(true).max_pairs_per_dispatch(77).build().unwrap();
    let mut rng = rng("collide on a GPU, growing");
    for size in [63, 65, 1500, 4097, 257, 4097] {
        let frames = frames(&mut rng, size, spread(size));
        let found = service.collide(&frames).run().unwrap();
        assert!(is_timed(&found), "{size}");
        assert_eq!(*found, *cpu.collide(&frames).run().unwrap(), "{size}");
    }
}

#[test]
fn more_frames_than_a_dispatch_may_see_are_paired_by_the_cpu() {
    let cpu = cpu();
    let service = gpu().profile(true).max_frames_per_dispatch(1000).build().unwrap();
    let mut rng = rng("collide on a GPU, too many");
    for (size, on_device) in [(1000, true), (1001, false)] {
        let frames = frames(&mut rng, size, spread(size));
        let found = service.collide(&frames).run().unwrap();
        assert_eq!(is_timed(&found), on_device, "{size}");
        assert_eq!(*found, *cpu.collide(&frames).run().unwrap(), "{size}");
    }
}

/// Cuboids alone, and tetrahedra alone, which have pipelines of their own.
#[test]
fn one_kind_of_shape() {
    let (service, cpu) = (gpu().build().unwrap(), cpu());
    let mut rng = rng("collide on a GPU, kinds");
    let all = frames(&mut rng, 6000, 20);
    for tetra in [false, true] {
        let is_kind = |frame: &Frame3| frame.kind().unwrap().is_tetra() == tetra;
        let some: Vec<Frame3> = all.iter().copied().filter(is_kind).collect();
        let want = cpu.collide(&some).run().unwrap();
        assert!(some.len() > 1000 && want.len() > 300);
        assert_eq!(*service.collide(&some).run().unwrap(), *want);
    }
}

#[test]
fn frames_in_the_plane() {
    let (services, cpu) = (services(), cpu());
    let mut rng = rng("collide on a GPU, plane");
    let mut draw = || {
        let mut whole = |reach: i32| rng.i32(-reach..=reach) as f32;
        let mut vector = |reach: i32| Vec2::new(whole(reach), whole(reach));
        let (at, a, b, speed) = (vector(90), vector(3), vector(3), vector(4));
        let made = match at.x as i32 % 3 {
            0 => Frame2::parallelogram(at, [a, b]),
            1 => Frame2::triangle(at, [a, b]),
            _ => Frame2::triangle_by_vertices([at, at + a, at + b]),
        };
        made.and_then(|frame| frame.with_velocity(speed)).ok()
    };
    let frames: Vec<Frame2> = (0..9000).filter_map(|_| draw()).take(3000).collect();
    let resting = cpu.collide(&frames).run().unwrap();
    let moving = cpu.collide(&frames).moving().run().unwrap();
    assert!(resting.len() > 1000 && moving.len() > resting.len());
    for (name, service) in &services {
        assert_eq!(*service.collide(&frames).run().unwrap(), *resting, "{name}");
        assert_eq!(*service.collide(&frames).moving().run().unwrap(), *moving, "{name}");
    }
}

fn filters(rng: &mut Rng, count: usize) -> Vec<Filter> {
    (0..count).map(|_| Filter { group: rng.u32(..8), mask: rng.u32(..8) }).collect()
}

fn starts(rng: &mut Rng, count: usize, worlds: usize) -> Vec<u32> {
    let mut starts: Vec<u32> = (1..worlds).map(|_| rng.u32(..=count as u32)).collect();
    starts.push(0);
    starts.sort_unstable();
    starts
}

/// What a service is asked.
type Question<'a> = dyn Fn(&CollisionService) -> Vec<Hit> + 'a;

/// Each option alone and with others.
#[test]
fn filters_worlds_and_two_sets() {
    let (services, cpu) = (services(), cpu());
    let mut rng = rng("collide on a GPU, options");
    let mut found = Vec::new();
    for (first, second) in [(130, 90), (1, 2048), (1200, 700), (5, 0)] {
        let (a, b) = (frames(&mut rng, first, 6), frames(&mut rng, second, 6));
        let (of_a, of_b) = (filters(&mut rng, first), filters(&mut rng, second));
        let (in_a, in_b) = (starts(&mut rng, first, 4), starts(&mut rng, second, 4));
        let run = |asked: Collide<'_, Frame3>| asked.run().unwrap().into_vec();
        let questions: [(&str, &Question<'_>); 8] = [
            ("filters", &|service| run(service.collide(&a).filters(&of_a))),
            ("worlds", &|service| run(service.collide(&a).worlds(&in_a))),
            ("both", &|service| run(service.collide(&a).worlds(&in_a).filters(&of_a))),
            ("two sets", &|service| run(service.collide_between(&a, &b))),
            ("first filters", &|service| run(service.collide_between(&a, &b).filters(&of_a))),
            ("other filters", &|service| run(service.collide_between(&a, &b).other_filters(&of_b))),
            ("all", &|service| {
                let asked = service.collide_between(&a, &b).filters(&of_a).other_filters(&of_b);
                run(asked.worlds(&in_a).other_worlds(&in_b))
            }),
            ("all, moving", &|service| {
                let asked = service.collide_between(&a, &b).filters(&of_a).other_filters(&of_b);
                let asked = asked.worlds(&in_a).other_worlds(&in_b).moving();
                asked.run().unwrap().into_vec()
            }),
        ];
        for (name, ask) in questions {
            let want = ask(&cpu);
            for (service_name, service) in &services {
                assert_eq!(ask(service), want, "{first}, {second}, {name}, {service_name}");
            }
            found.push(want.len());
        }
    }
    assert!(found.iter().filter(|&&count| count > 10).count() > 12, "{found:?}");
}

#[test]
fn margins_list_what_is_near() {
    let (services, cpu) = (services(), cpu());
    let frames = frames(&mut rng("collide on a GPU, margin"), 300, 12);
    for margin in [0.0, 0.5, 2.0] {
        let want = cpu.collide(&frames).within(margin).run().unwrap();
        let near = want.iter().filter(|hit| hit.verdict == Verdict::Separate).count();
        assert!((margin > 0.0) == (near > 0), "{margin}: {near}");
        let moving = cpu.collide(&frames).moving().within(margin).run().unwrap();
        for (name, service) in &services {
            let found = service.collide(&frames).within(margin).run().unwrap();
            assert_eq!(*found, *want, "{margin}, {name}");
            let found = service.collide(&frames).moving().within(margin).run().unwrap();
            assert_eq!(*found, *moving, "{margin}, {name}, moving");
        }
    }
}

/// Exact details are the same everywhere; bounded ones are there for the same pairs.
#[test]
fn details_are_those_of_the_hits() {
    let (services, cpu) = (services(), cpu());
    let frames = frames(&mut rng("collide on a GPU, details"), 700, 10);
    let wanted = Wanted::DEPTH | Wanted::WITNESS;
    let want = cpu.collide(&frames).wanted(wanted).run().unwrap();
    assert!(want.details().len() == want.len() && want.len() > 100);
    for (name, service) in &services {
        let found = service.collide(&frames).wanted(wanted).run().unwrap();
        assert_eq!(found.details(), want.details(), "{name}");
        let asked = service.collide(&frames).wanted(wanted).precision(Precision::Bounded);
        let found = asked.run().unwrap();
        assert_eq!(*found, *want);
        assert!(found.details().iter().zip(0..).all(|(detail, place)| detail.pair == place));
    }
    let gap = |service: &CollisionService| {
        service.collide(&frames).within(1.0).wanted(Wanted::GAP).run().unwrap()
    };
    let want = gap(&cpu);
    assert!(!want.details().is_empty() && want.details().len() < want.len());
    assert_eq!(gap(&services[1].1).details(), want.details());
}

/// Where all boxes are equal the candidates overflow any list; their number is exact, and so is
/// that of the hits.
#[test]
fn all_in_one_place() {
    let cube = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE).unwrap();
    let services = [
        gpu().profile(true).build().unwrap(),
        gpu().profile(true).max_pairs_per_dispatch(10_001).build().unwrap(),
    ];
    for count in [200, 257, 600_usize] {
        let all = (count * (count - 1) / 2) as u64;
        let (frames, mut rng) = (vec![cube; count], rng("one place"));
        for service in &services {
            let found = service.collide(&frames).run().unwrap();
            assert_eq!((found.len() as u64, found.stats().candidates), (all, all));
            assert!(is_timed(&found));
            assert!(found.windows(2).all(|two| (two[0].a, two[0].b) < (two[1].a, two[1].b)));
            let limited = service.collide(&frames).limit(all as usize - 1).run();
            let Err(CollideError::TooManyPairs { found, limit }) = limited else {
                panic!("too many")
            };
            assert_eq!((found, limit as u64), (all, all - 1));
        }
        // One point, shapes of all kinds.
        let drawn: Vec<Frame3> = (0..count).map(|_| frame(&mut rng)).collect();
        let same = |frame: &Frame3| frame.posed(&Pose::at(-frame.origin()).unwrap()).unwrap();
        let frames: Vec<Frame3> = drawn.iter().map(same).collect();
        let want = cpu().collide(&frames).run().unwrap();
        assert!(want.len() > count);
        for service in &services {
            assert_eq!(*service.collide(&frames).run().unwrap(), *want);
        }
    }
}

/// More shapes than one dispatch searches, one of which meets most of the others, in portions.
#[test]
fn several_slices_and_windows() {
    const COUNT: usize = (1 << 18) + 3000;
    let mut rng = rng("collide on a GPU, slices");
    let mut frames = frames(&mut rng, 1000, 3);
    let row = |i: usize| {
        let at = Vec3::new(3.0 * (i % 512) as f32, 3.0 * (i / 512) as f32, 20.0);
        Frame3::aligned_box(at, at + Vec3::ONE).unwrap()
    };
    frames.extend((0..COUNT - 1001).map(row));
    let (low, high) = (Vec3::new(-9.0, 30.0, -9.0), Vec3::new(2000.0, 2000.0, 30.0));
    frames.push(Frame3::aligned_box(low, high).unwrap());
    let want = cpu().collide(&frames).run().unwrap();
    assert!(want.len() > COUNT / 2);
    let service = gpu().profile(true).max_pairs_per_dispatch(50_000).build().unwrap();
    let found = service.collide(&frames).run().unwrap();
    assert!(*found == *want && is_timed(&found));
    assert!(found.stats().candidates > 200_000);
}

/// Buffers are kept for the next call, whatever that asks.
#[test]
fn one_call_after_the_other() {
    let (service, cpu) = (gpu().profile(true).build().unwrap(), cpu());
    let mut rng = rng("collide on a GPU, again");
    for size in [300, 300, 40, 2000, 1999, 2001, 300] {
        let frames = frames(&mut rng, size, spread(size));
        let (first, second) = frames.split_at(size / 3);
        let found = service.collide(&frames).run().unwrap();
        assert_eq!(*found, *cpu.collide(&frames).run().unwrap());
        assert!(is_timed(&found));
        let found = service.collide_between(first, second).run().unwrap();
        assert_eq!(*found, *cpu.collide_between(first, second).run().unwrap());
        let asked = service.collide(&frames).into_future();
        assert_eq!(*pollster::block_on(asked).unwrap(), *cpu.collide(&frames).run().unwrap());
    }
}
