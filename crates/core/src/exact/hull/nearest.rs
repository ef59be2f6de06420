//! The Euclidean distance of two separate polytopes.

use super::points::{self, World};
use super::system::Point;
use super::walk::Walk;
use crate::geom::{Nearest, Pair, PolytopeSet};
use dashu_int::ops::{BitTest, SquareRoot, UnsignedAbs};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use glam::DVec3;

/// The number of bits of a root: more than those of an `f64`, so that one ulp encloses it.
const ROOT_BITS: usize = 80;

/// Returns the nearest points of two separate polytopes, or `None` if one of them is empty.
///
/// The distance, each coordinate of the points and each of the normal are those of the exact ones,
/// rounded; the bounds of the distance are neighbours. `guess` is where the search starts: pairs of
/// a vertex of the first polytope and one of the second, mostly of the faces that come closest. A
/// good guess saves time. Costs some ten to a hundred microseconds.
///
/// # Panics
///
/// Panics if the pair refers to no polytope of the set, or the guess to no vertex.
pub fn nearest(set: &PolytopeSet, pair: Pair, guess: &[[usize; 2]]) -> Option<Nearest> {
    let (sides, world) = points::common(set, [pair.a, pair.b]);
    let mut walk = Walk::new(&sides, guess)?;
    while walk.go_on(walk.furthest()) {}
    let [at_least, distance, at_most] = length(&world, walk.square(), walk.unit());
    let points = walk.points().map(|point| world.point(point, walk.unit()));
    // Zeros without a sign.
    let normal = -direction(walk.at()) + 0.0;
    Some(Nearest { distance, at_least, at_most, points, normal })
}

/// Returns the root of a square, divided by a number above zero, in the world: a lower bound, the
/// nearest `f64` or a neighbour, and an upper bound.
fn length(world: &World, square: &IBig, unit: &IBig) -> [f64; 3] {
    let (own, by) = (square.bit_len(), 2 * unit.bit_len());
    let places = (by + 2 * ROOT_BITS).saturating_sub(own).div_ceil(2);
    let quotient: UBig = ((square << (2 * places)) / (unit * unit)).unsigned_abs();
    let root = IBig::from(quotient.sqrt());
    let exact = |root: IBig| world.length(root, places);
    let (low, high) = (exact(root.clone()), exact(root + IBig::ONE));
    let distance = low.to_f64().value();
    let (mut at_least, mut at_most) = (distance, high.to_f64().value());
    if is_above(at_least, &low) {
        at_least = at_least.next_down();
    }
    if !is_above(at_most, &high) {
        at_most = at_most.next_up();
    }
    [at_least, distance, at_most]
}

fn is_above(x: f64, value: &RBig) -> bool {
    RBig::try_from(x).is_ok_and(|x| x > *value)
}

/// Returns the unit vector along a vector that is not zero.
fn direction(at: &Point<IBig>) -> DVec3 {
    let bits = at.iter().map(BitTest::bit_len).max().unwrap_or(0);
    // What lies 1000 places below the largest may as well be zero.
    let (drop, unit) = (bits.saturating_sub(1000), 0.5_f64.powi(bits.min(1000) as i32));
    DVec3::from(at.each_ref().map(|x| (x >> drop).to_f64().value() * unit)).normalize_or_zero()
}
