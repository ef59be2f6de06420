//! The search for the box that comes first, or is nearest.

use super::nodes::{Ends, FANOUT, ends_of};
use super::tree::BoxTree;
use crate::geom::Aabb;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What a quotient of differences of `f32` may lack in `f64`, with room to spare.
const SLACK: f64 = 8.0 * f64::EPSILON;

/// A test of what is in a box: its index, and what the value is not below.
pub type Test<'a> = dyn FnMut(u32, f64) -> Option<f64> + 'a;

/// Finds the first contact of a box that moves.
pub fn first_contact<B: Aabb>(
    tree: &BoxTree<B>,
    world: usize,
    [from, to]: [&B; 2],
    test: &mut Test<'_>,
) -> Option<(u32, f64)> {
    let (from, to) = (ends_of(from), ends_of(to));
    best(tree, world, |other| entry::<B>(&from, &to, other), test)
}

/// Finds what is nearest to a box, and the square of its distance.
pub fn nearest<B: Aabb>(
    tree: &BoxTree<B>,
    world: usize,
    own: &B,
    test: &mut Test<'_>,
) -> Option<(u32, f64)> {
    let own = ends_of(own);
    best(tree, world, |other| distance_squared::<B>(&own, other), test)
}

/// Finds what a test gives the least value, best bounds first.
fn best<B: Aabb>(
    tree: &BoxTree<B>,
    world: usize,
    bound: impl Fn(&Ends) -> Option<f64>,
    test: &mut Test<'_>,
) -> Option<(u32, f64)> {
    let places = tree.worlds.range(world);
    let mut best: Option<(u32, f64)> = None;
    let mut open = BinaryHeap::new();
    let add = |open: &mut BinaryHeap<_>, level: usize, node: u32| {
        for number in node * FANOUT as u32..(node + 1) * FANOUT as u32 {
            let within = tree.meets_places(level, number, &places);
            let ends = || tree.nodes.level(level).ends(number);
            if let Some(bound) = within.then(ends).and_then(|ends| bound(&ends)) {
                // Numbers that are not negative are in the order of their bits.
                open.push(Reverse((bound.max(0.0).to_bits(), level, number)));
            }
        }
    };
    if !tree.is_empty() {
        add(&mut open, tree.nodes.levels() - 1, 0);
    }
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

/// Returns a time in `[0, 1]` before which a moving box does not meet another, or `None` if they
/// never meet. Both sides of both boxes give a linear condition on each axis.
fn entry<B: Aabb>(from: &Ends, to: &Ends, other: &Ends) -> Option<f64> {
    if other[0][0] > other[0][1] {
        return None;
    }
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for axis in 0..B::AXES {
        let sides = [(0, 1, 1.0), (1, 0, -1.0)];
        for (own, others, sign) in sides {
            // sign (start + speed t) <= sign end
            let start = f64::from(from[axis][own]);
            let speed = sign * (f64::from(to[axis][own]) - start);
            let room = sign * (f64::from(other[axis][others]) - start);
            let time = room / speed;
            if speed > 0.0 {
                last = last.min(time + time.abs() * SLACK);
            } else if speed < 0.0 {
                first = first.max(time - time.abs() * SLACK);
            } else if room < 0.0 {
                return None;
            }
        }
    }
    (first <= last).then_some(first)
}

/// Returns a number that the square of the distance of two boxes is not below.
fn distance_squared<B: Aabb>(own: &Ends, other: &Ends) -> Option<f64> {
    let sum: f64 = (0..B::AXES)
        .map(|axis| {
            let ([low, high], [other_low, other_high]) =
                (own[axis].map(f64::from), other[axis].map(f64::from));
            (other_low - high).max(low - other_high).max(0.0).powi(2)
        })
        .sum();
    sum.is_finite().then_some(sum * (1.0 - SLACK))
}
