//! Poses in the plane.

use super::super::pose::{checked_rotation, checked_scale, checked_translation};
use crate::error::PoseError;
use core::fmt;
use glam::{DVec2, Vec2};

/// Where a shape stands in the plane: a rotation about the origin of the coordinates, then a
/// translation. 56 bytes, two rows of three `f64` and a scale.
///
/// [`Frame2::posed`](super::Frame2::posed) takes this type. The cosine and the sine are divided by
/// their length in `f64`. A pose may have a [scale](Self::scaled), too.
///
/// # Examples
///
/// ```
/// use motzkin::glam::Vec2;
/// use motzkin::{Frame2, Pose2};
///
/// # fn main() -> Result<(), motzkin::FrameError> {
/// let square = Frame2::aligned_box(Vec2::ZERO, Vec2::ONE)?;
/// let pose = Pose2::new(Vec2::from_angle(0.5), Vec2::new(5.0, 0.0))?;
/// assert_eq!(square.posed(&pose)?.origin(), Vec2::new(5.0, 0.0));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose2 {
    rows: [[f64; 3]; 2],
    scale: f64,
}

impl Default for Pose2 {
    /// Returns [`IDENTITY`](Self::IDENTITY).
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Pose2 {
    /// The pose that leaves a shape where it is.
    pub const IDENTITY: Self = Self { rows: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], scale: 1.0 };

    /// Creates the pose that turns a shape by `rotation`, then moves it by `translation`.
    ///
    /// `rotation` holds the cosine and the sine of the angle, as [`Vec2::from_angle`] returns them.
    /// They need not be normalised: both are divided by their length in `f64`.
    ///
    /// A quarter turn by an angle is off by `4e-8`, for so is the cosine that [`Vec2::from_angle`]
    /// returns. (In space a quarter turn by [`Quat::from_rotation_z`](glam::Quat::from_rotation_z)
    /// is exact.) `Vec2::Y`, `-Vec2::X` and `-Vec2::Y` are exact turns by one, two and three
    /// quarters.
    ///
    /// # Errors
    ///
    /// Returns [`PoseError::Translation`] or [`PoseError::Rotation`] for the first number that is
    /// not finite, and [`PoseError::ZeroRotation`] for a rotation of zeros.
    pub fn new(rotation: Vec2, translation: Vec2) -> Result<Self, PoseError> {
        let [tx, ty] = checked_translation(translation.to_array())?;
        let [x, y] = checked_rotation(rotation.to_array())?;
        let length = (x * x + y * y).sqrt();
        let (cosine, sine) = (x / length, y / length);
        Ok(Self { rows: [[cosine, -sine, tx], [sine, cosine, ty]], scale: 1.0 })
    }

    /// Creates the pose that moves a shape by `translation` and does not turn it.
    ///
    /// # Errors
    ///
    /// Returns [`PoseError::Translation`] for the first component that is not finite.
    pub fn at(translation: Vec2) -> Result<Self, PoseError> {
        Self::new(Vec2::X, translation)
    }

    /// Returns the pose that scales a shape by `scale` about the origin of the coordinates, then
    /// does what this pose does, as [`Pose::scaled`](super::super::Pose::scaled) does in space.
    ///
    /// # Errors
    ///
    /// Returns [`PoseError::Scale`] if `scale`, or the scale of the whole, is not between `2^-96`
    /// and `2^96`.
    pub fn scaled(&self, scale: f32) -> Result<Self, PoseError> {
        let (factor, scale) = checked_scale(self.scale, scale)?;
        let rows = self.rows.map(|[x, y, shift]| [x * factor, y * factor, shift]);
        Ok(Self { rows, scale })
    }

    /// Returns the scale: 1 for a rigid motion.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// Returns the rows of the matrix. Each row holds two numbers of the rotation, multiplied by
    /// the scale, then one of the translation.
    pub fn rows(&self) -> &[[f64; 3]; 2] {
        &self.rows
    }

    /// Returns the columns of the rotation, multiplied by the scale.
    pub(super) fn columns(&self) -> [DVec2; 2] {
        [0, 1].map(|column| DVec2::from(self.rows.map(|row| row[column])))
    }

    /// Returns the translation.
    pub(super) fn shift(&self) -> DVec2 {
        DVec2::from(self.rows.map(|row| row[2]))
    }
}

impl fmt::Display for Pose2 {
    /// Writes the translation, then the rows of the rotation, multiplied by the scale.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y] = self.rows.map(|[a, b, _]| DVec2::new(a, b));
        write!(f, "translation {}, rotation rows {x}, {y}", self.shift())
    }
}
