//! Hulls of few points: on small lattices, where they touch often and are flat often, and in
//! numbers of many bits.

use crate::common::hull::distance::{Found, fault_of, square, square_of};
use crate::common::hull::moving::MovingHulls;
use crate::common::hull::oracle;
use crate::common::oracle::{Vector, fault_of_range, rational};
use crate::common::seed::{rng, seed};
use dashu_int::IBig;
use dashu_ratio::RBig;
use fastrand::Rng;
use glam::{Affine3A, DVec3, Mat3, Vec3};
use motzkin_core::exact::{SettledBy, hull};
use motzkin_core::geom::{Pair, PolytopeSet};
use motzkin_core::verdict::Verdict;
use motzkin_core::{Moving, Resting};

/// Points on a small lattice, or with exponents far apart, of a hull of any dimension.
fn points(rng: &mut Rng, far: bool, shared: Option<Vec3>) -> Vec<Vec3> {
    let count = rng.usize(1..=5);
    let dimension = rng.usize(0..=3);
    let mut coordinate = |axis: usize| match far {
        _ if axis >= dimension => 0.0,
        true => (rng.f32() - 0.5) * 2.0_f32.powi(rng.i32(-60..=60)),
        false => rng.i32(-2..=2) as f32,
    };
    let mut points: Vec<Vec3> =
        (0..count).map(|_| Vec3::new(coordinate(0), coordinate(1), coordinate(2))).collect();
    points.extend(shared);
    points
}

/// Pairs of hulls under maps of whole numbers, with velocities.
fn drawn(name: &str, count: u32) -> (PolytopeSet, Vec<Pair>) {
    let mut rng = rng(name);
    let mut set = PolytopeSet::new();
    for i in 0..count {
        let far = i % 4 == 3;
        let a = points(&mut rng, far, None);
        let shared = (i % 8 > 5).then(|| a[0]);
        let b = points(&mut rng, far, shared);
        let map = loop {
            let mut row = || Vec3::from_array([0; 3].map(|_| rng.i32(-1..=1) as f32));
            let map = Mat3::from_cols(row(), row(), row());
            if map.determinant() != 0.0 {
                break map;
            }
        };
        // A pair under one map stays what it is, far off too.
        let unit = if far { 1.0 } else { [1.0, 0.25, 1000.0][i as usize % 3] };
        let off = if i % 5 == 4 { Vec3::new(1e6, -2e6, 4e6) } else { Vec3::ZERO };
        for (points, placed) in [(a, i % 7 != 5), (b, i % 7 != 6)] {
            let hull = set.push(&points).expect("finite points");
            let transform = Affine3A::from_mat3_translation(map * unit, off);
            // Now and then one of both stays where its points are.
            if placed {
                set.set_transform(hull, transform).expect("no plane");
            }
            let way = Vec3::from_array([0; 3].map(|_| rng.i32(-3..=3) as f32)) * unit;
            set.set_velocity(hull, way).expect("finite");
        }
    }
    (set, (0..count).map(|i| Pair::new(2 * i, 2 * i + 1)).collect())
}

/// A pair, for a report.
fn told(set: &PolytopeSet, pair: Pair) -> String {
    let of = |i: u32| (set.points(i).collect::<Vec<_>>(), set.velocities()[i as usize]);
    format!("seed {}: {:?} {:?}", seed(), of(pair.a), of(pair.b))
}

/// True where a point is in a hull, but for a rounding of its coordinates.
fn is_near(point: DVec3, corners: &[DVec3]) -> bool {
    const PLACES: usize = 90;
    let whole = |p: &DVec3| -> Vector {
        p.to_array()
            .map(|x| (RBig::try_from(x).expect("finite") * RBig::from(IBig::ONE << PLACES)).round())
    };
    let size = corners.iter().fold(0.0_f64, |size, p| size.max(p.abs().max_element()));
    let slack = RBig::try_from(size * 1e-14 + 1e-25).expect("finite");
    let (point, corners) = (vec![whole(&point)], corners.iter().map(whole).collect::<Vec<_>>());
    oracle::of_points(&point, &corners).meets()
        || square_of(point, corners, PLACES) <= &slack * &slack
}

#[test]
fn verdicts_and_common_points() {
    let (set, pairs) = drawn("hulls", 500);
    let mut of = [0; 3];
    for pair in pairs {
        for pair in [pair, Pair::new(pair.b, pair.a)] {
            let truth = oracle::verdict(&set, pair);
            of[truth as usize] += 1;
            let found = hull::decide(&set, pair).verdict;
            assert_eq!(found, truth, "{}", told(&set, pair));
            let witness = hull::witness(&set, pair);
            assert_eq!(witness.is_some(), truth.meets(), "{}", told(&set, pair));
            let Some(point) = witness else { continue };
            for index in [pair.a, pair.b] {
                let corners: Vec<_> = set.points(index).collect();
                assert!(is_near(point, &corners), "{point}: {}", told(&set, pair));
            }
        }
    }
    assert!(of.iter().all(|count| *count > 50), "{of:?}");
}

/// Whatever numbers the other hull takes.
#[test]
fn empty_hulls_meet_nothing() {
    let mut set = PolytopeSet::new();
    let empty = set.push(&[]).expect("no points");
    let tiny = Vec3::splat(f32::from_bits(1));
    for points in [vec![], vec![Vec3::ONE], vec![Vec3::splat(1e30), tiny, -tiny, Vec3::X]] {
        let other = set.push(&points).expect("finite points");
        for pair in [Pair::new(empty, other), Pair::new(other, empty)] {
            assert_eq!(hull::decide(&set, pair).verdict, Verdict::Separate, "{points:?}");
            assert_eq!(hull::decide_moving(&set, pair).verdict, Verdict::Separate, "{points:?}");
            assert_eq!(hull::witness(&set, pair), None, "{points:?}");
            assert_eq!(hull::contact_interval(&set, pair), None, "{points:?}");
            assert_eq!(hull::moving_witness(&set, pair), None, "{points:?}");
            assert_eq!(hull::nearest(&set, pair, &[]), None, "{points:?}");
            assert!(!hull::is_closer::<Resting>(&set, pair, 1.0), "{points:?}");
            assert!(!hull::is_closer::<Moving>(&set, pair, 1.0), "{points:?}");
        }
    }
}

/// Numbers are seen from the pair, so that far off ones are as short as those near zero.
#[test]
fn short_numbers_far_off_are_decided_in_doubles() {
    let mut set = PolytopeSet::new();
    let off = Vec3::new(4096.0, -8192.0, 4096.0);
    let corner = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z].map(|p| p + off);
    let a = set.push(&corner).expect("finite points");
    let b = set.push(&corner.map(|p| p + Vec3::X)).expect("finite points");
    for pair in [Pair::new(a, b), Pair::new(b, a)] {
        let found = hull::decide(&set, pair);
        assert_eq!((found.verdict, found.by), (Verdict::Touching, SettledBy::Double));
    }
}

#[test]
fn moving_hulls() {
    let (set, pairs) = drawn("moving hulls", 160);
    let MovingHulls { set, pairs, truth, .. } = MovingHulls::new("moving hulls", set, pairs);
    for (pair, (verdict, interval)) in pairs.into_iter().zip(truth) {
        let found = hull::decide_moving(&set, pair).verdict;
        assert_eq!(found, verdict, "{}", told(&set, pair));
        let (ends, point) = (hull::contact_interval(&set, pair), hull::moving_witness(&set, pair));
        let Some([first, last]) = interval else {
            assert_eq!((ends, point), (None, None), "{}", told(&set, pair));
            continue;
        };
        let ends = ends.expect("a pair that meets");
        let fault = fault_of_range([ends.first, ends.last], [&first, &last]);
        assert_eq!(fault, None, "{}", told(&set, pair));
        let (point, t) = (point.expect("a pair that meets"), first.to_f64().value());
        for index in [pair.a, pair.b] {
            let way = set.velocities()[index as usize];
            let way = Vec3::from(way).as_dvec3() * t;
            let corners: Vec<_> = set.points(index).map(|p| p + way).collect();
            assert!(is_near(point, &corners), "{point} at {t}: {}", told(&set, pair));
        }
    }
}

#[test]
fn distances_and_margins() {
    let (set, pairs) = drawn("distances", 300);
    let mut seen = 0;
    for pair in pairs {
        let truth = oracle::verdict(&set, pair);
        if truth.meets() {
            continue;
        }
        seen += 1;
        let square = square(&set, pair);
        let found = hull::nearest(&set, pair, &[]).expect("hulls that are not empty");
        let corners = [pair.a, pair.b].map(|i| set.points(i).collect::<Vec<_>>());
        let slack = (found.distance - found.at_least).max(found.at_most - found.distance);
        let told_as =
            Found { distance: found.distance, slack, points: found.points, axis: found.normal };
        let fault = fault_of(&square, [&corners[0], &corners[1]], &told_as);
        assert_eq!(fault, None, "{}", told(&set, pair));
        let exact = |x: f64| RBig::try_from(x).expect("finite");
        let (low, high) = (exact(found.at_least), exact(found.at_most));
        assert!(&low * &low <= square && square <= &high * &high, "{}", told(&set, pair));
        let guessed = hull::nearest(&set, pair, &[[0, 0]]).expect("the same");
        assert_eq!(guessed.distance, found.distance, "{}", told(&set, pair));
        let distance = found.distance as f32;
        for margin in [
            0.0,
            distance / 2.0,
            distance.next_down(),
            distance,
            distance.next_up(),
            distance * 2.0,
        ] {
            let closer = hull::is_closer::<Resting>(&set, pair, margin);
            let margin = rational(margin);
            assert_eq!(closer, square < &margin * &margin, "{margin}: {}", told(&set, pair));
        }
    }
    assert!(seen > 50, "{seen}");
}

/// The numbers are whole and long, their unit is large, and so is the root's.
#[test]
fn distances_of_huge_numbers() {
    let [far, unit] = [2.0_f32.powi(100), 2.0_f32.powi(10)];
    let mut set = PolytopeSet::new();
    let a = set.push(&[Vec3::ZERO, Vec3::Y * unit]).expect("finite points");
    let b = set.push(&[Vec3::X * far, Vec3::new(far, unit * 3.0, 0.0)]).expect("finite points");
    for pair in [Pair::new(a, b), Pair::new(b, a)] {
        let found = hull::nearest(&set, pair, &[]).expect("two hulls");
        let exact = f64::from(far);
        assert_eq!([found.distance, found.at_least], [exact; 2]);
        assert!(found.at_most >= exact && found.at_most <= exact.next_up(), "{found:?}");
        assert!(!hull::is_closer::<Resting>(&set, pair, far));
        assert!(hull::is_closer::<Resting>(&set, pair, far.next_up()));
    }
}

/// Points that pass a box, so that the least distance on the way is known.
#[test]
fn margins_on_the_way() {
    let mut rng = rng("margins on the way");
    for _ in 0..100 {
        let mut set = PolytopeSet::new();
        let at = |x: f32, y: f32| Vec3::new(x, y, 0.0);
        let wall = set.push(&[at(-9.0, 0.0), at(9.0, 0.0)]).expect("finite");
        let height = rng.i32(1..=5) as f32;
        let point = set.push(&[at(-3.0, height + 4.0)]).expect("finite");
        set.set_velocity(point, at(6.0, -4.0)).expect("finite");
        set.set_velocity(wall, Vec3::ZERO).expect("finite");
        for pair in [Pair::new(wall, point), Pair::new(point, wall)] {
            assert!(!hull::is_closer::<Moving>(&set, pair, 0.0));
            assert!(!hull::is_closer::<Moving>(&set, pair, height));
            assert!(hull::is_closer::<Moving>(&set, pair, height.next_up()));
            assert!(!hull::is_closer::<Resting>(&set, pair, height + 4.0));
            assert!(hull::is_closer::<Resting>(&set, pair, height + 4.5));
        }
    }
}

#[test]
fn subsets() {
    let (set, pairs) = drawn("subsets", 400);
    let mut held = 0;
    for pair in pairs {
        for pair in [pair, Pair::new(pair.b, pair.a), Pair::new(pair.a, pair.a)] {
            let all: Vec<u32> = (0..set.polytopes()[pair.a as usize].count).collect();
            let found = hull::contains(&set, pair, &all);
            let truth = oracle::is_subset(&set, pair);
            held += usize::from(truth);
            assert_eq!(found, truth, "{}", told(&set, pair));
        }
    }
    assert!(held > 400, "{held}");
}
