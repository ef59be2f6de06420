//! The vertices of a pair as multiples of one power of two, in `f64` and without a rounding.

use super::system::Point;
use crate::geom::{Pair, Placed, PolytopeSet};

/// The vertices of a pair in units of a power of two, as seen from a point near the second centre.
pub struct Lattice {
    /// Whole numbers below `2^bits` in magnitude.
    pub points: [Vec<Point<f64>>; 2],
    /// A whole point near the difference of the centres, below `2^(bits + 1)`.
    pub inside: Point<f64>,
}

/// Returns the vertices of a pair in space if each is a whole number of units below `2^bits`, where
/// the unit is as small as the size of the pair allows.
///
/// A product of two `f32` is exact in `f64`. Every product and every shift is held against the
/// unit, so that their sums are multiples of the unit too. A sum below `2^53` units is not rounded.
pub fn lattice(set: &PolytopeSet, pair: Pair, bits: i32) -> Option<Lattice> {
    let [a, b] = [pair.a, pair.b].map(|index| set.placed(index).0);
    // A difference in a plane has no faces.
    if a.in_plane && b.in_plane {
        return None;
    }
    let apart = [0, 1, 2].map(|axis| a.centre[axis] - b.centre[axis]);
    let size = apart.iter().fold(0.0_f64, |most, x| most.max(x.abs())) + a.spread.max(b.spread);
    let unit = power_below(size)? * power_of_two(1 - bits);
    let grid = Grid { unit, magic: 1.5 * power_of_two(52) * unit, most: power_of_two(51) * unit };
    // Half of an ulp of the largest sum is a unit then, and a sum with the magic number is rounded
    // to a multiple of the unit.
    if !(a.size < grid.most && b.size < grid.most) {
        return None;
    }
    let base = b.centre.map(|x| grid.nearest(x));
    let seen = |index: u32, placed: &Placed| grid.seen(set, index, placed, &base);
    let points = [seen(pair.a, a)?, seen(pair.b, b)?];
    let limit = power_of_two(bits);
    let is_within = |x: &f64| x.abs() < limit;
    let inside = apart.map(|x| grid.nearest(x) / unit);
    (points.iter().flatten().flatten().all(is_within)
        && inside.iter().all(|x| x.abs() < 2.0 * limit))
    .then_some(Lattice { points, inside })
}

/// `2^exponent`.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

/// Returns the largest power of two that is not above a number of ordinary size.
fn power_below(x: f64) -> Option<f64> {
    const EXPONENT: u64 = 0x7ff << 52;
    // Sizes of `f32`, and their products.
    (x > 1e-100 && x < 1e100).then(|| f64::from_bits(x.to_bits() & EXPONENT))
}

/// The multiples of a unit.
struct Grid {
    unit: f64,
    /// One and a half times `2^52` units: sums with it are rounded to multiples of the unit.
    magic: f64,
    /// `2^51` units.
    most: f64,
}

impl Grid {
    #[inline(always)]
    fn nearest(&self, x: f64) -> f64 {
        (x + self.magic) - self.magic
    }

    /// By how much a number misses the multiples.
    #[inline(always)]
    fn miss(&self, x: f64) -> f64 {
        (self.nearest(x) - x).abs()
    }

    /// Returns the placed vertices of a polytope in units, as seen from a multiple, or `None` if
    /// one of the numbers is no multiple.
    fn seen(
        &self,
        set: &PolytopeSet,
        index: u32,
        placed: &Placed,
        base: &Point<f64>,
    ) -> Option<Vec<Point<f64>>> {
        let (by, mut misses) = (1.0 / self.unit, 0.0);
        let mut points = Vec::with_capacity(set.vertices_of(index).len());
        let rows = &set.polytopes()[index as usize].rows;
        for vertex in set.vertices_of(index) {
            let mut point = [0.0; 3];
            for axis in 0..3 {
                let x = if placed.stays {
                    let x = f64::from(vertex[axis]);
                    misses += self.miss(x);
                    x
                } else {
                    let mut sum = f64::from(rows[axis][3]);
                    misses += self.miss(sum);
                    for (by, x) in rows[axis].iter().zip(vertex) {
                        let product = f64::from(*by) * f64::from(*x);
                        misses += self.miss(product);
                        sum += product;
                    }
                    sum
                };
                point[axis] = (x - base[axis]) * by;
            }
            points.push(point);
        }
        (misses == 0.0).then_some(points)
    }
}
