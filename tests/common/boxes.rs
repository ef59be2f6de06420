//! Boxes of many kinds, and what meets by brute force.

use super::oracle::rational;
use dashu_ratio::RBig;
use fastrand::Rng;
use motzkin::{Aabb2, Aabb3, Pair};

/// The sizes at which nodes fill, break and gain levels.
pub const SIZES: [usize; 8] = [0, 1, 2, 7, 8, 63, 65, 4097];

/// The ends of a box on each axis.
pub type Ends = [[f32; 2]; 3];

/// A scene draws a box from a generator, the number of the box and the number of all.
pub type Scene = fn(&mut Rng, usize, usize) -> Ends;

pub const SCENES: [(&str, Scene); 12] = [
    ("uniform", |rng, _, count| {
        let side = (4.0 * count as f32).cbrt();
        [0; 3].map(|_| around(side * rng.f32(), rng.f32()))
    }),
    ("clustered", |rng, i, _| {
        let at = [3, 5, 7].map(|step| (i % 11 * step % 13) as f32 * 100.0);
        at.map(|at| around(at + rng.f32() * rng.f32() * 8.0, rng.f32()))
    }),
    ("one box round everything", |rng, i, count| {
        let side = (4.0 * count as f32).cbrt();
        let whole = i == count / 2;
        [0; 3].map(|_| if whole { [-9.0, side + 9.0] } else { around(side * rng.f32(), rng.f32()) })
    }),
    ("a city on a plane", |rng, _, count| {
        let side = (3.0 * count as f32).sqrt();
        let [x, y] = [0; 2].map(|_| around(side * rng.f32(), rng.f32()));
        [x, y, [0.0, 10.0 * rng.f32()]]
    }),
    ("on a line", |rng, _, count| {
        [around(count as f32 * rng.f32(), rng.f32()), [2.0, 2.0], [-1.0, 1.0]]
    }),
    ("all equal", |_, _, _| [[1.0, 2.0], [-1.0, 1.0], [0.0, 0.0]]),
    ("one point", |_, _, _| [[3.5, 3.5]; 3]),
    ("a grid of touching cubes", |_, i, _| {
        [i % 16, i / 16 % 16, i / 256].map(|cell| [cell as f32, cell as f32 + 1.0])
    }),
    ("of every size", |rng, _, _| {
        let size = 2.0_f32.powi(rng.i32(-100..100));
        [0; 3].map(|_| around((rng.f32() - 0.5) * 4.0 * size, size * rng.f32()))
    }),
    ("extents of 1e-38", |rng, _, _| [0; 3].map(|_| around(1e-37 * rng.f32(), 1e-38 * rng.f32()))),
    ("extents of 1e38", |rng, _, _| {
        [0; 3].map(|_| around(3e38 * (rng.f32() - 0.5), 1e38 * rng.f32()))
    }),
    ("points ever nearer to one", |rng, i, _| {
        let at = 0.5_f32.powi((i % 140) as i32);
        [0; 3].map(|_| around(at, at * 1e-3 * rng.f32()))
    }),
];

fn around(centre: f32, size: f32) -> [f32; 2] {
    [centre - 0.5 * size, centre + 0.5 * size]
}

/// Draws the boxes of a scene.
pub fn draw(scene: Scene, rng: &mut Rng, count: usize) -> Vec<Ends> {
    (0..count).map(|i| scene(rng, i, count)).collect()
}

pub fn space(ends: &[Ends]) -> Vec<Aabb3> {
    let corner = |ends: &Ends, side: usize| ends.map(|axis| axis[side]).into();
    ends.iter().map(|ends| Aabb3 { min: corner(ends, 0), max: corner(ends, 1) }).collect()
}

/// The boxes as seen along the last axis.
pub fn plane(ends: &[Ends]) -> Vec<Aabb2> {
    let corner = |ends: &Ends, side: usize| [ends[0][side], ends[1][side]].into();
    ends.iter().map(|ends| Aabb2 { min: corner(ends, 0), max: corner(ends, 1) }).collect()
}

pub fn meet(a: &Ends, b: &Ends, axes: usize) -> bool {
    a.iter().zip(b).take(axes).all(|(a, b)| a[0] <= b[1] && b[0] <= a[1])
}

/// All pairs of a set, ascending.
pub fn pairs(ends: &[Ends], axes: usize) -> Vec<Pair> {
    let count = ends.len() as u32;
    let all = (0..count).flat_map(|a| (a + 1..count).map(move |b| Pair::new(a, b)));
    all.filter(|pair| meet(&ends[pair.a as usize], &ends[pair.b as usize], axes)).collect()
}

/// All pairs of two sets, ascending.
pub fn pairs_between(a: &[Ends], b: &[Ends], axes: usize) -> Vec<Pair> {
    let all = (0..a.len() as u32).flat_map(|i| (0..b.len() as u32).map(move |j| Pair::new(i, j)));
    all.filter(|pair| meet(&a[pair.a as usize], &b[pair.b as usize], axes)).collect()
}

/// When a moving box first meets another, exactly.
pub fn contact(from: &Ends, to: &Ends, other: &Ends, axes: usize) -> Option<RBig> {
    let (mut first, mut last) = (RBig::ZERO, RBig::ONE);
    for axis in 0..axes {
        for (own, others, turned) in [(0, 1, false), (1, 0, true)] {
            let start = rational(from[axis][own]);
            let speed = rational(to[axis][own]) - &start;
            let room = rational(other[axis][others]) - &start;
            let (speed, room) = if turned { (-speed, -room) } else { (speed, room) };
            if speed == RBig::ZERO {
                if room < RBig::ZERO {
                    return None;
                }
                continue;
            }
            let (upwards, time) = (speed > RBig::ZERO, room / speed);
            if upwards {
                last = last.min(time);
            } else {
                first = first.max(time);
            }
        }
    }
    (first <= last).then_some(first)
}

/// The square of the distance of two boxes, exactly.
pub fn square(own: &Ends, other: &Ends, axes: usize) -> RBig {
    let gap = |axis: usize| {
        let [[low, high], [b_low, b_high]] =
            [own[axis], other[axis]].map(|ends| ends.map(rational));
        let gap = (b_low - high).max(low - b_high).max(RBig::ZERO);
        &gap * &gap
    };
    (0..axes).map(gap).fold(RBig::ZERO, |sum, square| sum + square)
}
