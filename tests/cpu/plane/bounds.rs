//! Axes, boxes and common points by kernels: they bound the exact ones, as closely as they say, and
//! tell of nearly all.

use crate::common::answers::value;
use crate::common::oracle::rational;
use crate::common::plane::{Case, Scene, bounds, everything, oracle, random_frame, resting};
use crate::common::seed::{rng, seed};
use dashu_ratio::RBig;
use glam::{DVec2, Vec2};
use motzkin::{CollisionService, Detail, Engine, Precision, Separation, Wanted};
use motzkin_core::exact;
use motzkin_core::geom::{Aabb2, Frame2, Pair, ShapeKind2};
use motzkin_core::geom::{Parallelotope, Simplex};
use motzkin_core::kernel::bounds::Common;
use motzkin_core::kernel::plane::clip::clipped;
use motzkin_core::kernel::plane::operand::{Operands, Vec2 as LaneVec2};
use motzkin_core::kernel::{CommonBounds, SimdLevel};
use motzkin_core::verdict::Verdict;
use motzkin_core::{Frame as _, Source};
use motzkin_lab::workload::PlaneWorkload;
use rayon::prelude::*;

type Commons = Vec<CommonBounds<DVec2, Aabb2>>;

fn service(level: SimdLevel) -> CollisionService {
    CollisionService::builder().engine(Engine::Cpu).simd(level).build().expect("an engine")
}

fn separations(level: SimdLevel, scene: &Scene) -> Vec<Separation<DVec2>> {
    let wanted = Wanted::DEPTH | Wanted::GAP;
    let found = service(level)
        .query(&scene.frames, &scene.pairs)
        .wanted(wanted)
        .precision(Precision::Bounded)
        .run()
        .expect("valid frames");
    found.details().iter().map(|detail| detail.separation.expect("wanted of all")).collect()
}

fn sample(scene: &Scene, count: usize) -> Scene {
    let mut rng = rng(&format!("{} bounds", scene.name));
    let drawn: Vec<usize> = (0..count).map(|_| rng.usize(..scene.pairs.len())).collect();
    scene.picked("(sample)", drawn.into_iter())
}

/// The pairs of a scene that meet.
fn meeting(scene: &Scene) -> Scene {
    scene.picked("that meet", (0..scene.pairs.len()).filter(|&i| scene.truth[i].verdict.meets()))
}

#[test]
fn axes_bound_gaps_and_depths() {
    for scene in resting() {
        let scene = sample(scene, 80);
        for level in SimdLevel::available() {
            scene.demand(level.name(), &separations(level, &scene), |found, truth, a, b| {
                bounds::fault_of_bound(a, b, truth.verdict, found)
            });
        }
    }
}

/// Every level, with boxes and without.
fn each_level(scene: &Scene, mut test: impl FnMut(&str, Commons)) {
    let source = Source::Indexed { frames: &scene.frames, pairs: &scene.pairs };
    let numbers: Vec<u32> = (0..scene.pairs.len() as u32).collect();
    for level in SimdLevel::available() {
        test(&format!("boxes on {}", level.name()), Frame2::common(source, &numbers, true, level));
        test(
            &format!("points on {}", level.name()),
            Frame2::common(source, &numbers, false, level),
        );
    }
}

#[test]
fn boxes_and_points_are_right_where_they_are_told() {
    for scene in resting() {
        let scene = meeting(&sample(scene, 100));
        each_level(&scene, |who, found| {
            scene.demand(who, &found, |found, truth, a, b| {
                bounds::fault_of_common(truth, a, b, found)
            });
        });
    }
}

/// A pair's bounds depend neither on which others are asked for, nor on how many, nor on their
/// shapes.
#[test]
fn awkward_sizes() {
    let all = meeting(everything());
    let mut whole = Vec::new();
    each_level(&all, |_, found| whole.push(found));
    for size in [0, 1, 63, 65, 513, 4097] {
        let at = |i: usize| i * 7919 % all.pairs.len();
        let scene = all.picked("x", (0..size).map(at));
        let mut whole = whole.iter();
        each_level(&scene, |who, found| {
            let whole = whole.next().expect("as many levels");
            assert!(
                found.len() == size && (0..size).all(|i| found[i] == whole[at(i)]),
                "{who}, {size}"
            );
        });
        for level in SimdLevel::available() {
            let source = Source::Indexed { frames: &scene.frames, pairs: &scene.pairs };
            let numbers: Vec<u32> = (0..size as u32).collect();
            let alone = |&number: &u32| Frame2::best_axes(source, &[number], level)[0];
            let found = Frame2::best_axes(source, &numbers, level);
            assert!(
                found.iter().copied().eq(numbers.iter().map(alone)),
                "{size} on {}",
                level.name()
            );
        }
    }
}

/// Exchanging the frames turns the axis round, for every mix of shapes.
#[test]
fn axes_point_from_the_first_frame_to_the_second() {
    let mut rng = rng("axes of swapped pairs");
    for a_kind in [ShapeKind2::Parallelogram, ShapeKind2::Triangle, ShapeKind2::TriangleByVertices]
    {
        for b_kind in
            [ShapeKind2::Parallelogram, ShapeKind2::Triangle, ShapeKind2::TriangleByVertices]
        {
            for i in 0..200 {
                let frames = [
                    random_frame(&mut rng, a_kind, 1.0, 0.7),
                    random_frame(&mut rng, b_kind, 1.0, 0.7),
                ];
                let pairs = [Pair::new(0, 1), Pair::new(1, 0)];
                let source = Source::Indexed { frames: &frames, pairs: &pairs };
                for level in SimdLevel::available() {
                    let found = Frame2::best_axes(source, &[0, 1], level);
                    let [one, other] =
                        [0, 1].map(|i: usize| found[i].expect("of ordinary size").axis);
                    let exactly = exact::plane::separation(&frames[0], &frames[1]).expect("valid");
                    let near = one.as_dvec2().distance(exactly.axis) < 1e-5;
                    let opposite = one.distance(-other) < 1e-5;
                    // Nearly as good axes may be taken for each other.
                    let off = found[0].expect("told").slack_of_depth(exactly.depth as f32);
                    let doubtful = off > 1e-5;
                    assert!(
                        near && opposite || doubtful,
                        "{a_kind:?} {b_kind:?} {i}: {found:?} {exactly:?}"
                    );
                }
            }
        }
    }
}

/// Nearly all is told by kernels, and closely.
#[test]
fn little_is_left_to_the_exact_stage() {
    for workload in [PlaneWorkload::Boxes, PlaneWorkload::Triangles, PlaneWorkload::Mixed] {
        let scene = workload.scene(20_000, seed());
        let source = Source::Indexed { frames: &scene.frames, pairs: &scene.pairs };
        let verdicts =
            service(SimdLevel::best()).verdicts(&scene.frames, &scene.pairs).expect("valid");
        let hits: Vec<u32> = (0..)
            .zip(verdicts.iter())
            .filter(|(_, verdict)| verdict.meets())
            .map(|(i, _)| i)
            .collect();
        let percent = |count: usize| 100.0 * count as f64 / hits.len() as f64;
        for level in SimdLevel::available() {
            let found = Frame2::common(source, &hits, true, level);
            let boxes = percent(found.iter().filter(|found| found.aabb.is_some()).count());
            let points = percent(
                Frame2::common(source, &hits, false, level)
                    .iter()
                    .filter(|found| found.point.is_some())
                    .count(),
            );
            let close = |(&number, best): (&u32, &Option<motzkin_core::kernel::BestAxis<Vec2>>)| {
                let Pair { a, b } = scene.pairs[number as usize];
                let exactly =
                    exact::plane::separation(&scene.frames[a as usize], &scene.frames[b as usize]);
                let depth = exactly.expect("valid").depth as f32;
                best.as_ref()
                    .is_some_and(|best| best.slack_of_depth(depth) < best.extent / 32_768.0)
            };
            let axes = Frame2::best_axes(source, &hits, level);
            let axes = percent(hits.par_iter().zip(&axes).filter(|told| close(*told)).count());
            println!("{workload:?} on {}: {boxes:.3} {points:.3} {axes:.3} %", level.name());
            assert!(boxes > 99.9 && points > 99.9 && axes > 98.0, "seed {}", seed());
        }
    }
}

/// What the shader does, which has `f32` alone: its box holds the exact one, and its slack says by
/// how much it is larger.
#[test]
fn boxes_in_f32_are_as_loose_as_they_say() {
    let judged = |a: &Frame2, b: &Frame2| -> (Common<f32, LaneVec2<f32>>, Frame2) {
        let is_triangle = |frame: &Frame2| frame.kind().expect("valid").is_triangle();
        let (a, b) = if is_triangle(b) { (b, a) } else { (a, b) };
        let found = match [a, b].map(is_triangle) {
            [false, false] => {
                clipped::<f32, Parallelotope, Parallelotope>(Operands::load::<
                    Parallelotope,
                    Parallelotope,
                >((), |_| (a, b)))
            }
            [true, false] => clipped::<f32, Simplex, Parallelotope>(Operands::load::<
                Simplex,
                Parallelotope,
            >((), |_| (a, b))),
            _ => {
                clipped::<f32, Simplex, Simplex>(Operands::load::<Simplex, Simplex>((), |_| (a, b)))
            }
        };
        (found, *a)
    };
    for scene in resting() {
        let scene = meeting(scene);
        let (mut told, mut tight) = (0, 0);
        for (i, truth) in scene.truth.iter().enumerate() {
            let (a, b) = scene.pair(i);
            let (found, first) = judged(a, b);
            if !found.known_point {
                continue;
            }
            told += 1;
            tight += usize::from(found.known_box);
            for axis in 0..2 {
                let (least, most) = &truth.range.as_ref().expect("it meets")[axis];
                let origin = rational(first.origin()[axis]);
                let off = [
                    least - rational(found.low[axis]) - &origin,
                    rational(found.high[axis]) + origin - most,
                ];
                let slack = rational(found.slack);
                let fits = off.iter().all(|off| *off >= RBig::ZERO && *off <= slack);
                assert!(fits, "{}, {i}, axis {axis}, seed {}: {a:?} {b:?}", scene.name, seed());
            }
        }
        println!("{:30} {told} told and {tight} tight of {}", scene.name, scene.pairs.len());
        assert!(
            !scene.name.contains("random floats") || told * 100 > scene.pairs.len() * 97,
            "{}",
            scene.name
        );
    }
}

/// The service settles what the kernels leave open, and answers nothing of pairs that do not meet.
#[test]
fn the_service_answers_all_that_meet() {
    let scene = everything()
        .picked("of the service", (0..2000).map(|i| i * 7919 % everything().pairs.len()));
    for wanted in [Wanted::WITNESS, Wanted::BOX, Wanted::WITNESS | Wanted::BOX | Wanted::GAP] {
        let service = service(SimdLevel::best());
        let found = service
            .query(&scene.frames, &scene.pairs)
            .wanted(wanted)
            .precision(Precision::Bounded)
            .run()
            .expect("valid frames");
        let (meet, separate): (Vec<Detail<Frame2>>, Vec<_>) =
            found.details().iter().partition(|detail| detail.verdict.meets());
        assert!(separate.iter().all(|detail| detail.witness.is_none() && detail.aabb.is_none()));
        let numbers: Vec<usize> = meet.iter().map(|detail| detail.pair as usize).collect();
        let expected = (0..scene.pairs.len()).filter(|&i| scene.truth[i].verdict.meets());
        assert!(numbers.iter().copied().eq(expected));
        let of = |detail: &Detail<Frame2>| CommonBounds {
            point: value(detail.witness),
            aabb: value(detail.aabb),
        };
        let bounds: Commons = meet.iter().map(of).collect();
        assert!(bounds.iter().all(|bounds| {
            bounds.point.is_some() == wanted.contains(Wanted::WITNESS)
                && bounds.aabb.is_some() == wanted.contains(Wanted::BOX)
        }));
        let picked = scene.picked("that meet", numbers.into_iter());
        picked.demand("service", &bounds, |found, truth, a, b| {
            bounds::fault_of_common(truth, a, b, found)
        });
    }
}

/// Boxes and points that are a little wrong, steps that are a little short, and axes turned round
/// must not pass.
#[test]
fn wrong_bounds_are_noticed() {
    let square =
        |at: f32| Frame2::aligned_box(Vec2::splat(at), Vec2::splat(at + 1.0)).expect("a square");
    let (a, b) = (square(0.0), square(0.5));
    let case =
        Case { name: "squares".into(), a, b, verdict: Some(Verdict::Overlapping), interval: None };
    let truth = &Scene::new("faults", vec![case]).truth[0];
    let right = CommonBounds {
        point: Some(DVec2::splat(0.5)),
        aabb: Some(Aabb2 { min: Vec2::splat(0.5), max: Vec2::ONE }),
    };
    let fault = |found: CommonBounds<DVec2, Aabb2>| bounds::fault_of_common(truth, &a, &b, &found);
    assert_eq!((fault(right), fault(CommonBounds::OPEN)), (None, None));
    for axis in [Vec2::X, Vec2::Y] {
        for by in [-1e-7, 4e-5] {
            let boxed = |min: f32, max: f32| {
                let aabb =
                    Aabb2 { min: Vec2::splat(0.5) - axis * min, max: Vec2::ONE + axis * max };
                CommonBounds { aabb: Some(aabb), ..right }
            };
            assert!(
                fault(boxed(by, 0.0)).is_some() && fault(boxed(0.0, by)).is_some(),
                "{axis} {by}"
            );
        }
        let point = Some(DVec2::splat(0.5) - axis.as_dvec2() * 1e-9);
        assert!(fault(CommonBounds { point, ..right }).is_some());
    }
    let step =
        |axis: [f64; 2], depth: f64, slack: f64| bounds::fault_of_step(&a, &b, axis, depth, slack);
    assert_eq!(step([1.0, 0.0], 0.5, 0.0), None);
    assert!(
        step([-1.0, 0.0], 0.5, 0.0).is_some()
            && step([1.0, 0.0], f64::from(0.5_f32.next_down()), 0.0).is_some()
    );
    assert!(step([1.0, 0.0], 0.6, 0.05).is_some() && step([0.999_999, 0.0], 0.5, 0.0).is_some());
    let far = Frame2::aligned_box(Vec2::new(3.0, 0.0), Vec2::new(4.0, 1.0)).expect("a square");
    let apart = oracle::judge(&a, &far).verdict;
    let mut detail = service(SimdLevel::best())
        .query(&[a, far], &[Pair::new(0, 1)])
        .wanted(Wanted::GAP)
        .precision(Precision::Bounded)
        .run()
        .expect("valid")
        .details()
        .first()
        .and_then(|detail| detail.separation)
        .expect("wanted");
    assert_eq!(bounds::fault_of_bound(&a, &far, apart, &detail), None);
    detail.depth = 2.0_f32.next_up().into();
    assert!(bounds::fault_of_bound(&a, &far, apart, &detail).is_some());
    (detail.depth, detail.slack) = (1.99, 1e-5);
    assert!(bounds::fault_of_bound(&a, &far, apart, &detail).is_some());
}
