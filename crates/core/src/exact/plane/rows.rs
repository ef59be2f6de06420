//! Frames in the plane as two-sided rows.

use super::super::axes::Dimension;
use super::super::rows::Coordinates;
use super::super::solid::Vector;
use super::sides::perpendicular;
use crate::num::Ring;

impl Coordinates<2> for Dimension<2> {
    fn cofactors<N: Ring>([e0, e1]: &[Vector<N, 2>; 2]) -> [Vector<N, 2>; 2] {
        [perpendicular(e1).map(|x| -x), perpendicular(e0)]
    }
}
