//! Verdicts and common points of polytopes at rest.

use super::super::settled::{Settled, SettledBy};
use super::contact::{self, DOUBLE_BITS, NARROW_BITS};
use super::lattice::{Lattice, lattice};
use super::points::{self, Common, Narrow};
use super::simplex;
use super::system::Point;
use crate::geom::{Pair, PolytopeSet};
use crate::verdict::Verdict;
use glam::DVec3;

/// Returns the exact verdict of two polytopes at rest. The verdict is *overlapping* if their
/// relative interiors meet.
///
/// Costs about a microsecond for few vertices that touch, whose numbers are of like size: a walk to
/// the face in which they do takes whole numbers, in `f64` or in 128 bits. Otherwise costs some
/// microseconds, where the simplex method runs in `f64`, and its last basis proves the verdict in
/// whole numbers of 128 bits. Where that is too little, all its steps take whole numbers, for some
/// hundred microseconds.
///
/// # Panics
///
/// Panics if the pair refers to no polytope of the set.
pub fn decide(set: &PolytopeSet, pair: Pair) -> Settled {
    if let Some(settled) = in_contact(set, pair) {
        return settled;
    }
    let indices = [pair.a, pair.b];
    if let Some(verdict) = points::narrow_stored(set, indices).and_then(|narrow| in_narrow(&narrow))
    {
        return Settled { verdict, by: SettledBy::Narrow };
    }
    let (sides, _) = points::common(set, indices);
    if let Some(verdict) = points::narrow(&sides).and_then(|narrow| in_narrow(&narrow)) {
        return Settled { verdict, by: SettledBy::Narrow };
    }
    Settled { verdict: in_wide(&sides), by: SettledBy::Wide }
}

/// Returns the verdict where a face proves it, mostly that they touch, in whole numbers that are
/// short enough.
fn in_contact(set: &PolytopeSet, pair: Pair) -> Option<Settled> {
    if let Some(Lattice { points: [a, b], inside }) = lattice(set, pair, DOUBLE_BITS) {
        let verdict = contact::verdict(&a, &b, &inside)?;
        return Some(Settled { verdict, by: SettledBy::Double });
    }
    let Lattice { points, inside } = lattice(set, pair, NARROW_BITS)?;
    let whole = |point: Point<f64>| point.map(|x| i128::from(x as i64));
    let [a, b] = points.map(|points| points.into_iter().map(whole).collect::<Vec<_>>());
    let verdict = contact::verdict(&a, &b, &whole(inside))?;
    Some(Settled { verdict, by: SettledBy::Narrow })
}

/// Returns the verdict in whole numbers of any size.
pub(super) fn in_wide(sides: &[Common; 2]) -> Verdict {
    let [a, b] = sides.each_ref().map(|side| &side.points[..]);
    if a.is_empty() || b.is_empty() {
        return Verdict::Separate;
    }
    let [p, q] = points::scaled(sides);
    let proven = simplex::proven(a, b, simplex::guess(&p, &q));
    proven.unwrap_or_else(|| simplex::verdict(a, b))
}

/// Returns the verdict where 128 bits are enough to prove it.
pub(super) fn in_narrow(narrow: &Narrow) -> Option<Verdict> {
    let [a, b] = &narrow.points;
    if a.is_empty() || b.is_empty() {
        return Some(Verdict::Separate);
    }
    let [p, q] = narrow.scaled();
    let proven = simplex::proven(a, b, simplex::guess(&p, &q));
    proven.or_else(|| narrow.steps.then(|| simplex::verdict(a, b)))
}

/// Returns a point that two polytopes at rest share, or `None` for separate polytopes.
///
/// The point lies inside both polytopes if they overlap. Each coordinate is that of an exact common
/// point, rounded once to `f64`. Costs some hundred microseconds.
///
/// # Panics
///
/// Panics if the pair refers to no polytope of the set.
pub fn witness(set: &PolytopeSet, pair: Pair) -> Option<DVec3> {
    let ([a, b], world) = points::common(set, [pair.a, pair.b]);
    let (numerators, denominator) = simplex::common_point(&a.points, &b.points)?;
    Some(world.point(numerators, &denominator))
}
