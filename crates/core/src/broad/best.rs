//! The search for the box that comes first, or is nearest.

use super::nodes::{Ends, FANOUT, Node, ends_of};
use super::tree::BoxTree;
use crate::geom::Aabb;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

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
    best(tree, world, |node| entries(&sides[..2 * B::AXES], node), test)
}

/// Finds what is nearest to a box, and the square of its distance.
pub fn nearest<B: Aabb>(
    tree: &BoxTree<B>,
    world: usize,
    own: &B,
    test: &mut Test<'_>,
) -> Option<(u32, f64)> {
    let own = ends_of(own);
    best(tree, world, |node| distances_squared(&own[..B::AXES], node), test)
}

/// Finds what a test gives the least value, best bounds first. The bounds of the boxes of a node
/// are infinite for those that are passed by.
fn best<B: Aabb>(
    tree: &BoxTree<B>,
    world: usize,
    bounds: impl Fn(&Node) -> Lanes,
    test: &mut Test<'_>,
) -> Option<(u32, f64)> {
    let places = tree.worlds.range(world);
    if tree.is_empty() {
        return None;
    }
    let mut best: Option<(u32, f64)> = None;
    // As many boxes as wait in a search that goes straight down.
    let mut open = BinaryHeap::with_capacity(tree.nodes.levels() * FANOUT);
    let add = |open: &mut BinaryHeap<_>, level: usize, node: u32| {
        let bounds = bounds(tree.nodes.level(level).node(node));
        for (number, bound) in (node * FANOUT as u32..).zip(bounds) {
            if bound.is_finite() && tree.meets_places(level, number, &places) {
                // Numbers that are not negative are in the order of their bits.
                open.push(Reverse((bound.to_bits(), level, number)));
            }
        }
    };
    add(&mut open, tree.nodes.levels() - 1, 0);
    while let Some(Reverse((bits, level, number))) = open.pop() {
        let least = f64::from_bits(bits);
        if best.is_some_and(|(_, value)| value < least) {
            break;
        }
        if level > 0 {
            add(&mut open, level - 1, number);
            continue;
        }
        let index = tree.order[number as usize];
        let Some(value) = test(index, least) else { continue };
        if best.is_none_or(|(other, known)| (value, index) < (known, other)) {
            best = Some((index, value));
        }
    }
    best
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
        let room = node[axis].ends(other).map(|end| sign * (f64::from(end) - start));
        let times = room.map(|room| room * inverse);
        if speed > 0.0 {
            let later = times.map(|time| time + time.abs() * SLACK);
            last = each(last, later, |last, time| if time < last { time } else { last });
        } else if speed < 0.0 {
            let sooner = times.map(|time| time - time.abs() * SLACK);
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
    let mut sums = there(node).map(|there| if there < 0.0 { f64::INFINITY } else { 0.0 });
    for (own, line) in own.iter().zip(node) {
        let [low, high] = own.map(f64::from);
        let beyond = line.ends(0).map(|other| f64::from(other) - high);
        let before = line.ends(1).map(|other| low - f64::from(other));
        let gaps = each(beyond, before, |a, b| if a > b { a } else { b });
        sums = each(sums, gaps, |sum, gap| if gap > 0.0 { sum + gap * gap } else { sum });
    }
    sums.map(|sum| sum * (1.0 - SLACK))
}

/// Returns 1 for each place of a node that has a box, and -1 for the others.
#[inline(always)]
fn there(node: &Node) -> Lanes {
    let [low, high] = [0, 1].map(|end| node[0].ends(end).map(f64::from));
    each(low, high, |low, high| if low > high { -1.0 } else { 1.0 })
}

/// Puts the lanes of two together, each with its own.
#[inline(always)]
fn each(a: Lanes, b: Lanes, of: impl Fn(f64, f64) -> f64) -> Lanes {
    std::array::from_fn(|lane| of(a[lane], b[lane]))
}
