//! Pairs of shapes, which are the rows of every table of kernels, exact tests and shaders.

use super::ShapeKind;

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
    /// How many there are.
    pub const COUNT: usize = Self::ALL.len();

    /// All of them, each at the place of its number.
    pub const ALL: [Self; 3] = [Self::Parallelotopes, Self::SimplexParallelotope, Self::Simplices];

    /// Returns the kind of a pair, and whether its frames must be swapped for the kernels.
    pub const fn of(a: ShapeKind, b: ShapeKind) -> (Self, bool) {
        match (a.is_tetra(), b.is_tetra()) {
            (false, false) => (Self::Parallelotopes, false),
            (true, false) => (Self::SimplexParallelotope, false),
            (false, true) => (Self::SimplexParallelotope, true),
            (true, true) => (Self::Simplices, false),
        }
    }
}
