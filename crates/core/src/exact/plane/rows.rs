//! Frames in the plane as two-sided rows.

use super::super::rows::Coordinates;
use super::super::solid::{Solid, Vector};
use super::sides::perpendicular;
use dashu_int::IBig;

impl Coordinates<2> for Solid<IBig, 2> {
    fn cofactors(&self) -> [Vector<IBig, 2>; 2] {
        let [e0, e1] = &self.edges;
        [perpendicular(e1).map(|x| -x), perpendicular(e0)]
    }
}
