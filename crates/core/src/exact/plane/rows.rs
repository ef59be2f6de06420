//! Frames in the plane as two-sided rows.

use super::super::rows::Faces;
use super::super::solid::{Solid, Vector, dot};
use super::sides::perpendicular;
use dashu_int::IBig;

impl Faces<2> for Solid<IBig, 2> {
    fn faces(&self) -> (Vec<Vector<IBig, 2>>, IBig) {
        let [e0, e1] = &self.edges;
        let mut normals = vec![perpendicular(e1).map(|x| -x), perpendicular(e0)];
        let width = dot(&normals[1], e1);
        if self.simplex {
            normals.push([0, 1].map(|i| &normals[0][i] + &normals[1][i]));
        }
        (normals, width)
    }
}
