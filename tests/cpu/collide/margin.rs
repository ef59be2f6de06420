//! Pairs closer than a margin, against the distance in whole numbers.

use super::cpu;
use crate::common::seed::{goes_on, rng};
use fastrand::Rng;
use glam::Vec3;
use motzkin::service::Hit;
use motzkin::{Pair, PolytopeSet, Verdict};
use std::cmp::Ordering;

type Point = [i128; 3];

fn sub(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: Point, b: Point) -> i128 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// A point of a triangle nearest to the origin, squared, as a fraction: of the face that it lies
/// inside. A hull that does not hold the origin comes closest in a corner, an edge or a triangle.
fn squares(points: &[Point]) -> Vec<(i128, i128)> {
    let mut out = Vec::new();
    for (i, &p) in points.iter().enumerate() {
        out.push((dot(p, p), 1));
        for (j, &q) in points[..i].iter().enumerate() {
            let x = sub(q, p);
            let (xx, px) = (dot(x, x), dot(p, x));
            if xx > 0 && (0..=xx).contains(&-px) {
                out.push((dot(p, p) * xx - px * px, xx));
            }
            for &r in &points[..j] {
                let y = sub(r, p);
                let (yy, xy, py) = (dot(y, y), dot(x, y), dot(p, y));
                let unit = xx * yy - xy * xy;
                let (s, t) = (py * xy - px * yy, px * xy - py * xx);
                if unit > 0 && s >= 0 && t >= 0 && s + t <= unit {
                    let at: Point =
                        std::array::from_fn(|axis| p[axis] * unit + s * x[axis] + t * y[axis]);
                    out.push((dot(at, at), unit * unit));
                }
            }
        }
    }
    out
}

/// Points on small whole numbers, and a velocity.
type Shape = (Vec<Point>, Point);

fn shape(rng: &mut Rng) -> Shape {
    let mut point = |reach: i128| [0; 3].map(|_: i32| rng.i128(-reach..=reach));
    let at = point(9);
    let count = 1 + (at[0] & 3) as usize;
    let corner = |own: Point| [0, 1, 2].map(|axis| at[axis] + own[axis]);
    let points = (0..count).map(|_| corner(point(2))).collect();
    (points, point(3))
}

/// How the distance compares with half of `doubled`, of moving shapes the least at any time.
fn compare((a, of_a): &Shape, (b, of_b): &Shape, moves: bool, doubled: i128) -> Ordering {
    let sweep = sub(*of_a, *of_b);
    let mut difference: Vec<Point> =
        a.iter().flat_map(|p| b.iter().map(move |q| sub(*p, *q))).collect();
    if moves {
        let ends: Vec<Point> =
            difference.iter().map(|p| [0, 1, 2].map(|axis| p[axis] + sweep[axis])).collect();
        difference.extend(ends);
    }
    let one = |(square, unit): &(i128, i128)| (4 * square).cmp(&(doubled * doubled * unit));
    squares(&difference).iter().map(one).min().expect("a point")
}

fn vector(point: &Point) -> Vec3 {
    Vec3::from_array(point.map(|x| x as f32))
}

#[test]
fn polytopes_within_a_margin() {
    let (mut rng, service) = (rng("margin"), cpu());
    let (mut drawn, mut listed, mut exact) = (0, 0, 0);
    while goes_on(drawn, 6, listed > 100 && exact > 10) {
        drawn += 1;
        let shapes: Vec<Shape> = (0..30).map(|_| shape(&mut rng)).collect();
        let mut set = PolytopeSet::new();
        for (points, speed) in &shapes {
            let points: Vec<Vec3> = points.iter().map(vector).collect();
            let polytope = set.push(&points).expect("finite");
            set.set_velocity(polytope, vector(speed)).expect("finite");
        }
        for (moves, doubled) in [(false, 2), (false, 6), (true, 4), (true, 10)] {
            let margin = doubled as f32 / 2.0;
            let ask = |margin: f32| {
                let asked = service.collide(&set).within(margin);
                let found = if moves { asked.moving().run() } else { asked.run() };
                found.expect("valid").into_vec()
            };
            let (met, found) = (ask(0.0), ask(margin));
            let mut want = Vec::new();
            for a in 0..30 {
                for b in a + 1..30 {
                    let hit = |verdict| Hit { a: a as u32, b: b as u32, verdict };
                    let own = met.iter().find(|met| met.pair() == hit(met.verdict).pair());
                    let order = || compare(&shapes[a], &shapes[b], moves, doubled);
                    match own {
                        Some(own) => want.push(*own),
                        None if order() == Ordering::Less => want.push(hit(Verdict::Separate)),
                        // As far apart as the margin, and not a hair more.
                        None => exact += usize::from(order() == Ordering::Equal),
                    }
                }
            }
            let (pairs, clear): (Vec<Pair>, Vec<bool>) = (0..30)
                .flat_map(|a| (a + 1..30).map(move |b| (a, b)))
                .map(|(a, b)| {
                    let pair = Pair::new(a as u32, b as u32);
                    (pair, !want.iter().any(|hit| hit.pair() == pair))
                })
                .unzip();
            let query = service.query(&set, &pairs);
            let clearances = match moves {
                true => query.moving().clearance(margin).run(),
                false => query.clearance(margin).run(),
            };
            let found_clear: Vec<bool> =
                clearances.expect("valid").iter().map(|clearance| clearance.is_clear()).collect();
            assert_eq!(found_clear, clear, "margin {margin}, moves: {moves}");
            listed += want.iter().filter(|hit| !hit.verdict.meets()).count();
            assert_eq!(found, want, "margin {margin}, moves: {moves}");
        }
    }
    assert!(listed > 100 && exact > 10, "{listed}, {exact}");
}
