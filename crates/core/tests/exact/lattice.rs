//! Frames in space: on small lattices, where touching is frequent, and in numbers of many bits.

use crate::common::apart::Apart;
use crate::common::moving::oracle::judge as judge_moving;
use crate::common::oracle::{self, fault_of_box};
use crate::common::seed::{rng, seed};
use crate::common::wide::Wide;
use crate::signs::fault_of_zeros;
use fastrand::Rng;
use glam::{DVec3, Vec3};
use motzkin_core::exact::{self, SettledBy};
use motzkin_core::geom::{Frame3, ShapeKind};
use motzkin_core::verdict::Verdict;

/// Widths of numbers: short ones, those of each whole arithmetic, and longer.
const WIDTHS: [u32; 5] = [20, 38, 60, 81, 150];

/// A frame of whole numbers up to `size`, times a power of two.
fn whole(rng: &mut Rng, size: i32, unit: f32) -> Frame3 {
    loop {
        let mut vector =
            |limit: i32| Vec3::from_array([0; 3].map(|_| rng.i32(-limit..=limit) as f32)) * unit;
        let (rows, velocity) = ([(); 4].map(|()| vector(size)), vector(size));
        let kind = ShapeKind::ALL[rng.usize(..ShapeKind::ALL.len())];
        let [origin, rest @ ..] = rows;
        let built = Frame3::of_kind(kind, origin, rest);
        if let Ok(frame) = built.and_then(|frame| frame.with_velocity(velocity)) {
            return frame;
        }
    }
}

/// Pairs of every kind: of short numbers, of long ones, and of floats that say nothing of others.
fn pairs(name: &str, count: usize) -> Vec<(Frame3, Frame3)> {
    let mut rng = rng(name);
    let mut pairs = Vec::new();
    for i in 0..count {
        let unit = [1.0, 0.125, 2.0_f32.powi(-149), 2.0_f32.powi(100)][i % 4];
        let size = 1 + i as i32 % 4;
        pairs.push((whole(&mut rng, size, unit), whole(&mut rng, size, unit)));
        let width = WIDTHS[i % WIDTHS.len()];
        let mut wide = Wide { rng: &mut rng, width };
        let a = wide.frame(None);
        pairs.push((a, wide.frame(Some(&a))));
        let mut float = || {
            let mut any = || Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5);
            let kind = ShapeKind::ALL[i % 3];
            let frame = Frame3::of_kind(kind, any() * 0.7, [any(), any(), any()]);
            frame.and_then(|frame| frame.with_velocity(any())).expect("hardly flat")
        };
        pairs.push((float(), float()));
    }
    pairs
}

/// Every pair, both ways.
fn each(name: &str, count: usize, mut test: impl FnMut(&Frame3, &Frame3) -> Option<String>) {
    for (a, b) in pairs(name, count) {
        for (a, b) in [(&a, &b), (&b, &a)] {
            if let Some(fault) = test(a, b) {
                panic!("{name}: {fault}, seed {}\n{a:?}\n{b:?}", seed());
            }
        }
    }
}

#[test]
fn verdicts() {
    let mut by = [0; 3];
    let mut of = [0; 3];
    each("verdicts", 250, |a, b| {
        let found = exact::decide(a, b).expect("valid frames");
        let truth = oracle::verdict(a, b);
        by[found.by as usize] += usize::from(truth == Verdict::Touching);
        of[truth as usize] += 1;
        (found.verdict != truth).then(|| format!("{} where {truth} is exact", found.verdict))
    });
    assert!(by.iter().chain(&of).all(|count| *count > 20), "{by:?} {of:?}");
}

/// Short numbers never take whole ones.
#[test]
fn short_numbers_are_decided_in_doubles() {
    let mut rng = rng("short numbers");
    let limit = (1 << 12) - 1;
    for _ in 0..300 {
        let (a, b) = (whole(&mut rng, limit, 1.0), whole(&mut rng, 2, 1.0));
        for (a, b) in [(a, a), (a, b)] {
            let by = [exact::decide(&a, &b), exact::decide_moving(&a, &b)];
            assert!(by.iter().all(|by| by.expect("valid").by == SettledBy::Double), "{a:?} {b:?}");
        }
    }
}

#[test]
fn boxes_and_common_points() {
    each("boxes and points", 60, |a, b| {
        let judged = oracle::judge(a, b);
        let found = exact::intersection_box(a, b).expect("valid frames");
        let meets = judged.verdict().meets();
        let point = exact::witness(a, b).expect("valid frames");
        let apart = Apart::of(a, b);
        let known = meets.then(|| {
            (exact::meeting_box(a, b).expect("valid"), exact::meeting_point(a, b).expect("valid"))
        });
        (found != known.map(|known| known.0) || point != known.map(|known| known.1))
            .then(|| format!("{found:?} {point:?} {known:?}"))
            .or_else(|| judged.fault_of_box(found))
            .or_else(|| fault_of_zeros(found.map(|found| [found.min, found.max].map(Into::into))))
            .or_else(|| apart.fault_of_witness(point, judged.verdict()))
    });
}

/// Two cuboids that touch at `2^128` alone, which is no `f32`: below it is the largest one.
#[test]
fn ends_just_beyond_every_float() {
    let half = 2.0_f32.powi(127);
    let cuboid =
        |y: f32, rows: [Vec3; 3]| Frame3::cuboid(Vec3::new(half, y, 0.0), rows).expect("a solid");
    let shelf = cuboid(0.0, [Vec3::X * half, -Vec3::Y, Vec3::Z]);
    let slanted = cuboid(16.0, [Vec3::new(half, -16.0, 0.0), Vec3::Y, Vec3::Z]);
    for (a, b) in [(&shelf, &slanted), (&slanted, &shelf)] {
        let found = exact::intersection_box(a, b).expect("valid frames");
        assert_eq!(oracle::judge(a, b).fault_of_box(found), None, "{found:?}");
        let found = found.expect("a pair that touches");
        assert_eq!((found.min.x, found.max.x), (f32::MAX, f32::INFINITY));
    }
}

/// Where short numbers overlap, the common point is on no face.
#[test]
fn common_points_lie_inside() {
    let mut rng = rng("inside");
    for _ in 0..200 {
        let (a, b) = (whole(&mut rng, 4, 0.125), whole(&mut rng, 4, 0.125));
        if oracle::verdict(&a, &b) == Verdict::Overlapping {
            let point = exact::witness(&a, &b).expect("valid").expect("a pair that meets");
            assert!(Apart::of(&a, &b).strictly_holds(point), "{point}: {a:?} {b:?}");
        }
    }
}

#[test]
fn moving_frames() {
    let mut of = [0; 3];
    each("moving", 40, |a, b| {
        let truth = judge_moving(a, b);
        of[truth.verdict as usize] += 1;
        let found = exact::decide_moving(a, b).expect("valid frames").verdict;
        if found != truth.verdict {
            return Some(format!("{found} where {} is exact", truth.verdict));
        }
        let meets = found.meets();
        let interval = meets.then(|| exact::meeting_interval(a, b).expect("valid frames"));
        let aabb = exact::moving_box(a, b).expect("valid frames");
        let point = exact::moving_witness(a, b).expect("valid frames");
        let known = meets.then(|| {
            let point = exact::meeting_moving_point(a, b).expect("valid");
            (exact::meeting_moving_box(a, b).expect("valid"), point)
        });
        if aabb != known.map(|known| known.0) || point != known.map(|known| known.1) {
            return Some(format!("{aabb:?} {point:?} {known:?}"));
        }
        let apart = match &truth.interval {
            Some([first, _]) => Apart::at(a, b, first),
            None => Apart::of(a, b),
        };
        truth
            .fault_of_interval(interval)
            .or_else(|| fault_of_box(truth.range.as_ref(), aabb))
            .or_else(|| fault_of_zeros(aabb.map(|aabb| [aabb.min, aabb.max].map(Into::into))))
            .or_else(|| apart.fault_of_witness(point, truth.verdict))
    });
    assert!(of.iter().all(|count| *count > 5), "{of:?}");
}

#[test]
fn separations_and_margins() {
    let margins = [0.0, 0.5, 1.0, 2.0, f32::MAX];
    each("separations", 40, |a, b| {
        let (apart, truth) = (Apart::of(a, b), oracle::verdict(a, b));
        let found = exact::separation(a, b).expect("valid frames");
        let fault = apart.fault_of_separation(&found, truth);
        if fault.is_some() || truth != Verdict::Separate {
            return fault;
        }
        let near = [found.depth as f32, (found.depth as f32).next_down()];
        margins.into_iter().chain(near).filter(|margin| *margin >= 0.0).find_map(|margin| {
            let found = exact::within(a, b, margin).expect("valid frames");
            apart.fault_within(margin, found)
        })
    });
}

/// A lower bound of the gap, and close to it.
#[test]
fn gaps_along_axes() {
    let mut rng = rng("axes");
    for _ in 0..300 {
        let (a, b) = (whole(&mut rng, 9, 0.25), whole(&mut rng, 9, 0.25));
        let axis = [0; 3].map(|_| rng.i32(-8..=8) as f32 / 8.0);
        let n = DVec3::from_array(axis.map(f64::from));
        if n == DVec3::ZERO {
            continue;
        }
        let along = |frame: &Frame3| frame.corners().iter().map(|p| p.dot(n)).collect::<Vec<_>>();
        let low = along(&b).into_iter().fold(f64::INFINITY, f64::min);
        let high = along(&a).into_iter().fold(f64::NEG_INFINITY, f64::max);
        let gap = (low - high) / n.length();
        let found = exact::along(&a, &b, axis).expect("valid frames");
        assert!((found.length - n.length()).abs() < 1e-15, "{found:?}");
        assert!(found.gap < gap && found.gap > gap - 1e-12, "{found:?} of {gap}: {a:?} {b:?}");
    }
}

#[test]
fn frames_that_are_not_valid_are_named() {
    let cube = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE).expect("a box");
    let mut flat = cube;
    let numbers: &mut [f32; 16] = bytemuck::cast_mut(&mut flat);
    numbers[4..7].fill(0.0);
    for (a, b, second) in [(&flat, &cube, false), (&cube, &flat, true)] {
        let faults = [
            exact::decide(a, b).map(|_| ()),
            exact::decide_moving(a, b).map(|_| ()),
            exact::witness(a, b).map(|_| ()),
            exact::moving_witness(a, b).map(|_| ()),
            exact::intersection_box(a, b).map(|_| ()),
            exact::moving_box(a, b).map(|_| ()),
            exact::separation(a, b).map(|_| ()),
            exact::within(a, b, 1.0).map(|_| ()),
            exact::meeting_interval(a, b).map(|_| ()),
        ];
        for fault in faults {
            assert_eq!(fault.expect_err("a flat frame").second, second);
        }
    }
}
