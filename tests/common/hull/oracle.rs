//! What is true of two polytopes, by every direction that a facet of their difference can have, in
//! whole numbers.
//!
//! The difference `D` of two hulls is the hull of all `a - b`. Its edges are edges of either hull,
//! so a normal of one of its facets, within the space that it spans, is at right angles to as many
//! independent differences of vertices as that space has dimensions less one. Where `D` does not
//! span all, the origin must first lie in the space that it does span.

use crate::common::oracle::{Vector, cross, denormals, dot, sub};
use crate::common::rounded::Rounded;
use dashu_int::IBig;
use glam::DVec3;
use motzkin_core::geom::{Pair, PolytopeSet};
use motzkin_core::verdict::Verdict;
use std::cmp::Ordering;

/// The placed vertices, in units of `2^-298`.
pub fn vertices(set: &PolytopeSet, polytope: u32) -> Vec<Vector> {
    let rows = set.polytopes()[polytope as usize].rows.map(|row| row.map(denormals));
    let place = |v: &[f32; 3]| {
        let v = v.map(denormals);
        rows.each_ref().map(|row| {
            let [x, y, z, shift] = row;
            x * &v[0] + y * &v[1] + z * &v[2] + (shift << 149)
        })
    };
    let mut out: Vec<Vector> = Vec::new();
    for vertex in set.vertices_of(polytope).iter().map(place) {
        if !out.contains(&vertex) {
            out.push(vertex);
        }
    }
    out
}

/// The placed vertices, each coordinate rounded once: what a transform adds up may cancel.
pub fn rounded(set: &PolytopeSet, polytope: u32) -> Vec<DVec3> {
    let coordinate = |x: &IBig| x.to_f64().value() * 0.5_f64.powi(298);
    let point = |vertex: &Vector| DVec3::from(vertex.each_ref().map(coordinate));
    vertices(set, polytope).iter().map(point).collect()
}

pub(super) fn is_null(v: &Vector) -> bool {
    v.iter().all(|x| *x == IBig::ZERO)
}

/// The verdict: overlapping where the relative interiors meet.
pub fn verdict(set: &PolytopeSet, pair: Pair) -> Verdict {
    let (mut a, mut b) = (vertices(set, pair.a), vertices(set, pair.b));
    let zeros = a.iter().chain(&b).flatten().filter_map(IBig::trailing_zeros).min().unwrap_or(0);
    a.iter_mut().chain(&mut b).flatten().for_each(|x| *x >>= zeros);
    of_points(&a, &b)
}

/// Where the difference of two hulls can end: normals of its facets within the space that it spans,
/// and normals of that space.
pub(super) fn normals(a: &[Vector], b: &[Vector]) -> (Vec<Vector>, Vec<Vector>) {
    let units = [0, 1, 2].map(|axis| std::array::from_fn(|i| IBig::from(u8::from(i == axis))));
    let mut edges: Vec<Vector> = Vec::new();
    for points in [a, b] {
        for (i, p) in points.iter().enumerate() {
            edges.extend(points[..i].iter().map(|q| sub(p, q)));
        }
    }
    edges.retain(|edge| !is_null(edge));
    let Some(first) = edges.first().cloned() else { return (Vec::new(), units.to_vec()) };
    let across = |edge: &Vector, others: &[Vector]| -> Vec<Vector> {
        others.iter().map(|other| cross(edge, other)).filter(|normal| !is_null(normal)).collect()
    };
    match across(&first, &edges).first() {
        // A line.
        None => {
            let around = across(&first, &units);
            (vec![first], around)
        }
        // A plane.
        Some(normal) if edges.iter().all(|edge| dot(normal, edge) == IBig::ZERO) => {
            (across(normal, &edges), vec![normal.clone()])
        }
        Some(_) => {
            ((0..edges.len()).flat_map(|i| across(&edges[i], &edges[..i])).collect(), Vec::new())
        }
    }
}

/// The same of points.
pub fn of_points(a: &[Vector], b: &[Vector]) -> Verdict {
    let (Some(a0), Some(b0)) = (a.first(), b.first()) else { return Verdict::Separate };
    let (directions, across) = normals(a, b);
    let apart = sub(a0, b0);
    if across.iter().any(|normal| dot(normal, &apart) != IBig::ZERO) {
        return Verdict::Separate;
    }
    if directions.is_empty() {
        return Verdict::Overlapping;
    }
    let all: Vec<Vector> = a.iter().chain(b).cloned().collect();
    let near = Rounded::vectors(&all);
    let near = near.split_at(a.len());
    let mut verdict = Verdict::Overlapping;
    for direction in &directions {
        if certainly_meet(direction, near.into()) {
            continue;
        }
        let ((a_low, a_high), (b_low, b_high)) = (range(direction, a), range(direction, b));
        if a_high < b_low || b_high < a_low {
            return Verdict::Separate;
        }
        // A direction along which nothing has any extent says nothing; none of these is one.
        if a_high == b_low || b_high == a_low {
            verdict = Verdict::Touching;
        }
    }
    verdict
}

/// Whether numbers in `f64` leave no doubt that the ends of two hulls along a direction overlap:
/// that each has a point beyond one of the other's.
fn certainly_meet(direction: &Vector, points: [&[[Rounded; 3]]; 2]) -> bool {
    let direction = Rounded::vectors(std::slice::from_ref(direction));
    let ends =
        points.map(|points| Rounded::ends(points.iter().map(|p| Rounded::dot(&direction[0], p))));
    let is_beyond = |[_, high]: [Rounded; 2], [low, _]: [Rounded; 2]| {
        (high - low).sign() == Some(Ordering::Greater)
    };
    is_beyond(ends[0], ends[1]) && is_beyond(ends[1], ends[0])
}

/// The least and the highest of points along a direction.
pub(super) fn range(direction: &Vector, points: &[Vector]) -> (IBig, IBig) {
    let along = |p: &Vector| dot(direction, p);
    let first = along(&points[0]);
    points[1..].iter().map(along).fold((first.clone(), first), |(low, high), x| {
        if x < low {
            (x, high)
        } else if x > high {
            (low, x)
        } else {
            (low, high)
        }
    })
}

/// True when the first polytope is a subset of the second: when all its vertices are in it.
pub fn is_subset(set: &PolytopeSet, pair: Pair) -> bool {
    let (a, b) = (vertices(set, pair.a), vertices(set, pair.b));
    a.iter().all(|vertex| of_points(std::slice::from_ref(vertex), &b).meets())
}
