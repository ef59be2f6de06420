//! Trees of boxes of any bits, against all by all.

use crate::bits::{Numbers, rows, shared};
use crate::common::boxes::{self, Ends, contact, meet, plane, space, square};
use crate::driver;
use dashu_ratio::RBig;
use fastrand::Rng;
use motzkin::broad::{BoxTree, PairOptions, TreeBox};
use motzkin::{Aabb3, Filter, SimdLevel};

fn draw(rng: &mut Rng, numbers: Numbers, count: usize) -> Vec<Ends> {
    let mut all: Vec<Ends> = (0..count).map(|_| rows(rng, numbers)).collect();
    // Common faces.
    let axis = rng.usize(..3);
    shared(rng, &mut all, |own, other| own[axis][0] = other[axis][1]);
    for [low, high] in all.iter_mut().flatten() {
        if low > high && rng.u32(..64) > 0 {
            std::mem::swap(low, high);
        }
    }
    all
}

fn is_valid(ends: &Ends) -> bool {
    ends.iter().all(|[low, high]| low.is_finite() && high.is_finite() && low <= high)
}

/// Those that are valid, which alone make a tree.
fn drawn(rng: &mut Rng, numbers: Numbers, most: usize) -> Vec<Ends> {
    let count = rng.usize(..most);
    let mut all = draw(rng, numbers, count);
    let told = BoxTree::build(&space(&all));
    assert_eq!(told.is_ok(), all.iter().all(is_valid), "{all:?}");
    all.retain(is_valid);
    all
}

/// A tree over these boxes, or over others and then refitted.
fn tree<B: TreeBox>(
    rng: &mut Rng,
    numbers: Numbers,
    all: &[Ends],
    of: fn(&[Ends]) -> Vec<B>,
) -> BoxTree<B> {
    if rng.bool() {
        return BoxTree::build(&of(all)).expect("boxes");
    }
    let mut others = draw(rng, numbers, all.len());
    others.iter_mut().filter(|ends| !is_valid(ends)).for_each(|ends| *ends = [[0.0; 2]; 3]);
    let mut tree = BoxTree::build(&of(&others)).expect("boxes");
    tree.refit(&of(all)).expect("as many boxes");
    tree
}

#[test]
fn any_boxes() {
    driver::run("boxes", |rng| {
        let numbers = Numbers::draw(rng);
        let (all, other) = (drawn(rng, numbers, 100), drawn(rng, numbers, 20));
        let filter = |rng: &mut Rng| match rng.u32(..4) {
            0 => Filter { group: rng.u32(..4), mask: rng.u32(..4) },
            _ => Filter::ALL,
        };
        let filters: Vec<Filter> = all.iter().map(|_| filter(rng)).collect();
        let meets = |p: Filter, q: Filter| p.group & q.mask != 0 && q.group & p.mask != 0;
        let expected = |axes: usize| {
            let mut pairs = boxes::pairs(&all, axes);
            pairs.retain(|pair| meets(filters[pair.a as usize], filters[pair.b as usize]));
            pairs
        };
        let levels = SimdLevel::available();
        let level = levels[rng.usize(..levels.len())];
        let options = PairOptions { level, ..PairOptions::default() };
        let filtered = PairOptions { filters: Some(&filters), ..options };
        let in_space = tree(rng, numbers, &all, space);
        let mut found = Vec::new();
        in_space.pairs(&filtered, &mut found).expect("no limit");
        assert_eq!(found, expected(3), "{level:?}: {all:?}");
        let in_plane = tree(rng, numbers, &all, plane);
        in_plane.pairs(&filtered, &mut found).expect("no limit");
        assert_eq!(found, expected(2), "{level:?}: {all:?}");
        let second = tree(rng, numbers, &other, space);
        in_space.pairs_between(&second, &options, &mut found).expect("no limit");
        let expected = boxes::pairs_between(&all, &other, 3);
        assert_eq!(found, expected, "{level:?}: {all:?} {other:?}");
        for own in &other {
            let meeting = (0..).zip(&all).filter(|(_, ends)| meet(ends, own, 3));
            let mut found = Vec::new();
            in_space.meeting(0, &space(&[*own])[0], &mut found);
            assert_eq!(found, meeting.map(|(i, _)| i).collect::<Vec<u32>>(), "{own:?}: {all:?}");
        }
        if let [from, to, ..] = other[..] {
            best(&in_space, &all, [from, to]);
        }
    });
}

/// What is met first between two boxes, and what is nearest to the first of these.
fn best(tree: &BoxTree<Aabb3>, all: &[Ends], [from, to]: [Ends; 2]) {
    let exact: Vec<Option<RBig>> = all.iter().map(|other| contact(&from, &to, other)).collect();
    let rounded: Vec<Option<f64>> =
        exact.iter().map(|time| Some(time.as_ref()?.to_f64().value())).collect();
    let [a, b] = [from, to].map(|ends| space(&[ends])[0]);
    let mut shown = vec![false; all.len()];
    let none = tree.first_contact(0, &a, &b, |index, bound| {
        shown[index as usize] = true;
        if let Some(time) = &exact[index as usize] {
            assert!(RBig::try_from(bound).expect("a number") <= *time, "{from:?} {to:?}: {all:?}");
        }
        None
    });
    assert_eq!(none, None);
    let missed = exact.iter().zip(&shown).any(|(time, shown)| time.is_some() && !shown);
    assert!(!missed, "{from:?} {to:?}: {all:?}");
    let found = tree.first_contact(0, &a, &b, |index, _| rounded[index as usize]);
    assert_eq!(found.map(|(_, time)| time), rounded.iter().flatten().copied().reduce(f64::min));

    let exact: Vec<RBig> = all.iter().map(|other| square(&from, other)).collect();
    let rounded: Vec<f64> = exact.iter().map(|square| square.to_f64().value()).collect();
    let found = tree.nearest(0, &a, |index, bound| {
        let bound = RBig::try_from(bound).expect("a number");
        assert!(bound <= exact[index as usize], "{from:?}: {all:?}");
        Some(rounded[index as usize])
    });
    assert_eq!(found.map(|(_, square)| square), rounded.iter().copied().reduce(f64::min));
}
