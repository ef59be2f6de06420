//! The service on the CPU: order, threads, sums, and what it says of bad input.

use crate::common::answers::{self, exact_separation, value};
use crate::common::bodies::everything;
use crate::common::compare::{self, demand};
use glam::Vec3;
use motzkin::service::{BatchFault, BatchStats};
use motzkin::{BatchError, CollisionService, Engine, ServiceError, Wanted};
use motzkin_core::error::FrameError;
use motzkin_core::exact;
use motzkin_core::geom::{Frame3, Pair};
use motzkin_core::kernel::SimdLevel;
use motzkin_core::verdict::{RawCode, Verdict};

fn service() -> CollisionService {
    CollisionService::new(Engine::Cpu).expect("the CPU engine")
}

fn cube(x: f32) -> Frame3 {
    Frame3::cuboid(Vec3::new(x, 0.0, 0.0), [Vec3::X, Vec3::Y, Vec3::Z]).expect("a cube")
}

fn corner(x: f32) -> Frame3 {
    Frame3::tetra(Vec3::new(x, 0.0, 0.0), [Vec3::X, Vec3::Y, Vec3::Z]).expect("a tetrahedron")
}

fn broken(lane: usize, value: f32) -> Frame3 {
    let mut floats: [f32; 16] = motzkin::bytemuck::cast(cube(0.0));
    floats[lane] = value;
    motzkin::bytemuck::cast(floats)
}

#[test]
fn it_says_what_it_runs_on() {
    let service = service();
    assert_eq!(service.info().engine, Engine::Cpu);
    assert_eq!(service.info().simd, SimdLevel::best());
    assert!(service.info().adapter.is_none() && !service.info().reason.is_empty());
    for level in SimdLevel::available() {
        let built =
            CollisionService::builder().engine(Engine::Cpu).simd(level).build().expect("available");
        assert_eq!(built.info().simd, level);
    }
    let neon_or_sse2 =
        [SimdLevel::Neon, SimdLevel::Sse2].into_iter().find(|level| !level.is_available());
    if let Some(level) = neon_or_sse2 {
        let refused = CollisionService::builder().engine(Engine::Cpu).simd(level).build();
        assert!(matches!(refused, Err(ServiceError::NoSimdLevel(found)) if found == level));
    }
}

/// Auto never stays Auto, and works with and without a GPU.
#[test]
fn automatic_means_some_engine() {
    let service = CollisionService::new(Engine::Auto).expect("some engine");
    assert!(matches!(service.info().engine, Engine::Cpu | Engine::Gpu));
    assert!(!service.info().reason.is_empty());
    let verdicts =
        service.verdicts(&[cube(0.0), cube(1.0)], &[Pair::new(0, 1)]).expect("a verdict");
    assert_eq!(*verdicts, [Verdict::Touching]);
}

#[test]
fn empty_batches_answer_empty() {
    let service = service();
    for frames in [vec![], vec![cube(0.0)]] {
        let verdicts = service.verdicts(&frames, &[]).expect("empty");
        assert!(verdicts.is_empty() && verdicts.stats() == BatchStats::default());
        let answer = service.query(&frames, &[]).wanted(Wanted::BOX).run().expect("empty");
        assert!(answer.verdicts().is_empty() && answer.details().is_empty());
    }
    let none: [Frame3; 0] = [];
    assert!(service.query_between(&none, &none).run().expect("empty").verdicts().is_empty());
}

#[test]
fn indices_out_of_range_are_named() {
    let service = service();
    let frames = [cube(0.0), cube(0.5), cube(9.0)];
    let good = Pair::new(0, 1);
    for (bad, index) in
        [(Pair::new(3, 0), 3), (Pair::new(0, 3), 3), (Pair::new(1, u32::MAX), u32::MAX)]
    {
        for place in 0..3 {
            let mut pairs = vec![good; 3];
            pairs[place] = bad;
            let text = format!("pair {place} names shape {index}, but there are only 3");
            let error = service.verdicts(&frames, &pairs).expect_err("out of range");
            assert_eq!(error.to_string(), text);
            assert!(matches!(error, BatchError::PairOutOfRange { shapes: 3, .. }));
            let boxes = service.query(&frames, &pairs).wanted(Wanted::BOX).run();
            assert_eq!(boxes.expect_err("out of range").to_string(), text);
            let raw = pollster::block_on(service.query(&frames, &pairs).raw());
            assert_eq!(raw.expect_err("out of range").to_string(), text);
        }
    }
    // The first of several is named, and no frames at all is one more way to be out of range.
    let error = service
        .verdicts(&frames, &[good, Pair::new(7, 8), Pair::new(9, 9)])
        .expect_err("out of range");
    assert!(matches!(error, BatchError::PairOutOfRange { pair: 1, index: 7, shapes: 3 }));
    let error = service.verdicts::<[Frame3]>(&[], &[Pair::new(0, 0)]).expect_err("out of range");
    assert!(matches!(error, BatchError::PairOutOfRange { pair: 0, index: 0, shapes: 0 }));
}

#[test]
fn lengths_must_match() {
    let service = service();
    let error = service.query_between(&[cube(0.0)][..], &[]).run().expect_err("unequal");
    assert!(matches!(error, BatchError::LengthMismatch { left: 1, right: 0 }));
    let (one, none) = ([cube(0.0)], []);
    let raw = pollster::block_on(service.query_between(&one[..], &none).raw());
    let error = raw.expect_err("unequal");
    assert!(matches!(error, BatchError::LengthMismatch { left: 1, right: 0 }));
    let error = pollster::block_on(service.query_between(&none[..], &one).moving());
    let error = error.expect_err("unequal");
    assert!(matches!(error, BatchError::LengthMismatch { left: 0, right: 1 }));
}

/// Frames cast from foreign bytes: each pair with one is named with the frame and the reason, on
/// every instruction set, and the others are answered.
#[test]
fn invalid_frames_are_named_and_the_rest_is_answered() {
    let flat = broken(4, 0.0);
    let broken_frames: Vec<(Frame3, &str)> = vec![
        (flat, "the three edges lie in one plane"),
        (broken(0, f32::NAN), "origin[0] = NaN"),
        (broken(5, f32::INFINITY), "edges[0][1] = inf"),
        (broken(14, f32::NEG_INFINITY), "edges[2][2] = -inf"),
        (broken(3, 5.0), "shape tag 5"),
        (broken(3, f32::NAN), "shape tag NaN"),
        (broken(3, -1.0), "shape tag -1"),
        (broken(3, 0.5), "shape tag 0.5"),
        (broken(3, -2.0), "shape tag -2"),
        (broken(3, 4.0), "shape tag 4"),
        (broken(3, f32::from_bits(1)), "shape tag 0.0000"),
        (broken(3, f32::INFINITY), "shape tag inf"),
        (broken(3, f32::NEG_INFINITY), "shape tag -inf"),
    ];
    for level in SimdLevel::available() {
        let service =
            CollisionService::builder().engine(Engine::Cpu).simd(level).build().expect("available");
        for (bad, reason) in &broken_frames {
            // Among frames of both shapes, so that pairs are sorted, and a cuboid whose tag is a
            // negative zero.
            let frames = [cube(0.0), cube(0.5), *bad, cube(5.0), corner(0.5), broken(3, -0.0)];
            let mut pairs = vec![
                Pair::new(0, 1),
                Pair::new(0, 2),
                Pair::new(2, 3),
                Pair::new(2, 2),
                Pair::new(1, 3),
            ];
            for i in 0..65 {
                pairs.push(
                    [(0, 1), (0, 4), (4, 1), (4, 4), (5, 4), (5, 1)].map(|(a, b)| Pair::new(a, b))
                        [i % 6],
                );
            }
            let Err(BatchError::InvalidFrames { faults, rest }) = service.verdicts(&frames, &pairs)
            else {
                panic!("{level:?} judged a frame of which {reason}");
            };
            let found: Vec<_> = faults.iter().map(|fault| (fault.pair, fault.frame)).collect();
            assert_eq!(found, [(1, 2), (2, 2), (3, 2)], "{level:?}: {reason}");
            for fault in &faults {
                let text = fault.to_string();
                assert!(
                    text.starts_with(&format!("pair {}: frame 2: {reason}", fault.pair)),
                    "{text}"
                );
            }
            let mut expected =
                vec![Some(Verdict::Overlapping), None, None, None, Some(Verdict::Separate)];
            expected.extend([Some(Verdict::Overlapping); 65]);
            assert_eq!(rest, expected, "{level:?}: {reason}");
            assert!(service.query(&frames, &pairs).wanted(Wanted::BOX).run().is_err());
        }
        let faults = match service.query_between(&[cube(0.0), flat], &[cube(0.5), cube(0.0)]).run()
        {
            Err(BatchError::InvalidFrames { faults, .. }) => faults,
            other => panic!("{other:?}"),
        };
        let BatchFault { pair, frame, second, error, .. } = faults[0];
        assert_eq!((pair, frame, second, error), (1, 1, false, FrameError::Flat));
        let other = service.query_between(&[cube(0.5), cube(0.0)], &[cube(0.0), flat]).run();
        let told = other.expect_err("a flat frame").to_string();
        assert!(told.contains("pair 1: frame 1 of the second slice: the three edges"), "{told}");
    }
}

/// What stands apart or overlaps by far is not asked again: a frame's velocity does not matter.
#[test]
fn velocities_do_not_change_a_resting_verdict() {
    let moving = cube(0.5).with_velocity(Vec3::splat(1e30)).expect("finite");
    let verdicts =
        service().verdicts(&[cube(0.0), moving, cube(3.0)], &[Pair::new(0, 1), Pair::new(1, 2)]);
    assert_eq!(*verdicts.expect("a batch"), [Verdict::Overlapping, Verdict::Separate]);
}

#[test]
fn threads_levels_and_forms_agree() {
    let all = everything();
    for level in SimdLevel::available() {
        let mut stats = Vec::new();
        for threads in [1, 2, 7] {
            let built =
                CollisionService::builder().engine(Engine::Cpu).simd(level).threads(threads);
            let service = built.build().expect("available");
            let verdicts = service.verdicts(&all.frames, &all.pairs).expect("a batch");
            let name = format!("service, {}, {threads} threads", level.name());
            demand(compare::verdicts(&name, all, &verdicts));
            stats.push(verdicts.stats());
        }
        assert!(stats.iter().all(|s| *s == stats[0]), "{level:?}: {stats:?}");
        let BatchStats {
            pairs,
            undecided,
            settled_gpu,
            settled_f64,
            settled_narrow,
            settled_wide,
            ..
        } = stats[0];
        assert_eq!(settled_gpu, 0);
        assert_eq!(pairs, all.pairs.len());
        assert_eq!(undecided, settled_f64 + settled_narrow + settled_wide);
        let touching = all.count(Verdict::Touching);
        assert!(undecided >= touching && undecided < pairs, "{:?}", stats[0]);
        // Each stage has work: a suite that never reaches one would not test it.
        assert!(settled_f64 > 100 && settled_narrow > 100 && settled_wide > 100, "{:?}", stats[0]);
    }
}

#[test]
fn async_blocking_and_between_agree() {
    let (service, all) = (service(), everything());
    let blocking = service.verdicts(&all.frames, &all.pairs).expect("a batch");
    let asynchronous = pollster::block_on(service.query(&all.frames, &all.pairs)).expect("a batch");
    assert_eq!(blocking, asynchronous.into_verdicts());
    let side = |pick: fn(&Pair) -> u32| -> Vec<Frame3> {
        all.pairs.iter().map(|pair| all.frames[pick(pair) as usize]).collect()
    };
    let (a, b) = (side(|p| p.a), side(|p| p.b));
    let between = service.query_between(&a, &b).run().expect("a batch").into_verdicts();
    demand(compare::verdicts("between", all, &between));
    assert_eq!(blocking.stats(), between.stats());
    assert_eq!(blocking.overlapping(), all.count(Verdict::Overlapping));
    assert_eq!(blocking.clone().into_vec(), all.expected);
}

/// Raw and settled are two steps, and the list of undecided pairs is that of the codes.
#[test]
fn raw_then_settled() {
    let (service, all) = (service(), everything());
    let raw = pollster::block_on(service.query(&all.frames, &all.pairs).raw()).expect("a batch");
    demand(compare::raw_codes("raw", all, raw.codes()));
    let open = |i: &u32| raw.codes()[*i as usize] == RawCode::UNDECIDED;
    let expected: Vec<u32> = (0..all.pairs.len() as u32).filter(open).collect();
    assert_eq!(raw.undecided(), expected);
    let settled = raw.settle().expect("valid frames");
    demand(compare::verdicts("settled", all, &settled));
}

#[test]
fn boxes_of_a_batch() {
    let all = everything();
    let sample = all.picked("boxes", (0..all.pairs.len()).step_by(9));
    let boxes = service().query(&sample.frames, &sample.pairs).wanted(Wanted::BOX).run();
    demand(compare::boxes("service", &sample, &answers::boxes(&boxes.expect("a batch"))));
}

/// What was wanted of the pairs that have it, in their order, as the exact stage gives it; and
/// nothing else.
#[test]
fn details_of_those_that_have_them() {
    let all = everything();
    for size in [0, 1, 63, 65, 4097] {
        let scene = all.picked("details", (0..size).map(|i| i * 7 % all.pairs.len()));
        for bits in 0..16 {
            let sets = [Wanted::DEPTH, Wanted::GAP, Wanted::WITNESS, Wanted::BOX];
            let chosen = (0..4).filter(|i| bits >> i & 1 == 1).map(|i| sets[i]);
            let wanted = chosen.fold(Wanted::NOTHING, |set, one| set | one);
            // The costly ones at full size once only.
            if size > 65 && !matches!(bits, 0..=3) {
                continue;
            }
            let service = service();
            let query = service.query(&scene.frames, &scene.pairs).wanted(wanted);
            let (verdicts, details) = query.run().expect("a batch").into_parts();
            demand(compare::verdicts("details", &scene, &verdicts));
            let selected = |verdict: Verdict| match verdict {
                Verdict::Separate => wanted.contains(Wanted::GAP),
                _ => [Wanted::DEPTH, Wanted::WITNESS, Wanted::BOX]
                    .iter()
                    .any(|one| wanted.contains(*one)),
            };
            let expected: Vec<u32> =
                (0..size as u32).filter(|&i| selected(scene.expected[i as usize])).collect();
            let found: Vec<u32> = details.iter().map(|detail| detail.pair).collect();
            assert_eq!(found, expected, "{size} pairs, {wanted:?}");
            for detail in &details {
                let (a, b) = scene.pair(detail.pair as usize);
                assert_eq!(detail.verdict, scene.expected[detail.pair as usize]);
                let meets = detail.verdict.meets();
                let axis = if meets { Wanted::DEPTH } else { Wanted::GAP };
                let separation = exact::separation(a, b).expect("valid frames");
                let found = detail.separation.map(|found| {
                    // What rounds is a part of the depth.
                    assert!((0.0..=found.depth * 2.0_f64.powi(-30)).contains(&found.slack));
                    exact_separation(found)
                });
                assert_eq!(found, wanted.contains(axis).then_some(separation));
                let has = |output| meets && wanted.contains(output);
                let witness =
                    has(Wanted::WITNESS).then(|| exact::witness(a, b).expect("valid frames"));
                assert_eq!(value(detail.witness), witness.flatten());
                let aabb =
                    has(Wanted::BOX).then(|| exact::intersection_box(a, b).expect("valid frames"));
                assert_eq!(value(detail.aabb), aabb.flatten());
                let query = service.query_between(a, b).wanted(wanted).on_cpu();
                let (_, details) = query.run().expect("valid frames").into_parts();
                let mut alone = details.first().expect("something is wanted");
                assert_eq!((details.len(), alone.pair), (1, 0));
                alone.pair = detail.pair;
                assert_eq!(alone, detail);
            }
        }
    }
}

/// Details name what verdicts name: the pair and the frame.
#[test]
fn details_of_invalid_frames() {
    let frames = [cube(0.0), broken(4, 0.0)];
    let service = service();
    let depths = |pairs: &[Pair]| service.query(&frames, pairs).wanted(Wanted::DEPTH).run();
    let error = depths(&[Pair::new(0, 0), Pair::new(0, 1)]);
    let told = error.expect_err("a flat frame").to_string();
    assert!(told.contains("pair 1: frame 1: the three edges"), "{told}");
    let error = depths(&[Pair::new(0, 2)]).expect_err("out of range");
    assert!(matches!(error, BatchError::PairOutOfRange { pair: 0, index: 2, shapes: 2 }));
    let alone = service.query_between(&frames[1], &frames[0]).on_cpu().run();
    let Err(BatchError::InvalidFrames { faults, rest }) = alone else { panic!("{alone:?}") };
    let places: Vec<_> = faults.iter().map(|fault| (fault.pair, fault.frame)).collect();
    assert_eq!((places, rest), (vec![(0, 0)], vec![None]));
    assert!(faults[0].error == FrameError::Flat);
}
