//! Bounds along fixed axes: tighter than a box, and as quick to compare.

use super::aabb::Aabb3;
use super::frame::Frame3;
use super::shape_kind::ShapeKind;
use glam::DVec3;

/// The axes of a [`Kdop`] behind the three coordinates: the four diagonals of a cube.
const DIAGONALS: [DVec3; 4] = [
    DVec3::new(1.0, 1.0, 1.0),
    DVec3::new(-1.0, 1.0, 1.0),
    DVec3::new(1.0, -1.0, 1.0),
    DVec3::new(1.0, 1.0, -1.0),
];

/// The error of a sum along a diagonal, relative to the magnitudes of the terms: there are at most
/// eleven terms, each rounded to `f64` after it is added.
const SLACK: f64 = 32.0 * f64::EPSILON;

/// The ranges of a solid along seven axes, rounded outward: a discrete orientation polytope with 14
/// sides (Klosowski and others, 1998). 56 bytes.
///
/// The axes are x, y, z, (1, 1, 1), (-1, 1, 1), (1, -1, 1) and (1, 1, -1). Each range holds scalar
/// products with one of these vectors, which are not normalised.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kdop {
    /// The lower end of each range.
    pub low: [f32; Self::AXES],
    /// The upper end of each range.
    pub high: [f32; Self::AXES],
}

impl Kdop {
    /// The number of axes.
    pub const AXES: usize = 7;

    /// The bounds of nothing: each range begins at infinity and ends at minus infinity.
    pub const NONE: Self =
        Self { low: [f32::INFINITY; Self::AXES], high: [f32::NEG_INFINITY; Self::AXES] };

    /// Returns the smallest bounds that contain both.
    pub fn union(&self, other: &Self) -> Self {
        let mut out = *self;
        for axis in 0..Self::AXES {
            out.low[axis] = lesser(out.low[axis], other.low[axis]);
            out.high[axis] = greater(out.high[axis], other.high[axis]);
        }
        out
    }

    /// Returns what both have in common. If they share nothing, some range ends below its
    /// beginning.
    pub fn common(&self, other: &Self) -> Self {
        let mut out = *self;
        for axis in 0..Self::AXES {
            out.low[axis] = greater(out.low[axis], other.low[axis]);
            out.high[axis] = lesser(out.high[axis], other.high[axis]);
        }
        out
    }

    /// Returns the ranges along the coordinates as a box.
    pub fn aabb(&self) -> Aabb3 {
        let ([x, y, z, ..], [right, top, front, ..]) = (self.low, self.high);
        Aabb3 { min: [x, y, z].into(), max: [right, top, front].into() }
    }
}

/// Returns the smaller number. `f32::min` handles NaN, which no bound is, at twice the cost.
fn lesser(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

impl Frame3 {
    /// Returns bounds of the frame along seven axes, rounded outward to `f32`.
    ///
    /// The ranges along the coordinates are those of [`aabb`](Self::aabb).
    pub fn kdop(&self) -> Kdop {
        let Aabb3 { min, max } = self.aabb();
        let mut out = Kdop::NONE;
        out.low[..3].copy_from_slice(&min.to_array());
        out.high[..3].copy_from_slice(&max.to_array());
        let span = self.kind().unwrap_or(ShapeKind::Tetra).span();
        let [origin, edges @ ..] = [0, 1, 2, 3].map(|row| self.row(row).as_dvec3());
        let size: f64 = [origin].iter().chain(&edges).map(|row| row.abs().element_sum()).sum();
        for (axis, diagonal) in DIAGONALS.iter().enumerate() {
            let along = edges.map(|edge| edge.dot(*diagonal));
            let [low, high] = span.ends(origin.dot(*diagonal), along);
            out.low[3 + axis] = ((low - SLACK * size) as f32).next_down();
            out.high[3 + axis] = ((high + SLACK * size) as f32).next_up();
        }
        out
    }
}
