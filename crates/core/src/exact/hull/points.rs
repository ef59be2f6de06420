//! The vertices of polytopes in whole numbers.

use super::system::Point;
use crate::geom::{Polytope, PolytopeSet};
use crate::num::Integers;
use dashu_int::IBig;
use dashu_int::ops::BitTest;
use dashu_ratio::RBig;
use glam::DVec3;

/// Points in units that those of a pair share, as seen from one of them.
pub(super) struct Common {
    pub points: Vec<Point<IBig>>,
    /// The number of bits of the largest coordinate.
    bits: usize,
}

impl Common {
    /// Takes points in any unit.
    pub fn of(points: Vec<Point<IBig>>) -> Self {
        let bits = points.iter().flatten().map(BitTest::bit_len).max().unwrap_or(0);
        Self { points, bits }
    }
}

/// Where a pair's points are in the world.
pub(super) struct World {
    base: Point<IBig>,
    exponent: i32,
    /// Units of the points in units of `2^exponent`, as a power of two.
    zeros: usize,
}

impl World {
    /// Returns the exponent of the power of two that the points are counted in.
    pub fn unit(&self) -> i32 {
        self.exponent + self.zeros as i32
    }

    /// Returns a length in the world that is a multiple of `2^-places` of a unit.
    pub fn length(&self, numerator: IBig, places: usize) -> RBig {
        let (length, shift) = (RBig::from(numerator), self.unit() - places as i32);
        let by = RBig::from(IBig::ONE << shift.unsigned_abs() as usize);
        if shift < 0 { length / by } else { length * by }
    }

    /// Returns a point in the world, each coordinate rounded once.
    pub fn point(&self, numerators: Point<IBig>, denominator: &IBig) -> DVec3 {
        let unit = RBig::from(IBig::ONE << self.exponent.unsigned_abs() as usize);
        let coordinate = |axis: usize| {
            let seen = RBig::from(numerators[axis].clone() << self.zeros)
                / RBig::from(denominator.clone());
            let whole = seen + RBig::from(self.base[axis].clone());
            let world = if self.exponent < 0 { whole / &unit } else { whole * &unit };
            world.to_f64().value()
        };
        DVec3::new(coordinate(0), coordinate(1), coordinate(2))
    }
}

/// Returns the placed vertices of two polytopes at rest.
pub(super) fn common(set: &PolytopeSet, polytopes: [u32; 2]) -> ([Common; 2], World) {
    let (sides, world, _) = common_of(set, polytopes, &[]);
    (sides, world)
}

/// Returns the placed vertices of two polytopes with these velocities, none for polytopes at rest,
/// and the second one's velocity in units of the points. The first one is seen from the second: it
/// has its vertices at the start of the motion, then its vertices at the end.
pub(super) fn common_of(
    set: &PolytopeSet,
    polytopes: [u32; 2],
    velocities: &[[f32; 3]],
) -> ([Common; 2], World, Point<IBig>) {
    let placed = polytopes.map(|index| placed(set, index));
    let speeds = Integers::common(velocities.iter().flatten());
    let units = placed[0].1.min(placed[1].1);
    let exponent = if speeds.width == 0 { units } else { units.min(speeds.exponent) };
    let mut sides = placed.map(|(mut points, own)| {
        let shift = (own - exponent).unsigned_abs() as usize;
        points.iter_mut().flatten().for_each(|x| *x <<= shift);
        points
    });
    let shift =
        if speeds.width == 0 { 0 } else { (speeds.exponent - exponent).unsigned_abs() as usize };
    let mut drift = Point::default();
    if let [of_a, of_b] = velocities {
        drift = of_b.map(|x| speeds.whole::<IBig>(x) << shift);
        let sweep: Point<IBig> =
            std::array::from_fn(|axis| (speeds.whole::<IBig>(of_a[axis]) << shift) - &drift[axis]);
        let last = |point: &Point<IBig>| std::array::from_fn(|axis| &point[axis] + &sweep[axis]);
        let at_last: Vec<Point<IBig>> = sides[0].iter().map(last).collect();
        sides[0].extend(at_last);
    }
    let base = sides.iter().flatten().next().cloned().unwrap_or_default();
    for point in sides.iter_mut().flatten() {
        for (x, from) in point.iter_mut().zip(&base) {
            *x -= from;
        }
    }
    let numbers = sides.iter().flatten().flatten().chain(&drift);
    let zeros = numbers.filter_map(IBig::trailing_zeros).min().unwrap_or(0);
    drift.iter_mut().for_each(|x| *x >>= zeros);
    let common = sides.map(|mut points| {
        points.iter_mut().flatten().for_each(|x| *x >>= zeros);
        Common::of(points)
    });
    (common, World { base, exponent, zeros }, drift)
}

/// Points of a pair in 128 bits.
pub(super) struct Narrow {
    pub points: [Vec<Point<i128>>; 2],
    /// The number of bits of the largest coordinate.
    pub bits: usize,
    /// True if the steps of the simplex method stay within 128 bits too.
    pub steps: bool,
}

impl Narrow {
    /// Returns the points between -1 and 1, rounded.
    pub fn scaled(&self) -> [Vec<Point<f64>>; 2] {
        let unit = 0.5_f64.powi(self.bits as i32);
        self.points
            .each_ref()
            .map(|points| points.iter().map(|point| point.map(|x| x as f64 * unit)).collect())
    }

    /// Takes points whose minors of a basis stay within 128 bits, and prices by them too.
    ///
    /// With coordinates below `2^w`, of which the column of all `n` points adds up `n`, a minor
    /// sums 120 products of three: below `2^(3w + 7) n`. A price adds up five minors with a
    /// coordinate less, and a priced column four products: less than 32 times as much. A step
    /// multiplies two minors and subtracts another such product.
    pub fn of(points: [Vec<Point<i128>>; 2], bits: usize) -> Option<Self> {
        let minor = minor_bits(bits, &points);
        (minor + 5 <= 126).then_some(Self { points, bits, steps: 2 * minor < 126 })
    }
}

/// Returns the most bits of a minor of a basis.
pub(super) fn minor_bits<N>(bits: usize, points: &[Vec<Point<N>>; 2]) -> usize {
    3 * bits + 7 + (points[0].len() + points[1].len()).bit_len()
}

/// Points of a pair between -1 and 1, rounded.
pub(super) fn scaled(sides: &[Common; 2]) -> [Vec<Point<f64>>; 2] {
    let bits = sides[0].bits.max(sides[1].bits);
    // What lies 1000 places below the largest may as well be zero.
    let (drop, unit) = (bits.saturating_sub(1000), 0.5_f64.powi(bits.min(1000) as i32));
    sides.each_ref().map(|side| {
        let scaled =
            |point: &Point<IBig>| point.each_ref().map(|x| (x >> drop).to_f64().value() * unit);
        side.points.iter().map(scaled).collect()
    })
}

/// Returns the vertices of two polytopes with the identity as transform, without a detour by
/// numbers of any size.
pub(super) fn narrow_stored(set: &PolytopeSet, polytopes: [u32; 2]) -> Option<Narrow> {
    if polytopes.iter().any(|&index| !set.polytopes()[index as usize].stays()) {
        return None;
    }
    let [a, b] = polytopes.map(|index| set.vertices_of(index));
    let scale = Integers::common(a.iter().chain(b).flatten());
    if scale.width > 64 {
        return None;
    }
    let whole = |point: &[f32; 3]| point.map(|x| scale.whole::<i128>(x));
    let base = a.iter().chain(b).next().map(whole)?;
    let seen = |points: &[[f32; 3]]| -> Vec<Point<i128>> {
        let seen = |point| {
            let [x, y, z] = whole(point);
            [x - base[0], y - base[1], z - base[2]]
        };
        points.iter().map(seen).collect()
    };
    let points = [seen(a), seen(b)];
    let largest = points.iter().flatten().flatten().map(|x| x.unsigned_abs()).max().unwrap_or(0);
    Narrow::of(points, (u128::BITS - largest.leading_zeros()) as usize)
}

/// Returns the points of any polytopes in 128 bits, if they fit.
pub(super) fn narrow(sides: &[Common; 2]) -> Option<Narrow> {
    let bits = sides[0].bits.max(sides[1].bits);
    // Too wide for the conversion, and by far for the rest.
    if bits > 100 {
        return None;
    }
    Narrow::of([as_narrow(&sides[0])?, as_narrow(&sides[1])?], bits)
}

fn as_narrow(side: &Common) -> Option<Vec<Point<i128>>> {
    let narrow = |x: &IBig| i128::try_from(x).ok();
    side.points.iter().map(|[x, y, z]| Some([narrow(x)?, narrow(y)?, narrow(z)?])).collect()
}

/// Returns a placed vertex of a polytope in units of a power of two, and its exponent.
#[cfg(feature = "meshes")]
pub fn placed_vertex(set: &PolytopeSet, polytope: u32, vertex: usize) -> (Point<IBig>, i32) {
    let vertices = &set.vertices_of(polytope)[vertex..=vertex];
    let (points, exponent) = placed_by(&set.polytopes()[polytope as usize], vertices);
    (points.into_iter().next().unwrap_or_default(), exponent)
}

/// Returns the placed vertices of a polytope in units of a power of two, and its exponent.
fn placed(set: &PolytopeSet, index: u32) -> (Vec<Point<IBig>>, i32) {
    placed_by(&set.polytopes()[index as usize], set.vertices_of(index))
}

fn placed_by(polytope: &Polytope, vertices: &[[f32; 3]]) -> (Vec<Point<IBig>>, i32) {
    let own = Integers::common(vertices.iter().flatten());
    let whole = vertices.iter().map(|vertex| vertex.map(|x| own.whole::<IBig>(x)));
    if polytope.stays() {
        return (whole.collect(), own.exponent);
    }
    let linear = Integers::common(polytope.rows.iter().flat_map(|row| &row[..3]));
    let shifts = Integers::common(polytope.rows.iter().map(|row| &row[3]));
    let product = own.exponent + linear.exponent;
    let exponent = product.min(shifts.exponent);
    let [by, of_shift] =
        [product, shifts.exponent].map(|from| (from - exponent).unsigned_abs() as usize);
    let rows = polytope.rows.map(|[x, y, z, shift]| {
        ([x, y, z].map(|x| linear.whole::<IBig>(x) << by), shifts.whole::<IBig>(shift) << of_shift)
    });
    let place = |v: Point<IBig>| {
        rows.each_ref().map(|([x, y, z], shift)| x * &v[0] + y * &v[1] + z * &v[2] + shift)
    };
    (whole.map(place).collect(), exponent)
}
