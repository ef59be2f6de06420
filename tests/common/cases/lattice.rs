//! Whole numbers: nothing rounds, so contacts are exact and stay exact under exact maps.

use super::{Corner, KINDS, case, frame, try_frame};
use crate::common::scene::Scene;
use crate::common::seed::rng;
use glam::Vec3;
use motzkin_core::geom::{Frame3, ShapeKind, Stored};
use motzkin_core::verdict::Verdict;

/// `x -> 2^power (linear x + shift)` in whole numbers, with `linear` invertible: no verdict
/// changes.
#[derive(Clone, Debug)]
pub struct Affine {
    pub linear: [[i32; 3]; 3],
    pub shift: [i32; 3],
    pub power: i32,
}

/// `2^power`, denormal powers included.
pub fn power_of_two(power: i32) -> f32 {
    2.0_f64.powi(power) as f32
}

impl Affine {
    pub const IDENTITY: Self =
        Self { linear: [[1, 0, 0], [0, 1, 0], [0, 0, 1]], shift: [0; 3], power: 0 };

    /// The identity scaled.
    pub const fn power(power: i32) -> Self {
        Self { power, ..Self::IDENTITY }
    }

    /// The identity shifted.
    pub const fn shift(shift: [i32; 3]) -> Self {
        Self { shift, ..Self::IDENTITY }
    }

    /// An invertible map with entries up to 3, either hand, and a shift.
    pub fn random(rng: &mut fastrand::Rng, power: i32) -> Self {
        loop {
            let linear = [0; 3].map(|_| [0; 3].map(|_| rng.i32(-3..=3)));
            let [a, b, c] = linear;
            let minor = |i: usize, j: usize| b[i] * c[j] - b[j] * c[i];
            if a[0] * minor(1, 2) + a[1] * minor(2, 0) + a[2] * minor(0, 1) != 0 {
                return Self { linear, shift: [0; 3].map(|_| rng.i32(-100..=100)), power };
            }
        }
    }

    fn vector(&self, v: [i32; 3], shift: [i32; 3]) -> Vec3 {
        // Each step is exact: the sums are small whole numbers, and the power has room.
        let unit = 2.0_f64.powi(self.power);
        let entry = |i: usize| {
            let sum: i32 = (0..3).map(|j| self.linear[i][j] * v[j]).sum::<i32>() + shift[i];
            let scaled = f64::from(sum) * unit;
            assert_eq!(f64::from(scaled as f32), scaled, "the lattice fits f32");
            scaled as f32
        };
        Vec3::new(entry(0), entry(1), entry(2))
    }

    /// The image of a frame given in whole numbers, exactly.
    pub fn frame(&self, kind: ShapeKind, [origin, edges @ ..]: Corner) -> Frame3 {
        let add = |e: [i32; 3]| [0, 1, 2].map(|i| origin[i] + e[i]);
        let rows = match kind.stored() {
            Stored::Edges => edges.map(|e| self.vector(e, [0; 3])),
            Stored::Vertices => edges.map(|e| self.vector(add(e), self.shift)),
        };
        let origin = self.vector(origin, self.shift);
        Frame3::of_kind(kind, origin, rows).expect("an invertible map keeps the interior")
    }
}

/// A random frame with whole coordinates up to `size`, its origin up to `reach`.
fn random_frame(rng: &mut fastrand::Rng, kind: ShapeKind, size: i32, reach: i32) -> Frame3 {
    loop {
        let mut vector =
            |limit: i32| Vec3::from_array([0.0; 3].map(|_| rng.i32(-limit..=limit) as f32));
        let (origin, edges) = (vector(reach), [vector(size), vector(size), vector(size)]);
        if let Some(frame) = try_frame(kind, origin, edges) {
            return frame;
        }
    }
}

/// Random frames on small lattices (where contacts, shared faces and parallel edges are common),
/// and axis-aligned boxes on one.
pub fn scenes() -> Vec<Scene> {
    let mut out = Vec::new();
    for (size, reach) in [(1, 1), (2, 2), (5, 4)] {
        let name = format!("integer lattice {size}");
        let cases = |rng: &mut fastrand::Rng| {
            let mut cases = Vec::new();
            for a_kind in KINDS {
                for b_kind in KINDS {
                    cases.extend((0..60).map(|_| {
                        let a = random_frame(rng, a_kind, size, reach);
                        case("random", a, random_frame(rng, b_kind, size, reach))
                    }));
                }
            }
            cases
        };
        let touches = |scene: &Scene| scene.share(Verdict::Touching) > 0.05;
        out.push(Scene::drawn(&name, cases, |scene| size > 2 || touches(scene)));
    }
    let mut rng = rng("aligned lattice");
    let mut aligned = || {
        let mut pick = |low: i32, high: i32| rng.i32(low..=high) as f32;
        let origin = Vec3::new(pick(-3, 3), pick(-3, 3), pick(-3, 3));
        let edges = [Vec3::X * pick(1, 3), Vec3::Y * pick(1, 3), Vec3::Z * pick(1, 3)];
        frame(ShapeKind::Cuboid, origin, edges)
    };
    out.push(Scene::new(
        "aligned lattice",
        (0..200).map(|_| case("boxes", aligned(), aligned())).collect(),
    ));
    out
}
