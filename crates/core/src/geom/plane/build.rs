//! The constructors of frames in the plane. One that rounds does so once for each number, from
//! `f64`.

use super::super::span::{Stored, check_finite, unrounded};
use super::frame::Frame2;
use super::pose::Pose2;
use super::shape_kind::ShapeKind2;
use crate::error::{FrameError, FramePart};
use glam::{Affine2, DVec2, Vec2};

impl Frame2 {
    /// Creates a parallelogram from one corner and the two edge vectors that start there. The
    /// numbers are stored unchanged.
    ///
    /// # Errors
    ///
    /// Returns [`FrameError::NotFinite`] for a number that is NaN or infinite, and
    /// [`FrameError::FlatInPlane`] for edges on one line.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::glam::Vec2;
    /// use motzkin::{Frame2, FrameError};
    ///
    /// assert!(Frame2::parallelogram(Vec2::ZERO, [Vec2::X, Vec2::ONE]).is_ok());
    /// let flat = Frame2::parallelogram(Vec2::ZERO, [Vec2::X, Vec2::X * 2.0]);
    /// assert_eq!(flat, Err(FrameError::FlatInPlane));
    /// ```
    pub fn parallelogram(origin: Vec2, edges: [Vec2; 2]) -> Result<Self, FrameError> {
        Self::of_kind(ShapeKind2::Parallelogram, origin, edges)
    }

    /// Creates a triangle from one vertex and the edge vectors to the two others. The numbers are
    /// stored unchanged.
    ///
    /// # Errors
    ///
    /// Returns [`FrameError::NotFinite`] for a number that is NaN or infinite, and
    /// [`FrameError::FlatInPlane`] for edges on one line.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::Frame2;
    /// use motzkin::glam::Vec2;
    ///
    /// # fn main() -> Result<(), motzkin::FrameError> {
    /// let triangle = Frame2::triangle(Vec2::ONE, [Vec2::X, Vec2::Y])?;
    /// assert_eq!(triangle.corners().len(), 3);
    /// # Ok(())
    /// # }
    /// ```
    pub fn triangle(origin: Vec2, edges: [Vec2; 2]) -> Result<Self, FrameError> {
        Self::of_kind(ShapeKind2::Triangle, origin, edges)
    }

    /// Creates a triangle from its three vertices. The numbers are stored unchanged.
    ///
    /// Prefer this constructor where you have vertices: edges would be rounded differences, and the
    /// verdict would then depend on the order of the vertices.
    ///
    /// # Errors
    ///
    /// Returns [`FrameError::NotFinite`] for a number that is NaN or infinite, and
    /// [`FrameError::FlatInPlane`] for vertices on one line.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::Frame2;
    /// use motzkin::glam::Vec2;
    ///
    /// # fn main() -> Result<(), motzkin::FrameError> {
    /// let triangle = Frame2::triangle_by_vertices([Vec2::ZERO, Vec2::X, Vec2::ONE])?;
    /// assert_eq!(triangle.row(2), Vec2::ONE);
    /// # Ok(())
    /// # }
    /// ```
    pub fn triangle_by_vertices(vertices: [Vec2; 3]) -> Result<Self, FrameError> {
        let [origin, rest @ ..] = vertices;
        Self::of_kind(ShapeKind2::TriangleByVertices, origin, rest)
    }

    /// Creates the rectangle whose sides are parallel to the coordinate axes, from its lowest and
    /// its highest corner.
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
    /// than the largest `f32`. Returns [`FrameError::FlatInPlane`] if a coordinate of both corners
    /// is equal.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::Frame2;
    /// use motzkin::glam::Vec2;
    ///
    /// # fn main() -> Result<(), motzkin::FrameError> {
    /// let door = Frame2::aligned_box(Vec2::ZERO, Vec2::new(0.9, 2.0))?;
    /// assert_eq!(door.row(2), Vec2::new(0.0, 2.0));
    /// # Ok(())
    /// # }
    /// ```
    pub fn aligned_box(min: Vec2, max: Vec2) -> Result<Self, FrameError> {
        check_finite(FramePart::Min, min.to_array())?;
        check_finite(FramePart::Max, max.to_array())?;
        let (min, max) = (min.as_dvec2(), max.as_dvec2());
        let size = max - min;
        Self::rounded(ShapeKind2::Parallelogram, min, [DVec2::X * size.x, DVec2::Y * size.y])
    }

    /// Creates the rectangle with this centre and these half extents, turned by `rotation` about
    /// its centre.
    ///
    /// `rotation` holds the cosine and the sine of the angle, as [`Vec2::from_angle`] returns them.
    /// They need not be normalised.
    ///
    /// Rounds: the rotation is that of a [`Pose2`], the edges and the corner are formed in `f64`,
    /// and every number is rounded once to `f32`. The verdict is exact for the stored numbers,
    /// which [`rows`](Self::rows) returns.
    ///
    /// The sign of a half extent makes no difference to the box, but for the rounding.
    ///
    /// # Errors
    ///
    /// Returns [`FrameError::NotFinite`], which names `centre` or `half_extents`, or a number of
    /// the frame that lies beyond the range of `f32`. Returns [`FrameError::Pose`] for a rotation
    /// that is not finite or zero, and [`FrameError::FlatInPlane`] if a half extent is zero.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::glam::Vec2;
    /// use motzkin::{Frame2, FrameError, PoseError};
    ///
    /// assert!(Frame2::rotated_box(Vec2::ZERO, Vec2::ONE, Vec2::from_angle(0.3)).is_ok());
    /// let zero = Frame2::rotated_box(Vec2::ZERO, Vec2::ONE, Vec2::ZERO);
    /// assert_eq!(zero, Err(FrameError::Pose(PoseError::ZeroRotation)));
    /// ```
    pub fn rotated_box(
        centre: Vec2,
        half_extents: Vec2,
        rotation: Vec2,
    ) -> Result<Self, FrameError> {
        check_finite(FramePart::Centre, centre.to_array())?;
        check_finite(FramePart::HalfExtents, half_extents.to_array())?;
        let [x, y] = Pose2::new(rotation, Vec2::ZERO)?.columns();
        let half = half_extents.as_dvec2();
        let arms = [x * half.x, y * half.y];
        let corner = centre.as_dvec2() - arms[0] - arms[1];
        Self::rounded(ShapeKind2::Parallelogram, corner, arms.map(|arm| arm * 2.0))
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
    /// image that lies beyond the range of `f32`. Returns [`FrameError::FlatInPlane`] if the image
    /// is flat, and [`FrameError::UnknownShapeInPlane`] if this frame has an unknown shape.
    pub fn transformed(&self, transform: Affine2) -> Result<Self, FrameError> {
        let columns = transform.to_cols_array_2d();
        for (column, numbers) in columns.into_iter().enumerate() {
            check_finite(FramePart::Transform(column), numbers)?;
        }
        let [x, y, shift] = columns.map(|column| Vec2::from(column).as_dvec2());
        self.mapped([x, y], shift)
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
    /// of `f32`, [`FrameError::FlatInPlane`] if rounding makes the posed frame flat, and
    /// [`FrameError::UnknownShapeInPlane`] if this frame has an unknown shape.
    pub fn posed(&self, pose: &Pose2) -> Result<Self, FrameError> {
        self.mapped(pose.columns(), pose.shift())
    }

    fn mapped(&self, columns: [DVec2; 2], shift: DVec2) -> Result<Self, FrameError> {
        let kind = self.kind()?;
        let turn = |v: Vec2| {
            let [x, y] = v.as_dvec2().to_array();
            columns[0] * x + columns[1] * y
        };
        let place = |v: Vec2| turn(v) + shift;
        let rows = [1, 2].map(|row| match kind.stored() {
            Stored::Vertices => place(self.row(row)),
            Stored::Edges => turn(self.row(row)),
        });
        let way = turn(self.velocity());
        let posed = Self::rounded(kind, place(self.origin()), rows)?.with_velocity(way.as_vec2());
        posed.map_err(|error| unrounded(error, &[way.to_array()]))
    }

    /// Returns this frame with another velocity, in units of length per unit of `t`. Only calls for
    /// moving pairs read the velocity.
    ///
    /// # Errors
    ///
    /// Returns [`FrameError::NotFinite`] for a component that is NaN or infinite.
    pub fn with_velocity(mut self, velocity: Vec2) -> Result<Self, FrameError> {
        check_finite(FramePart::Velocity, velocity.to_array())?;
        self.rows[3] = velocity.to_array();
        Ok(self)
    }

    /// Creates a shape of any kind from its origin and its other rows, which hold what
    /// [`stored`](ShapeKind2::stored) says. The numbers are stored unchanged.
    ///
    /// # Errors
    ///
    /// Returns [`FrameError::NotFinite`] for a number that is NaN or infinite, and
    /// [`FrameError::FlatInPlane`] for edges on one line.
    pub fn of_kind(
        kind: ShapeKind2,
        origin: Vec2,
        [e0, e1]: [Vec2; 2],
    ) -> Result<Self, FrameError> {
        let rows = [origin.to_array(), e0.to_array(), e1.to_array(), [0.0; 2], [kind.tag(), 0.0]];
        let frame = Self { rows };
        frame.validate()?;
        Ok(frame)
    }

    fn rounded(kind: ShapeKind2, origin: DVec2, rows: [DVec2; 2]) -> Result<Self, FrameError> {
        // A finite f64 beyond the range of f32 becomes infinite here, and `of_kind` names it.
        let [e0, e1] = rows;
        Self::of_kind(kind, origin.as_vec2(), rows.map(|row| row.as_vec2()))
            .map_err(|error| unrounded(error, &[origin, e0, e1].map(|row| row.to_array())))
    }
}
