//! Exact numbers: whole ones for the kernels' polynomials, rational ones for elimination.

use dashu_int::IBig;
use dashu_ratio::RBig;
use glam::Vec3;
use motzkin_core::geom::{Frame3, ShapeKind};
use motzkin_core::kernel::{Edges, Real};
use std::array::from_fn;
use std::ops::{Add, Mul, Sub};

/// A whole number that the kernels can compute with. Overflow panics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Whole(pub i128);

impl Add for Whole {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.checked_add(other.0).unwrap())
    }
}
impl Sub for Whole {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.checked_sub(other.0).unwrap())
    }
}
impl Mul for Whole {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self(self.0.checked_mul(other.0).unwrap())
    }
}
impl Real for Whole {
    fn abs(self) -> Self {
        Self(self.0.abs())
    }
    fn min(self, other: Self) -> Self {
        Ord::min(self, other)
    }
    fn max(self, other: Self) -> Self {
        Ord::max(self, other)
    }
}

pub type Vector = [Whole; 3];

pub fn whole(v: Vec3) -> Vector {
    v.to_array().map(|x| {
        assert_eq!(x.fract(), 0.0);
        Whole(x as i128)
    })
}
pub fn rational(x: Whole) -> RBig {
    RBig::from(IBig::from(x.0))
}
pub fn magnitude(x: RBig) -> RBig {
    if x < RBig::ZERO { -x } else { x }
}
pub fn cross(a: Vector, b: Vector) -> Vector {
    [(1, 2), (2, 0), (0, 1)].map(|(i, j)| a[i] * b[j] - a[j] * b[i])
}
pub fn sub(a: Vector, b: Vector) -> Vector {
    from_fn(|i| a[i] - b[i])
}
pub fn add(a: Vector, b: Vector) -> Vector {
    from_fn(|i| a[i] + b[i])
}

/// The origin and the edges of a frame with whole coordinates.
pub fn solid(frame: &Frame3) -> (Vector, Edges<Whole>) {
    let origin = whole(frame.origin());
    let rows = [1, 2, 3].map(|row| whole(frame.row(row)));
    let by_vertices = frame.kind() == Ok(ShapeKind::TetraByVertices);
    (origin, if by_vertices { rows.map(|vertex| sub(vertex, origin)) } else { rows })
}
