//! The shapes that a frame can have, and the tags that store them.

use super::span::Span;
use crate::error::FrameError;
use core::fmt;

/// The shape of a [`Frame3`](super::Frame3), stored as a tag in the w lane of its first row.
///
/// | variant | tag | rows 1 to 3 hold | points |
/// |---|---|---|---|
/// | `Cuboid` | 0.0 | edges | `origin + x e0 + y e1 + z e2`, with `x`, `y`, `z` in `[0, 1]` |
/// | `Tetra` | 1.0 | edges | the same sum, with `x`, `y`, `z >= 0` and `x + y + z <= 1` |
/// | `TetraByVertices` | 2.0 | vertices | the convex hull of the four vertices |
///
/// The first two rows of the table are equations 1 and 3 of the 2019 paper on Fourier-Motzkin
/// collision detection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShapeKind {
    /// A parallelepiped by one corner and three edges: boxes, sheared and left-handed ones too.
    Cuboid,
    /// A tetrahedron by one vertex and the three edges from it.
    Tetra,
    /// A tetrahedron by its four vertices. No edge is rounded, so verdicts do not depend on the
    /// order of the vertices.
    TetraByVertices,
}

impl ShapeKind {
    /// Every kind, in the order of the tags.
    pub const ALL: [Self; 3] = [Self::Cuboid, Self::Tetra, Self::TetraByVertices];

    /// Returns the tag that stands in a frame: 0.0, 1.0 or 2.0.
    ///
    /// Tags are floats, because the bit patterns of small integers are denormal floats, which a GPU
    /// may flush to zero.
    pub const fn tag(self) -> f32 {
        match self {
            Self::Cuboid => 0.0,
            Self::Tetra => 1.0,
            Self::TetraByVertices => 2.0,
        }
    }

    /// Returns the shape of a tag.
    pub(super) fn of_tag(tag: f32) -> Result<Self, FrameError> {
        let found = Self::ALL.into_iter().find(|kind| kind.tag() == tag);
        found.ok_or(FrameError::UnknownShape(tag))
    }

    /// Returns true for both ways to store a tetrahedron.
    pub const fn is_tetra(self) -> bool {
        !matches!(self, Self::Cuboid)
    }

    /// Returns how the rows span the shape.
    pub(crate) const fn span(self) -> Span {
        match self {
            Self::Cuboid => Span::Parallel,
            Self::Tetra => Span::Simplex,
            Self::TetraByVertices => Span::Vertices,
        }
    }
}

impl fmt::Display for ShapeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cuboid => "cuboid",
            Self::Tetra => "tetrahedron",
            Self::TetraByVertices => "tetrahedron by its vertices",
        })
    }
}
