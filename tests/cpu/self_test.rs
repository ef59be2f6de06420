//! The pairs by which a GPU engine tests its device, without a GPU.

use crate::common::mesh::grey::clips;
use motzkin::TriangleMesh;
use motzkin::internals::gpu::known_boxes;
use motzkin::internals::gpu::self_test::{FAMILIES, cases};
use motzkin::tree::spheres::{CpuOccupancyTest, OccupancyParent, OccupancyTest};
use motzkin_core::exact;
use motzkin_core::verdict::Verdict;
use motzkin_lab::reference;
use std::sync::Arc;

#[test]
fn recorded_verdicts_are_exact() {
    let mut wrong = Vec::new();
    for family in &FAMILIES {
        let pairs = family.pairs();
        let letter = |verdict: Verdict| ["S", "T", "O"][verdict as usize];
        let verdict =
            |[a, b]: &[motzkin::Frame3; 2]| exact::decide(a, b).expect("valid frames").verdict;
        let exact: String = pairs.iter().map(|pair| letter(verdict(pair))).collect();
        if exact != family.verdicts {
            wrong.push(format!("{}:\n\"{exact}\"", family.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// By rational numbers, which share no code with the exact stage.
#[test]
fn recorded_verdicts_are_those_of_the_reference() {
    for (number, case) in cases().iter().enumerate() {
        let [a, b] = &case.frames;
        let found = reference::verdict(a, b).expect("valid frames");
        assert_eq!(found, case.verdict, "pair {number}, {}", FAMILIES[case.family].name);
    }
}

#[test]
fn every_family_is_what_it_says() {
    let count = |name: &str, wanted: Verdict| {
        let (number, _) =
            FAMILIES.iter().enumerate().find(|(_, family)| family.name == name).expect("a name");
        cases().iter().filter(|case| case.family == number && case.verdict == wanted).count()
    };
    let all: usize = FAMILIES.iter().map(|family| family.pairs().len()).sum();
    assert_eq!(cases().len(), all);
    assert!((300..=1000).contains(&all), "{all}");
    for name in ["near contact", "in general position", "of large and small numbers", "slivers"] {
        let [apart, over] = [Verdict::Separate, Verdict::Overlapping].map(|v| count(name, v));
        assert!(apart > 8 && over > 8, "{name}: {apart} {over}");
    }
    assert!(count("touching on a lattice", Verdict::Touching) > 30);
    assert!(count("a denormal apart", Verdict::Separate) > 8);
}

/// By the clipping of triangles in rationals.
#[test]
fn known_boxes_touch_their_triangles() {
    let cases = known_boxes::cases();
    let mut masks = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        let touch = |i: &usize| clips(&case.triangle, &case.boxes[*i]);
        let exact = (0..8).filter(touch).fold(0, |mask, i| mask | 1 << i);
        assert_eq!(exact, known_boxes::Case::TOUCHED, "{number}: {case:?}");
        let mesh = Arc::new(TriangleMesh::from_soup(&[case.triangle]).expect("a triangle"));
        let parent = OccupancyParent { mesh: &mesh, triangles: &[0], octants: case.boxes };
        masks.extend(CpuOccupancyTest::default().occupied(&[parent]).expect("an answer"));
    }
    // The CPU finds no box without reason here.
    assert!(masks.iter().all(|mask| *mask == known_boxes::Case::TOUCHED), "{masks:?}");
    assert_eq!(known_boxes::judge(&masks), Ok(()));
}
