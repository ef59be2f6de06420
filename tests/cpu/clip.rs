//! Boxes and common points by kernels: right where they are told, and told of nearly all that
//! overlap.

use crate::common::answers::value;
use crate::common::bodies::everything;
use crate::common::cases;
use crate::common::compare::{self, demand};
use crate::common::oracle::{self, rational};
use crate::common::papers;
use crate::common::scene::{Case, Scene};
use crate::common::seed::{rng, seed};
use dashu_ratio::RBig;
use glam::{DVec3, Vec3};
use motzkin::{CollisionService, Engine, Precision, Wanted};
use motzkin_core::geom::{Aabb3, Frame3, Pair};
use motzkin_core::geom::{Parallelotope, Simplex};
use motzkin_core::kernel::clip::common::clipped;
use motzkin_core::kernel::{CommonBounds, Operands, SimdLevel};
use motzkin_core::verdict::{RawCode, Verdict};
use motzkin_core::{Frame as _, Resting, Source};
use motzkin_lab::workload::Workload;

/// The pairs of a scene that meet.
fn meeting(scene: &Scene) -> Vec<u32> {
    (0..).zip(&scene.expected).filter(|(_, verdict)| verdict.meets()).map(|(i, _)| i).collect()
}

/// Every level, with boxes and without.
fn each_level(scene: &Scene, pairs: &[u32], mut test: impl FnMut(&str, Vec<CommonBounds>)) {
    let source = Source::Indexed { frames: &scene.frames, pairs: &scene.pairs };
    for level in SimdLevel::available() {
        test(&format!("boxes on {}", level.name()), Frame3::common(source, pairs, true, level));
        test(&format!("points on {}", level.name()), Frame3::common(source, pairs, false, level));
    }
}

fn are_right(scene: &Scene) {
    let pairs = meeting(scene);
    each_level(scene, &pairs, |who, found| {
        let told =
            |told: fn(&CommonBounds) -> bool| found.iter().filter(|found| told(found)).count();
        let (boxes, points) =
            (told(|found| found.aabb.is_some()), told(|found| found.point.is_some()));
        println!("{}, {who}: {boxes} boxes and {points} points of {}", scene.name, pairs.len());
        demand(compare::common_bounds(who, scene, &pairs, &found));
    });
}

#[test]
fn hard_cases() {
    are_right(&papers::scene());
    for scene in cases::all() {
        let mut rng = rng(&scene.name);
        let drawn: Vec<usize> = (0..40).map(|_| rng.usize(..scene.pairs.len())).collect();
        are_right(&scene.picked("(sample)", drawn.into_iter()));
    }
}

#[test]
fn swapped_and_permuted() {
    let mut order: Vec<usize> = (0..everything().pairs.len()).collect();
    rng("clip").shuffle(&mut order);
    let mut scene = everything().picked("permuted", order.into_iter().take(400));
    are_right(&scene);
    scene.pairs.iter_mut().for_each(|pair| *pair = Pair::new(pair.b, pair.a));
    are_right(&scene);
}

/// A pair's bounds do not depend on which others are asked for, nor on how many.
#[test]
fn awkward_sizes() {
    let all = everything();
    let pairs = meeting(all);
    let mut one_by_one = Vec::new();
    each_level(all, &pairs, |_, found| one_by_one.push(found));
    for size in [0, 1, 63, 65, 127, 129, 513, 4097] {
        let start = rng("clip sizes").usize(..pairs.len());
        let at = |i: usize| (start + i) % pairs.len();
        let some: Vec<u32> = (0..size).map(|i| pairs[at(i)]).collect();
        let mut whole = one_by_one.iter();
        each_level(all, &some, |who, found| {
            let whole = whole.next().expect("as many levels");
            assert_eq!(found.len(), size);
            let same = (0..size).all(|i| found[i] == whole[at(i)]);
            assert!(same, "{who}, {size} pairs, seed {}", seed());
        });
    }
}

const OVERLAPS: [Workload; 8] = [
    Workload::Boxes,
    Workload::Aligned,
    Workload::EquallyTurned,
    Workload::YawOnly,
    Workload::Tetras,
    Workload::BoxTetra,
    Workload::Mixed,
    Workload::PaperMixed,
];

/// A workload's pairs that overlap.
fn overlapping(workload: Workload, pairs: usize) -> (Scene, Vec<u32>) {
    let given = workload.scene(pairs, seed());
    let source = Source::Indexed { frames: &given.frames, pairs: &given.pairs };
    let codes = Frame3::codes::<Resting>(source, SimdLevel::best());
    let pairs: Vec<Pair> = given
        .pairs
        .iter()
        .zip(&codes)
        .filter(|(_, code)| **code == RawCode::OVERLAPPING)
        .map(|(pair, _)| *pair)
        .collect();
    let count = pairs.len();
    let scene = Scene {
        name: workload.name().into(),
        frames: given.frames,
        names: vec![String::new(); count],
        expected: vec![Verdict::Overlapping; count],
        pairs,
    };
    (scene, (0..count as u32).collect())
}

#[test]
fn nearly_all_overlaps_are_told() {
    for workload in OVERLAPS {
        let (scene, pairs) = overlapping(workload, 20_000);
        assert!(pairs.len() > 1000);
        each_level(&scene, &pairs, |who, found| {
            let share = |told: fn(&CommonBounds) -> bool| {
                100.0 * found.iter().filter(|found| told(found)).count() as f64 / pairs.len() as f64
            };
            let (boxes, points) =
                (share(|found| found.aabb.is_some()), share(|found| found.point.is_some()));
            println!("{}, {who}: {boxes:.3} % boxes, {points:.3} % points", scene.name);
            assert!(points > 99.0, "{}, {who}, seed {}", scene.name, seed());
            assert!(
                boxes > 99.9 || who.starts_with("points"),
                "{}, {who}, seed {}",
                scene.name,
                seed()
            );
            demand(compare::common_bounds(who, &scene, &pairs[..40], &found[..40]));
        });
    }
}

/// What the shader does, which has `f32` alone: its box holds the exact one, and its slack says by
/// how much it is larger.
#[test]
fn boxes_in_f32_are_as_loose_as_they_say() {
    for workload in OVERLAPS {
        // Some in a hundred are open: enough pairs that their share is no chance.
        let (scene, pairs) = overlapping(workload, 10_000);
        let (mut told, mut looseness) = (0, Vec::new());
        for &i in &pairs {
            let (a, b) = scene.pair(i as usize);
            let (a, b) = if b.kind().expect("valid").is_tetra() { (b, a) } else { (a, b) };
            let tetras = [a, b].map(|frame| frame.kind().expect("valid").is_tetra());
            let found = match tetras {
                [false, false] => clipped::<f32, Parallelotope, Parallelotope>(Operands::load::<
                    Parallelotope,
                    Parallelotope,
                >(
                    (), |_| (a, b)
                )),
                [true, false] => {
                    clipped::<f32, Simplex, Parallelotope>(
                        Operands::load::<Simplex, Parallelotope>((), |_| (a, b)),
                    )
                }
                _ => {
                    clipped::<f32, Simplex, Simplex>(Operands::load::<Simplex, Simplex>((), |_| {
                        (a, b)
                    }))
                }
            };
            told += usize::from(found.known_box);
            if found.known_point {
                looseness.push(found.slack / a.aabb().max.distance(a.aabb().min));
            }
            if found.known_point && i < 100 {
                let range = oracle::judge(a, b).range().expect("a pair that meets");
                for (axis, (least, most)) in range.into_iter().enumerate() {
                    let origin = rational(a.origin()[axis]);
                    let off = [
                        least - rational(found.low[axis]) - origin.clone(),
                        rational(found.high[axis]) + origin - most,
                    ];
                    let fits =
                        off.iter().all(|off| *off >= RBig::ZERO && *off <= rational(found.slack));
                    assert!(fits, "{}, {i}, axis {axis}, seed {}: {a:?} {b:?}", scene.name, seed());
                }
            }
        }
        looseness.sort_by(f32::total_cmp);
        let (count, median) = (looseness.len(), looseness[looseness.len() / 2]);
        println!(
            "{}: {told} of {} told; slack {median:.1e} in the middle",
            scene.name,
            pairs.len()
        );
        assert!(count > pairs.len() * 97 / 100 && median < 5e-3, "{}, seed {}", scene.name, seed());
    }
}

/// The service settles what the kernels leave open, and answers nothing of pairs that do not meet.
#[test]
fn the_service_answers_all_that_meet() {
    let order: Vec<usize> = (0..600).map(|i| i * 7919 % everything().pairs.len()).collect();
    let scene = everything().picked("of the service", order.into_iter());
    let service = CollisionService::new(Engine::Cpu).expect("an engine");
    for wanted in [Wanted::WITNESS, Wanted::BOX, Wanted::WITNESS | Wanted::BOX | Wanted::GAP] {
        let found = service
            .query(&scene.frames, &scene.pairs)
            .wanted(wanted)
            .precision(Precision::Bounded)
            .run()
            .expect("valid frames");
        let details = found.details().iter().filter(|detail| detail.verdict.meets());
        let numbers: Vec<u32> = details.clone().map(|detail| detail.pair).collect();
        assert_eq!(numbers, meeting(&scene));
        let bounds: Vec<CommonBounds> = details
            .map(|detail| CommonBounds { point: value(detail.witness), aabb: value(detail.aabb) })
            .collect();
        let has = |bounds: &CommonBounds| {
            bounds.point.is_some() == wanted.contains(Wanted::WITNESS)
                && bounds.aabb.is_some() == wanted.contains(Wanted::BOX)
        };
        assert!(bounds.iter().all(has));
        demand(compare::common_bounds("service", &scene, &numbers, &bounds));
        let mut separate = found.details().iter().filter(|detail| !detail.verdict.meets());
        assert!(separate.all(|detail| detail.witness.is_none() && detail.aabb.is_none()));
    }
}

/// Boxes that are a little too small or far too large, and points a little outside, must not pass.
#[test]
fn wrong_bounds_are_noticed() {
    let cube = |at: Vec3| Frame3::aligned_box(at, at + Vec3::ONE).expect("a cube");
    let case = Case {
        name: "cubes".into(),
        a: cube(Vec3::ZERO),
        b: cube(Vec3::splat(0.5)),
        known: Some(Verdict::Overlapping),
    };
    let scene = Scene::new("faults", vec![case]);
    let right = CommonBounds {
        point: Some(DVec3::splat(0.5)),
        aabb: Some(Aabb3 { min: Vec3::splat(0.5), max: Vec3::ONE }),
    };
    let compared = |found: CommonBounds| compare::common_bounds("faults", &scene, &[0], &[found]);
    demand(compared(right));
    demand(compared(CommonBounds::OPEN));
    for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
        for by in [-1e-7, 4e-5] {
            let bounds = |min: f32, max: f32| CommonBounds {
                aabb: Some(Aabb3 {
                    min: Vec3::splat(0.5) - axis * min,
                    max: Vec3::ONE + axis * max,
                }),
                ..right
            };
            assert!(
                compared(bounds(by, 0.0)).is_err() && compared(bounds(0.0, by)).is_err(),
                "{axis} {by}"
            );
        }
        let point = Some(DVec3::splat(0.5) - axis.as_dvec3() * 1e-9);
        assert!(compared(CommonBounds { point, ..right }).is_err());
    }
}
