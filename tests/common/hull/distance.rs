//! The distance of two polytopes, by every pair of their features, in whole numbers.
//!
//! Two hulls come closest at a vertex and a vertex, a vertex and an edge, a vertex and a triangle,
//! or an edge and an edge. Every choice of one, two or three vertices counts as a feature: none of
//! them reaches beyond its hull.

use super::moving::way;
use super::oracle::{is_null, verdict, vertices};
use crate::common::oracle::{Vector, cross, dot, sub};
use dashu_int::IBig;
use dashu_ratio::RBig;
use glam::DVec3;
use motzkin_core::geom::{Pair, PolytopeSet};

/// A distance as it is told, in space.
pub struct Found {
    pub distance: f64,
    pub slack: f64,
    pub points: [DVec3; 2],
    pub axis: DVec3,
}

/// What is wrong with a distance, of which the square is given, of two shapes with these corners.
pub fn fault_of(square: &RBig, corners: [&[DVec3]; 2], found: &Found) -> Option<String> {
    let Found { distance, slack, points: [p, q], axis } = *found;
    let exact = |x: f64| RBig::try_from(x).expect("finite");
    let within = |error: RBig| {
        let (low, high) = (exact(distance) - &error, exact(distance) + &error);
        low >= RBig::ZERO && &low * &low <= *square && *square <= &high * &high
    };
    if !within(exact(distance) * exact(1e-9)) || !within(exact(slack)) {
        let truth = square.to_f64().value().sqrt();
        return Some(format!("{distance:e} within {slack:e}, while it is {truth:e}"));
    }
    if slack > 1e-9 * distance {
        return Some(format!("a slack of {slack:e} beside {distance:e}"));
    }
    let size = corners.iter().copied().flatten().map(|p| p.abs().max_element());
    let rounding = 1e-15 * size.fold(0.0, f64::max);
    if let Some(fault) = fault_of_points(found) {
        return Some(fault);
    }
    // The gap, seen from the points, so that no large heights cancel.
    let most = |side: usize, from: DVec3, axis: DVec3| {
        corners[side].iter().map(|p| axis.dot(p - from)).fold(f64::NEG_INFINITY, f64::max)
    };
    let beyond = most(0, p, axis).max(most(1, q, -axis));
    let is_unit = (axis.length() - 1.0).abs() < 1e-14;
    (!is_unit || beyond > 1e-9 * distance + 4.0 * rounding)
        .then(|| format!("{axis} has vertices {beyond:e} beyond the nearest points"))
}

/// What is wrong with the nearest points and the axis beside a distance.
///
/// Points of shapes that are at least `d - s` apart along an axis, and that are at most `d + s`
/// apart themselves, lie beside the axis by the root of `(d + s)^2 - (d - s)^2` at most: nearly
/// parallel edges leave them as much.
pub fn fault_of_points(found: &Found) -> Option<String> {
    let Found { distance, slack, points: [p, q], axis } = *found;
    let rounding = 4e-15 * p.abs().max(q.abs()).max_element();
    let way = q - p;
    let along = axis.dot(way);
    let beside = (way - axis * along).length();
    let fits = (along - distance).abs() <= slack + rounding
        && beside <= 2.0 * (distance * slack).sqrt() + rounding;
    (!fits).then(|| {
        format!("{p} and {q} are {along:e} apart along {axis}, not {distance:e}, and {beside:e} beside it")
    })
}

/// The square of a length.
struct Square {
    numerator: IBig,
    denominator: IBig,
}

impl Square {
    fn is_below(&self, other: &Self) -> bool {
        &self.numerator * &other.denominator < &other.numerator * &self.denominator
    }
}

/// The square of the distance of two separate polytopes that are not empty.
pub fn square(set: &PolytopeSet, pair: Pair) -> RBig {
    // The vertices' unit is 2^-298.
    square_of(vertices(set, pair.a), vertices(set, pair.b), 298)
}

/// The square of the distance of two polytopes that are not empty: zero where they meet.
pub fn square_of_any(set: &PolytopeSet, pair: Pair) -> RBig {
    match verdict(set, pair).meets() {
        true => RBig::ZERO,
        false => square(set, pair),
    }
}

/// The square of the least distance of two polytopes on their way. They never meet, and are not
/// empty.
pub fn square_on_the_way(set: &PolytopeSet, pair: Pair) -> RBig {
    square_of_swept(vertices(set, pair.a), vertices(set, pair.b), &way(set, pair), 298)
}

/// The square of the least distance of two hulls of points that never meet. The first one goes so
/// far as seen from the second one.
///
/// What it sweeps is the hull of where its points are at the start and at the end. The one with
/// fewer points is swept.
pub fn square_of_swept(a: Vec<Vector>, b: Vec<Vector>, way: &Vector, places: usize) -> RBig {
    match a.len() <= b.len() {
        true => square_of(swept(a, way), b, places),
        false => square_of(a, swept(b, &way.each_ref().map(|x| -x)), places),
    }
}

fn swept(mut points: Vec<Vector>, way: &Vector) -> Vec<Vector> {
    if !is_null(way) {
        let end = |point: &Vector| [0, 1, 2].map(|axis| &point[axis] + &way[axis]);
        let ends: Vec<Vector> = points.iter().map(end).collect();
        points.extend(ends);
    }
    points
}

/// The square of the distance of two separate hulls of points in units of `2^-places`.
pub fn square_of(mut a: Vec<Vector>, mut b: Vec<Vector>, places: usize) -> RBig {
    let zeros = a.iter().chain(&b).flatten().filter_map(IBig::trailing_zeros).min().unwrap_or(0);
    a.iter_mut().chain(&mut b).flatten().for_each(|x| *x >>= zeros);
    let Square { numerator, denominator } = of_points(&a, &b);
    RBig::from(numerator << (2 * zeros)) / RBig::from(denominator << (2 * places))
}

fn of_points(a: &[Vector], b: &[Vector]) -> Square {
    let mut squares: Vec<Square> = Vec::new();
    for (own, other) in [(a, b), (b, a)] {
        for p in own {
            squares.extend(other.iter().map(|q| of_vector(&sub(p, q))));
            squares.extend(edges(other).iter().filter_map(|[q, r]| to_edge(p, q, r)));
            squares.extend(triangles(other).iter().filter_map(|t| to_triangle(p, t)));
        }
    }
    for edge in edges(a) {
        squares.extend(edges(b).iter().filter_map(|other| of_edges(edge, *other)));
    }
    let closer = |x: Square, y: Square| if x.is_below(&y) { x } else { y };
    squares.into_iter().reduce(closer).expect("neither is empty")
}

fn edges(points: &[Vector]) -> Vec<[&Vector; 2]> {
    let of = |i: usize| points[..i].iter().map(move |q| [&points[i], q]);
    (0..points.len()).flat_map(of).collect()
}

fn triangles(points: &[Vector]) -> Vec<[&Vector; 3]> {
    let of = |i: usize| edges(&points[..i]).into_iter().map(move |[q, r]| [&points[i], q, r]);
    (0..points.len()).flat_map(of).collect()
}

fn of_vector(d: &Vector) -> Square {
    Square { numerator: dot(d, d), denominator: IBig::ONE }
}

/// From a point to the inside of an edge.
fn to_edge(p: &Vector, q: &Vector, r: &Vector) -> Option<Square> {
    let (along, seen) = (sub(r, q), sub(p, q));
    let (part, whole) = (dot(&seen, &along), dot(&along, &along));
    let off = cross(&seen, &along);
    (IBig::ZERO < part && part < whole)
        .then(|| Square { numerator: dot(&off, &off), denominator: whole })
}

/// From a point to the inside of a triangle.
fn to_triangle(p: &Vector, [q, r, s]: &[&Vector; 3]) -> Option<Square> {
    let normal = cross(&sub(r, q), &sub(s, q));
    let is_within = |from: &Vector, to: &Vector| {
        dot(&cross(&sub(to, from), &sub(p, from)), &normal) > IBig::ZERO
    };
    let within = is_within(q, r) && is_within(r, s) && is_within(s, q);
    (within && !is_null(&normal)).then(|| to_plane(&sub(p, q), &normal))
}

/// Between the insides of two edges.
fn of_edges([p, q]: [&Vector; 2], [r, s]: [&Vector; 2]) -> Option<Square> {
    let (own, other, apart) = (sub(q, p), sub(s, r), sub(r, p));
    let normal = cross(&own, &other);
    let whole = dot(&normal, &normal);
    let is_within = |along: &Vector| {
        let part = dot(&cross(&apart, along), &normal);
        IBig::ZERO < part && part < whole
    };
    (is_within(&own) && is_within(&other)).then(|| to_plane(&apart, &normal))
}

fn to_plane(seen: &Vector, normal: &Vector) -> Square {
    let height = dot(seen, normal);
    Square { numerator: &height * &height, denominator: dot(normal, normal) }
}
