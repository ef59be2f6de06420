//! The forms that shapes have, each with a table from which its geometry follows.
//!
//! Boxes, corners, hulls, exact tests, checks and pictures read these tables. No code outside of
//! kernels asks which form it has.

/// What a shape is, whatever its dimension and however its frame stores it. The order is that of
/// the tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Form {
    /// A cuboid in space, a parallelogram in the plane.
    Parallelotope,
    /// A tetrahedron in space, a triangle in the plane.
    Simplex,
}

impl Form {
    /// Every form, each at the index of its number.
    pub const ALL: [Self; 2] = [Self::Parallelotope, Self::Simplex];

    /// The number of forms.
    pub const COUNT: usize = Self::ALL.len();

    /// Returns the name of one and of several.
    pub(super) const fn names(self) -> [&'static str; 2] {
        match self {
            Self::Parallelotope => ["parallelotope", "parallelotopes"],
            Self::Simplex => ["simplex", "simplices"],
        }
    }
}

/// A form as a type, for code that is compiled for each form.
pub trait Shape: Copy + 'static {
    /// The form.
    const FORM: Form;
}

/// A cuboid, or a parallelogram in the plane.
#[derive(Clone, Copy, Debug)]
pub struct Parallelotope;

/// A tetrahedron, or a triangle in the plane.
#[derive(Clone, Copy, Debug)]
pub struct Simplex;

impl Shape for Parallelotope {
    const FORM: Form = Form::Parallelotope;
}

impl Shape for Simplex {
    const FORM: Form = Form::Simplex;
}

/// How each edge counts in a sum of the edges from the origin: once, not at all, or negatively.
/// `[0, -1, 1]` is edge 2 less edge 1.
pub type Sum<const D: usize> = [i8; D];

/// The table of a form in `D` dimensions. The vectors are sums of the edges from the origin.
#[derive(Debug)]
pub struct Figure<const D: usize> {
    /// What each edge in turn makes of the shape so far, which begins as the origin.
    pub built: Built<D>,
    /// The corners, in the plane in order round the shape.
    pub corners: &'static [Sum<D>],
    /// The direction of every edge, each once. The edges from the origin come first.
    pub edges: &'static [Sum<D>],
    /// The slabs whose intersection is the shape. Each face lies in an end of one of them.
    pub slabs: &'static [Slab<D>],
    /// The corners of each face, in order round it. In the plane, the shape is the only face.
    pub faces: &'static [&'static [usize]],
}

/// What each edge makes of the shape so far. Shapes that all edges build alike have names of their
/// own, because code for them alone is faster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Built<const D: usize> {
    /// Each edge builds a prism.
    Prisms,
    /// Each edge builds a pyramid.
    Pyramids,
    /// One after the other.
    Each([Build; D]),
}

/// What an edge makes of a shape in the dimensions before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Build {
    /// The shape moved along any part of the edge.
    Prism,
    /// The convex hull of the shape and the end of the edge.
    Pyramid,
}

/// The points for which a sum of coordinates lies between 0 and 1. The coordinates are those along
/// the edges from the origin.
#[derive(Debug)]
pub struct Slab<const D: usize> {
    /// How each coordinate counts in the sum.
    pub sum: Sum<D>,
    /// The numbers of edges along the faces: in space two or more, any two neighbours of which span
    /// a face; in the plane one.
    pub along: &'static [usize],
    /// Whether a face of the shape lies where the sum is 0, and where it is 1.
    pub ends: [bool; 2],
}

impl<const D: usize> Figure<D> {
    /// Returns true if every edge is parallel to one from the origin: then no edge is a difference.
    pub const fn is_parallel(&self) -> bool {
        self.edges.len() == D
    }
}

/// The parallelepiped.
pub(super) const CUBOID: Figure<3> = Figure {
    built: Built::Prisms,
    corners: &[
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [1, 1, 0],
        [0, 0, 1],
        [1, 0, 1],
        [0, 1, 1],
        [1, 1, 1],
    ],
    edges: &[[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    slabs: &[
        Slab { sum: [1, 0, 0], along: &[1, 2], ends: [true, true] },
        Slab { sum: [0, 1, 0], along: &[2, 0], ends: [true, true] },
        Slab { sum: [0, 0, 1], along: &[0, 1], ends: [true, true] },
    ],
    faces: &[
        &[0, 1, 3, 2],
        &[4, 5, 7, 6],
        &[0, 1, 5, 4],
        &[2, 3, 7, 6],
        &[0, 2, 6, 4],
        &[1, 3, 7, 5],
    ],
};

/// The tetrahedron.
pub(super) const TETRAHEDRON: Figure<3> = Figure {
    built: Built::Pyramids,
    corners: &[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
    edges: &[[1, 0, 0], [0, 1, 0], [0, 0, 1], [-1, 1, 0], [0, -1, 1], [1, 0, -1]],
    slabs: &[
        Slab { sum: [1, 0, 0], along: &[1, 2], ends: [true, false] },
        Slab { sum: [0, 1, 0], along: &[2, 0], ends: [true, false] },
        Slab { sum: [0, 0, 1], along: &[0, 1], ends: [true, false] },
        Slab { sum: [1, 1, 1], along: &[5, 3, 4], ends: [false, true] },
    ],
    faces: &[&[1, 2, 3], &[0, 2, 3], &[0, 1, 3], &[0, 1, 2]],
};
