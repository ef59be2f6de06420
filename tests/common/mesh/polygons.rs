//! Polygons of small whole numbers, convex ones and others, and what is wrong with the triangles
//! that they are cut into.

use fastrand::Rng;
use motzkin::glam::I64Vec3;
use std::collections::HashMap;

pub type Point = [i64; 2];

/// Twice the area, positive for corners that go round to the left.
pub fn doubled_area([a, b, c]: [Point; 3]) -> i64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Whether two closed edges share a point.
fn edges_meet([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    let sides = [[a, b, c], [a, b, d], [c, d, a], [c, d, b]].map(doubled_area).map(i64::signum);
    let overlap = |axis: usize| {
        let [p, q, r, s] = [a, b, c, d].map(|point| point[axis]);
        p.min(q) <= r.max(s) && r.min(s) <= p.max(q)
    };
    sides[0] * sides[1] <= 0 && sides[2] * sides[3] <= 0 && overlap(0) && overlap(1)
}

/// Whether an outline stays at the second of three corners, or goes back the way that it came.
fn goes_back([a, b, c]: [Point; 3]) -> bool {
    let onward = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]);
    doubled_area([a, b, c]) == 0 && onward <= 0
}

/// The outline without the corners at which it stays or goes back, one after the other.
pub fn without_ways_back(corners: &[Point]) -> Vec<Point> {
    let mut left = corners.to_vec();
    let back = |left: &[Point]| {
        let at = |place: usize| left[place % left.len()];
        (0..left.len()).find(|place| goes_back([place + left.len() - 1, *place, place + 1].map(at)))
    };
    while let Some(place) = back(&left) {
        left.remove(place);
    }
    left
}

/// Whether no two edges share a point, but for neighbours in the corner that they share.
pub fn is_simple(corners: &[Point]) -> bool {
    let count = corners.len();
    let at = |place: usize| corners[place % count];
    let edge = |place: usize| [at(place), at(place + 1)];
    let is_apart = |place: usize, other: usize| {
        let are_neighbours = other == place + 1 || (place == 0 && other == count - 1);
        are_neighbours || !edges_meet(edge(place), edge(other))
    };
    !(0..count).any(|place| goes_back([place, place + 1, place + 2].map(at)))
        && (0..count).all(|place| (place + 1..count).all(|other| is_apart(place, other)))
}

/// A triangle that takes corner after corner, as long as it stays simple.
fn grown(rng: &mut Rng) -> Vec<Point> {
    let reach = [2, 3, 8][rng.usize(..3)];
    let mut corners: Vec<Point> = vec![[0, 0], [1, 0], [0, 1]];
    for _ in 0..rng.usize(..40) {
        let mut more = corners.clone();
        more.insert(rng.usize(..=corners.len()), [0; 2].map(|_| rng.i64(-reach..=reach)));
        if rng.u32(..8) == 0 {
            // The first corners need not stay.
            more.remove(rng.usize(..more.len()));
        }
        if is_simple(&more) {
            corners = more;
        }
    }
    corners
}

/// Edges and their opposites in the order of their angles: a convex polygon. Parallel edges leave
/// corners on straight lines.
fn convex(rng: &mut Rng) -> Vec<Point> {
    loop {
        let count = rng.usize(2..6);
        let half: Vec<Point> = (0..count).map(|_| [0; 2].map(|_| rng.i64(-3..=3))).collect();
        let mut edges: Vec<Point> = half.iter().flat_map(|&[x, y]| [[x, y], [-x, -y]]).collect();
        edges.sort_by(|p, q| {
            let [p, q] = [p, q].map(|[x, y]| (*y as f64).atan2(*x as f64));
            p.total_cmp(&q)
        });
        let mut at = [0; 2];
        let step = |[x, y]: Point| {
            at = [at[0] + x, at[1] + y];
            at
        };
        let corners: Vec<Point> = edges.into_iter().map(step).collect();
        if is_simple(&corners) {
            return corners;
        }
    }
}

/// A polygon in some plane, from any corner on, either way round.
pub fn face(rng: &mut Rng) -> Vec<I64Vec3> {
    let flat = if rng.u32(..4) == 0 { convex(rng) } else { grown(rng) };
    placed(rng, flat)
}

/// Puts a polygon into some plane, from any corner on, either way round.
pub fn placed(rng: &mut Rng, flat: Vec<Point>) -> Vec<I64Vec3> {
    let [a, b, c, kind] = [rng.i64(-2..=2), rng.i64(-2..=2), rng.i64(-9..=9), rng.i64(0..3)];
    let place = |[x, y]: Point| match kind {
        0 => I64Vec3::new(x, y, a * x + b * y + c),
        1 => I64Vec3::new(a * x + b * y + c, x, y),
        _ => I64Vec3::new(y, a * x + b * y + c, x),
    };
    let mut corners: Vec<I64Vec3> = flat.into_iter().map(place).collect();
    let count = corners.len();
    corners.rotate_left(rng.usize(..count));
    if rng.bool() {
        corners.reverse();
    }
    corners
}

/// A polygon with some corners that are there several times in a row, and some edges that are
/// passed once more there and back.
pub fn repeated(rng: &mut Rng, corners: &[I64Vec3]) -> Vec<I64Vec3> {
    let mut all = Vec::new();
    for (place, &from) in corners.iter().enumerate() {
        let to = corners[(place + 1) % corners.len()];
        match rng.u32(..8) {
            0 => all.extend([from; 2]),
            1 => all.extend([from; 3]),
            2 => all.extend([from, to, from]),
            3 => all.extend([from, to, to, from]),
            _ => all.push(from),
        }
    }
    // What goes back may span the end.
    let begin = rng.usize(..all.len());
    all.rotate_left(begin);
    all
}

/// What is wrong with the triangles of a face.
pub fn fault(corners: &[I64Vec3], triangles: &[[I64Vec3; 3]]) -> Option<String> {
    let count = corners.len();
    let at = |place: usize| corners[place % count];
    let doubled = |[p, q, r]: [I64Vec3; 3]| (q - p).cross(r - p);
    let whole: I64Vec3 = (0..count).map(|place| at(place).cross(at(place + 1))).sum();
    if triangles.iter().any(|&triangle| doubled(triangle).dot(whole) < 0) {
        return Some("a triangle is turned over".into());
    }
    let sum: I64Vec3 = triangles.iter().map(|&triangle| doubled(triangle)).sum();
    if sum != whole {
        return Some(format!("the areas add up to {sum}, not {whole}"));
    }
    let mut sides: HashMap<[I64Vec3; 2], i32> = HashMap::new();
    for [p, q, r] in triangles {
        for side in [[*p, *q], [*q, *r], [*r, *p]] {
            *sides.entry(side).or_default() += 1;
        }
    }
    // Its own edges are sides once, and all others are sides of two triangles. Where an outline
    // goes back, that holds of what is left when ways there and back are taken from each other.
    for place in 0..count {
        *sides.entry([at(place + 1), at(place)]).or_default() += 1;
    }
    let is_repeated = (0..count).any(|place| corners[..place].contains(&corners[place]));
    let is_odd = |side: &[I64Vec3; 2]| {
        let [from, to] = *side;
        let [there, back] = [[from, to], [to, from]].map(|side| sides.get(&side).copied());
        there != back || (!is_repeated && there != Some(1))
    };
    if let Some(side) = sides.keys().find(|side| is_odd(side)) {
        return Some(format!("the side {side:?}"));
    }
    let turns = |place: usize| doubled([at(place), at(place + 1), at(place + 2)]).dot(whole) < 0;
    let fan = (1..count - 1).map(|place| [at(0), at(place), at(place + 1)]);
    let should_be_fan = !is_repeated && !(0..count).any(turns);
    (should_be_fan && !fan.eq(triangles.iter().copied()))
        .then(|| "no fan of what does not turn back".into())
}
