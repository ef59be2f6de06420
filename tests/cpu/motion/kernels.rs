//! The `f32` kernels of moving pairs: what they are certain of is true, and they are certain of
//! most.

use super::scenes;
use crate::common::compare::demand;
use crate::common::moving::{MovingScene, hard};
use crate::common::seed::{rng, seed};
use glam::{Quat, Vec3};
use motzkin_core::exact;
use motzkin_core::geom::{Frame3, Pair, ShapeKind};
use motzkin_core::kernel::SimdLevel;
use motzkin_core::verdict::{RawCode, Verdict};
use motzkin_core::{Frame as _, Moving, Resting, Source};
use motzkin_lab::workload::{Scene, Workload};
use rayon::prelude::*;

/// Every level with its name, on one thread and on several.
fn each_level(mut test: impl FnMut(&str, &dyn Fn(&[Frame3], &[Pair]) -> Vec<RawCode>)) {
    for level in SimdLevel::available() {
        for threads in [1, 2, 7] {
            let pool =
                rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            let raw = |frames: &[Frame3], pairs: &[Pair]| {
                pool.install(|| Frame3::codes::<Moving>(Source::Indexed { frames, pairs }, level))
            };
            test(&format!("{} on {threads} threads", level.name()), &raw);
        }
    }
}

/// What a code claims must be the oracle's verdict, and no code says "touching".
fn demand_certain(who: &str, scene: &MovingScene, codes: &[RawCode]) {
    demand(scene.compare_codes(who, codes));
}

#[test]
fn certain_codes_are_the_oracles() {
    for scene in scenes() {
        each_level(|who, raw| {
            let codes = raw(&scene.frames, &scene.pairs);
            demand_certain(who, scene, &codes);
            for size in [0, 1, 63, 65] {
                let part = scene.picked("cut", &(0..size).collect::<Vec<_>>());
                demand_certain(who, &part, &raw(&part.frames, &part.pairs));
            }
            let order: Vec<usize> = (0..4097).map(|i| i * 7919 % scene.pairs.len()).collect();
            let shuffled = scene.picked("shuffled", &order);
            demand_certain(who, &shuffled, &raw(&shuffled.frames, &shuffled.pairs));
        });
    }
}

/// A flipped code, and a claim of "touching", must not pass.
#[test]
fn wrong_moving_codes_are_noticed() {
    let scene = hard();
    let honest = |verdict: Verdict| match verdict {
        Verdict::Touching => RawCode::UNDECIDED,
        certain => certain.into(),
    };
    let codes: Vec<RawCode> = scene.truth.iter().map(|truth| honest(truth.verdict)).collect();
    demand_certain("faults", scene, &codes);
    for i in 0..codes.len() {
        for wrong in Verdict::ALL {
            if wrong != Verdict::Touching && wrong == scene.truth[i].verdict {
                continue;
            }
            let mut found = codes.clone();
            found[i] = wrong.into();
            assert!(scene.compare_codes("faults", &found).is_err());
        }
    }
}

/// A workload with a velocity for each frame. A frame stands in two pairs and not, as elsewhere, in
/// twenty: what is counted of the pairs then hardly depends on one thin tetrahedron.
pub(super) fn in_motion(
    workload: Workload,
    pairs: usize,
    velocity: impl FnMut(&Frame3) -> Vec3,
) -> Scene {
    let mut scene = workload.scene(10 * pairs, seed());
    scene.pairs.truncate(pairs);
    let mut velocity = velocity;
    for frame in &mut scene.frames {
        *frame = frame.with_velocity(velocity(frame)).expect("a finite velocity");
    }
    scene
}

/// The share of undecided pairs, after the certain ones have been found to be right.
fn undecided(name: &str, scene: &Scene) -> f64 {
    let source = Source::Indexed { frames: &scene.frames, pairs: &scene.pairs };
    let codes = Frame3::codes::<Moving>(source, SimdLevel::best());
    codes.par_iter().zip(&scene.pairs).enumerate().for_each(|(i, (code, pair))| {
        let Some(verdict) = code.verdict() else { return };
        let (a, b) = (&scene.frames[pair.a as usize], &scene.frames[pair.b as usize]);
        assert_eq!(
            exact::decide_moving(a, b).expect("valid").verdict,
            verdict,
            "{name}, {i}: {a:?} {b:?}"
        );
    });
    let count =
        |code| codes.iter().filter(|found| **found == code).count() as f64 / codes.len() as f64;
    let share = count(RawCode::UNDECIDED);
    let hits = count(RawCode::OVERLAPPING);
    println!(
        "{name}: {:.4} % undecided, {:.0} % overlapping, seed {}",
        share * 100.0,
        hits * 100.0,
        seed()
    );
    assert!(count(RawCode::SEPARATE) > 0.03 && hits > 0.03, "{name}");
    share
}

pub(super) const PAIRS: usize = 20_000;

/// Null products are the rule in such scenes: velocities along edges, common to all, or nothing.
#[test]
fn few_pairs_are_undecided() {
    let mut rng = rng("moving workloads");
    let mut cube = move |size: f32| Vec3::from_array([0.0; 3].map(|_| (rng.f32() - 0.5) * size));
    let common = cube(9.0);
    let boxes = [
        Workload::Boxes,
        Workload::Aligned,
        Workload::EquallyTurned,
        Workload::YawOnly,
        Workload::BoxesSparse,
    ];
    let tetras = [Workload::BoxTetra, Workload::Tetras, Workload::Mixed];
    for workload in boxes.into_iter().chain(tetras) {
        let allowed = if boxes.contains(&workload) { 0.002 } else { 0.01 };
        let mut scenes = vec![
            ("each its own way", in_motion(workload, PAIRS, |_| cube(2.0))),
            ("fast", in_motion(workload, PAIRS, |_| cube(60.0))),
            ("at rest", in_motion(workload, PAIRS, |_| Vec3::ZERO)),
            ("all alike", in_motion(workload, PAIRS, |_| common)),
            ("all nearly alike", in_motion(workload, PAIRS, |_| common + cube(1e-6))),
            ("along x", in_motion(workload, PAIRS, |_| Vec3::X * cube(2.0).x)),
            ("in the ground", in_motion(workload, PAIRS, |_| cube(2.0).with_y(0.0))),
            ("along their edges", in_motion(workload, PAIRS, |frame| frame.row(1) * cube(3.0).x)),
        ];
        let turn = Quat::from_rotation_x(0.3) * Vec3::Z;
        scenes.push(("along one line", in_motion(workload, PAIRS, |_| turn * cube(2.0).x)));
        for (way, scene) in scenes {
            let share = undecided(&format!("{} {way}", workload.name()), &scene);
            assert!(share < allowed, "{} {way}: {share}", workload.name());
        }
    }
}

/// A body that stands still moves none: the moving kernel decides what the resting one does, and no
/// other way.
#[test]
fn rest_is_a_special_case() {
    for workload in [Workload::Boxes, Workload::TurnedGrid, Workload::Slivers] {
        let scene = in_motion(workload, PAIRS, |_| Vec3::ZERO);
        let source = Source::Indexed { frames: &scene.frames, pairs: &scene.pairs };
        let moving = Frame3::codes::<Moving>(source, SimdLevel::best());
        let resting = Frame3::codes::<Resting>(source, SimdLevel::best());
        let both = moving
            .iter()
            .zip(&resting)
            .filter(|(a, b)| a.verdict().is_some() && b.verdict().is_some());
        assert!(both.clone().count() > PAIRS / 20);
        assert!(both.clone().all(|(a, b)| a == b), "{}, seed {}", workload.name(), seed());
    }
}

/// The frame moved by `by`, each coordinate rounded.
fn moved(frame: &Frame3, by: Vec3) -> Frame3 {
    let mut rows = *frame.rows();
    let by_vertices = frame.kind() == Ok(ShapeKind::TetraByVertices);
    for row in rows.iter_mut().take(if by_vertices { 4 } else { 1 }) {
        row.iter_mut().zip(by.to_array()).for_each(|(value, step)| *value += step);
    }
    motzkin::bytemuck::cast(rows)
}

/// Moving pairs pushed apart until they only just touch on their way, and from there by distances
/// about as long as the errors that the bands cover, and shorter.
#[test]
fn certain_codes_are_exact_close_to_contact() {
    let mut rng = rng("moving contact");
    for workload in [Workload::Boxes, Workload::Aligned, Workload::BoxTetra, Workload::Tetras] {
        let given = workload.scene(1500, seed()).in_motion(2.0, seed());
        let mut scene = Scene::default();
        for pair in &given.pairs {
            let (a, b) = (given.frames[pair.a as usize], given.frames[pair.b as usize]);
            let meets =
                |by: Vec3| exact::decide_moving(&a, &moved(&b, by)).expect("valid").verdict.meets();
            let line = Vec3::from_array([0.0; 3].map(|_| rng.f32() - 0.5)) * 20.0;
            if !meets(Vec3::ZERO) || meets(line) {
                continue;
            }
            let (mut near, mut far) = (0.0_f32, 1.0_f32);
            for _ in 0..30 {
                let middle = 0.5 * (near + far);
                *(if meets(line * middle) { &mut near } else { &mut far }) = middle;
            }
            for _ in 0..20 {
                let distance =
                    10.0_f32.powf(-3.0 - 4.0 * rng.f32()) * if rng.bool() { 1.0 } else { -1.0 };
                let first = scene.frames.len() as u32;
                scene.frames.extend([a, moved(&b, line * near + line.normalize() * distance)]);
                scene.pairs.push(Pair::new(first, first + 1));
            }
        }
        each_level(|who, raw| {
            let codes = raw(&scene.frames, &scene.pairs);
            let undecided = codes.iter().filter(|&&code| code == RawCode::UNDECIDED).count();
            assert!(undecided > codes.len() / 10 && undecided < codes.len(), "{who}: {undecided}");
            codes.par_iter().zip(&scene.pairs).for_each(|(code, pair)| {
                let Some(verdict) = code.verdict() else { return };
                let (a, b) = (&scene.frames[pair.a as usize], &scene.frames[pair.b as usize]);
                let exactly = exact::decide_moving(a, b).expect("valid").verdict;
                assert_eq!(
                    exactly,
                    verdict,
                    "{} on {who}, seed {}: {a:?} {b:?}",
                    workload.name(),
                    seed()
                );
            });
        });
    }
}
