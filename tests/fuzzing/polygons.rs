//! Mesh files whose faces are polygons of small whole numbers, convex ones and others: what they
//! are cut into fills them, without a gap and the right way round.

use crate::common::mesh::files::{Folder, open};
use crate::driver;
use fastrand::Rng;
use motzkin::glam::I64Vec3;
use std::collections::HashMap;
use std::fmt::Write;

type Point = [i64; 2];

/// Twice the area, positive for corners that go round to the left.
fn doubled_area([a, b, c]: [Point; 3]) -> i64 {
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

/// Whether no two edges share a point, but for neighbours in the corner that they share.
fn is_simple(corners: &[Point]) -> bool {
    let count = corners.len();
    let at = |place: usize| corners[place % count];
    let turns_round = |place: usize| {
        let [a, b, c] = [at(place), at(place + 1), at(place + 2)];
        let onward = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]);
        doubled_area([a, b, c]) == 0 && onward <= 0
    };
    let edge = |place: usize| [at(place), at(place + 1)];
    let is_apart = |place: usize, other: usize| {
        let are_neighbours = other == place + 1 || (place == 0 && other == count - 1);
        are_neighbours || !edges_meet(edge(place), edge(other))
    };
    !(0..count).any(turns_round)
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
fn face(rng: &mut Rng) -> Vec<I64Vec3> {
    let flat = if rng.u32(..4) == 0 { convex(rng) } else { grown(rng) };
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

/// Each face behind its vertices, which it counts from the first one on or backwards.
fn obj(rng: &mut Rng, faces: &[Vec<I64Vec3>]) -> Vec<u8> {
    let (mut text, mut before) = (String::new(), 0);
    for corners in faces {
        for I64Vec3 { x, y, z } in corners {
            let _ = writeln!(text, "v {x} {y} {z}");
        }
        let count = corners.len() as i64;
        let (first, behind) = match rng.bool() {
            true => (before + 1, ["", "/1", "//1"][rng.usize(..3)]),
            false => (-count, ""),
        };
        text.push('f');
        for place in 0..count {
            let _ = write!(text, " {}{behind}", first + place);
        }
        text.push('\n');
        before += count;
    }
    text.into_bytes()
}

/// A number of a PLY file: of one byte, whole, or a float.
#[derive(Clone, Copy)]
enum Number {
    Byte(u8),
    Whole(i32),
    Float(f32),
}

/// An element of a PLY file.
fn element(format: &str, numbers: &[Number]) -> Vec<u8> {
    if format == "ascii" {
        let word = |number: &Number| match number {
            Number::Byte(x) => x.to_string(),
            Number::Whole(x) => x.to_string(),
            Number::Float(x) => x.to_string(),
        };
        let line = numbers.iter().map(word).collect::<Vec<String>>().join(" ") + "\n";
        return line.into_bytes();
    }
    let bytes = |number: &Number| {
        let mut bytes = match number {
            Number::Byte(x) => vec![*x],
            Number::Whole(x) => x.to_le_bytes().to_vec(),
            Number::Float(x) => x.to_le_bytes().to_vec(),
        };
        if format == "binary_big_endian" {
            bytes.reverse();
        }
        bytes
    };
    numbers.iter().flat_map(bytes).collect()
}

/// All vertices, then all faces, or the other way round.
fn ply(rng: &mut Rng, faces: &[Vec<I64Vec3>]) -> Vec<u8> {
    let format = ["ascii", "binary_little_endian", "binary_big_endian"][rng.usize(..3)];
    let (mut points, mut lists, mut before) = (Vec::new(), Vec::new(), 0);
    for corners in faces {
        for corner in corners {
            let numbers = corner.to_array().map(|x| Number::Float(x as f32));
            points.extend(element(format, &numbers));
        }
        let mut numbers = vec![Number::Byte(corners.len() as u8)];
        numbers.extend((before..).take(corners.len()).map(Number::Whole));
        lists.extend(element(format, &numbers));
        before += corners.len() as i32;
    }
    let vertices =
        format!("element vertex {before}\nproperty float x\nproperty float y\nproperty float z\n");
    let list = format!("element face {}\nproperty list uchar int vertex_indices\n", faces.len());
    let mut parts = [(vertices, points), (list, lists)];
    if rng.bool() {
        parts.reverse();
    }
    let [(first, first_body), (second, second_body)] = parts;
    let head = format!("ply\nformat {format} 1.0\n{first}{second}end_header\n");
    [head.into_bytes(), first_body, second_body].concat()
}

/// What is wrong with the triangles of a face.
fn fault(corners: &[I64Vec3], triangles: &[[I64Vec3; 3]]) -> Option<String> {
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
    // Its own edges are sides once, and all others are sides of two triangles.
    for place in 0..count {
        *sides.entry([at(place + 1), at(place)]).or_default() += 1;
    }
    let is_odd = |side: &[I64Vec3; 2]| {
        let [from, to] = *side;
        [[from, to], [to, from]].iter().any(|side| sides.get(side) != Some(&1))
    };
    if let Some(side) = sides.keys().find(|side| is_odd(side)) {
        return Some(format!("the side {side:?}"));
    }
    let turns = |place: usize| doubled([at(place), at(place + 1), at(place + 2)]).dot(whole) < 0;
    let fan = (1..count - 1).map(|place| [at(0), at(place), at(place + 1)]);
    let is_fan = fan.eq(triangles.iter().copied());
    (!(0..count).any(turns) && !is_fan).then(|| "no fan of what does not turn back".into())
}

#[test]
fn faces_are_filled() {
    let folder = Folder::new("fuzzing-polygons");
    driver::run("polygons", |rng| {
        let count = rng.usize(1..4);
        let faces: Vec<Vec<I64Vec3>> = (0..count).map(|_| face(rng)).collect();
        let (name, bytes) =
            if rng.bool() { ("a.obj", obj(rng, &faces)) } else { ("a.ply", ply(rng, &faces)) };
        let text = || format!("{name}: {faces:?}\n{}", String::from_utf8_lossy(&bytes));
        let found = open(&folder, name, &bytes);
        let mesh = found.unwrap_or_else(|fault| panic!("{fault}: {}", text()));
        let point = |x: [f32; 3]| I64Vec3::from_array(x.map(|x| x as i64));
        let all: Vec<[I64Vec3; 3]> =
            (0..mesh.len() as u32).map(|i| mesh.corners(i).map(point)).collect();
        let expected: usize = faces.iter().map(|corners| corners.len() - 2).sum();
        assert_eq!(all.len(), expected, "{}", text());
        let mut rest = &all[..];
        for corners in &faces {
            let (own, others) = rest.split_at(corners.len() - 2);
            assert_eq!(fault(corners, own), None, "{corners:?}: {own:?} of {}", text());
            rest = others;
        }
    });
}
