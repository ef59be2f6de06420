//! The search for the box that comes first, or is nearest.

use super::nodes::{Ends, FANOUT, Node, ends_of};
use super::queue::{split, two};
use super::tree::BoxTree;
use crate::geom::Aabb;
use crate::kernel::{Scan, Work, at_level};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// What a time or the square of a distance may lack in `f64`.
///
/// A time is rounded five times: two differences, an inverse, a product and the sum with this. A
/// square is rounded six times. Each is half an `EPSILON`, of which this is sixteen.
const SLACK: f64 = 8.0 * f64::EPSILON;

/// A number of each box of a node.
type Lanes = [f64; FANOUT];

/// A test of what is in a box: its index, and what the value is not below.
pub type Test<'a> = dyn FnMut(u32, f64) -> Option<f64> + 'a;

/// Finds the first contact of a box that moves.
pub fn first_contact<B: Aabb>(
    tree: &BoxTree<B>,
    world: usize,
    [from, to]: [&B; 2],
    test: &mut Test<'_>,
) -> Option<(u32, f64)> {
    let sides = sides(&ends_of(from), &ends_of(to));
    best(
        tree,
        world,
        #[inline(always)]
        |node| entries(&sides[..2 * B::AXES], node),
        test,
    )
}

/// Finds what is nearest to a box, and the square of its distance.
pub fn nearest<B: Aabb>(
    tree: &BoxTree<B>,
    world: usize,
    own: &B,
    test: &mut Test<'_>,
) -> Option<(u32, f64)> {
    let own = ends_of(own);
    best(
        tree,
        world,
        #[inline(always)]
        |node| distances_squared(&own[..B::AXES], node),
        test,
    )
}

/// Finds what a test gives the least value, best bounds first. The bounds of the boxes of a node
/// are infinite for those that are passed by; what computes them must be inlined, to use the
/// instructions of the tree's level.
fn best<B: Aabb>(
    tree: &BoxTree<B>,
    world: usize,
    bounds: impl Fn(&Node) -> Lanes,
    test: &mut Test<'_>,
) -> Option<(u32, f64)> {
    let places = tree.worlds.range(world);
    let mut best = None;
    if !tree.is_empty() {
        at_level(tree.level, Best { tree, places, bounds, test, best: &mut best });
    }
    best
}

struct Best<'a, 'b, B, F> {
    tree: &'a BoxTree<B>,
    places: Range<u32>,
    bounds: F,
    test: &'a mut Test<'b>,
    best: &'a mut Option<(u32, f64)>,
}

impl<B: Aabb, F: Fn(&Node) -> Lanes> Work for Best<'_, '_, B, F> {
    #[inline(always)]
    fn run<V: Scan>(self, _: V::Token) {
        let Self { tree, places, bounds, test, best } = self;
        // No more boxes wait in a search that goes straight down.
        let mut open = BinaryHeap::with_capacity(tree.nodes.levels() * FANOUT);
        let mut next = Some(waiting(0.0, tree.nodes.levels(), 0));
        while let Some(own) = next.take().or_else(|| open.pop().map(|Reverse(first)| first)) {
            let (least, level, number) = told(own);
            if best.is_some_and(|(_, value)| value < least) {
                break;
            }
            if level > 0 {
                let bounds = bounds(tree.nodes.level(level - 1).node(number));
                let mut bits = finite(&bounds);
                while bits != 0 {
                    let lane = bits.trailing_zeros();
                    bits &= bits - 1;
                    let number = number * FANOUT as u32 + lane;
                    if tree.meets_places(level - 1, number, &places) {
                        let own = waiting(bounds[lane as usize], level - 1, number);
                        // The first one of the node need not be put in order with all that wait.
                        let first = *next.get_or_insert(own);
                        if first != own {
                            open.push(Reverse(first.max(own)));
                            next = Some(first.min(own));
                        }
                    }
                }
                // One that waits may come before all of these.
                if let (Some(own), Some(mut first)) = (next, open.peek_mut())
                    && first.0 < own
                {
                    next = Some(std::mem::replace(&mut first.0, own));
                }
                continue;
            }
            let index = tree.order[number as usize];
            let Some(value) = test(index, least) else { continue };
            if best.is_none_or(|(other, known)| (value, index) < (known, other)) {
                *best = Some((index, value));
            }
        }
    }
}

/// Returns a box that waits, in the order of its bound, its level and its number. Bounds are not
/// negative, and in the order of their bits.
#[inline(always)]
fn waiting(bound: f64, level: usize, number: u32) -> u128 {
    u128::from(bound.to_bits()) << 64 | u128::from(two(level as u32, number))
}

/// Returns the bound, the level and the number of a box that has waited.
#[inline(always)]
fn told(waiting: u128) -> (f64, usize, u32) {
    let [level, number] = split(waiting as u64);
    (f64::from_bits((waiting >> 64) as u64), level as usize, number)
}

/// A side of a box on its way, which meets the opposite side of another box at one time. Before or
/// after that the boxes are apart.
struct Side {
    axis: usize,
    /// Which end of the other box is the opposite one.
    other: usize,
    sign: f64,
    start: f64,
    /// How fast it goes beyond the opposite side.
    speed: f64,
    /// One over the speed.
    inverse: f64,
}

/// Returns the sides of a box whose ends run from some to others, those of the first axis first.
fn sides(from: &Ends, to: &Ends) -> [Side; 6] {
    std::array::from_fn(|number| {
        let axis = number / 2;
        let (own, other, sign) = [(0, 1, 1.0), (1, 0, -1.0)][number % 2];
        let start = f64::from(from[axis][own]);
        let speed = sign * (f64::from(to[axis][own]) - start);
        Side { axis, other, sign, start, speed, inverse: speed.recip() }
    })
}

/// Returns times in `[0, 1]` before which a moving box does not meet those of a node; infinity for
/// those that it never meets. Both sides of both boxes give a linear condition on each axis.
#[inline(always)]
fn entries(sides: &[Side], node: &Node) -> Lanes {
    // A last moment before the beginning is none.
    let (mut first, mut last) = ([0.0; FANOUT], there(node));
    for &Side { axis, other, sign, start, speed, inverse } in sides {
        // sign (start + speed t) <= sign end
        let room = map(node[axis].ends(other), |end| sign * (f64::from(end) - start));
        let times = map(&room, |room| room * inverse);
        if speed > 0.0 {
            let later = map(&times, |time| time + time.abs() * SLACK);
            last = each(last, later, |last, time| if time < last { time } else { last });
        } else if speed < 0.0 {
            let sooner = map(&times, |time| time - time.abs() * SLACK);
            first = each(first, sooner, |first, time| if time > first { time } else { first });
        } else {
            last = each(last, room, |last, room| if room < 0.0 { -1.0 } else { last });
        }
    }
    each(first, last, |first, last| if first <= last { first } else { f64::INFINITY })
}

/// Returns numbers that the squares of the distances from a box to those of a node are not below.
#[inline(always)]
fn distances_squared(own: &[[f32; 2]], node: &Node) -> Lanes {
    // Infinite for places without a box.
    let mut sums = map(&there(node), |there| if there < 0.0 { f64::INFINITY } else { 0.0 });
    for (own, line) in own.iter().zip(node) {
        let [low, high] = own.map(f64::from);
        let beyond = map(line.ends(0), |other| f64::from(other) - high);
        let before = map(line.ends(1), |other| low - f64::from(other));
        let gaps = each(beyond, before, |a, b| if a > b { a } else { b });
        sums = each(sums, gaps, |sum, gap| if gap > 0.0 { sum + gap * gap } else { sum });
    }
    map(&sums, |sum| sum * (1.0 - SLACK))
}

/// Returns 1 for each place of a node that has a box, and -1 for the others.
#[inline(always)]
fn there(node: &Node) -> Lanes {
    let [low, high] = [0, 1].map(|end| map(node[0].ends(end), f64::from));
    each(low, high, |low, high| if low > high { -1.0 } else { 1.0 })
}

/// Returns a bit for each lane that holds a finite number.
#[inline(always)]
fn finite(lanes: &Lanes) -> u32 {
    let bit = |(lane, number): (usize, &f64)| u32::from(number.is_finite()) << lane;
    lanes.iter().enumerate().map(bit).sum()
}

/// Makes a number of each lane. This loop becomes vectors; the method of arrays does not.
#[inline(always)]
fn map<T: Copy>(lanes: &[T; FANOUT], of: impl Fn(T) -> f64) -> Lanes {
    let mut out = [0.0; FANOUT];
    for lane in 0..FANOUT {
        out[lane] = of(lanes[lane]);
    }
    out
}

/// Puts the lanes of two together, each with its own.
#[inline(always)]
fn each(a: Lanes, b: Lanes, of: impl Fn(f64, f64) -> f64) -> Lanes {
    let mut out = a;
    for lane in 0..FANOUT {
        out[lane] = of(a[lane], b[lane]);
    }
    out
}
