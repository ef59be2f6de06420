//! Polytopes from frames in the plane.

use super::super::plane::Frame2;
use super::super::span::Stored;
use super::set::PolytopeSet;
use crate::error::PolytopeError;
use glam::{Affine3A, Mat3, Vec3};

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
        match kind.stored() {
            Stored::Edges => {
                let linear = Mat3::from_cols(e0.extend(0.0), e1.extend(0.0), Vec3::Z);
                let transform = Affine3A::from_mat3_translation(linear, origin.extend(0.0));
                self.push_unit(kind.form(), kind.span().figure, transform)
            }
            Stored::Vertices => self.push_in_plane(&[origin, e0, e1]),
        }
    }
}
