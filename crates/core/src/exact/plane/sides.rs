//! The sides of a frame in the plane, and their normals.

use super::super::solid::{Solid, Vector, summed};
use crate::num::Ring;

/// Returns a vector in the plane turned by a quarter.
pub(super) fn perpendicular<N: Ring>([x, y]: &Vector<N, 2>) -> Vector<N, 2> {
    [-y.clone(), x.clone()]
}

impl<N: Ring> Solid<N, 2> {
    /// Returns every edge once: 2 of a parallelogram, 3 of a triangle.
    pub fn sides(&self) -> impl Iterator<Item = Vector<N, 2>> {
        self.figure.edges.iter().map(|sum| summed(sum, &self.edges))
    }
}
