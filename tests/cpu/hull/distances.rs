//! Distances against those of every pair of features.

use super::service::{distances, service};
use crate::common::hull::{distance, oracle};
use crate::common::seed::{rng, seed};
use dashu_ratio::RBig;
use fastrand::Rng;
use glam::{DVec3, Vec3};
use motzkin::service::Distance;
use motzkin::{Engine, Verdict};
use motzkin_core::geom::{Pair, PolytopeSet};
use motzkin_core::kernel::hull::{self, Closest};
use rayon::prelude::*;

/// What is wrong with a distance.
fn fault(set: &PolytopeSet, pair: Pair, found: &Distance<DVec3>) -> Option<String> {
    let Distance { distance, slack, points: [p, q], axis, .. } = *found;
    let square = distance::square(set, pair);
    let exact = |x: f64| RBig::try_from(x).expect("finite");
    let within = |error: RBig| {
        let (low, high) = (exact(distance) - &error, exact(distance) + &error);
        low >= RBig::ZERO && &low * &low <= square && square <= &high * &high
    };
    if !within(exact(distance) * exact(1e-9)) || !within(exact(slack)) {
        let truth = square.to_f64().value().sqrt();
        return Some(format!("{distance:e} within {slack:e}, while it is {truth:e}"));
    }
    if slack > 1e-9 * distance {
        return Some(format!("a slack of {slack:e} beside {distance:e}"));
    }
    let points = |index: u32| set.points(index as usize);
    let size = points(pair.a).chain(points(pair.b)).map(|p| p.abs().max_element());
    let rounding = 1e-15 * size.fold(0.0, f64::max);
    if ((p - q).length() - distance).abs() > 1e-9 * distance + rounding {
        return Some(format!("{p} and {q} are not {distance:e} apart"));
    }
    // The gap, seen from the points, so that no large heights cancel.
    let most = |index: u32, from: DVec3, axis: DVec3| {
        points(index).map(|p| axis.dot(p - from)).fold(f64::NEG_INFINITY, f64::max)
    };
    let beyond = most(pair.a, p, axis).max(most(pair.b, q, -axis));
    let is_unit = (axis.length() - 1.0).abs() < 1e-14;
    (!is_unit || beyond > 1e-9 * distance + 4.0 * rounding)
        .then(|| format!("{axis} has vertices {beyond:e} beyond the nearest points"))
}

/// Panics at the first wrong distance, by the CPU's kernels and without them. Returns how many
/// pairs the kernels leave to the exact stage.
fn demand(set: &PolytopeSet, pairs: &[Pair]) -> usize {
    for engine in [Engine::Cpu, Engine::Reference] {
        let found = distances(&service(engine), set, pairs);
        pairs.par_iter().zip(&found).for_each(|(&pair, found)| {
            let found = found.as_ref().unwrap_or_else(|| panic!("{pair:?} is not separate"));
            if let Some(fault) = fault(set, pair, found) {
                let [a, b] = [pair.a, pair.b].map(|index| set.vertices_of(index as usize));
                panic!("{engine:?}: {fault}, seed {}\n{a:?}\n{b:?}", seed());
            }
        });
    }
    let is_open = |pair: &&Pair| matches!(hull::nearest(set, **pair), Closest::Guessed(_));
    pairs.iter().filter(is_open).count()
}

/// Whole points close to a line, in the plane `z = 0` or in space.
fn thin(rng: &mut Rng, line: [i32; 3], flat: bool) -> Vec<Vec3> {
    let count = if flat { rng.usize(1..=4) } else { rng.usize(2..=6) };
    let (reach, off) = (1 << rng.u32(3..12), rng.i32(0..4));
    let aside = [0, 1, 2].map(|_| rng.i32(-off..=off));
    let mut point = || {
        let along = rng.i32(-reach..=reach);
        let [x, y, z] =
            [0, 1, 2].map(|axis| (along * line[axis] + aside[axis] + rng.i32(-off..=off)) as f32);
        Vec3::new(x, y, if flat { 0.0 } else { z })
    };
    (0..count).map(|_| point()).collect()
}

/// Thin pairs, most of which are separate.
fn thin_pairs(rng: &mut Rng, count: usize) -> (PolytopeSet, Vec<Pair>) {
    let mut set = PolytopeSet::new();
    for i in 0..count {
        let line = [0, 1, 2].map(|_| rng.i32(-2000..=2000));
        // Of whole numbers no coordinate is rounded.
        let scale = 2.0_f32.powi([0, 0, 0, -149, 100][i % 5]);
        for _ in 0..2 {
            let points = thin(rng, line, i % 3 == 0);
            let scaled: Vec<Vec3> = points.iter().map(|point| *point * scale).collect();
            set.push(&scaled).expect("finite");
        }
    }
    let pairs = (0..count as u32).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
    (set, pairs)
}

#[test]
fn distances_of_thin_hulls_are_exact() {
    let mut rng = rng("thin hulls");
    let (mut pairs, mut open) = (0, 0);
    while pairs < 10_000 {
        let (set, drawn) = thin_pairs(&mut rng, 4_000);
        let is_separate = |pair: &&Pair| oracle::verdict(&set, **pair) == Verdict::Separate;
        let separate: Vec<Pair> = drawn.par_iter().filter(is_separate).copied().collect();
        open += demand(&set, &separate);
        pairs += separate.len();
    }
    // Enough for either way.
    assert!(open > 1_000 && pairs - open > 1_000, "{open} of {pairs}");
}

/// Pairs of which distances in `f64` alone were wrong.
#[test]
fn distances_that_f64_misses() {
    let flat = |points: &[[i32; 2]]| points.iter().map(|[x, y]| [*x, *y, 0]).collect::<Vec<_>>();
    let cases = [
        (flat(&[[1081, -35703], [72, -2378]]), flat(&[[-4828, 159458], [6882, -227297]]), 3.877e-5),
        (
            flat(&[[126592, -2027184], [156176, -2500928]]),
            flat(&[[135170, -2164548], [132730, -2125475]]),
            5.730e-4,
        ),
        (
            vec![[3850, -116, 1145], [-856, 26, -244], [-2163, 65, -652], [-488, 15, -130]],
            vec![[-3415, 103, -1010], [4260, -129, 1234], [-2910, 87, -900], [-415, 12, -149]],
            0.0027246,
        ),
    ];
    let (mut set, mut pairs) = (PolytopeSet::new(), Vec::new());
    for (a, b, _) in &cases {
        let push = |points: &Vec<[i32; 3]>| {
            let points: Vec<Vec3> =
                points.iter().map(|point| Vec3::from(point.map(|x| x as f32))).collect();
            set.push(&points).expect("finite")
        };
        let [a, b] = [a, b].map(push);
        pairs.extend([Pair::new(a, b), Pair::new(b, a)]);
    }
    assert!(demand(&set, &pairs) > 0);
    let found = distances(&service(Engine::Cpu), &set, &pairs);
    for (pair, (.., distance)) in cases.iter().enumerate() {
        let [there, back] = [0, 1].map(|way| found[2 * pair + way].expect("separate"));
        assert!((there.distance / distance - 1.0).abs() < 1e-3, "{there:?}");
        assert_eq!((back.distance, back.axis), (there.distance, -there.axis));
    }
}
