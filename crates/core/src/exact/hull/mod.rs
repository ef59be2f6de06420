//! Convex polytopes: the simplex method in whole numbers.
//!
//! The system is that of [`reference::simplex`](crate::reference::simplex), the code is not: a
//! revised simplex method that holds the inverse of its basis alone, times its determinant, so that
//! everything stays whole, and prices the points by one scan a step. Numbers are those of 128 bits
//! where they suffice, else of any size.

mod basis;
mod motion;
mod points;
mod simplex;
mod times;

pub use motion::{contact_interval, decide_moving, moving_witness};

use super::settled::{Settled, SettledBy};
use crate::geom::{Pair, PolytopeSet};
use crate::verdict::Verdict;
use glam::DVec3;
use points::{Common, Narrow};

/// The exact verdict of two polytopes of a set: *overlapping* where their relative interiors meet.
/// Some microseconds for few vertices whose numbers are of like size, where the last basis of the
/// simplex method in `f64` proves the verdict in whole numbers of 128 bits; else its steps are
/// taken in whole numbers, for some hundred microseconds.
///
/// # Panics
///
/// When the pair names no polytope, as indexing a slice does.
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

/// The verdict in numbers of any size.
fn in_wide(sides: &[Common; 2]) -> Verdict {
    let [a, b] = sides.each_ref().map(|side| &side.points[..]);
    if a.is_empty() || b.is_empty() {
        return Verdict::Separate;
    }
    let [p, q] = points::scaled(sides);
    let proven = simplex::proven(a, b, simplex::guess(&p, &q));
    proven.unwrap_or_else(|| simplex::verdict(a, b))
}

/// The verdict where 128 bits are enough to prove it.
fn in_narrow(narrow: &Narrow) -> Option<Verdict> {
    let [a, b] = &narrow.points;
    if a.is_empty() || b.is_empty() {
        return Some(Verdict::Separate);
    }
    let [p, q] = narrow.scaled();
    let proven = simplex::proven(a, b, simplex::guess(&p, &q));
    proven.or_else(|| narrow.steps.then(|| simplex::verdict(a, b)))
}

/// A point that two polytopes of a set share, from the inside of both where they overlap; `None`
/// where they are separate. Each coordinate is that of an exact common point, rounded once to
/// `f64`. Costs what a wide verdict does; panics as [`decide`] does.
pub fn witness(set: &PolytopeSet, pair: Pair) -> Option<DVec3> {
    let ([a, b], world) = points::common(set, [pair.a, pair.b]);
    let (numerators, denominator) = simplex::common_point(&a.points, &b.points)?;
    Some(world.point(numerators, &denominator))
}
