//! What a velocity adds to the candidate axes in the plane.

use super::super::axes::Dimension;
use super::super::input::Input;
use super::super::solid::{Solid, Vector};
use super::super::swept::SweptAxes;
use super::sides::perpendicular;
use crate::num::{Ring, band};

impl SweptAxes<2> for Dimension<2> {
    const MOVING_BAND: f64 = band::PLANE_F64;

    /// The normal of the velocity.
    fn visit_swept<N: Ring>(
        _: &Solid<N, 2>,
        _: &Solid<N, 2>,
        velocity: &Vector<N, 2>,
        mut visit: impl FnMut(Vector<N, 2>, [i32; 2]) -> bool,
    ) {
        visit(perpendicular(velocity), [0, 0]);
    }

    /// An edge of a valid frame is not null: where one is computed as zero, it was rounded.
    fn nulls_are_exact(_: &Input<2>) -> bool {
        false
    }
}
