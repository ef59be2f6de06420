//! Whether two separate polytopes are closer than a margin.
//!
//! The Euclidean distance is compared, of moving polytopes the least one at any `t` in `[0, 1]`:
//! the distance of the origin from the Minkowski difference, swept along the relative velocity.

use super::points::{self, Common};
use super::walk::Walk;
use crate::by_motion;
use crate::geom::{Pair, PolytopeSet};
use crate::motion::Motion;
use crate::num::Integers;
use dashu_int::IBig;

/// Returns true if two separate polytopes are closer than a margin: while they move, at some `t` in
/// `[0, 1]`. An empty polytope is close to nothing.
///
/// The margin is finite and not negative. Costs some hundred microseconds: in whole numbers of any
/// size throughout.
///
/// # Panics
///
/// Panics if the pair refers to no polytope of the set.
pub fn is_closer<M: Motion>(set: &PolytopeSet, pair: Pair, margin: f32) -> bool {
    let indices = [pair.a, pair.b];
    if margin == 0.0 {
        return false;
    }
    let (mut sides, world) = by_motion!(
        M::MOVES,
        {
            let (sides, world, _) = super::motion::swept(set, indices);
            (sides, world)
        },
        points::common(set, indices)
    );
    // The points and the margin in one unit.
    let scale = Integers::common([margin].iter());
    let shift = scale.exponent - world.unit();
    let finer = (-shift).max(0) as usize;
    sides.iter_mut().flat_map(|side| side.points.iter_mut().flatten()).for_each(|x| *x <<= finer);
    let margin = scale.whole::<IBig>(margin) << shift.max(0) as usize;
    compared(&sides, &(&margin * &margin))
}

/// Returns true if the distance is less than a number whose square is given. The walk stops as soon
/// as a bound of the distance tells.
fn compared(sides: &[Common; 2], square: &IBig) -> bool {
    let Some(mut walk) = Walk::new(sides, &[]) else { return false };
    loop {
        let own = walk.square();
        if *own < square * walk.unit() * walk.unit() {
            return true;
        }
        let (vertex, height) = walk.furthest();
        let is_apart = height > IBig::ZERO && &height * &height >= square * own;
        if is_apart || !walk.go_on((vertex, height)) {
            return false;
        }
    }
}
