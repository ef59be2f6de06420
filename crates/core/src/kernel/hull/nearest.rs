//! The Euclidean distance of separate polytopes, after Gilbert, Johnson and Keerthi, in `f64`.

use super::support::{Facing, Vector, cross, dot, negative, sub, unit};
use crate::geom::{Nearest, Pair, PolytopeSet};
use crate::motion::{Motion, Resting};
use crate::num::band;
use glam::DVec3;

/// Steps after which the best that was found is answered.
const MOST_STEPS: usize = 200;

/// A vertex of the difference, by its vertices, and by whether it lies at the end of the sweep.
#[derive(Clone, Copy)]
struct Vertex {
    at: Vector,
    of: [usize; 2],
    swept: bool,
}

/// What the nearest point of a difference is off by, in sizes of the pair: placing two vertices
/// (four roundings each), their difference, the sweep and its sum, and a sum of three such
/// differences by weights that add up to one but for four roundings. 24 in each coordinate, for
/// which `sqrt(3)` is allowed, and as much again. The difference of two sums by the same weights,
/// one of each polytope, is off by no more.
const POINT: f64 = 96.0 / 9_007_199_254_740_992.0;

/// What was found of a pair.
pub(super) struct Found {
    /// Where the pair comes closest, at the start of the motion. Its bounds are those of the least
    /// distance over the motion.
    pub nearest: Nearest,
    /// The vertices of the first polytope and of the second that the points are combinations of.
    pub vertices: Vec<[usize; 2]>,
}

/// What `f64` finds of the nearest points of a pair.
#[derive(Clone, Debug, PartialEq)]
pub enum Closest {
    /// The nearest points: the bounds of the distance [prove](Nearest::is_proven) it.
    Proven(Nearest),
    /// The bounds lie further apart. Pairs of a vertex of the first polytope and one of the second
    /// are mostly those of the faces that come closest.
    Guessed(Vec<[usize; 2]>),
}

/// Searches for the nearest points of two polytopes that are known to be separate, neither of which
/// is empty.
///
/// The distance of most pairs is proven. It is not where it is below some `1e-5` of the largest
/// coordinate, and of some hulls that are much thinner than they are long. Costs about a
/// microsecond, which grows with the number of vertices.
///
/// # Panics
///
/// Panics if the pair refers to no polytope of the set.
pub fn nearest(set: &PolytopeSet, pair: Pair) -> Closest {
    let Found { nearest, vertices } = nearest_of::<Resting>(set, pair);
    match nearest.is_proven() {
        true => Closest::Proven(nearest),
        false => Closest::Guessed(vertices),
    }
}

/// Searches for the nearest points of polytopes that may move: of their swept difference.
pub(super) fn nearest_of<M: Motion>(set: &PolytopeSet, pair: Pair) -> Found {
    let facing = Facing::<M>::new(set, pair);
    let first = Vertex { at: facing.difference(0, 0), of: [0, 0], swept: false };
    let (mut simplex, mut weights) = (vec![first], vec![1.0]);
    let mut v = first.at;
    let mut best = Widest { gap: f64::NEG_INFINITY, normal: [0.0; 3] };
    for _ in 0..MOST_STEPS {
        let length = dot(v, v).sqrt();
        if !(length > 0.0 && length < f64::INFINITY) {
            break;
        }
        // From the origin towards the difference of the two, which is from the second towards the
        // first.
        let (gap, vertex) = best.ask(&facing, negative(v.map(|x| x / length)));
        let met = simplex.iter().any(|known| (known.of, known.swept) == (vertex.of, vertex.swept));
        if met || length - gap <= 1e-14 * length {
            break;
        }
        simplex.push(vertex);
        let Some((kept, closer)) = closest(&simplex) else { break };
        let next = combine(&kept, &closer, |vertex| vertex.at);
        if dot(next, next) >= length * length {
            break;
        }
        (simplex, weights, v) = (kept, closer, next);
    }
    if let Some(n) = upright(&simplex, v) {
        best.ask(&facing, negative(n));
    }
    let [p, q] = [0, 1]
        .map(|side| combine(&simplex, &weights, |vertex| facing.point(side, vertex.of[side])));
    let distance = DVec3::from(sub(p, q)).length();
    // Of polytopes at rest, `v` is the difference of the points within rounding.
    let length = if M::MOVES { dot(v, v).sqrt() } else { distance };
    let at_most = length * (1.0 + 8.0 * f64::EPSILON) + POINT * facing.size();
    // Zeros without a sign.
    let normal = best.normal.map(|x| x + 0.0);
    let nearest = Nearest {
        distance,
        at_least: best.gap.max(0.0),
        at_most: if at_most.is_nan() { f64::INFINITY } else { at_most },
        points: [p.into(), q.into()],
        normal: normal.into(),
    };
    Found { nearest, vertices: simplex.iter().map(|vertex| vertex.of).collect() }
}

/// The widest certain gap of those asked for.
struct Widest {
    gap: f64,
    normal: Vector,
}

impl Widest {
    /// The gap along a unit normal from the first polytope towards the second, and the vertex of
    /// the difference that bounds it.
    fn ask<M: Motion>(&mut self, facing: &Facing<'_, M>, normal: Vector) -> (f64, Vertex) {
        let (at_rest, of) = facing.extreme_f64(normal);
        let (forward, swept) = facing.forward(normal);
        let gap = -(at_rest + forward);
        let band = band::HULL_F64 * 1.75 * facing.size() + 4.0 * f64::EPSILON * gap.abs();
        if gap - band > self.gap {
            *self = Self { gap: gap - band, normal };
        }
        (gap, Vertex { at: facing.swept_difference(of, swept), of, swept })
    }
}

/// The unit normal of the edge or triangle that is nearest, towards `v`. Where the polytopes are
/// close together, `v` is the small difference of large numbers and points less surely.
fn upright(simplex: &[Vertex], v: Vector) -> Option<Vector> {
    let n = match *simplex {
        [p, q] => {
            let along = sub(q.at, p.at);
            let t = dot(v, along) / dot(along, along);
            std::array::from_fn(|axis| v[axis] - t * along[axis])
        }
        [p, q, r] => {
            let n = cross(sub(q.at, p.at), sub(r.at, p.at));
            if dot(n, v) < 0.0 { negative(n) } else { n }
        }
        _ => return None,
    };
    // The square of a product of two tiny edges may leave the range, that of a direction does not.
    let n = unit(n)?;
    let length = dot(n, n).sqrt();
    Some(n.map(|x| x / length))
}

fn combine(simplex: &[Vertex], weights: &[f64], of: impl Fn(&Vertex) -> Vector) -> Vector {
    let mut sum = [0.0; 3];
    for (vertex, weight) in simplex.iter().zip(weights) {
        let at = of(vertex);
        for axis in 0..3 {
            sum[axis] += weight * at[axis];
        }
    }
    sum
}

/// The point of a simplex nearest to the origin, as weights of the vertices that it needs: of all
/// faces whose own nearest point is inside them, the one that comes closest.
fn closest(simplex: &[Vertex]) -> Option<(Vec<Vertex>, Vec<f64>)> {
    let mut best: Option<(f64, Vec<Vertex>, Vec<f64>)> = None;
    for subset in 1_u32..1 << simplex.len() {
        let chosen = simplex.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1);
        let face: Vec<Vertex> = chosen.map(|(_, vertex)| *vertex).collect();
        // The tetrahedron's inside: the origin would be in the difference.
        if face.len() > 3 {
            continue;
        }
        let Some(weights) = within(&face) else { continue };
        let at = combine(&face, &weights, |vertex| vertex.at);
        let square = dot(at, at);
        if best.as_ref().is_none_or(|(least, ..)| square < *least) {
            best = Some((square, face, weights));
        }
    }
    best.map(|(_, face, weights)| (face, weights))
}

/// Weights of the point of a face's plane nearest to the origin, where they are positive.
fn within(face: &[Vertex]) -> Option<Vec<f64>> {
    let weights = match *face {
        [_] => vec![1.0],
        [p, q] => {
            let along = sub(q.at, p.at);
            let t = -dot(p.at, along) / dot(along, along);
            vec![1.0 - t, t]
        }
        [p, q, r] => {
            let (x, y) = (sub(q.at, p.at), sub(r.at, p.at));
            let (xx, xy, yy) = (dot(x, x), dot(x, y), dot(y, y));
            let (px, py) = (-dot(p.at, x), -dot(p.at, y));
            let determinant = xx * yy - xy * xy;
            let (s, t) = ((px * yy - py * xy) / determinant, (py * xx - px * xy) / determinant);
            vec![1.0 - s - t, s, t]
        }
        _ => return None,
    };
    weights.iter().all(|weight| *weight > 0.0).then_some(weights)
}
