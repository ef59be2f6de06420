//! Pairs of shapes, which are the rows of every table of kernels, exact tests and shaders.

use core::fmt;

/// A pair of shapes, in the order in which kernels take them.
///
/// A *parallelotope* is a cuboid in space and a parallelogram in the plane. A *simplex* is a
/// tetrahedron in space and a triangle in the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u32)]
pub enum PairKind {
    /// Two parallelotopes.
    Parallelotopes = 0,
    /// A simplex, then a parallelotope.
    SimplexParallelotope = 1,
    /// Two simplices.
    Simplices = 2,
}

impl PairKind {
    /// The number of kinds.
    pub const COUNT: usize = Self::ALL.len();

    /// Every kind, each at the index of its number.
    pub const ALL: [Self; 3] = [Self::Parallelotopes, Self::SimplexParallelotope, Self::Simplices];

    /// Returns the kind of a pair, and whether its frames must be swapped for the kernels. The
    /// arguments are true for simplices.
    pub const fn of(a_is_simplex: bool, b_is_simplex: bool) -> (Self, bool) {
        match (a_is_simplex, b_is_simplex) {
            (false, false) => (Self::Parallelotopes, false),
            (true, false) => (Self::SimplexParallelotope, false),
            (false, true) => (Self::SimplexParallelotope, true),
            (true, true) => (Self::Simplices, false),
        }
    }
}

impl fmt::Display for PairKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Parallelotopes => "two parallelotopes",
            Self::SimplexParallelotope => "a simplex and a parallelotope",
            Self::Simplices => "two simplices",
        })
    }
}
