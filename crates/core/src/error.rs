//! The errors of the constructors: frames, poses, polytopes and meshes.
//!
//! Each error names the argument, the row or the element that was wrong, and the value found.

use core::fmt;

/// The error of a [`Frame3`](crate::geom::Frame3) or [`Frame2`](crate::geom::Frame2) that cannot be
/// built or tested.
///
/// # Examples
///
/// ```
/// use motzkin::glam::{Quat, Vec3};
/// use motzkin::{Frame3, FrameError};
///
/// let flat = Frame3::cuboid(Vec3::ZERO, [Vec3::X, Vec3::Y, Vec3::X + Vec3::Y]);
/// assert_eq!(flat, Err(FrameError::Flat));
///
/// let half_extents = Vec3::new(1.0, f32::NAN, 1.0);
/// let nan = Frame3::rotated_box(Vec3::ZERO, half_extents, Quat::IDENTITY).unwrap_err();
/// assert_eq!(nan.to_string(), "half_extents[1] = NaN is not finite as f32");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FrameError {
    /// A number is NaN, infinite, or beyond the range of `f32` after rounding.
    #[error("{part}[{axis}] = {value:?} is not finite as f32")]
    NotFinite {
        /// The argument or the row that holds the number.
        part: FramePart,
        /// The coordinate: 0 for x, 1 for y, 2 for z.
        axis: usize,
        /// The number found: where a constructor rounds, as it was before.
        value: f64,
    },
    /// The three edges of a frame in space lie in one plane: their exact determinant is zero, so
    /// the frame has no interior.
    #[error("the three edges lie in one plane")]
    Flat,
    /// The two edges of a frame in the plane lie on one line: their exact determinant is zero, so
    /// the frame has no interior.
    #[error("the two edges lie on one line")]
    FlatInPlane,
    /// The shape tag is not one of [`ShapeKind::tag`](crate::geom::ShapeKind::tag). Only a frame
    /// that was cast from bytes can hold such a tag.
    #[error("shape tag {0} is unknown (0 cuboid, 1 tetrahedron, 2 tetrahedron by its vertices)")]
    UnknownShape(f32),
    /// The shape tag is not one of [`ShapeKind2::tag`](crate::geom::ShapeKind2::tag). Only a frame
    /// that was cast from bytes can hold such a tag.
    #[error("shape tag {0} is unknown (0 parallelogram, 1 triangle, 2 triangle by its vertices)")]
    UnknownShapeInPlane(f32),
    /// The rotation or the translation is not valid.
    #[error(transparent)]
    Pose(#[from] PoseError),
}

/// The argument or the row of a frame that a [`FrameError`] names.
///
/// Its [`Display`](fmt::Display) form is the name that stands in the error's message, such as
/// `edges[0]` for edge 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FramePart {
    /// The origin: vertex 0 of a tetrahedron or triangle. Written `origin`.
    Origin,
    /// An edge vector: 0, 1 or 2. Written `edges[0]`.
    Edge(usize),
    /// A vertex of a tetrahedron or triangle that is stored by its vertices: 0 to 3. Written
    /// `vertices[0]`.
    Vertex(usize),
    /// The velocity. Written `velocity`.
    Velocity,
    /// The argument `centre` of a rotated box.
    Centre,
    /// The argument `half_extents` of a rotated box.
    HalfExtents,
    /// The argument `min` of an aligned box.
    Min,
    /// The argument `max` of an aligned box.
    Max,
    /// A column of the argument `transform`. The last column is the translation.
    Transform(usize),
}

impl fmt::Display for FramePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Origin => f.write_str("origin"),
            Self::Edge(i) => write!(f, "edges[{i}]"),
            Self::Vertex(i) => write!(f, "vertices[{i}]"),
            Self::Velocity => f.write_str("velocity"),
            Self::Centre => f.write_str("centre"),
            Self::HalfExtents => f.write_str("half_extents"),
            Self::Min => f.write_str("min"),
            Self::Max => f.write_str("max"),
            Self::Transform(column) => write!(f, "transform.column[{column}]"),
        }
    }
}

/// The error of a [`Pose`](crate::geom::Pose) or [`Pose2`](crate::geom::Pose2) that cannot be
/// built.
///
/// # Examples
///
/// ```
/// use motzkin::glam::{Quat, Vec3};
/// use motzkin::{Pose, PoseError};
///
/// let zero = Pose::new(Quat::from_array([0.0; 4]), Vec3::ZERO);
/// assert_eq!(zero, Err(PoseError::ZeroRotation));
/// let far = Pose::at(Vec3::new(0.0, f32::INFINITY, 0.0)).unwrap_err();
/// assert_eq!(far.to_string(), "translation[1] = inf is not finite");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PoseError {
    /// A component of the translation is NaN or infinite.
    #[error("translation[{axis}] = {value} is not finite")]
    Translation {
        /// The component: 0 for x, 1 for y, 2 for z.
        axis: usize,
        /// The number found.
        value: f32,
    },
    /// A component of the rotation is NaN or infinite.
    #[error("rotation[{component}] = {value} is not finite")]
    Rotation {
        /// The component. In space, 0 to 3 for x, y, z, w of the quaternion. In the plane, 0 for
        /// the cosine and 1 for the sine.
        component: usize,
        /// The number found.
        value: f32,
    },
    /// Every component of the rotation is zero, so it cannot be normalised.
    #[error("rotation is zero and cannot be normalised")]
    ZeroRotation,
    /// The scale is not a number between `2^-96` and `2^96`.
    #[error("scale {value} is not between 2^-96 and 2^96")]
    Scale {
        /// The scale found.
        value: f64,
    },
}

/// Returns the name of a coordinate.
#[cfg(feature = "polytopes")]
fn axis_name(axis: usize) -> char {
    match axis {
        0 => 'x',
        1 => 'y',
        _ => 'z',
    }
}

#[cfg(feature = "polytopes")]
/// The error of a [`PolytopeSet`](crate::geom::PolytopeSet) that cannot be built or changed.
///
/// Each variant names the polytope by its index, or by the index that it would have received, or a
/// point that is in no polytope of a set.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PolytopeError {
    /// A coordinate of a vertex is NaN or infinite.
    #[error("polytope {polytope}, vertex {vertex}: {} = {value} is not finite", axis_name(*axis))]
    NotFinite {
        /// The index of the polytope.
        polytope: usize,
        /// The vertex, counted from the first vertex of the polytope.
        vertex: usize,
        /// The coordinate: 0 for x, 1 for y, 2 for z.
        axis: usize,
        /// The number found.
        value: f32,
    },
    /// The range of vertices ends beyond the vertex array.
    #[error("polytope {polytope}: vertices {start} + {count} lie outside the {vertices} there are")]
    Outside {
        /// The index of the polytope.
        polytope: usize,
        /// The first vertex of the range.
        start: u32,
        /// The number of vertices in the range.
        count: u32,
        /// The length of the vertex array.
        vertices: usize,
    },
    /// A number of the transform is NaN or infinite.
    #[error("polytope {polytope}: transform[{row}][{column}] = {value} is not finite")]
    Transform {
        /// The index of the polytope.
        polytope: usize,
        /// The row: 0 for x, 1 for y, 2 for z.
        row: usize,
        /// The column: 0 to 2 for the linear part, 3 for the translation.
        column: usize,
        /// The number found.
        value: f32,
    },
    /// A component of the velocity is NaN or infinite.
    #[error("polytope {polytope}: velocity[{axis}] = {value} is not finite")]
    Velocity {
        /// The index of the polytope.
        polytope: usize,
        /// The component: 0 for x, 1 for y, 2 for z.
        axis: usize,
        /// The number found.
        value: f32,
    },
    /// The exact determinant of the transform is zero, so the transform would flatten the shape.
    #[error("polytope {polytope}: the transform collapses space")]
    Collapsing {
        /// The index of the polytope.
        polytope: usize,
    },
    /// The set has no polytope with this index.
    #[error("there is no polytope {polytope}, only {polytopes} of them")]
    NoSuch {
        /// The index given.
        polytope: usize,
        /// The number of polytopes in the set.
        polytopes: usize,
    },
    /// The polytope has more than 2^24 vertices, or the set would hold more vertices or polytopes
    /// than an index of 32 bits can name.
    #[error("polytope {polytope}: {vertices} vertices are too many")]
    TooLarge {
        /// The index of the polytope.
        polytope: usize,
        /// The number of vertices of the polytope.
        vertices: usize,
    },
    /// A coordinate of a point is NaN or infinite: of one that was to be compared with a polytope,
    /// or of one of a hull that is in no set, such as a scene takes.
    #[error("point {point}: {} = {value} is not finite", axis_name(*axis))]
    Point {
        /// The index of the point.
        point: usize,
        /// The coordinate: 0 for x, 1 for y, 2 for z.
        axis: usize,
        /// The number found.
        value: f32,
    },
    /// The frame that was to become a polytope is not valid.
    #[error("polytope {polytope}: {error}")]
    Frame {
        /// The index of the polytope.
        polytope: usize,
        /// The error of the frame.
        #[source]
        error: FrameError,
    },
}

#[cfg(feature = "meshes")]
/// The error of a [`TriangleMesh`](crate::geom::TriangleMesh) that cannot be built, or that cannot
/// be used as a solid or in a pose.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MeshError {
    /// A coordinate of a vertex is NaN or infinite.
    #[error("vertex {vertex}: {} = {value} is not finite", axis_name(*axis))]
    NotFinite {
        /// The index of the vertex.
        vertex: usize,
        /// The coordinate: 0 for x, 1 for y, 2 for z.
        axis: usize,
        /// The number found.
        value: f32,
    },
    /// A placement moves a vertex beyond the range of `f32`, so that there is no merged mesh.
    #[error(
        "placement {placement} of mesh {mesh}: vertex {vertex}: {} = {value:?} is not finite \
         as f32",
        axis_name(*axis)
    )]
    Placed {
        /// The index of the placement.
        placement: usize,
        /// The index of the mesh that it places.
        mesh: usize,
        /// The index of the vertex in that mesh.
        vertex: usize,
        /// The coordinate: 0 for x, 1 for y, 2 for z.
        axis: usize,
        /// The number found, before it was rounded.
        value: f64,
    },
    /// A triangle refers to a vertex that does not exist.
    #[error(
        "triangle {triangle}: corner {corner} is vertex {index}, but there {}",
        only(*vertices)
    )]
    Index {
        /// The index of the triangle.
        triangle: usize,
        /// The corner: 0, 1 or 2.
        corner: usize,
        /// The index of the vertex found.
        index: u32,
        /// The number of vertices.
        vertices: usize,
    },
    /// The mesh has `2^32 - 1` or more vertices or triangles, or a merged mesh would have more than
    /// `2^26`.
    #[error("{count} {what} are too many")]
    TooLarge {
        /// `"vertices"` or `"triangles"`.
        what: &'static str,
        /// The number of them.
        count: usize,
    },
    /// The triangles do not enclose a solid. Along this edge, the number of triangles that run one
    /// way differs from the number that run the other way. The mesh has a hole there, or a
    /// neighbouring triangle is turned over.
    #[error(
        "triangle {triangle}: its edge {edge} is not matched by its neighbours, \
         so the mesh encloses no solid"
    )]
    Open {
        /// The index of a triangle at the edge.
        triangle: usize,
        /// The edge, from corner `edge` to the next corner.
        edge: usize,
    },
    /// The pose may move a vertex beyond the range of `f32`.
    #[error("the pose moves vertices beyond the range of f32")]
    OutOfRange,
}

/// Returns how many vertices there are, in words that follow "there".
#[cfg(feature = "meshes")]
fn only(vertices: usize) -> String {
    match vertices {
        0 => "is no vertex".into(),
        1 => "is only 1 vertex".into(),
        _ => format!("are only {vertices} vertices"),
    }
}
