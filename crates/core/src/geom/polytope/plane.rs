//! Polytopes from frames in the plane.

use super::super::plane::{Frame2, ShapeKind2};
use super::set::PolytopeSet;
use crate::error::PolytopeError;
use glam::{Affine3A, Mat3, Vec3};

/// The unit square's corners; its first three are the unit triangle's.
const SQUARE: [[f32; 3]; 4] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]];

impl PolytopeSet {
    /// Adds a frame in the plane as a polytope with `z = 0`, exactly, and returns its index. The
    /// velocity of the frame is not read.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`push_frame`](Self::push_frame).
    pub fn push_frame2(&mut self, frame: &Frame2) -> Result<u32, PolytopeError> {
        let polytope = self.len();
        let kind =
            frame.validate_resting().map_err(|error| PolytopeError::Frame { polytope, error })?;
        let [origin, e0, e1] = [0, 1, 2].map(|row| frame.row(row));
        let count = match kind {
            ShapeKind2::Parallelogram => 4,
            ShapeKind2::Triangle => 3,
            ShapeKind2::TriangleByVertices => return self.push_in_plane(&[origin, e0, e1]),
        };
        let linear = Mat3::from_cols(e0.extend(0.0), e1.extend(0.0), Vec3::Z);
        self.push_unit(&SQUARE, count, Affine3A::from_mat3_translation(linear, origin.extend(0.0)))
    }
}
