//! The shapes that a frame can have, and the tags that store them.

use super::form::{CUBOID, Figure, Form, TETRAHEDRON};
use super::span::{Span, Stored};
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

    /// Returns all that is known of the kind.
    const fn entry(self) -> Entry {
        match self {
            Self::Cuboid => Entry {
                tag: 0.0,
                form: Form::Parallelotope,
                figure: &CUBOID,
                stored: Stored::Edges,
                name: "cuboid",
                short_name: "cuboid",
            },
            Self::Tetra => Entry {
                tag: 1.0,
                form: Form::Simplex,
                figure: &TETRAHEDRON,
                stored: Stored::Edges,
                name: "tetrahedron",
                short_name: "tetra",
            },
            Self::TetraByVertices => Entry {
                tag: 2.0,
                form: Form::Simplex,
                figure: &TETRAHEDRON,
                stored: Stored::Vertices,
                name: "tetrahedron by its vertices",
                short_name: "tetra",
            },
        }
    }

    /// Returns the tag that stands in a frame: 0.0, 1.0 or 2.0.
    ///
    /// Tags are floats, because the bit patterns of small integers are denormal floats, which a GPU
    /// may flush to zero.
    pub const fn tag(self) -> f32 {
        self.entry().tag
    }

    /// Returns the shape of a tag.
    pub(super) fn of_tag(tag: f32) -> Result<Self, FrameError> {
        let found = Self::ALL.into_iter().find(|kind| kind.tag() == tag);
        found.ok_or(FrameError::UnknownShape(tag))
    }

    /// Returns the form: both ways to store a tetrahedron have one.
    pub const fn form(self) -> Form {
        self.entry().form
    }

    /// Returns what the rows of a frame of this kind hold.
    pub const fn stored(self) -> Stored {
        self.entry().stored
    }

    /// Returns true for both ways to store a tetrahedron.
    pub const fn is_tetra(self) -> bool {
        matches!(self.form(), Form::Simplex)
    }

    /// Returns how the rows span the shape.
    pub(crate) const fn span(self) -> Span<3> {
        let Entry { figure, stored, .. } = self.entry();
        Span { figure, stored }
    }
}

/// What is known of a kind of shape in space.
struct Entry {
    /// Above the tags of all kinds before; see [`ShapeKind::tag`].
    tag: f32,
    form: Form,
    figure: &'static Figure<3>,
    stored: Stored,
    name: &'static str,
    short_name: &'static str,
}

/// Returns the table of a shape in space.
pub const fn figure_of(kind: ShapeKind) -> &'static Figure<3> {
    kind.entry().figure
}

const _: () = {
    let mut i = 0;
    while i < ShapeKind::ALL.len() {
        let Entry { form, stored, .. } = ShapeKind::ALL[i].entry();
        let by_edges = matches!(stored, Stored::Edges);
        assert!(by_edges || matches!(form, Form::Simplex), "vertices span a simplex");
        i += 1;
    }
};

/// The largest number of edge directions of a shape in space.
pub(crate) const MOST_EDGES: usize = {
    let mut most = 0;
    let mut i = 0;
    while i < ShapeKind::ALL.len() {
        let edges = figure_of(ShapeKind::ALL[i]).edges.len();
        most = if edges > most { edges } else { most };
        i += 1;
    }
    most
};

/// Returns the name of a shape in files and on the command line, in space and in the plane. It does
/// not tell how the shape is stored.
pub const fn short_name_of(kind: ShapeKind) -> &'static str {
    kind.entry().short_name
}

impl fmt::Display for ShapeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.entry().name)
    }
}
