//! Verdicts and common points of polytopes at rest.

use super::super::settled::{Settled, SettledBy};
use super::points::{self, Common, Narrow};
use super::simplex;
use crate::geom::{Pair, PolytopeSet};
use crate::verdict::Verdict;
use glam::DVec3;

/// Returns the exact verdict of two polytopes at rest. The verdict is *overlapping* if their
/// relative interiors meet.
///
/// Costs some microseconds for few vertices whose numbers are of like size: the simplex method runs
/// in `f64`, and its last basis proves the verdict in whole numbers of 128 bits. Otherwise all its
/// steps take whole numbers, for some hundred microseconds.
///
/// # Panics
///
/// Panics if the pair refers to no polytope of the set.
pub fn decide(set: &PolytopeSet, pair: Pair) -> Settled {
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
