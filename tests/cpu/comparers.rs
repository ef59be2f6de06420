//! Faults on purpose: a comparer that lets one pass is itself the fault.

use crate::common::oracle::{Vector, cross, dot};
use crate::common::rounded::Rounded;
use crate::common::scene::Scene;
use crate::common::seed::rng;
use crate::common::{cases, faults, papers};
use dashu_int::IBig;
use motzkin_core::exact;
use motzkin_core::verdict::Verdict;

#[test]
fn flipped_verdicts() {
    faults::flipped_verdicts_are_noticed(&papers::scene());
    faults::flipped_verdicts_are_noticed(&Scene::new("contacts", cases::contacts()));
}

#[test]
fn wrong_raw_codes() {
    faults::wrong_codes_are_noticed(&papers::scene());
    faults::wrong_codes_are_noticed(&Scene::new("contacts", cases::contacts()));
}

#[test]
fn wrong_boxes() {
    let scene = papers::scene();
    let boxed = |i: usize| {
        let (a, b) = scene.pair(i);
        exact::intersection_box(a, b).expect("valid frames")
    };
    let boxes: Vec<_> = (0..scene.pairs.len()).map(boxed).collect();
    faults::wrong_boxes_are_noticed(&scene, &boxes);
}

#[test]
fn wrong_separations_and_witnesses() {
    let scene = papers::scene();
    let pairs = || (0..scene.pairs.len()).map(|i| scene.pair(i));
    let separations: Vec<_> =
        pairs().map(|(a, b)| exact::separation(a, b).expect("valid frames")).collect();
    faults::wrong_separations_are_noticed(&scene, &separations);
    let witnesses: Vec<_> =
        pairs().map(|(a, b)| exact::witness(a, b).expect("valid frames")).collect();
    faults::wrong_witnesses_are_noticed(&scene, &witnesses);
}

#[test]
fn missing_answers() {
    faults::missing_answers_are_noticed(&papers::scene());
}

/// A case that states a wrong verdict is found by the oracle before any engine sees it.
#[test]
#[should_panic(expected = "identical (Cuboid, Cuboid): overlapping")]
fn wrong_statements() {
    let mut cases = cases::contacts();
    cases[0].known = Some(Verdict::Touching);
    Scene::new("faults", cases);
}

/// Oracles leave out what numbers in `f64` are certain of: these must be right where they are.
#[test]
fn rounded_numbers_are_certain_of_true_signs_alone() {
    let mut rng = rng("rounded numbers");
    let mut certain = [0; 2];
    for turn in 0..20_000 {
        let length = rng.i32(1..400);
        let mut number = || {
            let x = IBig::from(rng.i64(..)) << rng.usize(0..64);
            if length > 64 { x << (length as usize - 64) } else { x >> (128 - length as usize) }
        };
        let mut vector = || -> Vector { [number(), number(), number()] };
        let (a, b, mut c) = (vector(), vector(), vector());
        // Half of the determinants are zero, or as close to it as whole numbers get.
        let close = turn % 2 == 1;
        if close {
            let step = [0, 1, -1].map(IBig::from)[turn / 2 % 3].clone();
            c = [0, 1, 2].map(|i| &a[i] * 3 - &b[i] * 7);
            c[0] += step;
        }
        let exact = dot(&a, &cross(&b, &c));
        let [p, q, r] = [&a, &b, &c].map(|v| Rounded::vectors(std::slice::from_ref(v))[0]);
        let line = [(1, 2), (2, 0), (0, 1)].map(|(i, j)| q[i] * r[j] - q[j] * r[i]);
        if let Some(sign) = Rounded::dot(&p, &line).sign() {
            assert_eq!(sign, exact.cmp(&IBig::ZERO), "{a:?}, {b:?}, {c:?}");
            certain[usize::from(close)] += 1;
        }
    }
    assert!(certain[0] > 9_000 && certain[1] < 5_000, "{certain:?}");
}
