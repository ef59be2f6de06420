//! The winding number: how often a closed surface goes round a point.

use super::crossing::{Crossing, ahead, passes};
use super::origin::Origin;
use super::sides::{NEXT, Triangle};
use crate::num::band::VOLUME_F64;
use std::cmp::Ordering;

/// The rays of small numbers, which come first. One in some millions hits an edge, for any mesh
/// that was not made to be hit.
const SMALL: u64 = 64;

/// A prime number. The other rays are those of a conic in the plane over its residues.
const PRIME: u64 = (1 << 31) - 1;

/// The number of rays. Some ray hits no edge of a mesh of up to `2^28` triangles, whatever they
/// are.
///
/// A ray that hits an edge lies in the plane through its origin and that edge, as a ray within a
/// triangle's plane does. (Where the origin is in line with the edge, no ray says
/// [`Edge`](Crossing::Edge) for it.) Of the rays that come after the first, no three lie in one
/// plane. Up to multiples of the prime number, the determinant of three directions `c (1, t, t^2)`
/// is the product of their `c` and of the differences of their `t`, and the prime number divides
/// none of these. So the three edges of a triangle spoil six rays at most.
pub const RAYS: u64 = SMALL + PRIME - 1;
const _: () = assert!(6 << 28 < PRIME - 1);

/// A ray of which the crossings with a closed surface are counted: their sum is the winding number
/// about its origin, if none of them is an [edge](Crossing::Edge). The number is 1 within a solid
/// whose triangles face outwards, and 0 outside. It is exact.
///
/// Whoever knows which triangles a ray may meet asks it about those only.
#[derive(Clone, Copy, Debug)]
pub struct Ray<'a> {
    from: &'a Origin,
    direction: [i32; 3],
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

/// Returns a direction of whole numbers: small ones that lie in no plane of symmetry, and later
/// those of the conic. No coordinate is `2^30` or more.
fn direction(ray: u64) -> [i32; 3] {
    let Some(later) = ray.checked_sub(SMALL) else {
        let mut rng = fastrand::Rng::with_seed(ray.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 2006);
        return [0; 3].map(|_| rng.i32(-30_000..=30_000) | 1);
    };
    // Products with a number that is not 0 exchange the residues, so that neighbours go apart.
    let times = |a: u64, b: u64| a * b % PRIME;
    let (t, c) = (times(later + 1, 1_327_217_885), times(later + 1, 1_145_146_783));
    // Of both residues the nearer to 0, on either side of it.
    let signed = |x: u64| (if x > PRIME / 2 { x as i64 - PRIME as i64 } else { x as i64 }) as i32;
    [c, times(c, t), times(times(c, t), t)].map(signed)
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
