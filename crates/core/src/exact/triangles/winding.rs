//! The winding number: how often a closed surface goes round a point.

use super::crossing::{Crossing, ahead, passes};
use super::origin::Origin;
use super::sides::{NEXT, Triangle};
use crate::num::band::VOLUME_F64;
use std::cmp::Ordering;

/// The number of rays that are tried. One in some millions hits an edge, for any mesh that was not
/// made to be hit.
pub const RAYS: u64 = 64;

/// A ray of which the crossings with a closed surface are counted: their sum is the winding number
/// about its origin, if none of them is an [edge](Crossing::Edge). The number is 1 within a solid
/// whose triangles face outwards, and 0 outside. It is exact.
///
/// Whoever knows which triangles a ray may meet asks it about those only.
#[derive(Clone, Copy, Debug)]
pub struct Ray<'a> {
    from: &'a Origin,
    direction: [f32; 3],
}

impl<'a> Ray<'a> {
    /// Creates one of the [`RAYS`] from a point.
    pub fn new(from: &'a Origin, number: u64) -> Self {
        Self { from, direction: direction(number) }
    }

    /// Returns the ray from there that goes the other way.
    pub fn reversed(self) -> Self {
        Self { direction: self.direction.map(|x| -x), ..self }
    }

    /// Returns the direction, in whole numbers.
    pub fn direction(&self) -> [f64; 3] {
        self.direction.map(f64::from)
    }

    /// Returns how the ray meets a triangle. Exact.
    pub fn crossing(&self, triangle: &Triangle) -> Crossing {
        let (p, error) = self.from.near();
        let d = self.direction();
        let seen = triangle.map(|corner| [0, 1, 2].map(|i| f64::from(corner[i]) - p[i]));
        let side = |i: usize| sign([d, seen[i], seen[NEXT[i]]], [0.0, error, error]);
        if let [Some(x), Some(y), Some(z)] = [0, 1, 2].map(side) {
            if let Some(found) = passes([x, y, z]) {
                return found;
            }
            if let Some(volume) = sign(seen, [error; 3]) {
                return ahead(x, volume);
            }
        }
        self.from.crossing(self.direction, triangle)
    }
}

/// Returns a direction of small whole numbers that lies in no plane of symmetry.
fn direction(ray: u64) -> [f32; 3] {
    let mut rng = fastrand::Rng::with_seed(ray.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 2006);
    [0; 3].map(|_| (rng.i32(-30_000..=30_000) | 1) as f32)
}

/// Returns the sign of a volume in `f64`, or `None` within the error band. `errors` bound those of
/// the coordinates of each vector.
///
/// The volume sums six products. Errors of the coordinates change it by at most six times what they
/// add to the product of the norms; computing that takes less than another [`VOLUME_F64`].
fn sign(vectors: [[f64; 3]; 3], errors: [f64; 3]) -> Option<Ordering> {
    let [d, e, f] = vectors;
    let norms = vectors.map(|v| v[0].abs().max(v[1].abs()).max(v[2].abs()));
    let part = |i: usize, j: usize| e[i] * f[j] - e[j] * f[i];
    let volume = d[0] * part(1, 2) + d[1] * part(2, 0) + d[2] * part(0, 1);
    let product = norms[0] * norms[1] * norms[2];
    let band = if errors == [0.0; 3] {
        VOLUME_F64 * product
    } else {
        let [p, q, r] = [0, 1, 2].map(|i| norms[i] + errors[i]);
        // Products of denormal numbers lose less than the last.
        2.0 * VOLUME_F64 * (p * q * r) + 6.0 * (p * q * r - product) + 1e-290
    };
    if volume > band {
        Some(Ordering::Greater)
    } else if volume < -band {
        Some(Ordering::Less)
    } else {
        None
    }
}
