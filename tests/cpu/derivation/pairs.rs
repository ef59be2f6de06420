//! Random pairs with whole coordinates.

use crate::common::seed::{rng, seed};
use glam::Vec3;
use motzkin_core::geom::Frame3;
use motzkin_core::verdict::Verdict;
use std::array::from_fn;
use std::collections::HashMap;

/// Pairs with small whole coordinates: scattered ones, ones on a lattice so small that parallel and
/// coplanar parts abound, equally turned ones, and ones with a vertex in common.
pub struct Pairs {
    random: fastrand::Rng,
    kinds: [bool; 2],
}

impl Pairs {
    pub const COUNT: usize = 1000;

    /// Calls `judge` on many pairs of these shapes (true: tetrahedron) and asserts that every
    /// verdict occurs.
    pub fn each(name: &str, kinds: [bool; 2], mut judge: impl FnMut(&Frame3, &Frame3) -> Verdict) {
        let mut pairs = Self { random: rng(name), kinds };
        let mut counts = HashMap::new();
        for i in 0..Self::COUNT {
            let (a, b) = pairs.draw(i);
            *counts.entry(judge(&a, &b)).or_insert(0) += 1;
        }
        println!("{name}: {counts:?}, seed {}", seed());
        assert!(Verdict::ALL.iter().all(|verdict| counts.contains_key(verdict)), "{counts:?}");
    }

    fn draw(&mut self, i: usize) -> (Frame3, Frame3) {
        loop {
            let range = if i % 4 == 1 { 2 } else { 9 };
            let (a, mut b) =
                ([(); 4].map(|()| self.vector(range)), [(); 4].map(|()| self.vector(range)));
            match i % 4 {
                2 => {
                    let turn = self.random.usize(..3);
                    let sizes = [(); 3].map(|()| self.random.i32(1..4) as f32 * self.sign());
                    b = from_fn(|row| {
                        if row == 0 { b[0] } else { a[1 + (row + turn) % 3] * sizes[row - 1] }
                    });
                }
                3 => b[0] = a[0] + if self.random.bool() { a[1] } else { Vec3::ZERO },
                _ => {}
            }
            let by_vertices = self.random.bool();
            let pair = (frame(self.kinds[0], by_vertices, a), frame(self.kinds[1], by_vertices, b));
            if let (Ok(a), Ok(b)) = pair {
                return (a, b);
            }
        }
    }

    fn sign(&mut self) -> f32 {
        if self.random.bool() { 1.0 } else { -1.0 }
    }

    fn vector(&mut self, range: i32) -> Vec3 {
        Vec3::from([(); 3].map(|()| self.random.i32(-range..=range) as f32))
    }
}

fn frame(
    tetra: bool,
    by_vertices: bool,
    [o, e0, e1, e2]: [Vec3; 4],
) -> Result<Frame3, motzkin::FrameError> {
    match (tetra, by_vertices) {
        (false, _) => Frame3::cuboid(o, [e0, e1, e2]),
        (true, false) => Frame3::tetra(o, [e0, e1, e2]),
        (true, true) => Frame3::tetra_by_vertices([o, o + e0, o + e1, o + e2]),
    }
}
