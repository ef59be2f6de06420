//! Trees of boxes of any bits, against all by all, at any SIMD level.

use crate::bits::{Numbers, rows, shared};
use crate::common::boxes::{self, Ends, contact, meet, plane, space, square};
use crate::driver;
use dashu_ratio::RBig;
use fastrand::Rng;
use motzkin::broad::{BoxTree, PairOptions, TreeBox};
use motzkin::{Filter, Pair, SimdLevel};
use std::cmp::Ordering;
use std::ops::Range;

/// The box that meets nothing.
pub const NOTHING: Ends = [[f32::INFINITY, f32::NEG_INFINITY]; 3];

/// Boxes of one world or of two, one behind the other.
struct Boxes {
    all: Vec<Ends>,
    starts: Vec<u32>,
}

impl Boxes {
    /// The boxes of a world, by their indices.
    fn world(&self, world: usize) -> Range<u32> {
        let end = self.starts.get(world + 1).copied().unwrap_or(self.all.len() as u32);
        self.starts[world]..end
    }

    /// Whether two boxes are of one world.
    fn are_of_one(&self, pair: Pair) -> bool {
        let start = self.starts[self.starts.len() - 1];
        (pair.a < start) == (pair.b < start)
    }
}

/// Boxes of any bits, most of them valid.
pub fn draw(rng: &mut Rng, numbers: Numbers, count: usize) -> Vec<Ends> {
    let mut all: Vec<Ends> = (0..count).map(|_| rows(rng, numbers)).collect();
    // Common faces.
    let axis = rng.usize(..3);
    shared(rng, &mut all, |own, other| own[axis][0] = other[axis][1]);
    for [low, high] in all.iter_mut().flatten() {
        if low > high && rng.u32(..64) > 0 {
            std::mem::swap(low, high);
        }
    }
    if rng.u32(..4) == 0 {
        all.iter_mut().filter(|_| rng.u32(..4) == 0).for_each(|ends| *ends = NOTHING);
    }
    all
}

/// Whether it is a box on the first of its axes.
pub fn is_valid(ends: &Ends, axes: usize) -> bool {
    let is_range = |&[low, high]: &[f32; 2]| low.is_finite() && high.is_finite() && low <= high;
    ends[..axes].iter().all(is_range) || ends[..axes] == NOTHING[..axes]
}

/// A filter that meets all others, or one of two groups.
pub fn filter(rng: &mut Rng) -> Filter {
    match rng.u32(..4) {
        0 => Filter { group: rng.u32(..4), mask: rng.u32(..4) },
        _ => Filter::ALL,
    }
}

/// Whether two filters meet.
pub fn may_meet(p: Filter, q: Filter) -> bool {
    p.group & q.mask != 0 && q.group & p.mask != 0
}

/// Those that are valid, which alone make a tree.
fn drawn(rng: &mut Rng, numbers: Numbers, most: usize) -> Vec<Ends> {
    let count = rng.usize(..most);
    let mut all = draw(rng, numbers, count);
    let told = BoxTree::build(&space(&all));
    assert_eq!(told.is_ok(), all.iter().all(|ends| is_valid(ends, 3)), "{all:?}");
    all.retain(|ends| is_valid(ends, 3));
    all
}

/// A tree over these boxes, or over others and then refitted.
fn tree<B: TreeBox>(
    rng: &mut Rng,
    numbers: Numbers,
    Boxes { all, starts }: &Boxes,
    of: fn(&[Ends]) -> Vec<B>,
) -> BoxTree<B> {
    let levels = SimdLevel::available();
    let level = levels[rng.usize(..levels.len())];
    if rng.bool() {
        return BoxTree::build_worlds(&of(all), starts).expect("boxes").at_level(level);
    }
    let mut others = draw(rng, numbers, all.len());
    others.iter_mut().filter(|ends| !is_valid(ends, 3)).for_each(|ends| *ends = [[0.0; 2]; 3]);
    let tree = BoxTree::build_worlds(&of(&others), starts).expect("boxes");
    let mut tree = tree.at_level(level);
    tree.refit(&of(all)).expect("as many boxes");
    tree
}

#[test]
fn any_boxes() {
    driver::run("boxes", |rng| {
        let numbers = Numbers::draw(rng);
        // Some are of more than three levels.
        let most = if rng.u32(..64) == 0 { 1200 } else { 100 };
        let (all, other) = (drawn(rng, numbers, most), drawn(rng, numbers, 20));
        let mut starts = vec![0];
        starts.extend(rng.bool().then(|| rng.u32(..=all.len() as u32)));
        let boxes = Boxes { all, starts };
        let filters: Vec<Filter> = boxes.all.iter().map(|_| filter(rng)).collect();
        let expected = |axes: usize| {
            let mut pairs = boxes::pairs(&boxes.all, axes);
            pairs.retain(|pair| may_meet(filters[pair.a as usize], filters[pair.b as usize]));
            pairs.retain(|pair| boxes.are_of_one(*pair));
            pairs
        };
        let levels = SimdLevel::available();
        let level = levels[rng.usize(..levels.len())];
        let options = PairOptions { level, ..PairOptions::default() };
        let filtered = PairOptions { filters: Some(&filters), ..options };
        let all = &boxes.all;
        let in_space = tree(rng, numbers, &boxes, space);
        let mut found = Vec::new();
        in_space.pairs(&filtered, &mut found).expect("no limit");
        assert_eq!(found, expected(3), "{level:?}: {all:?}");
        let in_plane = tree(rng, numbers, &boxes, plane);
        in_plane.pairs(&filtered, &mut found).expect("no limit");
        assert_eq!(found, expected(2), "{level:?}: {all:?}");
        let mut starts = boxes.starts.clone();
        starts.iter_mut().skip(1).for_each(|start| *start = rng.u32(..=other.len() as u32));
        let second = Boxes { all: other.clone(), starts };
        let others = tree(rng, numbers, &second, space);
        in_space.pairs_between(&others, &options, &mut found).expect("as many worlds");
        let mut expected = boxes::pairs_between(all, &other, 3);
        let worlds = 0..boxes.starts.len();
        let is_in = |boxes: &Boxes, world, index| boxes.world(world).contains(&index);
        let are_of_one = |pair: &Pair| {
            worlds.clone().any(|i| is_in(&boxes, i, pair.a) && is_in(&second, i, pair.b))
        };
        expected.retain(are_of_one);
        assert_eq!(found, expected, "{level:?}: {all:?} {other:?}");
        for world in worlds {
            let asked = Asked { boxes: &boxes, world };
            asked.all(&in_space, &other, space);
            asked.all(&in_plane, &other, plane);
        }
    });
}

/// The least value, and of equal ones that of the least index.
fn least(values: impl IntoIterator<Item = (u32, Option<f64>)>) -> Option<(u32, f64)> {
    let known = values.into_iter().filter_map(|(index, value)| Some((index, value?)));
    known.min_by(|p, q| p.1.partial_cmp(&q.1).unwrap_or(Ordering::Equal).then(p.0.cmp(&q.0)))
}

/// A box without the ends whose bits are not set. The first of a list has none.
fn endless(own: Ends, bits: u32) -> Ends {
    let kept = |bit: usize| bits >> bit & 1 == 1;
    std::array::from_fn(|axis| {
        let [low, high] = own[axis];
        [
            if kept(2 * axis) { low } else { f32::NEG_INFINITY },
            if kept(2 * axis + 1) { high } else { f32::INFINITY },
        ]
    })
}

/// What is asked of a world.
struct Asked<'a> {
    boxes: &'a Boxes,
    world: usize,
}

impl Asked<'_> {
    /// What meets each of the others, what is met first between two of these, and what is nearest
    /// to one.
    fn all<B: TreeBox>(&self, tree: &BoxTree<B>, others: &[Ends], of: fn(&[Ends]) -> Vec<B>) {
        let all = &self.boxes.all;
        for (own, bits) in others.iter().zip(0..) {
            for own in [*own, endless(*own, bits)] {
                let meets = |index: &u32| {
                    let other = &all[*index as usize];
                    *other != NOTHING && meet(other, &own, B::AXES)
                };
                let expected: Vec<u32> = self.boxes.world(self.world).filter(meets).collect();
                let mut found = Vec::new();
                tree.meeting(self.world, &of(&[own])[0], &mut found);
                assert_eq!(found, expected, "{own:?}: {all:?}");
            }
        }
        if let [from, to, ..] = others[..]
            && from != NOTHING
            && to != NOTHING
        {
            let [a, b] = [from, to].map(|ends| of(&[ends]).remove(0));
            let time = |other: &Ends| contact(&from, &to, other, B::AXES);
            self.best(time, |test| tree.first_contact(self.world, &a, &b, test));
            let square = |other: &Ends| Some(square(&from, other, B::AXES));
            self.best(square, |test| tree.nearest(self.world, &a, test));
        }
    }

    /// Holds a search to the exact values of the boxes. The bounds ascend, none is above the exact
    /// value of its box or above the least value that was found before it, and all that have a
    /// value are shown where none is accepted.
    fn best(
        &self,
        value: impl Fn(&Ends) -> Option<RBig>,
        search: impl Fn(&mut dyn FnMut(u32, f64) -> Option<f64>) -> Option<(u32, f64)>,
    ) {
        let all = &self.boxes.all;
        let value = |other: &Ends| if *other == NOTHING { None } else { value(other) };
        let exact: Vec<Option<RBig>> = all.iter().map(value).collect();
        let rounded = |index: u32| exact[index as usize].as_ref().map(|x| x.to_f64().value());
        let known = self.boxes.world(self.world).map(|index| (index, rounded(index)));
        let accepted = least(known.clone());
        for (accepts, expected) in [(false, None), (true, accepted)] {
            let (mut shown, mut last, mut least) = (vec![false; all.len()], 0.0, f64::INFINITY);
            let found = search(&mut |index, bound| {
                assert!((last..=least).contains(&bound), "{bound} after {last}: {all:?}");
                (last, shown[index as usize]) = (bound, true);
                if let Some(exact) = &exact[index as usize] {
                    let bound = RBig::try_from(bound).expect("a number");
                    assert!(bound <= *exact, "{bound} of {index}: {all:?}");
                }
                let value = rounded(index).filter(|_| accepts);
                least = value.map_or(least, |value| least.min(value));
                value
            });
            assert_eq!(found, expected, "world {}: {all:?}", self.world);
            let mut missed = known.clone().filter(|(index, _)| !shown[*index as usize]);
            let missed = missed.find(|(_, value)| value.is_some());
            assert!(accepts || missed.is_none(), "{missed:?}: {all:?}");
            let range = self.boxes.world(self.world);
            let others = (0..).zip(&shown).find(|(index, shown)| **shown && !range.contains(index));
            assert_eq!(others, None, "world {}: {all:?}", self.world);
        }
    }
}
