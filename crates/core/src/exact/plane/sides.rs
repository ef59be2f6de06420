//! The sides of a frame in the plane, and their normals.

use super::super::solid::{Solid, Vector};
use crate::num::Ring;
use std::array::from_fn;

/// Returns a vector in the plane turned by a quarter.
pub(super) fn perpendicular<N: Ring>([x, y]: &Vector<N, 2>) -> Vector<N, 2> {
    [-y.clone(), x.clone()]
}

impl<N: Ring> Solid<N, 2> {
    /// Returns every edge once: 2 of a parallelogram, 3 of a triangle.
    pub fn sides(&self) -> impl Iterator<Item = Vector<N, 2>> {
        let [e0, e1] = &self.edges;
        let opposite = || from_fn(|i| e1[i].clone() - e0[i].clone());
        self.edges.iter().cloned().chain(self.simplex.then(opposite))
    }
}
