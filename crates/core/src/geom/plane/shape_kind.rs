//! The shapes that a frame in the plane can have, and the tags that store them.

use super::super::form::{Built, Figure, Form, Slab};
use super::super::shape_kind::ShapeKind;
use super::super::span::{Span, Stored};
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

    /// Returns the kind in space that has the tag, is stored alike, and is named alike in files.
    pub const fn in_space(self) -> ShapeKind {
        match self {
            Self::Parallelogram => ShapeKind::Cuboid,
            Self::Triangle => ShapeKind::Tetra,
            Self::TriangleByVertices => ShapeKind::TetraByVertices,
        }
    }

    /// Returns the tag that stands in a frame: 0.0, 1.0 or 2.0, as in space
    /// ([`ShapeKind::tag`]).
    pub const fn tag(self) -> f32 {
        self.in_space().tag()
    }

    /// Returns the shape of a tag.
    pub(super) fn of_tag(tag: f32) -> Result<Self, FrameError> {
        let found = Self::ALL.into_iter().find(|kind| kind.tag() == tag);
        found.ok_or(FrameError::UnknownShapeInPlane(tag))
    }

    /// Returns the form: both ways to store a triangle have one.
    pub const fn form(self) -> Form {
        self.in_space().form()
    }

    /// Returns what the rows of a frame of this kind hold.
    pub const fn stored(self) -> Stored {
        self.in_space().stored()
    }

    /// Returns true for both ways to store a triangle.
    pub const fn is_triangle(self) -> bool {
        matches!(self.form(), Form::Simplex)
    }

    /// Returns how the rows span the shape.
    pub(crate) const fn span(self) -> Span<2> {
        Span { figure: figure2_of(self), stored: self.stored() }
    }
}

/// Returns the table of a shape in the plane.
pub const fn figure2_of(kind: ShapeKind2) -> &'static Figure<2> {
    match kind {
        ShapeKind2::Parallelogram => &PARALLELOGRAM,
        ShapeKind2::Triangle | ShapeKind2::TriangleByVertices => &TRIANGLE,
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

/// The parallelogram.
const PARALLELOGRAM: Figure<2> = Figure {
    built: Built::Prisms,
    corners: &[[0, 0], [1, 0], [1, 1], [0, 1]],
    edges: &[[1, 0], [0, 1]],
    slabs: &[
        Slab { sum: [1, 0], along: &[1], ends: [true, true] },
        Slab { sum: [0, 1], along: &[0], ends: [true, true] },
    ],
    faces: &[&[0, 1, 2, 3]],
};

/// The triangle.
const TRIANGLE: Figure<2> = Figure {
    built: Built::Pyramids,
    corners: &[[0, 0], [1, 0], [0, 1]],
    edges: &[[1, 0], [0, 1], [-1, 1]],
    slabs: &[
        Slab { sum: [1, 0], along: &[1], ends: [true, false] },
        Slab { sum: [0, 1], along: &[0], ends: [true, false] },
        Slab { sum: [1, 1], along: &[2], ends: [false, true] },
    ],
    faces: &[&[0, 1, 2]],
};
