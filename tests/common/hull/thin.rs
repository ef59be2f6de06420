//! Hulls of whole points close to a line, where `f64` alone is not enough.

use fastrand::Rng;
use glam::Vec3;
use motzkin_core::geom::{Pair, PolytopeSet};

/// Whole points close to a line, in the plane `z = 0` or in space.
fn points(rng: &mut Rng, line: [i32; 3], flat: bool) -> Vec<Vec3> {
    let count = if flat { rng.usize(1..=4) } else { rng.usize(2..=6) };
    let (reach, off) = (1 << rng.u32(3..12), rng.i32(0..4));
    let aside = [0, 1, 2].map(|_| rng.i32(-off..=off));
    let mut point = || {
        let along = rng.i32(-reach..=reach);
        let [x, y, z] =
            [0, 1, 2].map(|axis| (along * line[axis] + aside[axis] + rng.i32(-off..=off)) as f32);
        Vec3::new(x, y, if flat { 0.0 } else { z })
    };
    (0..count).map(|_| point()).collect()
}

/// Thin pairs, most of which are separate.
pub fn pairs(rng: &mut Rng, count: usize) -> (PolytopeSet, Vec<Pair>) {
    let mut set = PolytopeSet::new();
    for i in 0..count {
        let line = [0, 1, 2].map(|_| rng.i32(-2000..=2000));
        // Of whole numbers no coordinate is rounded.
        let scale = 2.0_f64.powi([0, 0, 0, -149, 100][i % 5]) as f32;
        for _ in 0..2 {
            let points = points(rng, line, i % 3 == 0);
            let scaled: Vec<Vec3> = points.iter().map(|point| *point * scale).collect();
            set.push(&scaled).expect("finite");
        }
    }
    let pairs = (0..count as u32).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
    (set, pairs)
}
