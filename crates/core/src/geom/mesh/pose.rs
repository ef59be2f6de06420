//! Where a mesh stands.

use crate::error::MeshError;
use glam::{Quat, Vec3};

/// A rotation, then a translation.
///
/// A placed vertex is defined to the last bit, so that verdicts are: in `f64` the quaternion is
/// divided by its length, made a matrix, and each coordinate is `((m0 x + m1 y) + m2 z) + t`,
/// rounded to `f32` once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    rows: [[f64; 4]; 3],
}

impl Default for Pose {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Pose {
    /// Leaves a mesh where it is.
    pub const IDENTITY: Self =
        Self { rows: [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]] };

    /// By a translation and a quaternion of any length but zero.
    ///
    /// # Errors
    ///
    /// A number that is not finite; a quaternion of zeros.
    pub fn new(translation: Vec3, rotation: Quat) -> Result<Self, MeshError> {
        if !translation.is_finite()
            || !rotation.is_finite()
            || rotation == Quat::from_array([0.0; 4])
        {
            return Err(MeshError::Pose { translation, rotation });
        }
        let [x, y, z, w] = rotation.to_array().map(f64::from);
        // Squares of `f32` neither overflow nor vanish in `f64`.
        let length = (((x * x + y * y) + z * z) + w * w).sqrt();
        let [x, y, z, w] = [x / length, y / length, z / length, w / length];
        let [tx, ty, tz] = translation.to_array().map(f64::from);
        Ok(Self {
            rows: [
                [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y), tx],
                [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x), ty],
                [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y), tz],
            ],
        })
    }

    /// A translation alone.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn at(translation: Vec3) -> Result<Self, MeshError> {
        Self::new(translation, Quat::IDENTITY)
    }

    /// Rows of the matrix, the translation last in each.
    pub fn rows(&self) -> &[[f64; 4]; 3] {
        &self.rows
    }

    /// Where a vertex comes to stand. Infinite where that lies beyond the range of `f32`.
    #[inline]
    pub fn place(&self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        let (x, y, z) = (f64::from(x), f64::from(y), f64::from(z));
        self.rows.map(|[a, b, c, shift]| (((a * x + b * y) + c * z) + shift) as f32)
    }
}
