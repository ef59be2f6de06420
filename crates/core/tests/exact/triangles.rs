//! Two triangles against the oracle.

use crate::common::mesh::{cases, oracle};
use crate::common::seed::{goes_on, rng, seed};
use glam::DVec3;
use motzkin_core::exact::triangles::{Triangle, meet, meeting_point};

#[test]
fn triangles_meet_where_the_oracle_says() {
    let seed = crate::common::seed::seed();
    for (name, pairs) in cases::pairs() {
        let mut hits = 0;
        for [a, b] in &pairs {
            let expected = oracle::meet(a, b);
            hits += usize::from(expected);
            assert_eq!(meet(a, b), expected, "seed {seed}: {name}: {a:?} {b:?}");
            assert_eq!(meet(b, a), expected, "seed {seed}: {name}, turned round: {a:?} {b:?}");
        }
        let all = name == cases::ALL_MEET;
        assert!(
            hits > 0 && (hits < pairs.len()) != all,
            "seed {seed}: {name}: {hits} hits of {}",
            pairs.len()
        );
    }
}

/// The order of a triangle's corners makes no difference.
#[test]
fn corners_may_come_in_any_order() {
    for (name, pairs) in cases::pairs() {
        for [[x, y, z], b] in &pairs {
            let orders = [[x, y, z], [y, z, x], [z, x, y], [z, y, x], [y, x, z], [x, z, y]];
            let found = orders.map(|corners| meet(&corners.map(|c| *c), b));
            assert!(
                found.iter().all(|f| *f == found[0]),
                "{name}: {x:?} {y:?} {z:?} {b:?}: {found:?}"
            );
        }
    }
}

#[test]
fn a_common_point_is_on_both() {
    for (name, pairs) in cases::pairs() {
        if ["ratios", "denormal", "huge"].contains(&name) {
            continue;
        }
        for [a, b] in pairs.iter().take(150) {
            let point = meeting_point(a, b);
            assert_eq!(point.is_some(), meet(a, b), "{name}: {a:?} {b:?}");
            let Some(point) = point else { continue };
            for triangle in [a, b] {
                let off = distance(point.to_array(), triangle);
                let size = triangle.as_flattened().iter().fold(0.0_f32, |m, x| m.max(x.abs()));
                assert!(off <= 1e-6 * f64::from(size), "{name}: {off}: {point} {a:?} {b:?}");
            }
        }
    }
}

/// Bits of the extent of a pair: at the ends of what each arithmetic takes, and beyond.
const WIDTHS: [i32; 20] =
    [14, 15, 16, 17, 18, 19, 20, 38, 39, 40, 41, 42, 43, 44, 81, 82, 83, 84, 86, 90];

/// Coordinates of a pair are below `2^FINE` units of their axis, which are stored without rounding.
const FINE: i32 = 20;

/// A triangle, and a point of its inside or of an edge, all in whole numbers of at most `half`.
fn with_a_point(rng: &mut fastrand::Rng, half: i64) -> ([[i64; 3]; 3], [i64; 3]) {
    if rng.bool() {
        // The middle of the corners, whatever the last bits of these are.
        let way = |rng: &mut fastrand::Rng| [0; 3].map(|_| half / 4 - rng.i64(0..=half / 2));
        let (r, s) = (way(rng), way(rng));
        let middle = [0; 3].map(|_| rng.i64(-half / 4..=half / 4));
        let at = |part: fn(i64, i64) -> i64| [0, 1, 2].map(|i| middle[i] + part(r[i], s[i]));
        return ([at(|r, s| -r - s), at(|r, _| r), at(|_, s| s)], middle);
    }
    // Corners at the ends of the range or near them. Multiples of four, so that the point is whole.
    let corner = |rng: &mut fastrand::Rng| [0; 3].map(|_| at_an_end(rng, half) / 4 * 4);
    let a = [0; 3].map(|_| corner(rng));
    let [u, v] = [[2, 2], [4, 0], [1, 2], [3, 1], [1, 1]][rng.usize(0..5)];
    let along = |i: usize| u * (a[1][i] - a[0][i]) + v * (a[2][i] - a[0][i]);
    (a, [0, 1, 2].map(|i| a[0][i] + along(i) / 4))
}

fn at_an_end(rng: &mut fastrand::Rng, half: i64) -> i64 {
    match rng.u8(0..4) {
        0 => half,
        1 => -half,
        2 => rng.i64(-half..=half),
        _ => half - rng.i64(0..=8),
    }
}

/// A triangle, and one that touches it, or misses it by a unit. Units of axes differ where the
/// range is longer than a number has bits, or one coordinate is a single unit and the others are
/// long.
fn nearly_touching(rng: &mut fastrand::Rng, width: i32) -> [Triangle; 2] {
    let half = 1_i64 << (width.min(FINE) - 1);
    let (a, point) = with_a_point(rng, half);
    let mut b = [0; 3].map(|_| [0; 3].map(|_| at_an_end(rng, half)));
    b[0] = point;
    let in_plane = rng.u8(0..3) == 0;
    if in_plane {
        b[1] = [0, 1, 2].map(|i| b[0][i] + (a[1][i] - a[2][i]) / 4);
        b[2] = a[rng.usize(0..3)];
    }
    b[0][rng.usize(0..3)] += rng.i64(-1..=1);
    let longest = width - width.min(FINE);
    let mut shifts = [0; 3].map(|_| rng.i32(0..=longest));
    shifts[rng.usize(0..3)] = longest;
    let all_long = !in_plane && rng.bool();
    if all_long {
        shifts = [longest; 3];
    }
    // From the least numbers to the largest.
    let unit = rng.i32(-149..=126 - width);
    let stored = |x: i64, axis: usize| (x as f64 * 2.0_f64.powi(unit + shifts[axis])) as f32;
    let mut both = [a, b].map(|t| t.map(|corner| [0, 1, 2].map(|axis| stored(corner[axis], axis))));
    if all_long {
        both[1][2][rng.usize(0..3)] = 2.0_f64.powi(unit) as f32;
    }
    both
}

#[test]
fn every_width_of_triangles() {
    let mut rng = rng("widths of triangles");
    for width in WIDTHS {
        let (mut drawn, mut hits, mut misses) = (0, 0, 0);
        while goes_on(drawn, 200, hits > 30 && misses > 30) {
            drawn += 1;
            let [a, b] = &nearly_touching(&mut rng, width);
            let expected = oracle::meet(a, b);
            hits += usize::from(expected);
            misses += usize::from(!expected);
            let is_same = meet(a, b) == expected && meet(b, a) == expected;
            assert!(is_same, "{width}, seed {}: {a:?} {b:?}", seed());
        }
        assert!(hits > 30 && misses > 30, "{width}: {hits} hits, {misses} misses");
    }
}

/// An edge of one lies in the plane of the other, turned so that no axis is special.
#[test]
fn edges_in_the_plane_of_the_other() {
    let mut rng = rng("edges in planes");
    let (mut hits, mut misses) = (0, 0);
    for _ in 0..1500 {
        let mut at = |z: f32| [rng.i32(-3..=3) as f32, rng.i32(-3..=3) as f32, z];
        let (face, third) = ([at(0.0), at(0.0), at(0.0)], at(1.0));
        let mut edge = [at(0.0), at(0.0), third];
        edge.rotate_right(rng.usize(0..3));
        let [i, j] = [[0, 0], [1, 0], [0, 2], [1, 3]][rng.usize(0..4)].map(|x: i32| x as f32);
        let turn = rng.usize(0..3);
        let [a, b] = [face, edge].map(|t| {
            t.map(|[x, y, z]| {
                let mut point = [x, y, z + i * x + j * y];
                point.rotate_right(turn);
                point
            })
        });
        let expected = oracle::meet(&a, &b);
        hits += usize::from(expected);
        misses += usize::from(!expected);
        let is_same = meet(&a, &b) == expected && meet(&b, &a) == expected;
        assert!(is_same, "seed {}: {a:?} {b:?}", seed());
    }
    assert!(hits > 300 && misses > 300, "{hits} hits, {misses} misses");
}

/// From a point to a triangle: to its plane where the foot is within, else to the nearest edge.
fn distance(point: [f64; 3], triangle: &Triangle) -> f64 {
    let [a, b, c] = triangle.map(|corner| DVec3::from_array(corner.map(f64::from)));
    let p = DVec3::from_array(point);
    let edge = |q: DVec3, r: DVec3| {
        let along = r - q;
        let part = ((p - q).dot(along) / along.length_squared().max(1e-300)).clamp(0.0, 1.0);
        p.distance(q + along * part)
    };
    let edges = edge(a, b).min(edge(b, c)).min(edge(c, a));
    let normal = (b - a).cross(c - a);
    let within =
        [(a, b), (b, c), (c, a)].iter().all(|&(q, r)| (r - q).cross(p - q).dot(normal) > 0.0);
    if within { edges.min((p - a).dot(normal.normalize()).abs()) } else { edges }
}
