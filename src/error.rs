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
    pub(crate) fn of_row(kind: ShapeKind, row: usize) -> Self {
        match (kind, row) {
            (ShapeKind::TetraByVertices, _) => Self::Vertex(row),
            (_, 0) => Self::Origin,
            _ => Self::Edge(row - 1),
        }
    }
}
