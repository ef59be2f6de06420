//! Poses: a rotation, then a translation. Every pose of the library is made here, by one rule.

use crate::error::PoseError;
use core::fmt;
use glam::{DVec2, DVec3, Quat, Vec2, Vec3};

/// Where a shape stands in space: a rotation about the origin of the coordinates, then a
/// translation. 96 bytes, three rows of four `f64`.
///
/// Frames ([`Frame3::posed`](super::Frame3::posed)), polytopes
/// ([`PolytopeSet::push_posed`](super::PolytopeSet::push_posed)) and meshes are posed by this type.
/// Its numbers are defined to the last bit: the quaternion is divided by its length in `f64` and
/// then turned into a matrix in `f64`. A quaternion of any length but zero is therefore a valid
/// rotation, from the smallest `f32` to the largest.
///
/// # Examples
///
/// ```
/// use motzkin::Pose;
/// use motzkin::glam::{Quat, Vec3};
///
/// # fn main() -> Result<(), motzkin::PoseError> {
/// let half_turn = Quat::from_xyzw(0.0, 0.0, 1e20, 0.0);
/// let pose = Pose::new(Vec3::new(10.0, 0.0, 0.0), half_turn)?;
/// assert_eq!(pose.place([1.0, 2.0, 3.0]), [9.0, -2.0, 3.0]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    rows: [[f64; 4]; 3],
}

impl Default for Pose {
    /// Returns [`IDENTITY`](Self::IDENTITY).
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Pose {
    /// The pose that leaves a shape where it is.
    pub const IDENTITY: Self =
        Self { rows: [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]] };

    /// Creates the pose that turns a shape by `rotation`, then moves it by `translation`.
    ///
    /// The quaternion need not be normalised: it is divided by its length in `f64`.
    ///
    /// # Errors
    ///
    /// Returns [`PoseError::Translation`] or [`PoseError::Rotation`] for the first number that is
    /// not finite, and [`PoseError::ZeroRotation`] for a quaternion of zeros.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::glam::{Quat, Vec3};
    /// use motzkin::{Pose, PoseError};
    ///
    /// assert_eq!(Pose::new(Vec3::ZERO, Quat::IDENTITY), Ok(Pose::IDENTITY));
    /// let zero = Quat::from_array([0.0; 4]);
    /// assert_eq!(Pose::new(Vec3::ZERO, zero), Err(PoseError::ZeroRotation));
    /// ```
    pub fn new(translation: Vec3, rotation: Quat) -> Result<Self, PoseError> {
        let [tx, ty, tz] = checked_translation(translation.to_array())?;
        let [x, y, z, w] = checked_rotation(rotation.to_array())?;
        // Squares of `f32` neither overflow nor vanish in `f64`.
        let length = (((x * x + y * y) + z * z) + w * w).sqrt();
        let [x, y, z, w] = [x / length, y / length, z / length, w / length];
        Ok(Self {
            rows: [
                [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y), tx],
                [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x), ty],
                [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y), tz],
            ],
        })
    }

    /// Creates the pose that moves a shape by `translation` and does not turn it.
    ///
    /// # Errors
    ///
    /// Returns [`PoseError::Translation`] for the first component that is not finite.
    pub fn at(translation: Vec3) -> Result<Self, PoseError> {
        Self::new(translation, Quat::IDENTITY)
    }

    /// Creates the pose that turns a shape by `rotation` and does not move it.
    ///
    /// # Errors
    ///
    /// Returns [`PoseError::Rotation`] for the first component that is not finite, and
    /// [`PoseError::ZeroRotation`] for a quaternion of zeros.
    pub fn turned(rotation: Quat) -> Result<Self, PoseError> {
        Self::new(Vec3::ZERO, rotation)
    }

    /// Returns the rows of the matrix. Each row holds three numbers of the rotation, then one of
    /// the translation.
    pub fn rows(&self) -> &[[f64; 4]; 3] {
        &self.rows
    }

    /// Returns where the pose moves a point: each coordinate is `((m0 x + m1 y) + m2 z) + t` in
    /// `f64`, rounded to `f32` once. A coordinate beyond the range of `f32` becomes infinite.
    #[inline]
    pub fn place(&self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        let (x, y, z) = (f64::from(x), f64::from(y), f64::from(z));
        self.rows.map(|[a, b, c, shift]| (((a * x + b * y) + c * z) + shift) as f32)
    }

    /// Returns the columns of the rotation.
    pub(super) fn columns(&self) -> [DVec3; 3] {
        [0, 1, 2].map(|column| DVec3::from(self.rows.map(|row| row[column])))
    }

    /// Returns the translation.
    pub(super) fn shift(&self) -> DVec3 {
        DVec3::from(self.rows.map(|row| row[3]))
    }
}

impl fmt::Display for Pose {
    /// Writes the translation, then the rows of the rotation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.rows.map(|[a, b, c, _]| DVec3::new(a, b, c));
        write!(f, "translation {}, rotation rows {x}, {y}, {z}", self.shift())
    }
}

/// Where a shape stands in the plane: a rotation about the origin of the coordinates, then a
/// translation. 48 bytes, two rows of three `f64`.
///
/// [`Frame2::posed`](super::Frame2::posed) takes this type. It rounds as [`Pose`] does: the cosine
/// and the sine are divided by their length in `f64`.
///
/// # Examples
///
/// ```
/// use motzkin::glam::Vec2;
/// use motzkin::{Frame2, Pose2};
///
/// # fn main() -> Result<(), motzkin::FrameError> {
/// let square = Frame2::aligned_box(Vec2::ZERO, Vec2::ONE)?;
/// let pose = Pose2::new(Vec2::new(5.0, 0.0), Vec2::from_angle(0.5))?;
/// assert_eq!(square.posed(&pose)?.origin(), Vec2::new(5.0, 0.0));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose2 {
    rows: [[f64; 3]; 2],
}

impl Default for Pose2 {
    /// Returns [`IDENTITY`](Self::IDENTITY).
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Pose2 {
    /// The pose that leaves a shape where it is.
    pub const IDENTITY: Self = Self { rows: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]] };

    /// Creates the pose that turns a shape by `rotation`, then moves it by `translation`.
    ///
    /// `rotation` holds the cosine and the sine of the angle, as [`Vec2::from_angle`] returns them.
    /// They need not be normalised: both are divided by their length in `f64`.
    ///
    /// # Errors
    ///
    /// Returns [`PoseError::Translation`] or [`PoseError::Rotation`] for the first number that is
    /// not finite, and [`PoseError::ZeroRotation`] for a rotation of zeros.
    pub fn new(translation: Vec2, rotation: Vec2) -> Result<Self, PoseError> {
        let [tx, ty] = checked_translation(translation.to_array())?;
        let [x, y] = checked_rotation(rotation.to_array())?;
        let length = (x * x + y * y).sqrt();
        let (cosine, sine) = (x / length, y / length);
        Ok(Self { rows: [[cosine, -sine, tx], [sine, cosine, ty]] })
    }

    /// Creates the pose that moves a shape by `translation` and does not turn it.
    ///
    /// # Errors
    ///
    /// Returns [`PoseError::Translation`] for the first component that is not finite.
    pub fn at(translation: Vec2) -> Result<Self, PoseError> {
        Self::new(translation, Vec2::X)
    }

    /// Returns the rows of the matrix. Each row holds two numbers of the rotation, then one of the
    /// translation.
    pub fn rows(&self) -> &[[f64; 3]; 2] {
        &self.rows
    }

    /// Returns the columns of the rotation.
    pub(super) fn columns(&self) -> [DVec2; 2] {
        [0, 1].map(|column| DVec2::from(self.rows.map(|row| row[column])))
    }

    /// Returns the translation.
    pub(super) fn shift(&self) -> DVec2 {
        DVec2::from(self.rows.map(|row| row[2]))
    }
}

impl fmt::Display for Pose2 {
    /// Writes the translation, then the rows of the rotation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y] = self.rows.map(|[a, b, _]| DVec2::new(a, b));
        write!(f, "translation {}, rotation rows {x}, {y}", self.shift())
    }
}

fn checked_translation<const D: usize>(numbers: [f32; D]) -> Result<[f64; D], PoseError> {
    match numbers.iter().position(|x| !x.is_finite()) {
        Some(axis) => Err(PoseError::Translation { axis, value: numbers[axis] }),
        None => Ok(numbers.map(f64::from)),
    }
}

fn checked_rotation<const N: usize>(numbers: [f32; N]) -> Result<[f64; N], PoseError> {
    match numbers.iter().position(|x| !x.is_finite()) {
        Some(component) => Err(PoseError::Rotation { component, value: numbers[component] }),
        None if numbers == [0.0; N] => Err(PoseError::ZeroRotation),
        None => Ok(numbers.map(f64::from)),
    }
}
