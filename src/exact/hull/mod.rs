//! Convex polytopes: the simplex method in whole numbers.
//!
//! The system is that of [`reference::simplex`](crate::reference::simplex), the code is not: a revised simplex method that
//! holds the inverse of its basis alone, times its determinant, so that everything stays whole, and prices the points by
//! one scan a step. Numbers are those of 128 bits where they suffice, else of any size.

mod points;
mod simplex;

use super::decide::{Settled, SettledBy};
use crate::geom::{Pair, PolytopeSet};
use glam::DVec3;
use points::narrow;

/// The exact verdict of two polytopes of a set: *overlapping* where their relative interiors meet. Some ten microseconds
/// for small whole coordinates and few vertices, ten times that for any others; for hundreds of vertices a millisecond.
///
/// # Panics
///
/// When the pair names no polytope, as indexing a slice does.
pub fn decide(set: &PolytopeSet, pair: Pair) -> Settled {
    let ([a, b], _) = points::common(set, [pair.a, pair.b]);
    match (narrow(&a, &b), narrow(&b, &a)) {
        (Some(p), Some(q)) => Settled { verdict: simplex::verdict(&p, &q), by: SettledBy::Narrow },
        _ => Settled { verdict: simplex::verdict(&a.points, &b.points), by: SettledBy::Wide },
    }
}

/// A point that two polytopes of a set share, from the inside of both where they overlap; `None` where they are separate. Each
/// coordinate is that of an exact common point, rounded once to `f64`. Costs what a wide verdict does; panics as
/// [`decide`] does.
pub fn witness(set: &PolytopeSet, pair: Pair) -> Option<DVec3> {
    let ([a, b], world) = points::common(set, [pair.a, pair.b]);
    let (numerators, denominator) = simplex::common_point(&a.points, &b.points)?;
    Some(world.point(numerators, &denominator))
}
