//! Poses: a scale, a rotation, then a translation. Every pose of a shape on the host is made here,
//! by one rule, in `f64`. A GPU that places frames has a rule in `f32`: `parts/rotation.wgsl`.

use crate::error::PoseError;
use core::fmt;
use glam::{DVec3, Quat, Vec3};

/// Where a shape stands in space: a rotation about the origin of the coordinates, then a
/// translation. 104 bytes, three rows of four `f64` and a scale.
///
/// Frames ([`Frame3::posed`](super::Frame3::posed)), polytopes
/// ([`PolytopeSet::push_posed`](super::PolytopeSet::push_posed)) and meshes are posed by this type.
/// Its numbers are defined to the last bit: sums of products of the quaternion's numbers, each
/// divided by the square of its length, in `f64`. A quaternion of any length but zero is therefore
/// a valid rotation, from the smallest `f32` to the largest.
///
/// A pose may have a [scale](Self::scaled), too: the shape is scaled about the origin before it is
/// turned. Without one, a pose is a rigid motion.
///
/// # Examples
///
/// ```
/// use motzkin::Pose;
/// use motzkin::glam::{Quat, Vec3};
///
/// # fn main() -> Result<(), motzkin::PoseError> {
/// let half_turn = Quat::from_xyzw(0.0, 0.0, 1e20, 0.0);
/// let pose = Pose::new(half_turn, Vec3::new(10.0, 0.0, 0.0))?;
/// assert_eq!(pose.place([1.0, 2.0, 3.0]), [9.0, -2.0, 3.0]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    rows: [[f64; 4]; 3],
    scale: f64,
}

impl Default for Pose {
    /// Returns [`IDENTITY`](Self::IDENTITY).
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Pose {
    /// The pose that leaves a shape where it is.
    pub const IDENTITY: Self = Self {
        rows: [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]],
        scale: 1.0,
    };

    /// Creates the pose that turns a shape by `rotation`, then moves it by `translation`.
    ///
    /// The quaternion need not be normalised: what is quadratic in its numbers is divided by the
    /// square of its length, in `f64`. Where one, two or four of its numbers are not 0, and have
    /// one magnitude, nothing is rounded. So it is of a quarter turn by [`Quat::from_rotation_x`]:
    /// axes become axes, and boxes that were to touch do. A half turn by an angle is off by `1e-7`,
    /// for so is its quaternion; `(0, 0, 1, 0)` is exact. Other rotations are off by at most
    /// `1e-15` in each number.
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
    /// assert_eq!(Pose::new(Quat::IDENTITY, Vec3::ZERO), Ok(Pose::IDENTITY));
    /// let zero = Quat::from_array([0.0; 4]);
    /// assert_eq!(Pose::new(zero, Vec3::ZERO), Err(PoseError::ZeroRotation));
    /// ```
    pub fn new(rotation: Quat, translation: Vec3) -> Result<Self, PoseError> {
        let [tx, ty, tz] = checked_translation(translation.to_array())?;
        let [x, y, z, w] = checked_rotation(rotation.to_array())?;
        // Products of two `f32` are exact in `f64`, and neither overflow nor vanish.
        let [xx, yy, zz, ww] = [x * x, y * y, z * z, w * w];
        let square = ((xx + yy) + zz) + ww;
        let row = |a: f64, b: f64, c: f64, shift| [a / square, b / square, c / square, shift];
        Ok(Self {
            rows: [
                row(ww + xx - yy - zz, 2.0 * (x * y - w * z), 2.0 * (x * z + w * y), tx),
                row(2.0 * (x * y + w * z), ww - xx + yy - zz, 2.0 * (y * z - w * x), ty),
                row(2.0 * (x * z - w * y), 2.0 * (y * z + w * x), ww - xx - yy + zz, tz),
            ],
            scale: 1.0,
        })
    }

    /// Creates the pose that moves a shape by `translation` and does not turn it.
    ///
    /// # Errors
    ///
    /// Returns [`PoseError::Translation`] for the first component that is not finite.
    pub fn at(translation: Vec3) -> Result<Self, PoseError> {
        Self::new(Quat::IDENTITY, translation)
    }

    /// Creates the pose that turns a shape by `rotation` and does not move it.
    ///
    /// # Errors
    ///
    /// Returns [`PoseError::Rotation`] for the first component that is not finite, and
    /// [`PoseError::ZeroRotation`] for a quaternion of zeros.
    pub fn turned(rotation: Quat) -> Result<Self, PoseError> {
        Self::new(rotation, Vec3::ZERO)
    }

    /// Returns the pose that scales a shape by `scale` about the origin of the coordinates, then
    /// does what this pose does. The translation stays as it is, and the scale of this pose is
    /// multiplied by the other one.
    ///
    /// Rounds: each number of the rotation is multiplied in `f64`, exactly if `scale` is a power of
    /// two.
    ///
    /// The scale is the same along all axes, and does not mirror. Distances then grow by one
    /// factor, which is what trees over meshes go by: one tree serves a mesh at every scale. A
    /// frame is stretched along an axis by [`Frame3::transformed`](super::Frame3::transformed), and
    /// a polytope by [`PolytopeSet::push_instance`](super::PolytopeSet::push_instance).
    ///
    /// # Errors
    ///
    /// Returns [`PoseError::Scale`] if `scale`, or the scale of the whole, is not between `2^-96`
    /// and `2^96`. Within these bounds no number of a scaled rotation overflows when it is rounded
    /// to `f32`, and the largest of a row does not vanish.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::glam::Vec3;
    /// use motzkin::{Pose, PoseError};
    ///
    /// let pose = Pose::at(Vec3::X)?.scaled(2.0)?;
    /// assert_eq!(pose.place([1.0, 2.0, 3.0]), [3.0, 4.0, 6.0]);
    /// assert_eq!((pose.scale(), pose.scaled(2.0)?.scale()), (2.0, 4.0));
    /// assert_eq!(pose.scaled(-1.0), Err(PoseError::Scale { value: -1.0 }));
    /// # Ok::<(), PoseError>(())
    /// ```
    pub fn scaled(&self, scale: f32) -> Result<Self, PoseError> {
        let (factor, scale) = checked_scale(self.scale, scale)?;
        let rows = self.rows.map(|[x, y, z, shift]| [x * factor, y * factor, z * factor, shift]);
        Ok(Self { rows, scale })
    }

    /// Returns the scale: 1 for a rigid motion.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// Returns the rows of the matrix. Each row holds three numbers of the rotation, multiplied by
    /// the scale, then one of the translation.
    pub fn rows(&self) -> &[[f64; 4]; 3] {
        &self.rows
    }

    /// Returns where the pose moves a point: each coordinate is `((m0 x + m1 y) + m2 z) + t` in
    /// `f64`, rounded to `f32` once. A coordinate beyond the range of `f32` becomes infinite.
    #[inline]
    pub fn place(&self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        let (x, y, z) = (f64::from(x), f64::from(y), f64::from(z));
        // No `map` of an array: it costs calls where a crate is compiled in many units.
        let along = |[a, b, c, shift]: [f64; 4]| (((a * x + b * y) + c * z) + shift) as f32;
        let [of_x, of_y, of_z] = self.rows;
        [along(of_x), along(of_y), along(of_z)]
    }

    /// Returns the greatest magnitude that a coordinate has once it is turned, of points within
    /// `reach` on each axis, and the greatest of the translation.
    pub(crate) fn magnitudes(&self, reach: DVec3) -> [f64; 2] {
        let turned = |[a, b, c, _]: &[f64; 4]| DVec3::new(*a, *b, *c).abs().dot(reach);
        let [turned, shift] = [self.rows.each_ref().map(turned), self.rows.map(|row| row[3].abs())];
        [turned, shift].map(|[x, y, z]| x.max(y).max(z))
    }

    /// Returns the columns of the rotation, multiplied by the scale.
    pub(super) fn columns(&self) -> [DVec3; 3] {
        let [x, y, z] = self.rows;
        let column = |i: usize| DVec3::new(x[i], y[i], z[i]);
        [column(0), column(1), column(2)]
    }

    /// Returns the translation.
    pub(super) fn shift(&self) -> DVec3 {
        let [x, y, z] = self.rows;
        DVec3::new(x[3], y[3], z[3])
    }
}

impl fmt::Display for Pose {
    /// Writes the translation, then the rows of the rotation, multiplied by the scale.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.rows.map(|[a, b, c, _]| DVec3::new(a, b, c));
        write!(f, "translation {}, rotation rows {x}, {y}, {z}", self.shift())
    }
}

pub(super) fn checked_translation<const D: usize>(
    numbers: [f32; D],
) -> Result<[f64; D], PoseError> {
    match numbers.iter().position(|x| !x.is_finite()) {
        Some(axis) => Err(PoseError::Translation { axis, value: numbers[axis] }),
        None => Ok(numbers.map(f64::from)),
    }
}

/// The least and the greatest scale: rows of a rotation times these are good numbers in `f32`, and
/// so are products of three of them in `f64`.
const SCALES: core::ops::RangeInclusive<f64> = 1.0 / LARGEST_SCALE..=LARGEST_SCALE;
const LARGEST_SCALE: f64 = (1_u128 << 96) as f64;

/// Returns a scale, and the product of it and of the scale before it.
pub(super) fn checked_scale(before: f64, scale: f32) -> Result<(f64, f64), PoseError> {
    let factor = f64::from(scale);
    let whole = before * factor;
    match [factor, whole].into_iter().find(|scale| !SCALES.contains(scale)) {
        Some(value) => Err(PoseError::Scale { value }),
        None => Ok((factor, whole)),
    }
}

pub(super) fn checked_rotation<const N: usize>(numbers: [f32; N]) -> Result<[f64; N], PoseError> {
    match numbers.iter().position(|x| !x.is_finite()) {
        Some(component) => Err(PoseError::Rotation { component, value: numbers[component] }),
        None if numbers == [0.0; N] => Err(PoseError::ZeroRotation),
        None => Ok(numbers.map(f64::from)),
    }
}
