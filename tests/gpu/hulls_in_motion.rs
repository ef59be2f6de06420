//! Moving convex polytopes on the GPU: what is certain is right, and no cut of a batch changes a
//! verdict.

use crate::common::hull::cases::{ellipsoid, vector};
use crate::common::hull::moving::{MovingHulls, moving};
use crate::common::seed::{draw_until, rng, seed};
use crate::hulls::{demand, service};
use crate::{runner, runner_with};
use fastrand::Rng;
use motzkin::glam::{Affine3A, Quat, Vec3};
use motzkin::gpu::{RawBatch, Runner, RunnerOptions, RunnerShapes};
use motzkin::service::{CollisionService, Engine};
use motzkin_core::geom::{Frame3, Pair, PolytopeSet};
use motzkin_core::verdict::{RawCode, Verdict};

fn raw(runner: &Runner, set: &PolytopeSet, pairs: &[Pair]) -> RawBatch {
    pollster::block_on(runner.codes(RunnerShapes::<Frame3>::MovingPolytopes(set), pairs)).unwrap()
}

fn verdicts(scene: &MovingHulls) -> Vec<Verdict> {
    scene.truth.iter().map(|truth| truth.0).collect()
}

fn on_cpu(set: &PolytopeSet, pairs: &[Pair]) -> Vec<Verdict> {
    let service = CollisionService::new(Engine::Cpu).unwrap();
    service.query(set, pairs).moving().run().unwrap().verdicts().to_vec()
}

#[test]
fn certain_codes_are_right() {
    for scene in moving() {
        let expected = verdicts(scene);
        let batch = raw(runner(), &scene.set, &scene.pairs);
        let certain = demand(&scene.name, &batch, &expected);
        println!("{}: {certain} of {}", scene.name, scene.pairs.len());
    }
}

#[test]
fn verdicts_are_exact() {
    let service = service();
    for scene in moving() {
        let found = service.query(&scene.set, &scene.pairs).moving().run().expect("valid pairs");
        assert_eq!(**found.verdicts(), verdicts(scene), "{}, seed {}", scene.name, seed());
        let stats = found.verdicts().stats();
        assert_eq!(stats.undecided, stats.settled_f64 + stats.settled_narrow + stats.settled_wide);
    }
}

/// Hulls of many sizes on their way towards each other or past, far from where coordinates are
/// zero.
fn on_their_way(rng: &mut Rng, count: usize, offset: f32) -> (PolytopeSet, Vec<Pair>) {
    let mut set = PolytopeSet::new();
    let shapes: Vec<u32> = (0..31)
        .map(|i| set.push(&ellipsoid(rng, [4, 8, 9, 32, 64][i % 5], 0.5)).expect("finite points"))
        .collect();
    let first = set.len() as u32;
    let far = Vec3::new(1.0, -0.7, 0.3) * offset;
    for i in 0..2 * count {
        let turn =
            Quat::from_xyzw(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() + 0.1)
                .normalize();
        let at = Affine3A::from_rotation_translation(turn, far + vector(rng));
        let hull = set.push_instance(shapes[i % shapes.len()], at).expect("valid");
        set.set_velocity(hull, vector(rng)).expect("finite");
    }
    let pairs = (0..count as u32).map(|i| Pair::new(first + 2 * i, first + 2 * i + 1)).collect();
    (set, pairs)
}

#[test]
fn little_is_left_undecided() {
    for offset in [0.0, 1e3, 1e5] {
        let draw = |rng: &mut Rng| {
            let (set, pairs) = on_their_way(rng, 2000, offset);
            let expected = on_cpu(&set, &pairs);
            (set, pairs, expected)
        };
        let is_mixed = |(_, _, expected): &(_, _, Vec<Verdict>)| {
            let overlapping = expected.iter().filter(|verdict| verdict.overlaps()).count();
            (200..1800).contains(&overlapping)
        };
        let (set, pairs, expected) = draw_until("on their way", draw, is_mixed);
        let certain = demand("on their way", &raw(runner(), &set, &pairs), &expected);
        println!("at {offset}: {} of {} undecided", pairs.len() - certain, pairs.len());
        assert!(pairs.len() - certain < pairs.len() / 100, "{certain}, seed {}", seed());
        let found = service().query(&set, &pairs).moving().run().expect("valid pairs");
        assert_eq!(**found.verdicts(), expected);
        assert!(found.verdicts().stats().undecided < pairs.len() / 100, "the device has decided");
    }
}

/// Where both hulls of a pair move alike, they stay as they are to each other.
#[test]
fn hulls_that_move_alike_rest() {
    for scene in crate::common::hull::cases::all() {
        let resting = RunnerShapes::<Frame3>::Polytopes(&scene.set);
        let resting = pollster::block_on(runner().codes(resting, &scene.pairs)).unwrap();
        let mut set = scene.set.clone();
        for velocity in [Vec3::ZERO, Vec3::new(3.0, -0.5, 1e-30)] {
            (0..set.len() as u32).for_each(|hull| set.set_velocity(hull, velocity).unwrap());
            let found = raw(runner(), &set, &scene.pairs);
            assert_eq!(found.codes, resting.codes, "{}, {velocity}", scene.name);
        }
    }
}

/// The sizes at which groups, words and chunks end; cut by pairs, by hulls, by memory.
#[test]
fn awkward_sizes_and_cut_batches() {
    let scene = moving().iter().find(|scene| scene.name == "instances").expect("a scene");
    let whole = raw(runner(), &scene.set, &scene.pairs);
    for size in [0, 1, 63, 65, 4097] {
        let pairs: Vec<Pair> = scene.pairs.iter().copied().cycle().take(size).collect();
        let found = raw(runner(), &scene.set, &pairs);
        assert!(found.codes.iter().eq(whole.codes.iter().cycle().take(size)), "{size} pairs");
    }
    let plain = RunnerOptions::default();
    for options in [
        RunnerOptions { max_pairs: 65, ..plain },
        RunnerOptions { max_frames: 7, max_pairs: 64, ..plain },
        RunnerOptions { memory: Some(60_000), ..plain },
    ] {
        let found = raw(&runner_with(options), &scene.set, &scene.pairs);
        let of = |batch: &RawBatch| (batch.codes.clone(), batch.undecided.clone());
        assert_eq!(of(&found), of(&whole), "{options:?}");
    }
}

/// Velocities of every magnitude, among them those that leave the plane by next to nothing.
#[test]
fn every_speed_is_exact() {
    let mut rng = rng("speeds");
    let mut set = PolytopeSet::new();
    let flat = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::new(1.0, 1.0, 0.0)];
    let solid: Vec<Vec3> = flat.iter().flat_map(|&p| [p, p + Vec3::Z]).collect();
    let denormal = f32::from_bits(1);
    let speeds = [0.0, -0.0, denormal, 1e-40, f32::MIN_POSITIVE, 1e-30, 1.0, 1e17, 1e30, 3e38];
    for &x in &speeds {
        for &z in &speeds {
            for points in [&flat[..], &solid[..]] {
                let at = Vec3::new(rng.i32(-2..=2) as f32, rng.i32(-1..=1) as f32, 0.0);
                let moved: Vec<Vec3> = points.iter().map(|&point| point + at).collect();
                let hull = set.push(&moved).unwrap();
                let sign = if rng.bool() { 1.0 } else { -1.0 };
                set.set_velocity(hull, Vec3::new(x * sign, 0.0, z)).unwrap();
            }
        }
    }
    let count = set.len() as u32;
    let pairs: Vec<Pair> =
        (0..3000).map(|_| Pair::new(rng.u32(..count), rng.u32(..count))).collect();
    let expected: Vec<Verdict> = pairs
        .iter()
        .map(|&pair| motzkin_core::exact::hull::decide_moving(&set, pair).verdict)
        .collect();
    let batch = raw(runner(), &set, &pairs);
    let certain = demand("speeds", &batch, &expected);
    assert!(certain > 0 && batch.codes.contains(&RawCode::OVERLAPPING));
    // A device may take such a speed for none, and a hull for one that stays in the plane.
    let creeps = |hull: u32| {
        let is_flat = set.points(hull).all(|point| point.z == 0.0);
        is_flat && set.velocities()[hull as usize][2].is_subnormal()
    };
    for (pair, code) in pairs.iter().zip(&batch.codes) {
        assert!(!creeps(pair.a) && !creeps(pair.b) || *code == RawCode::UNDECIDED, "{pair:?}");
    }
    let found = service().query(&set, &pairs).moving().run().unwrap();
    assert_eq!(**found.verdicts(), expected);
}
