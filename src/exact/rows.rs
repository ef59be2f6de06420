//! A solid as two-sided rows, and what combinations of rows say of one coordinate.
//!
//! A *two-sided row* is `low <= n . x <= high`: three make a cuboid, a fourth (the sum of the other
//! three) a tetrahedron. Eliminating variables by Fourier-Motzkin leaves combinations of rows, so the
//! exact range of a coordinate is the intersection of what every combination allows it.

use super::decide::{PairFault, common_scale, kinds};
use super::solid::{Solid, Vector, cross, dot, sub};
use crate::geom::Frame3;
use dashu_int::IBig;
use dashu_ratio::RBig;

/// The common points of two frames as rows, measured from the first one's origin in units of
/// `2^exponent`.
pub(super) struct CommonPoints {
    pub rows: Vec<Row>,
    origin: Vector<IBig>,
    exponent: i32,
}

impl CommonPoints {
    /// The rows of both frames.
    pub fn of(a: &Frame3, b: &Frame3) -> Result<Self, PairFault> {
        let kinds = kinds(a, b)?;
        let scale = common_scale(a, b);
        let [a, b] = [(a, kinds.0), (b, kinds.1)].map(|(f, kind)| Solid::new(f, kind, |x| scale.wide(x)));
        let mut rows = two_sided_rows(&a, &a.origin);
        rows.extend(two_sided_rows(&b, &a.origin));
        Ok(Self { rows, origin: a.origin, exponent: scale.exponent })
    }

    /// A coordinate in the world.
    pub fn world(&self, axis: usize, value: Fraction) -> RBig {
        let value = RBig::from(value.numerator) / RBig::from(value.denominator);
        let value = value + RBig::from(self.origin[axis].clone());
        let unit = RBig::from(IBig::ONE << self.exponent.unsigned_abs() as usize);
        if self.exponent < 0 { value / unit } else { value * unit }
    }
}

/// `low <= normal . x <= high`.
pub(super) struct Row {
    pub normal: Vector<IBig>,
    pub low: IBig,
    pub high: IBig,
}

/// The rows of a solid, for `x` measured from `base`.
fn two_sided_rows(solid: &Solid<IBig>, base: &Vector<IBig>) -> Vec<Row> {
    let [e0, e1, e2] = &solid.edges;
    let mut normals = vec![cross(e1, e2), cross(e2, e0), cross(e0, e1)];
    let width = dot(&normals[0], e0);
    if solid.tetra {
        let sum = [0, 1, 2].map(|i| &normals[0][i] + &normals[1][i] + &normals[2][i]);
        normals.push(sum);
    }
    let origin = sub(&solid.origin, base);
    normals
        .into_iter()
        .map(|normal| {
            let start = dot(&normal, &origin);
            let end = start.clone() + &width;
            let (low, high) = if start < end { (start, end) } else { (end, start) };
            Row { normal, low, high }
        })
        .collect()
}

/// A quotient with a positive denominator, not reduced: comparing two costs two products.
#[derive(Clone)]
pub(super) struct Fraction {
    pub numerator: IBig,
    pub denominator: IBig,
}

impl Fraction {
    fn is_above(&self, other: &Self) -> bool {
        &self.numerator * &other.denominator > &other.numerator * &self.denominator
    }
}

/// The ends of a coordinate's range; none while nothing is known of it.
pub(super) type Range = Option<(Fraction, Fraction)>;

/// The ranges of some coordinates over all points that satisfy every row: what every triple says.
pub(super) fn ranges<const N: usize>(rows: &[Row], axes: [usize; N]) -> [Range; N] {
    let mut ranges = axes.map(|_| None);
    for (i, r) in rows.iter().enumerate() {
        for (j, s) in rows.iter().enumerate().skip(i + 1) {
            let r_cross_s = cross(&r.normal, &s.normal);
            for t in &rows[j + 1..] {
                let determinant = dot(&r_cross_s, &t.normal);
                if determinant == IBig::ZERO {
                    continue;
                }
                let weights = [cross(&s.normal, &t.normal), cross(&t.normal, &r.normal), r_cross_s.clone()];
                for (axis, range) in axes.into_iter().zip(&mut ranges) {
                    let terms = [(r, &weights[0][axis]), (s, &weights[1][axis]), (t, &weights[2][axis])];
                    narrow(range, &terms, &determinant);
                }
            }
        }
    }
    ranges
}

/// Narrows a range by the rows of which `determinant * x` is the weighted sum of `normal . x`.
pub(super) fn narrow(range: &mut Range, terms: &[(&Row, &IBig)], determinant: &IBig) {
    let (low, high) = bounds(terms, determinant);
    let Some((lowest, highest)) = range else {
        *range = Some((low, high));
        return;
    };
    if low.is_above(lowest) {
        *lowest = low;
    }
    if highest.is_above(&high) {
        *highest = high;
    }
}

fn bounds(terms: &[(&Row, &IBig)], determinant: &IBig) -> (Fraction, Fraction) {
    let (mut low, mut high) = (IBig::ZERO, IBig::ZERO);
    for (row, weight) in terms {
        let (at_low, at_high) = (*weight * &row.low, *weight * &row.high);
        let falls = at_high < at_low;
        low += if falls { &at_high } else { &at_low };
        high += if falls { &at_low } else { &at_high };
    }
    let over = |numerator: IBig| match *determinant < IBig::ZERO {
        true => Fraction { numerator: -numerator, denominator: -determinant },
        false => Fraction { numerator, denominator: determinant.clone() },
    };
    if *determinant < IBig::ZERO { (over(high), over(low)) } else { (over(low), over(high)) }
}
