//! The candidate axes in the plane.

use super::super::axes::{Axes, Dimension};
use super::super::solid::{Solid, Vector};
use super::sides::perpendicular;
use crate::num::{Ring, band};

impl Axes<2> for Dimension<2> {
    /// `2 * 23 + 7 = 53`.
    const SHORT_WIDTH: u32 = 23;

    /// With `|coordinate| < 2^w`: edges, the velocity and the difference of the origins are below
    /// `2^(w+1)`, the third edge of a triangle below `2^(w+2)`; a dot product of it with one of
    /// them sums two products, below `2^(2w+4)`; a gap adds at most six of those, below `2^(2w+7)`.
    /// `2 * 59 + 7 = 125`.
    const NARROW_WIDTH: u32 = 59;

    /// `2 * 123 + 7 = 253`.
    const MIDDLE_WIDTH: u32 = 123;

    const RESTING_BAND: f64 = band::PLANE_F64;

    /// The normals of the edges.
    fn visit_resting<N: Ring>(
        a: &Solid<N, 2>,
        b: &Solid<N, 2>,
        mut visit: impl FnMut(Vector<N, 2>, [i32; 2]) -> bool,
    ) -> bool {
        a.sides().all(|side| visit(perpendicular(&side), [1, 0]))
            && b.sides().all(|side| visit(perpendicular(&side), [0, 1]))
    }
}
