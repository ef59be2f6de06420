//! Bounds along fixed axes: tighter than a box, and as quick to compare.

use super::{Aabb3, Frame3, ShapeKind};
use glam::DVec3;

/// The axes of a [`Kdop`]: the coordinates' and the four diagonals of a cube.
const DIAGONALS: [DVec3; 4] = [
    DVec3::new(1.0, 1.0, 1.0),
    DVec3::new(-1.0, 1.0, 1.0),
    DVec3::new(1.0, -1.0, 1.0),
    DVec3::new(1.0, 1.0, -1.0),
];

/// What the sums of a diagonal's range may lose to rounding, as a part of the terms' magnitudes:
/// there are at most eleven of them, each rounded to `f64` after it is added.
const SLACK: f64 = 32.0 * f64::EPSILON;

/// The ranges of a solid along seven axes: x, y, z, and the scalar products with (1, 1, 1), (-1, 1,
/// 1), (1, -1, 1) and (1, 1, -1). The 14-sided discrete orientation polytope of Klosowski and
/// others (1998), rounded outward.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kdop {
    /// The lower ends.
    pub low: [f32; Self::AXES],
    /// The upper ends.
    pub high: [f32; Self::AXES],
}

impl Kdop {
    /// How many axes there are.
    pub const AXES: usize = 7;

    /// Bounds of nothing.
    pub const NONE: Self =
        Self { low: [f32::INFINITY; Self::AXES], high: [f32::NEG_INFINITY; Self::AXES] };

    /// Bounds that hold both.
    pub fn union(&self, other: &Self) -> Self {
        let mut out = *self;
        for axis in 0..Self::AXES {
            out.low[axis] = lesser(out.low[axis], other.low[axis]);
            out.high[axis] = greater(out.high[axis], other.high[axis]);
        }
        out
    }

    /// What both have in common; ends that are the wrong way round where that is nothing.
    pub fn common(&self, other: &Self) -> Self {
        let mut out = *self;
        for axis in 0..Self::AXES {
            out.low[axis] = greater(out.low[axis], other.low[axis]);
            out.high[axis] = lesser(out.high[axis], other.high[axis]);
        }
        out
    }

    /// The ranges along the coordinates.
    pub fn aabb(&self) -> Aabb3 {
        let ([x, y, z, ..], [right, top, front, ..]) = (self.low, self.high);
        Aabb3 { min: [x, y, z].into(), max: [right, top, front].into() }
    }
}

/// `f32::min` cares for NaN, which no bound is, at twice the cost.
fn lesser(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

impl Frame3 {
    /// Bounds along seven axes, in `f32` and rounded outward; along the coordinates those of
    /// [`aabb`](Self::aabb). Never too small.
    pub fn kdop(&self) -> Kdop {
        let Aabb3 { min, max } = self.aabb();
        let mut out = Kdop::NONE;
        out.low[..3].copy_from_slice(&min.to_array());
        out.high[..3].copy_from_slice(&max.to_array());
        let kind = self.kind();
        let [origin, edges @ ..] = [0, 1, 2, 3].map(|row| self.row(row).as_dvec3());
        let size: f64 = [origin].iter().chain(&edges).map(|row| row.abs().element_sum()).sum();
        for (axis, diagonal) in DIAGONALS.iter().enumerate() {
            let start = origin.dot(*diagonal);
            let (mut low, mut high) = (start, start);
            for edge in edges.map(|edge| edge.dot(*diagonal)) {
                let (below, above) = match kind {
                    Ok(ShapeKind::TetraByVertices) => (edge, edge),
                    Ok(ShapeKind::Cuboid) => (low + edge, high + edge),
                    _ => (start + edge, start + edge),
                };
                (low, high) = (low.min(below), high.max(above));
            }
            out.low[3 + axis] = ((low - SLACK * size) as f32).next_down();
            out.high[3 + axis] = ((high + SLACK * size) as f32).next_up();
        }
        out
    }
}
