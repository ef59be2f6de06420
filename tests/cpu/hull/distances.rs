//! Distances against those of every pair of features.

use super::service::{distances, service};
use crate::common::distances::fault_of_hulls;
use crate::common::hull::{oracle, thin};
use crate::common::seed::{rng, seed};
use glam::{Affine3A, Vec3};
use motzkin::{Engine, Verdict};
use motzkin_core::geom::{Pair, PolytopeSet};
use motzkin_core::kernel::hull::{self, Closest};
use rayon::prelude::*;

/// Panics at the first wrong distance, by the CPU's kernels and without them. Returns how many
/// pairs the kernels leave to the exact stage.
fn demand(set: &PolytopeSet, pairs: &[Pair]) -> usize {
    for engine in [Engine::Cpu, Engine::Reference] {
        let found = distances(&service(engine), set, pairs);
        pairs.par_iter().zip(&found).for_each(|(&pair, found)| {
            let found = found.as_ref().unwrap_or_else(|| panic!("{pair:?} is not separate"));
            if let Some(fault) = fault_of_hulls(set, pair, found) {
                let [a, b] = [pair.a, pair.b].map(|index| set.vertices_of(index));
                panic!("{engine:?}: {fault}, seed {}\n{a:?}\n{b:?}", seed());
            }
        });
    }
    let is_open = |pair: &&Pair| matches!(hull::nearest(set, **pair), Closest::Guessed(_));
    pairs.iter().filter(is_open).count()
}

#[test]
fn distances_of_thin_hulls_are_exact() {
    let mut rng = rng("thin hulls");
    let (mut pairs, mut open) = (0, 0);
    while pairs < 10_000 {
        let (set, drawn) = thin::pairs(&mut rng, 4_000);
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

/// The cross product of two edges has a square below the range of `f64`.
#[test]
fn distances_of_denormals_in_a_tiny_scale_are_exact() {
    let denormal = |k: i32| f32::from_bits(k.unsigned_abs()).copysign(k as f32);
    let scale = |by: f32| Affine3A::from_scale(Vec3::splat(by));
    let mut rng = rng("denormals in a tiny scale");
    let mut set = PolytopeSet::new();
    let mut pairs = Vec::new();
    let mut add = |corners: [[i32; 3]; 3], point: [i32; 3], by: Affine3A| {
        let placed = |corners: &[[i32; 3]]| {
            let corners: Vec<Vec3> = corners.iter().map(|at| at.map(denormal).into()).collect();
            let stored = set.push(&corners).expect("finite");
            set.push_instance(stored, by).expect("finite")
        };
        let [a, b] = [&corners[..], &[point]].map(placed);
        pairs.extend([Pair::new(a, b), Pair::new(b, a)]);
    };
    let known = [[-73, 245, 0], [154, -124, 0], [-250, -30, 0]];
    add(known, [-91, 64, 177], scale(f32::from_bits(3_076_338)));
    for _ in 0..200 {
        let mut draw = || [(); 3].map(|()| rng.i32(-250..=250));
        let corners = [(); 3].map(|()| draw());
        // Above all corners.
        let [x, y, _] = draw();
        add(corners, [x, y, 260], scale(f32::from_bits(rng.u32(1 << 20..1 << 23))));
    }
    demand(&set, &pairs);
}
