//! What is refused, and what is too much.

use crate::common::boxes::{self, SCENES, draw, space};
use crate::common::seed::{rng, seed};
use glam::Vec3;
use motzkin::broad::{BoxTree, BroadError, PairOptions, Pieces};
use motzkin::{Aabb3, Filter, Pair};

const UNIT: Aabb3 = Aabb3 { min: Vec3::ZERO, max: Vec3::ONE };

/// Each end in turn is NaN, infinite or on the wrong side: the error names box and axis.
#[test]
fn boxes_that_are_not_valid_are_named() {
    let mut tree = BoxTree::build(&[UNIT; 20]).expect("boxes");
    for axis in 0..3 {
        for (low, high) in [
            (f32::NAN, 1.0),
            (0.0, f32::NAN),
            (f32::NEG_INFINITY, 1.0),
            (0.0, f32::INFINITY),
            (f32::INFINITY, f32::NEG_INFINITY),
            (1.0, 0.5),
        ] {
            let mut boxes = [UNIT; 20];
            for index in [13, 19] {
                (boxes[index].min[axis], boxes[index].max[axis]) = (low, high);
            }
            for error in [BoxTree::build(&boxes).map(|_| ()), tree.refit(&boxes)] {
                let Err(BroadError::Invalid { index, axis: found, low: l, high: h }) = error else {
                    panic!("{error:?}");
                };
                assert_eq!((index, found), (13, axis));
                assert_eq!((l.to_bits(), h.to_bits()), (low.to_bits(), high.to_bits()));
            }
        }
    }
    // The tree is as it was.
    let mut out = Vec::new();
    tree.pairs(&PairOptions::default(), &mut out).expect("no limit");
    assert_eq!(out.len(), 190);
}

#[test]
fn lengths_and_worlds_are_checked() {
    let mut tree = BoxTree::build(&[UNIT; 3]).expect("boxes");
    let length = |what, found| Err(BroadError::Length { what, found, boxes: 3 });
    assert_eq!(tree.refit(&[UNIT; 2]), length("boxes", 2));
    let filters = [Filter::ALL; 4];
    let options = PairOptions { filters: Some(&filters), ..PairOptions::default() };
    assert_eq!(tree.pairs(&options, &mut Vec::new()), length("filters", 4));
    let other = BoxTree::build(&[UNIT; 3]).expect("boxes");
    let options = PairOptions { other_filters: Some(&filters), ..PairOptions::default() };
    let found = tree.pairs_between(&other, &options, &mut Vec::new());
    assert_eq!(found, length("other filters", 4));
    for (starts, world, start) in
        [(&[][..], 0, 0), (&[1], 0, 1), (&[0, 2, 1], 2, 1), (&[0, 4], 1, 4)]
    {
        let error = BoxTree::build_worlds(&[UNIT; 3], starts).map(|_| ());
        assert_eq!(error, Err(BroadError::Worlds { world, start, boxes: 3 }));
    }
    let two = BoxTree::build_worlds(&[UNIT; 3], &[0, 3]).expect("boxes");
    let error = tree.pairs_between(&two, &PairOptions::default(), &mut Vec::new());
    assert_eq!(error, Err(BroadError::WorldCount { worlds: 1, other: 2 }));
}

/// The number beyond a limit is exact in every scene, and the list is empty.
#[test]
fn too_many_pairs_are_counted() {
    let mut rng = rng("broad limits");
    for (name, scene) in SCENES {
        let [a, b] = [900, 300].map(|count| draw(scene, &mut rng, count));
        let filters: Vec<Filter> =
            a.iter().map(|_| Filter { group: rng.u32(1..4), mask: rng.u32(1..4) }).collect();
        let [one, other] = [&a, &b].map(|ends| BoxTree::build(&space(ends)).expect("boxes"));
        for filters in [None, Some(&filters[..])] {
            let all = PairOptions { filters, ..PairOptions::default() };
            let mut list = Vec::new();
            one.pairs(&all, &mut list).expect("no limit");
            if filters.is_none() {
                assert_eq!(list, boxes::pairs(&a, 3), "{name}, seed {}", seed());
            }
            let found = list.len();
            one.pairs(&PairOptions { limit: found, ..all }, &mut list).expect("just enough");
            for limit in [0, found / 2, found.saturating_sub(1)].into_iter().filter(|&l| l < found)
            {
                let error = one.pairs(&PairOptions { limit, ..all }, &mut list);
                let expected = BroadError::TooManyPairs { found: found as u64, limit };
                assert_eq!((error, list.len()), (Err(expected), 0), "{name}, seed {}", seed());
            }
            let found = boxes::pairs_between(&a, &b, 3).len() as u64;
            if filters.is_none() && found > 0 {
                let error = one.pairs_between(&other, &PairOptions { limit: 0, ..all }, &mut list);
                assert_eq!(error, Err(BroadError::TooManyPairs { found, limit: 0 }), "{name}");
            }
        }
    }
}

/// Half a million million pairs are counted without being listed.
#[test]
fn a_million_equal_boxes_are_counted_at_once() {
    let tree = BoxTree::build(&vec![UNIT; 1_000_000]).expect("boxes");
    let mut out = vec![Pair::new(0, 1)];
    let options = PairOptions { limit: 1000, ..PairOptions::default() };
    let found = 1_000_000 * 999_999 / 2;
    let error = tree.pairs(&options, &mut out);
    assert_eq!(error, Err(BroadError::TooManyPairs { found, limit: 1000 }));
    assert!(out.is_empty() && out.capacity() < 10_000);
}

/// So are those of a few filters, however they lie in the tree.
#[test]
fn a_million_equal_boxes_are_counted_by_their_filters() {
    let tree = BoxTree::build(&vec![UNIT; 1_000_000]).expect("boxes");
    let half = 500_000_u64;
    let among = half * (half - 1) / 2;
    for (mask, found) in [
        // All meet; those of one group; those of two; one that meets all with one that asks none.
        ([3, 3], 2 * among + half * half),
        ([1, 2], 2 * among),
        ([2, 1], half * half),
        ([3, 0], among),
    ] {
        let filter = |i: usize| Filter { group: 1 << (i % 2), mask: mask[i % 2] };
        let filters: Vec<Filter> = (0..1_000_000).map(filter).collect();
        let options = PairOptions { limit: 9, filters: Some(&filters), ..PairOptions::default() };
        let error = tree.pairs(&options, &mut Vec::new());
        assert_eq!(error, Err(BroadError::TooManyPairs { found, limit: 9 }), "{mask:?}");
    }
}

/// A tree is not paired with one like it as with itself: every box of the first meets every box of
/// the second.
#[test]
fn pairs_of_two_trees_alike_are_counted() {
    let tree = BoxTree::build(&[UNIT; 300]).expect("boxes");
    let options = PairOptions { limit: 0, ..PairOptions::default() };
    let error = tree.pairs_between(&tree, &options, &mut Vec::new());
    assert_eq!(error, Err(BroadError::TooManyPairs { found: 90_000, limit: 0 }));
}

/// Pieces that fail are listed again, and are not taken for the last.
#[test]
fn pieces_say_so_again() {
    let options = PairOptions { filters: Some(&[Filter::ALL]), ..PairOptions::default() };
    let mut pieces = Pieces::within(vec![UNIT; 3], &[0], options).expect("boxes");
    let mut out = Vec::new();
    let faults = [(); 3].map(|()| pieces.next(&mut out).expect_err("one filter for three boxes"));
    assert!(faults.iter().all(|fault| *fault == faults[0]), "{faults:?}");
}
