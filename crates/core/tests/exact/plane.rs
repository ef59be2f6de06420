//! Frames in the plane: on small lattices, where touching is frequent, and in numbers of many bits.

use crate::common::plane::oracle::{self, fault_of_separation};
use crate::common::seed::{rng, seed};
use crate::common::wide::Wide;
use crate::signs::fault_of_zeros;
use fastrand::Rng;
use glam::{DVec2, Vec2};
use motzkin_core::exact::plane as exact;
use motzkin_core::geom::{Frame2, ShapeKind2};
use motzkin_core::verdict::Verdict;

/// Widths of numbers: short ones, those of each whole arithmetic, and longer.
const WIDTHS: [u32; 5] = [20, 59, 80, 124, 170];

/// A frame of whole numbers up to `size`, times a power of two.
fn whole(rng: &mut Rng, size: i32, unit: f32) -> Frame2 {
    loop {
        let mut vector =
            || Vec2::new(rng.i32(-size..=size) as f32, rng.i32(-size..=size) as f32) * unit;
        let ([origin, p, q], velocity) = ([vector(), vector(), vector()], vector());
        let kind = ShapeKind2::ALL[rng.usize(..ShapeKind2::ALL.len())];
        let built = Frame2::of_kind(kind, origin, [p, q]);
        if let Ok(frame) = built.and_then(|frame| frame.with_velocity(velocity)) {
            return frame;
        }
    }
}

fn still(frame: &Frame2) -> Frame2 {
    frame.with_velocity(Vec2::ZERO).expect("zero is finite")
}

/// Pairs of short numbers, of long ones and of floats that say nothing of others, both ways.
fn each(name: &str, count: usize, mut test: impl FnMut(&Frame2, &Frame2) -> Option<String>) {
    let mut rng = rng(name);
    for i in 0..count {
        let unit = [1.0, 0.125, 2.0_f32.powi(-149), 2.0_f32.powi(100)][i % 4];
        let size = 1 + i as i32 % 5;
        let short = [whole(&mut rng, size, unit), whole(&mut rng, size, unit)];
        let width = WIDTHS[i % WIDTHS.len()];
        let mut wide = Wide { rng: &mut rng, width };
        let a = wide.flat_frame(None);
        let long = [a, wide.flat_frame(Some(&a))];
        let mut float = || {
            let mut any = || Vec2::new(rng.f32() - 0.5, rng.f32() - 0.5);
            let frame = Frame2::of_kind(ShapeKind2::ALL[i % 3], any() * 0.7, [any(), any()]);
            frame.and_then(|frame| frame.with_velocity(any())).expect("hardly flat")
        };
        for [a, b] in [short, long, [float(), float()]] {
            for (a, b) in [(&a, &b), (&b, &a)] {
                if let Some(fault) = test(a, b) {
                    panic!("{name}: {fault}, seed {}\n{a:?}\n{b:?}", seed());
                }
            }
        }
    }
}

#[test]
fn at_rest() {
    let mut of = [0; 3];
    each("at rest in the plane", 120, |a, b| {
        let truth = oracle::judge(&still(a), &still(b));
        of[truth.verdict as usize] += 1;
        let found = exact::decide(a, b).expect("valid frames").verdict;
        if found != truth.verdict {
            return Some(format!("{found} where {} is exact", truth.verdict));
        }
        let aabb = exact::intersection_box(a, b).expect("valid frames");
        let point = exact::witness(a, b).expect("valid frames");
        let known = found.meets().then(|| {
            (exact::meeting_box(a, b).expect("valid"), exact::meeting_point(a, b).expect("valid"))
        });
        if aabb != known.map(|known| known.0) || point != known.map(|known| known.1) {
            return Some(format!("{aabb:?} {point:?} {known:?}"));
        }
        let separation = exact::separation(a, b).expect("valid frames");
        truth
            .fault_of_box(aabb)
            .or_else(|| fault_of_zeros(aabb.map(|aabb| [aabb.min, aabb.max].map(Into::into))))
            .or_else(|| truth.fault_of_witness(&still(a), &still(b), point))
            .or_else(|| fault_of_separation(a, b, truth.verdict, &separation))
    });
    assert!(of.iter().all(|count| *count > 20), "{of:?}");
}

#[test]
fn moving() {
    let mut of = [0; 3];
    each("moving in the plane", 120, |a, b| {
        let truth = oracle::judge(a, b);
        of[truth.verdict as usize] += 1;
        let found = exact::decide_moving(a, b).expect("valid frames").verdict;
        if found != truth.verdict {
            return Some(format!("{found} where {} is exact", truth.verdict));
        }
        let interval = found.meets().then(|| exact::meeting_interval(a, b).expect("valid frames"));
        let aabb = exact::moving_box(a, b).expect("valid frames");
        let point = exact::moving_witness(a, b).expect("valid frames");
        let known = found.meets().then(|| {
            let point = exact::meeting_moving_point(a, b).expect("valid");
            (exact::meeting_moving_box(a, b).expect("valid"), point)
        });
        if aabb != known.map(|known| known.0) || point != known.map(|known| known.1) {
            return Some(format!("{aabb:?} {point:?} {known:?}"));
        }
        truth
            .fault_of_interval(interval)
            .or_else(|| truth.fault_of_box(aabb))
            .or_else(|| fault_of_zeros(aabb.map(|aabb| [aabb.min, aabb.max].map(Into::into))))
            .or_else(|| truth.fault_of_witness(a, b, point))
    });
    assert!(of.iter().all(|count| *count > 20), "{of:?}");
}

fn ends(frame: &Frame2, n: DVec2) -> (f64, f64) {
    let along = frame.corners().into_iter().map(|p| p.dot(n));
    along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
}

/// A lower bound of the gap, and close to it.
#[test]
fn gaps_along_axes() {
    let mut rng = rng("axes in the plane");
    for _ in 0..300 {
        let (a, b) = (whole(&mut rng, 9, 0.25), whole(&mut rng, 9, 0.25));
        let axis = [0; 2].map(|_| rng.i32(-8..=8) as f32 / 8.0);
        let n = DVec2::from_array(axis.map(f64::from));
        if n == DVec2::ZERO {
            continue;
        }
        let gap = (ends(&b, n).0 - ends(&a, n).1) / n.length();
        let found = exact::along(&a, &b, axis).expect("valid frames");
        assert!((found.length - n.length()).abs() < 1e-15, "{found:?}");
        assert!(found.gap < gap && found.gap > gap - 1e-12, "{found:?} of {gap}: {a:?} {b:?}");
    }
}

/// Boxes that are so far apart along an axis of theirs, against margins about that.
#[test]
fn margins_of_boxes() {
    let mut rng = rng("margins in the plane");
    for _ in 0..200 {
        let at = Vec2::new(rng.i32(-9..=9) as f32, rng.i32(-9..=9) as f32);
        let a = Frame2::aligned_box(Vec2::ZERO, Vec2::ONE).expect("a box");
        let b = Frame2::aligned_box(at, at + Vec2::splat(2.0)).expect("a box");
        let gap = [at.x - 1.0, -at.x - 2.0, at.y - 1.0, -at.y - 2.0];
        let gap = gap.into_iter().fold(f32::NEG_INFINITY, f32::max);
        if gap <= 0.0 {
            continue;
        }
        for (margin, verdict) in [
            (0.0, Verdict::Separate),
            (gap.next_down(), Verdict::Separate),
            (gap, Verdict::Touching),
            (gap.next_up(), Verdict::Overlapping),
            (gap * 2.0, Verdict::Overlapping),
        ] {
            assert_eq!(exact::within(&a, &b, margin).expect("valid"), verdict, "{at} {margin}");
            assert_eq!(exact::within(&b, &a, margin).expect("valid"), verdict, "{at} {margin}");
        }
    }
}
