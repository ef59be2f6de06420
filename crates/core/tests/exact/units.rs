//! Hulls whose numbers lie just beyond what an arithmetic takes: parts of a unit, numbers a bit too
//! long, margins and distances of few units.

use crate::common::hull::distance::square;
use crate::common::hull::moving::sweep;
use crate::common::hull::{oracle, thin};
use crate::common::oracle::fault_of_range;
use crate::common::seed::{rng, seed};
use dashu_ratio::RBig;
use glam::{Affine3A, DVec3, Mat3, Vec3};
use motzkin_core::Resting;
use motzkin_core::exact::hull;
use motzkin_core::geom::{Pair, PolytopeSet};
use motzkin_core::verdict::Verdict;

/// The unit in 128 bits of a pair whose size is between 1 and 2, which all of these here have.
const UNIT: f32 = 1.0 / 274_877_906_944.0;

fn boxed(low: Vec3, high: Vec3) -> Vec<Vec3> {
    let corner = |i: u32| [0, 1, 2].map(|axis| if i >> axis & 1 == 0 { low } else { high }[axis]);
    (0..8).map(|i| Vec3::from_array(corner(i))).collect()
}

/// Two hulls, the second of which stays where it is.
fn pair_of(a: &[Vec3], placed: Affine3A, b: &[Vec3]) -> (PolytopeSet, [Pair; 2]) {
    let mut set = PolytopeSet::new();
    let [a, b] = [a, b].map(|points| set.push(points).expect("finite points"));
    set.set_transform(a, placed).expect("no plane");
    (set, [Pair::new(a, b), Pair::new(b, a)])
}

fn demand_separate((set, pairs): (PolytopeSet, [Pair; 2])) {
    for pair in pairs {
        assert_eq!(oracle::verdict(&set, pair), Verdict::Separate);
        assert_eq!(hull::decide(&set, pair).verdict, Verdict::Separate, "{pair:?}");
    }
}

/// Faces that lie half a unit apart.
#[test]
fn half_a_unit_below_zero_counts() {
    let a = boxed(Vec3::new(-1.0, 0.0, 0.0), Vec3::new(-1024.5 * UNIT, 1.0, 1.0));
    let b = boxed(Vec3::new(-1024.0 * UNIT, 0.0, 0.0), Vec3::ONE);
    demand_separate(pair_of(&a, Affine3A::IDENTITY, &b));
}

/// A quarter of a unit is moved by another one, and lies half a unit before a face then.
#[test]
fn parts_of_a_unit_that_add_up_count() {
    let a = Vec3::new(1024.25 * UNIT, 0.5, 0.5);
    let b = boxed(-Vec3::X, Vec3::new(1024.0 * UNIT, 1.0, 1.0));
    let placed = Affine3A::from_translation(Vec3::X * (0.25 * UNIT));
    demand_separate(pair_of(&[a], placed, &b));
}

/// A point a unit of `f64` before a face, by the sum of that unit and of two large numbers.
#[test]
fn what_large_terms_leave_counts() {
    let large = 2.0_f32.powi(45);
    let map = Mat3::from_cols(Vec3::X * large, Vec3::new(-large, 0.5, 0.0), Vec3::Z * 0.5);
    let placed = Affine3A::from_mat3_translation(map, Vec3::X / 16384.0);
    demand_separate(pair_of(&[Vec3::ONE], placed, &boxed(-Vec3::X, Vec3::new(0.0, 1.0, 1.0))));
}

/// Multiples of 4, with velocities that are none.
#[test]
fn velocities_finer_than_the_points() {
    let boxes = [0.0, 8.0].map(|low| boxed(Vec3::splat(low), Vec3::splat(low + 4.0)));
    let (mut set, [pair, _]) = pair_of(&boxes[0], Affine3A::IDENTITY, &boxes[1]);
    set.set_velocity(pair.a, Vec3::splat(3.0)).expect("finite");
    assert_eq!(hull::decide_moving(&set, pair).verdict, Verdict::Separate);
    assert_eq!(hull::contact_interval(&set, pair), None);
    set.set_velocity(pair.a, Vec3::splat(5.0)).expect("finite");
    assert_eq!(hull::decide_moving(&set, pair).verdict, Verdict::Overlapping);
    let found = hull::contact_interval(&set, pair).expect("they meet");
    let four_fifths = RBig::from(4) / RBig::from(5);
    assert_eq!(fault_of_range([found.first, found.last], [&four_fifths, &RBig::ONE]), None);
}

/// Hulls that part at once meet until 0, which has no sign.
#[test]
fn a_contact_that_ends_at_once() {
    let (mut set, pairs) =
        pair_of(&[Vec3::ZERO, Vec3::Y], Affine3A::IDENTITY, &[Vec3::ZERO, Vec3::X]);
    set.set_velocity(0, -Vec3::X).expect("finite");
    for pair in pairs {
        let found = hull::contact_interval(&set, pair).expect("they meet");
        assert_eq!([found.first, found.last].map(f32::to_bits), [0, 0], "{found:?}");
    }
}

/// The corner at which the search begins is further away than the margin, the side before it is
/// not. Squares and products are ones and twos here.
#[test]
fn margins_of_one_unit() {
    let side = [Vec3::new(1.0, 1.0, 0.0), Vec3::X, Vec3::Y];
    let (set, pairs) = pair_of(&side, Affine3A::IDENTITY, &[Vec3::ZERO]);
    for pair in pairs {
        assert!(hull::is_closer::<Resting>(&set, pair, 1.0));
        assert!(!hull::is_closer::<Resting>(&set, pair, 0.5));
    }
}

/// Bounds of a distance are next to it, and hold it, also where it is hardly more than an `f64`.
#[test]
fn bounds_of_distances_are_neighbours() {
    let mut rng = rng("bounds of distances");
    let mut any = || Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5);
    for i in 0..100 {
        let b = match i {
            0 => vec![Vec3::new(1.0, 2.0_f32.powi(-60), 0.0)],
            _ => vec![any() + Vec3::X * 2.0, any() + Vec3::X * 2.0, any() + Vec3::X * 2.0],
        };
        let (set, pairs) = pair_of(&[Vec3::ZERO], Affine3A::IDENTITY, &b);
        for pair in pairs {
            let found = hull::nearest(&set, pair, &[]).expect("two hulls");
            let exact = |x: f64| RBig::try_from(x).expect("finite");
            let (low, high, truth) =
                (exact(found.at_least), exact(found.at_most), square(&set, pair));
            let case = format!("{found:?}, seed {}: {b:?}", seed());
            assert!(&low * &low <= truth && truth <= &high * &high, "{case}");
            assert!(found.at_least >= found.distance.next_down(), "{case}");
            assert!(found.at_most <= found.distance.next_up(), "{case}");
        }
    }
}

/// The nearest point comes out in a thousand bits and more.
#[test]
fn normals_of_the_longest_numbers() {
    let far = 2.0_f32.powi(100);
    let face = [(far, 0.0), (-far, far), (-far, -far)].map(|(x, y)| Vec3::new(x, y, 1.0));
    let tip = [Vec3::ZERO, Vec3::Z * -f32::from_bits(1)];
    let (set, [pair, turned]) = pair_of(&face, Affine3A::IDENTITY, &tip);
    for (pair, normal) in [(pair, -DVec3::Z), (turned, DVec3::Z)] {
        let found = hull::nearest(&set, pair, &[]).expect("two hulls");
        assert_eq!((found.distance, found.normal), (1.0, normal));
    }
}

/// Points of 40 and 41 bits, as far out as these allow. Many of them are the same point: the sum of
/// all is one of the columns.
#[test]
fn numbers_that_leave_128_bits() {
    let mut rng = rng("longest hulls");
    for i in 0..60 {
        let (bits, copies) = [(40, 1), (41, 64)][i % 2];
        let most = 2.0_f32.powi(bits);
        let mut corner = |side: f32| {
            let mut out = || {
                let sign = if rng.f32() < side { 1.0 } else { -1.0 };
                sign * (most - 262_144.0 * rng.i32(1..8) as f32)
            };
            Vec3::new(out(), out(), out())
        };
        let a: Vec<Vec3> = (0..7).map(|_| corner(0.7)).collect();
        let b: Vec<Vec3> = (0..7).map(|_| corner(0.3)).collect();
        let a = [&[Vec3::ONE][..], &a.repeat(copies)].concat();
        let (set, pairs) = pair_of(&a, Affine3A::IDENTITY, &b.repeat(copies));
        let truth = oracle::verdict(&set, pairs[0]);
        for pair in pairs {
            assert_eq!(hull::decide(&set, pair).verdict, truth, "seed {}: {a:?} {b:?}", seed());
        }
    }
}

/// Hulls of whole points close to a line, where a guess in `f64` is often wrong.
#[test]
fn hulls_close_to_a_line() {
    let (set, pairs) = thin::pairs(&mut rng("close to a line"), 200);
    for pair in pairs {
        let truth = oracle::verdict(&set, pair);
        assert_eq!(hull::decide(&set, pair).verdict, truth, "seed {}: {pair:?}", seed());
    }
}

/// Hulls of points of 24 bits under a map, at rest and moving: where a guess in `f64` proves
/// nothing, the steps of the simplex method take more than 128 bits.
#[test]
fn steps_that_leave_128_bits() {
    let mut rng = rng("long steps");
    let map = Mat3::from_cols(Vec3::new(1.0, 1.0, 0.0), Vec3::Y, Vec3::new(0.0, -1.0, 1.0));
    for i in 0..100 {
        let mut set = PolytopeSet::new();
        let mut any = |most: f32| {
            let mut out = || (rng.f32() - 0.5) * most;
            Vec3::new(out(), out(), out()).round()
        };
        for _ in 0..2 {
            let points: Vec<Vec3> = (0..6).map(|_| any(16_777_216.0)).collect();
            let hull = set.push(&points).expect("finite points");
            let placed = Affine3A::from_mat3_translation(map, any(25_000_000.0));
            set.set_transform(hull, placed).expect("no plane");
            set.set_velocity(hull, any(6_000_000.0)).expect("finite");
        }
        for pair in [Pair::new(0, 1), Pair::new(1, 0)] {
            let found = [hull::decide(&set, pair), hull::decide_moving(&set, pair)];
            let truth = [oracle::verdict(&set, pair), sweep(&set, pair).0];
            assert_eq!(found.map(|found| found.verdict), truth, "seed {}: {i}", seed());
        }
    }
}
