//! Polytopes in the plane, which have `z = 0`.

use super::super::plane::{Frame2, Pose2};
use super::super::span::Stored;
use super::set::PolytopeSet;
use crate::error::PolytopeError;
use glam::{Affine3A, DVec2, Mat3, Vec2, Vec3};

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

    /// Adds a polytope with the vertices of polytope `of`, which lies in the plane, in a pose of
    /// the plane, and returns its index. The vertices are shared.
    ///
    /// Rounds: every number of the pose is rounded once from `f64` to `f32`.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`push_posed`](Self::push_posed).
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::glam::Vec2;
    /// use motzkin::{Pose2, PolytopeSet};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut set = PolytopeSet::new();
    /// let stick = set.push_in_plane(&[Vec2::ZERO, Vec2::X])?;
    /// let quarter_turn = Pose2::new(Vec2::Y, Vec2::X * 3.0)?;
    /// let turned = set.push_posed2(stick, &quarter_turn)?;
    /// assert_eq!(set.polytopes()[turned as usize].place([1.0, 0.0, 0.0]), [3.0, 1.0, 0.0]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn push_posed2(&mut self, of: u32, pose: &Pose2) -> Result<u32, PolytopeError> {
        let rows = pose.rows();
        let column = |i: usize| -> Vec2 { DVec2::new(rows[0][i], rows[1][i]).as_vec2() };
        let linear = Mat3::from_cols(column(0).extend(0.0), column(1).extend(0.0), Vec3::Z);
        self.push_instance(of, Affine3A::from_mat3_translation(linear, column(2).extend(0.0)))
    }
}
