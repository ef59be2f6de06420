//! The typed errors of the public surfaces. Each names its culprit.

use crate::geom::ShapeKind;

/// Why a frame cannot be built or judged.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FrameError {
    /// A coordinate is NaN, infinite, or beyond the range of `f32` after rounding.
    #[error("{part}[{axis}] = {value} is not finite as f32")]
    NotFinite {
        /// Where the coordinate stands.
        part: FramePart,
        /// 0 for x, 1 for y, 2 for z.
        axis: usize,
        /// The value found.
        value: f64,
    },
    /// The exact determinant of the edges is zero: the frame has no interior.
    #[error("the three edges lie in one plane")]
    Flat,
    /// The same of a frame in the plane.
    #[error("the two edges lie on one line")]
    FlatInPlane,
    /// The shape tag holds a value that no shape has (a frame cast from foreign bytes).
    #[error("shape tag {0} is unknown (0 cuboid, 1 tetrahedron, 2 tetrahedron by its vertices)")]
    UnknownShape(f32),
}

/// The part of a frame that an error speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FramePart {
    /// The origin, which is vertex 0 of a tetrahedron or triangle.
    Origin,
    /// Edge vector 0, 1 or 2.
    Edge(usize),
    /// Vertex 0 to 3 of a tetrahedron or triangle stored by its vertices.
    Vertex(usize),
    /// The velocity.
    Velocity,
}

impl core::fmt::Display for FramePart {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Origin => write!(f, "orig"),
            Self::Edge(i) => write!(f, "comp[{i}]"),
            Self::Vertex(i) => write!(f, "verts[{i}]"),
            Self::Velocity => write!(f, "vel"),
        }
    }
}

impl FramePart {
    /// The part that row `row` of a frame of this kind holds.
    pub fn of_row(kind: ShapeKind, row: usize) -> Self {
        match (kind, row) {
            (ShapeKind::TetraByVertices, _) => Self::Vertex(row),
            (_, 0) => Self::Origin,
            _ => Self::Edge(row - 1),
        }
    }
}

/// Why a polytope cannot be built. Each names the polytope by the index that it has, or would have
/// had.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PolytopeError {
    /// A coordinate of a vertex is NaN or infinite.
    #[error("polytope {polytope}: pts[{vertex}][{axis}] = {value} is not finite")]
    NotFinite {
        /// The polytope.
        polytope: usize,
        /// The vertex, counted from the polytope's first.
        vertex: usize,
        /// 0 for x, 1 for y, 2 for z.
        axis: usize,
        /// The value found.
        value: f32,
    },
    /// Its range reaches beyond the vertex array.
    #[error("polytope {polytope}: vertices {start} + {count} lie outside the {vertices} there are")]
    Outside {
        /// The polytope.
        polytope: usize,
        /// Its first vertex.
        start: u32,
        /// How many it has.
        count: u32,
        /// Length of the vertex array.
        vertices: usize,
    },
    /// A number of the transform is NaN or infinite.
    #[error("polytope {polytope}: transform[{row}][{column}] = {value} is not finite")]
    Transform {
        /// The polytope.
        polytope: usize,
        /// 0 to 2 for x, y, z.
        row: usize,
        /// 0 to 2 for the linear part, 3 for the translation.
        column: usize,
        /// The value found.
        value: f32,
    },
    /// A component of a velocity is NaN or infinite.
    #[error("polytope {polytope}: velocity[{axis}] = {value} is not finite")]
    Velocity {
        /// The polytope.
        polytope: usize,
        /// 0 for x, 1 for y, 2 for z.
        axis: usize,
        /// The value found.
        value: f32,
    },
    /// The exact determinant of the transform is zero: it would flatten its shape.
    #[error("polytope {polytope}: the transform collapses space")]
    Collapsing {
        /// The polytope.
        polytope: usize,
    },
    /// A polytope that is spoken of does not exist.
    #[error("there is no polytope {polytope}, only {polytopes} of them")]
    NoSuch {
        /// The polytope.
        polytope: usize,
        /// How many there are.
        polytopes: usize,
    },
    /// More vertices in one polytope than a kernel can count, or more of anything than an index can
    /// name.
    #[error("polytope {polytope}: {vertices} vertices are too many")]
    TooLarge {
        /// The polytope.
        polytope: usize,
        /// How many vertices.
        vertices: usize,
    },
    /// The frame that was to become a polytope is none.
    #[error("polytope {polytope}: {error}")]
    Frame {
        /// The polytope.
        polytope: usize,
        /// What is wrong with it.
        #[source]
        error: FrameError,
    },
}

/// Why a triangle mesh cannot be built, or not be used as a solid.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MeshError {
    /// A coordinate of a vertex is NaN or infinite.
    #[error("vertex {vertex}: coordinate {axis} = {value} is not finite")]
    NotFinite {
        /// The vertex.
        vertex: usize,
        /// 0 for x, 1 for y, 2 for z.
        axis: usize,
        /// The value found.
        value: f32,
    },
    /// A triangle names a vertex that is not there.
    #[error("triangle {triangle}: corner {corner} is vertex {index}, of {vertices}")]
    Index {
        /// The triangle.
        triangle: usize,
        /// 0 to 2.
        corner: usize,
        /// The index found.
        index: u32,
        /// How many vertices there are.
        vertices: usize,
    },
    /// More than an index of 32 bits can name.
    #[error("{count} {what} are too many")]
    TooLarge {
        /// Vertices or triangles.
        what: &'static str,
        /// How many.
        count: usize,
    },
    /// The triangles do not enclose a solid: along this edge of this triangle, as many do not run
    /// one way as the other. Such a mesh is open there, or its triangles are turned differently.
    #[error(
        "triangle {triangle}: its edge {edge} is not matched by its neighbours, so the mesh encloses no solid"
    )]
    Open {
        /// A triangle at the edge.
        triangle: usize,
        /// From corner `edge` to the next.
        edge: usize,
    },
    /// A pose holds a number that is not finite, or a quaternion of zeros.
    #[error("the pose at {translation} turned by {rotation} is none")]
    Pose {
        /// The translation given.
        translation: glam::Vec3,
        /// The quaternion given.
        rotation: glam::Quat,
    },
    /// A placed vertex lies beyond the range of `f32`.
    #[error("the pose moves vertices beyond the range of f32")]
    OutOfRange,
}
