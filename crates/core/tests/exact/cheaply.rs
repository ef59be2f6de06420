//! Ordinary pairs are decided by the cheapest arithmetic that can: what an answer costs is told
//! with its function.

use crate::common::seed::{rng, seed};
use fastrand::Rng;
use glam::{Affine3A, Mat3, Vec2, Vec3};
use motzkin_core::exact::{self, SettledBy, hull};
use motzkin_core::geom::{Frame2, Frame3, Pair, PolytopeSet, ShapeKind, ShapeKind2, Stored};
use motzkin_core::verdict::Verdict;

fn any(rng: &mut Rng) -> Vec3 {
    Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5)
}

/// A multiple of `2^-20`, of at most 20 bits.
fn short(rng: &mut Rng) -> Vec3 {
    (any(rng) * 1_048_576.0).round() / 1_048_576.0
}

/// Floats that say nothing of others: `f64` decides all of them, at rest and moving.
#[test]
fn random_frames_take_doubles() {
    let mut rng = rng("random frames, cheaply");
    for i in 0..400 {
        let mut space = |kind: usize| {
            let rows = [(); 3].map(|()| any(&mut rng));
            let built = Frame3::of_kind(ShapeKind::ALL[kind % 3], any(&mut rng), rows);
            built.and_then(|frame| frame.with_velocity(any(&mut rng))).expect("hardly flat")
        };
        let (a, b) = (space(i), space(i / 3));
        for settled in [exact::decide(&a, &b), exact::decide_moving(&a, &b)] {
            assert_eq!(
                settled.expect("valid").by,
                SettledBy::Double,
                "seed {}: {a:?} {b:?}",
                seed()
            );
        }
        let mut flat = |kind: usize| {
            let mut any = || Vec2::new(rng.f32() - 0.5, rng.f32() - 0.5);
            let built = Frame2::of_kind(ShapeKind2::ALL[kind % 3], any(), [any(), any()]);
            built.and_then(|frame| frame.with_velocity(any())).expect("hardly flat")
        };
        let (a, b) = (flat(i), flat(i / 3));
        for settled in [exact::plane::decide(&a, &b), exact::plane::decide_moving(&a, &b)] {
            assert_eq!(
                settled.expect("valid").by,
                SettledBy::Double,
                "seed {}: {a:?} {b:?}",
                seed()
            );
        }
    }
}

/// Equally turned frames, and a velocity along an edge of theirs: the null products of their edges
/// are known for null. Tetrahedra have edges that are differences, so their numbers are short.
#[test]
fn parallel_frames_in_motion_take_doubles() {
    let mut rng = rng("parallel frames, cheaply");
    let mut overlaps = 0;
    for i in 0..300 {
        let kind = ShapeKind::ALL[i % 3];
        let number = if kind == ShapeKind::Cuboid { any } else { short };
        let edges = [(); 3].map(|()| number(&mut rng));
        let mut frame = |velocity: Vec3| {
            let origin = number(&mut rng) * 0.5;
            let rows =
                if kind.stored() == Stored::Vertices { edges.map(|e| origin + e) } else { edges };
            Frame3::of_kind(kind, origin, rows).and_then(|frame| frame.with_velocity(velocity))
        };
        let along = (edges[i / 3 % 3] * 64.0).round() / 64.0;
        let velocity = if i % 2 == 0 { along } else { short(&mut Rng::with_seed(i as u64)) };
        let (Ok(a), Ok(b)) = (frame(Vec3::ZERO), frame(velocity)) else { continue };
        for (a, b) in [(&a, &b), (&b, &a)] {
            let settled = exact::decide_moving(a, b).expect("valid");
            assert_eq!(settled.by, SettledBy::Double, "seed {}: {a:?} {b:?}", seed());
            overlaps += usize::from(settled.verdict == Verdict::Overlapping);
        }
    }
    assert!(overlaps > 50, "{overlaps}");
}

/// Hulls of points of 18 bits, where they are and under a map of whole numbers, at rest and moving:
/// a guess in `f64` is mostly right, and whole numbers of 128 bits prove it.
#[test]
fn hulls_of_short_numbers_take_128_bits() {
    let mut rng = rng("short hulls, cheaply");
    let (mut of, mut long) = ([0; 3], 0);
    for i in 0..300 {
        let mut set = PolytopeSet::new();
        for _ in 0..2 {
            let points: Vec<Vec3> = (0..6).map(|_| (any(&mut rng) * 262_144.0).round()).collect();
            let hull = set.push(&points).expect("finite points");
            if i % 2 == 0 {
                let map =
                    Mat3::from_cols(Vec3::new(1.0, 1.0, 0.0), Vec3::Y, Vec3::new(0.0, -1.0, 1.0));
                let off = (any(&mut rng) * 400_000.0).round();
                set.set_transform(hull, Affine3A::from_mat3_translation(map, off))
                    .expect("no plane");
            }
            set.set_velocity(hull, (any(&mut rng) * 100_000.0).round()).expect("finite");
        }
        for pair in [Pair::new(0, 1), Pair::new(1, 0)] {
            for settled in [hull::decide(&set, pair), hull::decide_moving(&set, pair)] {
                long += usize::from(settled.by == SettledBy::Wide);
                of[settled.verdict as usize] += 1;
            }
        }
    }
    println!("{long} of {of:?} take more");
    assert!(long < 120 && of[Verdict::Separate as usize] > 50, "{long} of {of:?}");
    assert!(of[Verdict::Overlapping as usize] > 50, "{of:?}");
}
