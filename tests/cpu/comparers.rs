//! Faults on purpose: a comparer that lets one pass is itself the fault.

use crate::common::scene::Scene;
use crate::common::{cases, faults, papers};
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
