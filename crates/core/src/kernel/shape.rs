//! The shapes that kernels tell apart, as types.

use crate::geom::ShapeKind;

/// A shape that kernels are compiled for.
pub trait Shape: Copy + 'static {
    /// The shape's place among all [`SHAPES`].
    const PLACE: usize;
    /// True if the vertices are the origin and the ends of the edges from there. Otherwise all sums
    /// of edges are vertices.
    const IS_SIMPLEX: bool;

    /// Returns zero for the bits of a tag of this shape.
    fn differs(tag: u32) -> u32;
}

/// A cuboid, or a parallelogram in the plane.
#[derive(Clone, Copy, Debug)]
pub struct Parallelotope;

/// A tetrahedron, or a triangle in the plane.
#[derive(Clone, Copy, Debug)]
pub struct Simplex;

impl Shape for Parallelotope {
    const PLACE: usize = 0;
    const IS_SIMPLEX: bool = false;

    #[inline(always)]
    fn differs(tag: u32) -> u32 {
        // The tag is zero, of either sign.
        tag << 1
    }
}

impl Shape for Simplex {
    const PLACE: usize = 1;
    const IS_SIMPLEX: bool = true;

    #[inline(always)]
    fn differs(tag: u32) -> u32 {
        // There are two ways to store one. The bits of their tags, as numbers, are one power of
        // two apart.
        const TETRA: u32 = ShapeKind::Tetra.tag().to_bits();
        const STEP: u32 = ShapeKind::TetraByVertices.tag().to_bits() - TETRA;
        tag.wrapping_sub(TETRA) & !STEP
    }
}

/// How many shapes there are.
pub const SHAPES: usize = LAST_TAGS.len();

/// The greatest tag of each shape. Tags ascend from shape to shape.
pub const LAST_TAGS: [f32; 2] = [ShapeKind::Cuboid.tag(), ShapeKind::TetraByVertices.tag()];

/// Every tag of a shape.
pub const TAGS: [f32; 3] =
    [ShapeKind::Cuboid.tag(), ShapeKind::Tetra.tag(), ShapeKind::TetraByVertices.tag()];

/// Returns the place of the shape that a tag names, or `None` for a tag that no shape has (a frame
/// cast from foreign bytes).
#[inline(always)]
pub fn place_of(tag: f32) -> Option<usize> {
    let bits = tag.to_bits();
    let differs = [Parallelotope::differs(bits), Simplex::differs(bits)];
    differs.iter().position(|&differs| differs == 0)
}
