//! Whether two separate polytopes are closer than a margin.
//!
//! The Euclidean distance is compared, of moving polytopes the least one at any `t` in `[0, 1]`: the
//! distance of the origin from the Minkowski difference, swept along the relative velocity.

use super::points::{self, Common};
use super::system::Point;
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
    if margin == 0.0 || indices.iter().any(|&index| set.vertices_of(index as usize).is_empty()) {
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
    let margin = scale.wide(margin) << shift.max(0) as usize;
    compared(&sides, &(&margin * &margin))
}

/// Returns true if the distance is less than a number whose square is given, after Gilbert, Johnson
/// and Keerthi. Each step comes closer to the origin and there are finitely many faces.
fn compared([a, b]: &[Common; 2], square: &IBig) -> bool {
    let mut face = vec![difference(&a.points[0], &b.points[0])];
    loop {
        let Some((kept, nearest)) = closest(&face) else { return false };
        let own = dot(&nearest.at, &nearest.at);
        if own < square * &nearest.unit * &nearest.unit {
            return true;
        }
        // The vertex that lies furthest towards the origin.
        let along = |point: &&Point<IBig>| dot(&nearest.at, point);
        let furthest = a.points.iter().min_by_key(along).zip(b.points.iter().max_by_key(along));
        let Some(vertex) = furthest.map(|(p, q)| difference(p, q)) else { return false };
        let height = dot(&nearest.at, &vertex);
        let is_apart = height > IBig::ZERO && &height * &height >= square * &own;
        if is_apart || &height * &nearest.unit >= own {
            return false;
        }
        face = kept;
        face.push(vertex);
    }
}

/// A point times a whole number above zero.
struct Scaled {
    at: Point<IBig>,
    unit: IBig,
}

/// Returns the point of a simplex that is nearest to the origin, and the face that it lies inside.
fn closest(simplex: &[Point<IBig>]) -> Option<(Vec<Point<IBig>>, Scaled)> {
    let mut best: Option<(IBig, Vec<Point<IBig>>, Scaled)> = None;
    for subset in 1_u32..1 << simplex.len() {
        // Four vertices: the origin would be in the difference, or they lie in one plane.
        if subset.count_ones() > 3 {
            continue;
        }
        let chosen = simplex.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1);
        let face: Vec<Point<IBig>> = chosen.map(|(_, vertex)| vertex.clone()).collect();
        let Some(found) = inside(&face) else { continue };
        let square = dot(&found.at, &found.at);
        let is_closer = best.as_ref().is_none_or(|(least, _, other)| {
            &square * &other.unit * &other.unit < least * &found.unit * &found.unit
        });
        if is_closer {
            best = Some((square, face, found));
        }
    }
    best.map(|(_, face, found)| (face, found))
}

/// Returns the point of a face's plane that is nearest to the origin, if it lies inside the face.
fn inside(face: &[Point<IBig>]) -> Option<Scaled> {
    let (weights, unit) = match face {
        [_] => (vec![IBig::ONE], IBig::ONE),
        [p, q] => {
            let along = difference(q, p);
            let (unit, t) = (dot(&along, &along), -dot(p, &along));
            (vec![&unit - &t, t], unit)
        }
        [p, q, r] => {
            let (x, y) = (difference(q, p), difference(r, p));
            let (xx, xy, yy) = (dot(&x, &x), dot(&x, &y), dot(&y, &y));
            let (px, py) = (-dot(p, &x), -dot(p, &y));
            let (s, t) = (&px * &yy - &py * &xy, &py * &xx - &px * &xy);
            let unit = &xx * &yy - &xy * &xy;
            (vec![&unit - &s - &t, s, t], unit)
        }
        _ => return None,
    };
    // A face without an inside has smaller ones.
    if unit <= IBig::ZERO || weights.iter().any(|weight| *weight <= IBig::ZERO) {
        return None;
    }
    let coordinate = |axis: usize| {
        face.iter().zip(&weights).map(|(vertex, weight)| &vertex[axis] * weight).sum()
    };
    Some(Scaled { at: std::array::from_fn(coordinate), unit })
}

fn difference(p: &Point<IBig>, q: &Point<IBig>) -> Point<IBig> {
    std::array::from_fn(|axis| &p[axis] - &q[axis])
}

fn dot(p: &Point<IBig>, q: &Point<IBig>) -> IBig {
    &p[0] * &q[0] + &p[1] * &q[1] + &p[2] * &q[2]
}
