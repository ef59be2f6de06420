//! The vertices of polytopes in whole numbers.

use super::simplex::Point;
use crate::geom::PolytopeSet;
use crate::num::Integers;
use dashu_int::IBig;
use dashu_int::ops::BitTest;
use dashu_ratio::RBig;
use glam::DVec3;

/// Points in units that those of a pair share, as seen from one of them.
pub(super) struct Common {
    pub points: Vec<Point<IBig>>,
    /// Bits that the largest coordinate takes.
    bits: usize,
}

/// Where a pair's points are in the world.
pub(super) struct World {
    base: Point<IBig>,
    exponent: i32,
    /// Units of the points in units of `2^exponent`, as a power of two.
    zeros: usize,
}

impl World {
    /// A point in the world, each coordinate rounded once.
    pub fn point(&self, numerators: Point<IBig>, denominator: &IBig) -> DVec3 {
        let unit = RBig::from(IBig::ONE << self.exponent.unsigned_abs() as usize);
        let coordinate = |axis: usize| {
            let seen = RBig::from(numerators[axis].clone() << self.zeros) / RBig::from(denominator.clone());
            let whole = seen + RBig::from(self.base[axis].clone());
            let world = if self.exponent < 0 { whole / &unit } else { whole * &unit };
            world.to_f64().value()
        };
        DVec3::new(coordinate(0), coordinate(1), coordinate(2))
    }
}

/// The placed vertices of two polytopes.
pub(super) fn common(set: &PolytopeSet, polytopes: [u32; 2]) -> ([Common; 2], World) {
    let placed = polytopes.map(|index| placed(set, index as usize));
    let exponent = placed[0].1.min(placed[1].1);
    let mut sides = placed.map(|(mut points, own)| {
        let shift = (own - exponent).unsigned_abs() as usize;
        points.iter_mut().flatten().for_each(|x| *x <<= shift);
        points
    });
    let base = sides.iter().flatten().next().cloned().unwrap_or_default();
    for point in sides.iter_mut().flatten() {
        for (x, from) in point.iter_mut().zip(&base) {
            *x -= from;
        }
    }
    let zeros = sides.iter().flatten().flatten().filter_map(IBig::trailing_zeros).min().unwrap_or(0);
    let common = sides.map(|mut points| {
        points.iter_mut().flatten().for_each(|x| *x >>= zeros);
        let bits = points.iter().flatten().map(BitTest::bit_len).max().unwrap_or(0);
        Common { points, bits }
    });
    (common, World { base, exponent, zeros })
}

/// The same in 128 bits, where no step of the simplex method leaves these.
///
/// A step multiplies two minors of the basis, and subtracts another such product. With coordinates below `2^w`, of
/// which the column of all `n` points adds up `n`, a minor sums 120 products of three: below `2^(3w + 7) n`.
pub(super) fn narrow(side: &Common, other: &Common) -> Option<Vec<Point<i128>>> {
    let points = side.points.len() + other.points.len();
    let minor = 3 * side.bits.max(other.bits) + 7 + points.bit_len();
    if 2 * minor + 1 > 126 {
        return None;
    }
    side.points
        .iter()
        .map(|point| Some([as_narrow(&point[0])?, as_narrow(&point[1])?, as_narrow(&point[2])?]))
        .collect()
}

fn as_narrow(x: &IBig) -> Option<i128> {
    i128::try_from(x).ok()
}

/// The placed vertices of a polytope in units of a power of two, which stands beside them.
fn placed(set: &PolytopeSet, index: usize) -> (Vec<Point<IBig>>, i32) {
    let vertices = set.vertices_of(index);
    let polytope = &set.polytopes()[index];
    let own = Integers::common(vertices.iter().flatten());
    let whole = vertices.iter().map(|vertex| vertex.map(|x| own.wide(x)));
    if polytope.stays() {
        return (whole.collect(), own.exponent);
    }
    let linear = Integers::common(polytope.rows.iter().flat_map(|row| &row[..3]));
    let shifts = Integers::common(polytope.rows.iter().map(|row| &row[3]));
    let product = own.exponent + linear.exponent;
    let exponent = product.min(shifts.exponent);
    let [by, of_shift] = [product, shifts.exponent].map(|from| (from - exponent).unsigned_abs() as usize);
    let rows = polytope
        .rows
        .map(|[x, y, z, shift]| ([x, y, z].map(|x| linear.wide(x) << by), shifts.wide(shift) << of_shift));
    let place =
        |v: Point<IBig>| rows.each_ref().map(|([x, y, z], shift)| x * &v[0] + y * &v[1] + z * &v[2] + shift);
    (whole.map(place).collect(), exponent)
}
