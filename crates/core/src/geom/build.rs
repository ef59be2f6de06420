//! The constructors of frames in space. One that rounds does so once for each number, from `f64`.

use super::frame::Frame3;
use super::pose::Pose;
use super::shape_kind::ShapeKind;
use super::span::{Stored, check_finite, unrounded};
use crate::error::{FrameError, FramePart};
use glam::{Affine3A, DVec3, Quat, Vec3};

impl Frame3 {
    /// Creates a parallelepiped from one corner and the three edge vectors that start there. The
    /// numbers are stored unchanged.
    ///
    /// # Errors
    ///
    /// Returns [`FrameError::NotFinite`] for a number that is NaN or infinite, and
    /// [`FrameError::Flat`] for edges in one plane.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::glam::Vec3;
    /// use motzkin::{Frame3, FrameError};
    ///
    /// let sheared = [Vec3::X, Vec3::new(0.5, 1.0, 0.0), Vec3::Z];
    /// assert!(Frame3::cuboid(Vec3::ZERO, sheared).is_ok());
    /// let flat = [Vec3::X, Vec3::Y, Vec3::ZERO];
    /// assert_eq!(Frame3::cuboid(Vec3::ZERO, flat), Err(FrameError::Flat));
    /// ```
    pub fn cuboid(origin: Vec3, edges: [Vec3; 3]) -> Result<Self, FrameError> {
        Self::of_kind(ShapeKind::Cuboid, origin, edges)
    }

    /// Creates a tetrahedron from one vertex and the edge vectors to the three others. The numbers
    /// are stored unchanged.
    ///
    /// # Errors
    ///
    /// Returns [`FrameError::NotFinite`] for a number that is NaN or infinite, and
    /// [`FrameError::Flat`] for edges in one plane.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::Frame3;
    /// use motzkin::glam::Vec3;
    ///
    /// # fn main() -> Result<(), motzkin::FrameError> {
    /// let corner = Frame3::tetra(Vec3::ZERO, [Vec3::X, Vec3::Y, Vec3::Z])?;
    /// assert_eq!(corner.corners().len(), 4);
    /// # Ok(())
    /// # }
    /// ```
    pub fn tetra(origin: Vec3, edges: [Vec3; 3]) -> Result<Self, FrameError> {
        Self::of_kind(ShapeKind::Tetra, origin, edges)
    }

    /// Creates a tetrahedron from its four vertices. The numbers are stored unchanged.
    ///
    /// Prefer this constructor where you have vertices: edges would be rounded differences, and the
    /// verdict would then depend on the order of the vertices.
    ///
    /// # Errors
    ///
    /// Returns [`FrameError::NotFinite`] for a number that is NaN or infinite, and
    /// [`FrameError::Flat`] for vertices in one plane.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::Frame3;
    /// use motzkin::glam::Vec3;
    ///
    /// # fn main() -> Result<(), motzkin::FrameError> {
    /// let [a, b, c, d] = [Vec3::ONE, Vec3::X, Vec3::Y, Vec3::Z];
    /// let tetra = Frame3::tetra_by_vertices([a, b, c, d])?;
    /// assert_eq!(tetra.row(3), d);
    /// # Ok(())
    /// # }
    /// ```
    pub fn tetra_by_vertices(vertices: [Vec3; 4]) -> Result<Self, FrameError> {
        let [origin, rest @ ..] = vertices;
        Self::of_kind(ShapeKind::TetraByVertices, origin, rest)
    }

    /// Creates the box whose faces are parallel to the coordinate planes, from its lowest and its
    /// highest corner.
    ///
    /// Rounds: each edge is `max - min` in `f64`, rounded once to `f32`. The edge is exact for
    /// numbers on a common lattice.
    ///
    /// Any two corners that lie opposite each other will do: where `min` is above `max`, an edge is
    /// negative, and the box is the one between them, but for the rounding.
    ///
    /// # Errors
    ///
    /// Returns [`FrameError::NotFinite`], which names `min` or `max`, or an edge that is longer
    /// than the largest `f32`. Returns [`FrameError::Flat`] if a coordinate of both corners is
    /// equal.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::Frame3;
    /// use motzkin::glam::Vec3;
    ///
    /// # fn main() -> Result<(), motzkin::FrameError> {
    /// let room = Frame3::aligned_box(Vec3::ZERO, Vec3::new(4.0, 3.0, 2.5))?;
    /// assert_eq!(room.row(1), Vec3::new(4.0, 0.0, 0.0));
    /// # Ok(())
    /// # }
    /// ```
    pub fn aligned_box(min: Vec3, max: Vec3) -> Result<Self, FrameError> {
        check_finite(FramePart::Min, min.to_array())?;
        check_finite(FramePart::Max, max.to_array())?;
        let size = max.as_dvec3() - min.as_dvec3();
        let edges = [DVec3::X * size.x, DVec3::Y * size.y, DVec3::Z * size.z];
        Self::rounded(ShapeKind::Cuboid, min.as_dvec3(), edges)
    }

    /// Creates the box with this centre and these half extents, turned by `rotation` about its
    /// centre. The quaternion need not be normalised.
    ///
    /// Rounds: the rotation is that of a [`Pose`], the edges and the corner are formed in `f64`,
    /// and every number is rounded once to `f32`. The verdict is exact for the stored numbers,
    /// which [`rows`](Self::rows) returns.
    ///
    /// The sign of a half extent makes no difference to the box, but for the rounding.
    ///
    /// # Errors
    ///
    /// Returns [`FrameError::NotFinite`], which names `centre` or `half_extents`, or a number of
    /// the frame that lies beyond the range of `f32`. Returns [`FrameError::Pose`] for a rotation
    /// that is not finite or zero, and [`FrameError::Flat`] if a half extent is zero.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::glam::{Quat, Vec3};
    /// use motzkin::{Frame3, FrameError, PoseError};
    ///
    /// let turn = Quat::from_rotation_z(0.3);
    /// assert!(Frame3::rotated_box(Vec3::ZERO, Vec3::ONE, turn).is_ok());
    /// let zero = Frame3::rotated_box(Vec3::ZERO, Vec3::ONE, Quat::from_array([0.0; 4]));
    /// assert_eq!(zero, Err(FrameError::Pose(PoseError::ZeroRotation)));
    /// ```
    pub fn rotated_box(
        centre: Vec3,
        half_extents: Vec3,
        rotation: Quat,
    ) -> Result<Self, FrameError> {
        check_finite(FramePart::Centre, centre.to_array())?;
        check_finite(FramePart::HalfExtents, half_extents.to_array())?;
        let columns = Pose::turned(rotation)?.columns();
        let half = half_extents.as_dvec3().to_array();
        let arms = [0, 1, 2].map(|i| columns[i] * half[i]);
        let corner = centre.as_dvec3() - arms[0] - arms[1] - arms[2];
        Self::rounded(ShapeKind::Cuboid, corner, arms.map(|arm| arm * 2.0))
    }

    /// Returns the image of this frame under an affine transform. The linear part turns the
    /// velocity too.
    ///
    /// Rounds: products and sums are formed in `f64`, in the order of the columns, and every number
    /// is rounded once to `f32`.
    ///
    /// # Errors
    ///
    /// Returns [`FrameError::NotFinite`], which names a column of `transform`, or a number of the
    /// image that lies beyond the range of `f32`. Returns [`FrameError::Flat`] if the image is
    /// flat, and [`FrameError::UnknownShape`] if this frame has an unknown shape.
    pub fn transformed(&self, transform: Affine3A) -> Result<Self, FrameError> {
        let columns = transform.to_cols_array_2d();
        for (column, numbers) in columns.into_iter().enumerate() {
            check_finite(FramePart::Transform(column), numbers)?;
        }
        let [x, y, z, shift] = columns.map(|column| Vec3::from(column).as_dvec3());
        self.mapped([x, y, z], shift)
    }

    /// Returns this frame in a pose: turned about the origin of the coordinates, then moved. The
    /// rotation turns the velocity too, and a scale stretches it.
    ///
    /// Rounds: products and sums are formed in `f64`, in the order of the columns, the translation
    /// is added last, and every number is rounded once to `f32`.
    ///
    /// # Errors
    ///
    /// Returns [`FrameError::NotFinite`] for a number of the posed frame that lies beyond the range
    /// of `f32`, [`FrameError::Flat`] if rounding makes the posed frame flat, and
    /// [`FrameError::UnknownShape`] if this frame has an unknown shape.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::glam::{Quat, Vec3};
    /// use motzkin::{Frame3, Pose};
    ///
    /// # fn main() -> Result<(), motzkin::FrameError> {
    /// let cube = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE)?;
    /// let pose = Pose::new(Quat::from_xyzw(0.0, 0.0, 1.0, 0.0), Vec3::new(2.0, 0.0, 0.0))?;
    /// assert_eq!(cube.posed(&pose)?.row(1), Vec3::new(-1.0, 0.0, 0.0));
    /// # Ok(())
    /// # }
    /// ```
    pub fn posed(&self, pose: &Pose) -> Result<Self, FrameError> {
        self.mapped(pose.columns(), pose.shift())
    }

    /// Returns what [`posed`](Self::posed) does, without a check of the numbers: for frames that
    /// are known to be valid once they are posed.
    #[doc(hidden)] // For trees of frames.
    pub fn posed_unchecked(&self, pose: &Pose) -> Self {
        let [x, y, z] = pose.columns();
        let kind = self.kind().unwrap_or(ShapeKind::Cuboid);
        let ([origin, e0, e1, e2], way) = self.turned(kind, [x, y, z], pose.shift());
        let row = |v: DVec3, w: f32| [v.x as f32, v.y as f32, v.z as f32, w];
        let [u, v, w] = way.as_vec3().to_array();
        Self { rows: [row(origin, self.rows[0][3]), row(e0, u), row(e1, v), row(e2, w)] }
    }

    fn mapped(&self, columns: [DVec3; 3], shift: DVec3) -> Result<Self, FrameError> {
        let kind = self.kind()?;
        let ([origin, e0, e1, e2], way) = self.turned(kind, columns, shift);
        let posed = Self::rounded(kind, origin, [e0, e1, e2])?.with_velocity(way.as_vec3());
        posed.map_err(|error| unrounded(error, &[way.to_array()]))
    }

    /// Returns the rows and the velocity of this frame, mapped.
    #[inline(always)]
    fn turned(&self, kind: ShapeKind, [x, y, z]: [DVec3; 3], shift: DVec3) -> ([DVec3; 4], DVec3) {
        // Without arrays that are mapped: they cost calls.
        let turn = |v: Vec3| {
            let v = v.as_dvec3();
            x * v.x + y * v.y + z * v.z
        };
        let row = |row: usize| match kind.stored() {
            Stored::Vertices => turn(self.row(row)) + shift,
            Stored::Edges => turn(self.row(row)),
        };
        let rows = [turn(self.origin()) + shift, row(1), row(2), row(3)];
        (rows, turn(self.velocity()))
    }

    /// Returns this frame with another velocity, in units of length per unit of `t`. Only calls for
    /// moving pairs read the velocity.
    ///
    /// # Errors
    ///
    /// Returns [`FrameError::NotFinite`] for a component that is NaN or infinite.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::Frame3;
    /// use motzkin::glam::Vec3;
    ///
    /// # fn main() -> Result<(), motzkin::FrameError> {
    /// let cube = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE)?;
    /// assert_eq!(cube.with_velocity(Vec3::X)?.velocity(), Vec3::X);
    /// # Ok(())
    /// # }
    /// ```
    pub fn with_velocity(mut self, velocity: Vec3) -> Result<Self, FrameError> {
        check_finite(FramePart::Velocity, velocity.to_array())?;
        for (row, value) in self.rows[1..].iter_mut().zip(velocity.to_array()) {
            row[3] = value;
        }
        Ok(self)
    }

    /// Creates a shape of any kind from its origin and its other rows, which hold what
    /// [`stored`](ShapeKind::stored) says. The numbers are stored unchanged.
    ///
    /// # Errors
    ///
    /// Returns [`FrameError::NotFinite`] for a number that is NaN or infinite, and
    /// [`FrameError::Flat`] for edges in one plane.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::glam::Vec3;
    /// use motzkin::{Frame3, ShapeKind};
    ///
    /// let axes = [Vec3::X, Vec3::Y, Vec3::Z];
    /// let cube = Frame3::of_kind(ShapeKind::Cuboid, Vec3::ZERO, axes);
    /// assert_eq!(cube, Frame3::cuboid(Vec3::ZERO, axes));
    /// ```
    pub fn of_kind(kind: ShapeKind, origin: Vec3, rows: [Vec3; 3]) -> Result<Self, FrameError> {
        let row = |v: Vec3, w: f32| [v.x, v.y, v.z, w];
        let [e0, e1, e2] = rows;
        let rows = [row(origin, kind.tag()), row(e0, 0.0), row(e1, 0.0), row(e2, 0.0)];
        let frame = Self { rows };
        frame.validate()?;
        Ok(frame)
    }

    fn rounded(kind: ShapeKind, origin: DVec3, rows: [DVec3; 3]) -> Result<Self, FrameError> {
        // A finite f64 beyond the range of f32 becomes infinite here, and `of_kind` names it.
        let [e0, e1, e2] = rows;
        let rounded = [e0.as_vec3(), e1.as_vec3(), e2.as_vec3()];
        Self::of_kind(kind, origin.as_vec3(), rounded)
            .map_err(|error| unrounded(error, &[origin, e0, e1, e2].map(|row| row.to_array())))
    }
}
