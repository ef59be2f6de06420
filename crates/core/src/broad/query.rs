//! What meets a box, and what comes first or nearest.

use super::nodes::{Ends, FANOUT, below, ends_of};
use super::queue::{Two, split, two};
use super::tree::BoxTree;
use crate::geom::Aabb;
use crate::kernel::{Scan, Work, at_level};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::{ControlFlow, Range};

/// Nodes that wait to be opened: at most eight of each of eleven levels.
const STACK: usize = 96;

/// What a quotient of differences of `f32` may lack in `f64`, with room to spare.
const SLACK: f64 = 8.0 * f64::EPSILON;

impl<B: Aabb> BoxTree<B> {
    /// Shows the boxes of a world that meet `own`, by their indices, in an order that is fixed for
    /// the tree. [`ControlFlow::Break`] ends the search.
    ///
    /// A point is a box that begins where it ends. Costs some hundred nanoseconds in a large tree.
    ///
    /// # Panics
    ///
    /// Panics if there is no such world.
    pub fn visit(&self, world: usize, own: &B, found: impl FnMut(u32) -> ControlFlow<()>) {
        if !self.is_empty() {
            let places = self.worlds.range(world);
            at_level(self.level, Visit { tree: self, places, own: ends_of(own), found });
        }
    }

    /// Lists the boxes of a world that meet `own`, ascending. The list replaces what `out` held.
    ///
    /// # Panics
    ///
    /// Panics if there is no such world.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::broad::BoxTree;
    /// use motzkin::{Aabb2, glam::Vec2};
    ///
    /// # fn main() -> Result<(), motzkin::broad::BroadError> {
    /// let square = |x: f32| Aabb2 { min: Vec2::X * x, max: Vec2::X * x + Vec2::ONE };
    /// let tree = BoxTree::build(&[square(2.0), square(0.0), square(0.5)])?;
    /// let mut found = Vec::new();
    /// tree.meeting(0, &Aabb2 { min: Vec2::X, max: Vec2::X }, &mut found);
    /// assert_eq!(found, [1, 2]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn meeting(&self, world: usize, own: &B, out: &mut Vec<u32>) {
        out.clear();
        self.visit(world, own, |index| {
            out.push(index);
            ControlFlow::Continue(())
        });
        out.sort_unstable();
    }

    /// Finds the first contact of a moving box, by a test of what is in the boxes.
    ///
    /// The ends of the moving box run straight from those of `from`, at `t = 0`, to those of `to`,
    /// at `t = 1`. The test is given the index of a box that they meet, and a time before which
    /// they do not. It returns the time of the contact, or `None` without one. Boxes are tested in
    /// the order of those times, until none can have an earlier contact. Returns the index and the
    /// time of the earliest contact, with the least index among equals.
    ///
    /// # Panics
    ///
    /// Panics if there is no such world.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::broad::BoxTree;
    /// use motzkin::{Aabb2, glam::Vec2};
    ///
    /// # fn main() -> Result<(), motzkin::broad::BroadError> {
    /// let square = |x: f32| Aabb2 { min: Vec2::X * x, max: Vec2::X * x + Vec2::ONE };
    /// let tree = BoxTree::build(&[square(9.0), square(5.0)])?;
    /// let first = tree.first_contact(0, &square(0.0), &square(8.0), |_, from| Some(from));
    /// let (index, time) = first.expect("a contact");
    /// assert_eq!(index, 1);
    /// assert!((time - 0.5).abs() < 1e-12);
    /// # Ok(())
    /// # }
    /// ```
    pub fn first_contact(
        &self,
        world: usize,
        from: &B,
        to: &B,
        test: impl FnMut(u32, f64) -> Option<f64>,
    ) -> Option<(u32, f64)> {
        let (from, to) = (ends_of(from), ends_of(to));
        self.best(world, |other| entry::<B>(&from, &to, other), test)
    }

    /// Finds what is nearest to a box, by a test of what is in the boxes.
    ///
    /// The test is given the index of a box, and a number that the square of its distance from
    /// `own` is not below. It returns the square of the distance, or `None` to pass it by. Boxes
    /// are tested in the order of those numbers, until none can be nearer. Returns the index and
    /// the square of the least distance, with the least index among equals.
    ///
    /// # Panics
    ///
    /// Panics if there is no such world.
    pub fn nearest(
        &self,
        world: usize,
        own: &B,
        test: impl FnMut(u32, f64) -> Option<f64>,
    ) -> Option<(u32, f64)> {
        let own = ends_of(own);
        self.best(world, |other| distance_squared::<B>(&own, other), test)
    }

    /// Finds what a test gives the least value, best bounds first.
    fn best(
        &self,
        world: usize,
        bound: impl Fn(&Ends) -> Option<f64>,
        mut test: impl FnMut(u32, f64) -> Option<f64>,
    ) -> Option<(u32, f64)> {
        let places = self.worlds.range(world);
        let mut best: Option<(u32, f64)> = None;
        let mut open = BinaryHeap::new();
        let add = |open: &mut BinaryHeap<_>, level: usize, node: u32| {
            for number in node * FANOUT as u32..(node + 1) * FANOUT as u32 {
                let within = self.meets_places(level, number, &places);
                let ends = || self.nodes.level(level).ends(number);
                if let Some(bound) = within.then(ends).and_then(|ends| bound(&ends)) {
                    // Numbers that are not negative are in the order of their bits.
                    open.push(Reverse((bound.max(0.0).to_bits(), level, number)));
                }
            }
        };
        if !self.is_empty() {
            add(&mut open, self.nodes.levels() - 1, 0);
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
            let index = self.order[number as usize];
            let Some(value) = test(index, least) else { continue };
            if best.is_none_or(|(other, known)| (value, index) < (known, other)) {
                best = Some((index, value));
            }
        }
        best
    }

    /// Whether some of these places lie below a box.
    #[inline(always)]
    fn meets_places(&self, level: usize, number: u32, places: &Range<u32>) -> bool {
        let below = below(level, number, self.len() as u32);
        below.start < places.end && places.start < below.end
    }
}

struct Visit<'a, B: Aabb, F> {
    tree: &'a BoxTree<B>,
    places: Range<u32>,
    own: Ends,
    found: F,
}

impl<B: Aabb, F: FnMut(u32) -> ControlFlow<()>> Work for Visit<'_, B, F> {
    #[inline(always)]
    fn run<V: Scan>(self, token: V::Token) {
        let Self { tree, places, own, mut found } = self;
        let mut stack: [Two; STACK] = [0; STACK];
        stack[0] = two(tree.nodes.levels() as u32 - 1, 0);
        let mut waiting = 1;
        while waiting > 0 {
            waiting -= 1;
            let [level, node] = split(stack[waiting]);
            let nodes = tree.nodes.level(level as usize);
            let mut bits = nodes.meeting::<V::Eight>(token, node, &own);
            if level == 0 {
                while bits != 0 {
                    let place = node * FANOUT as u32 + bits.trailing_zeros();
                    bits &= bits - 1;
                    let index = tree.order[place as usize];
                    if places.contains(&place) && found(index).is_break() {
                        return;
                    }
                }
                continue;
            }
            while bits != 0 {
                let lane = bits.ilog2();
                bits &= !(1 << lane);
                let child = node * FANOUT as u32 + lane;
                if tree.meets_places(level as usize, child, &places) {
                    stack[waiting] = two(level - 1, child);
                    waiting += 1;
                }
            }
        }
    }
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
