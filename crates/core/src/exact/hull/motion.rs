//! Exact results for moving polytopes.

use super::basis::Basis;
use super::points::{self, Common, Narrow, World, minor_bits};
use super::system::{Point, Whole};
use super::times::{self, Aim};
use super::verdicts::{in_narrow, in_wide};
use crate::exact::fraction::Fraction;
use crate::exact::settled::{Settled, SettledBy};
use crate::geom::Pair;
use crate::geom::{ContactInterval, PolytopeSet};
use crate::num::f32_below;
use crate::verdict::Verdict;
use dashu_int::IBig;
use glam::DVec3;
use std::array::from_fn;

/// Returns the exact verdict of two polytopes that move by their velocities while `t` runs over
/// `[0, 1]`. The verdict is *overlapping* if their relative interiors meet at some `t`, the ends
/// included. Costs up to three times what [`decide`](super::decide) costs.
///
/// The swept hull decides, with one exception. Flat hulls may move across the space that both span.
/// Then their inner points may meet at a single `t`. If that is the first or the last `t`, these
/// points lie on the border of the swept hull, so both ends are decided at rest as well.
///
/// # Panics
///
/// Panics if the pair refers to no polytope of the set.
pub fn decide_moving(set: &PolytopeSet, pair: Pair) -> Settled {
    let (sides, ..) = swept(set, [pair.a, pair.b]);
    if let Some(narrow) = points::narrow(&sides) {
        let verdict = |a: &[_], b: &[_]| {
            Narrow::of([a.to_vec(), b.to_vec()], narrow.bits).and_then(|part| in_narrow(&part))
        };
        let [a, b] = &narrow.points;
        if let Some(verdict) = over_time(a, b, verdict) {
            return Settled { verdict, by: SettledBy::Narrow };
        }
    }
    let [a, b] = &sides;
    let wide = |a: &[Point<IBig>], b: &[Point<IBig>]| {
        Some(in_wide(&[Common::of(a.to_vec()), Common::of(b.to_vec())]))
    };
    let verdict = over_time(&a.points, &b.points, wide).unwrap_or(Verdict::Separate);
    Settled { verdict, by: SettledBy::Wide }
}

/// Returns the placed vertices of two polytopes that move, as seen from the second one, and that
/// one's velocity in units of the points.
pub(super) fn swept(set: &PolytopeSet, polytopes: [u32; 2]) -> ([Common; 2], World, Point<IBig>) {
    points::common_of(set, polytopes, &polytopes.map(|index| set.velocities()[index as usize]))
}

/// Returns the verdict of a swept hull and a hull at rest, by verdicts of hulls at rest.
fn over_time<N: Whole>(
    a: &[Point<N>],
    b: &[Point<N>],
    verdict: impl Fn(&[Point<N>], &[Point<N>]) -> Option<Verdict>,
) -> Option<Verdict> {
    let swept = verdict(a, b)?;
    let (first, last) = a.split_at(a.len() / 2);
    if swept != Verdict::Touching || first == last {
        return Some(swept);
    }
    for at in [first, last] {
        if verdict(at, b)?.overlaps() {
            return Some(Verdict::Overlapping);
        }
    }
    Some(swept)
}

/// An end of the contact, and a common point there, seen as the points of the pair are.
struct End {
    time: Fraction,
    point: Point<IBig>,
}

/// Returns true if a price less a minor is within 128 bits too.
fn has_capacity(narrow: &Narrow) -> bool {
    minor_bits(narrow.bits, &narrow.points) + 6 <= 126
}

/// Returns one end of the contact of two polytopes, or `None` if they never meet.
fn end(sides: &[Common; 2], last: bool) -> Option<End> {
    let aim = Aim { from: sides[0].points.len() / 2, last };
    if sides.iter().any(|side| side.points.is_empty()) {
        return None;
    }
    if let Some(narrow) = points::narrow(sides).filter(has_capacity) {
        let ([a, b], [p, q]) = (&narrow.points, narrow.scaled());
        if let Some(basis) = times::proven(a, b, times::guess(&p, &q, aim), aim) {
            return Some(end_of(&basis, aim));
        }
    }
    let ([a, b], [p, q]) = (sides.each_ref().map(|side| &side.points[..]), points::scaled(sides));
    let proven = times::proven(a, b, times::guess(&p, &q, aim), aim);
    proven.or_else(|| times::solved(a, b, aim)).map(|basis| end_of(&basis, aim))
}

fn end_of<N: Whole + Into<IBig>>(basis: &Basis<'_, N>, aim: Aim) -> End {
    let time = Fraction {
        numerator: times::time(basis, aim).into(),
        denominator: basis.determinant.clone().into(),
    };
    End { time, point: basis.point() }
}

/// Returns the first and the last contact of two moving polytopes, or `None` if they never meet.
///
/// The exact ends are rounded outward once. Costs some ten to a hundred microseconds, and a
/// millisecond with hundreds of vertices.
///
/// # Panics
///
/// Panics if the pair refers to no polytope of the set.
pub fn contact_interval(set: &PolytopeSet, pair: Pair) -> Option<ContactInterval> {
    let (sides, ..) = swept(set, [pair.a, pair.b]);
    let (first, last) = (end(&sides, false)?, end(&sides, true)?);
    // Adding zero makes a negative zero positive.
    Some(ContactInterval {
        first: f32_below(&first.time.value()),
        last: -f32_below(&-last.time.value()) + 0.0,
    })
}

/// Returns a point that two moving polytopes share at their first contact, or `None` if they never
/// meet.
///
/// The point is where it is in the world at that `t`. Each coordinate is that of an exact common
/// point, rounded once to `f64`. Costs half of what [`contact_interval`] costs.
///
/// # Panics
///
/// Panics if the pair refers to no polytope of the set.
pub fn moving_witness(set: &PolytopeSet, pair: Pair) -> Option<DVec3> {
    let (sides, world, drift) = swept(set, [pair.a, pair.b]);
    let End { time, point } = end(&sides, false)?;
    // The point and the time have the same denominator.
    let at = from_fn(|axis| &point[axis] + &time.numerator * &drift[axis]);
    Some(world.point(at, &time.denominator))
}
