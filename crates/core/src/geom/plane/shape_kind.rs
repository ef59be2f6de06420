//! The shapes that a frame in the plane can have, and the tags that store them.

use super::super::span::Span;
use crate::error::FrameError;
use core::fmt;

/// The shape of a [`Frame2`](super::Frame2), stored as a tag in its last row.
///
/// | variant | tag | rows 1 and 2 hold | points |
/// |---|---|---|---|
/// | `Parallelogram` | 0.0 | edges | `origin + x e0 + y e1`, with `x`, `y` in `[0, 1]` |
/// | `Triangle` | 1.0 | edges | the same sum, with `x`, `y >= 0` and `x + y <= 1` |
/// | `TriangleByVertices` | 2.0 | vertices | the convex hull of the three vertices |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShapeKind2 {
    /// A parallelogram by one corner and two edges.
    Parallelogram,
    /// A triangle by one vertex and the two edges from it.
    Triangle,
    /// A triangle by its three vertices. No edge is rounded, so verdicts do not depend on the order
    /// of the vertices.
    TriangleByVertices,
}

impl ShapeKind2 {
    /// Every kind, in the order of the tags.
    pub const ALL: [Self; 3] = [Self::Parallelogram, Self::Triangle, Self::TriangleByVertices];

    /// Returns the tag that stands in a frame: 0.0, 1.0 or 2.0, as in space
    /// ([`ShapeKind::tag`](super::super::ShapeKind::tag)).
    pub const fn tag(self) -> f32 {
        match self {
            Self::Parallelogram => 0.0,
            Self::Triangle => 1.0,
            Self::TriangleByVertices => 2.0,
        }
    }

    /// Returns the shape of a tag.
    pub(super) fn of_tag(tag: f32) -> Result<Self, FrameError> {
        let found = Self::ALL.into_iter().find(|kind| kind.tag() == tag);
        found.ok_or(FrameError::UnknownShapeInPlane(tag))
    }

    /// Returns true for both ways to store a triangle.
    pub const fn is_triangle(self) -> bool {
        !matches!(self, Self::Parallelogram)
    }

    /// Returns how the rows span the shape.
    pub(crate) const fn span(self) -> Span {
        match self {
            Self::Parallelogram => Span::Parallel,
            Self::Triangle => Span::Simplex,
            Self::TriangleByVertices => Span::Vertices,
        }
    }
}

impl fmt::Display for ShapeKind2 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Parallelogram => "parallelogram",
            Self::Triangle => "triangle",
            Self::TriangleByVertices => "triangle by its vertices",
        })
    }
}
