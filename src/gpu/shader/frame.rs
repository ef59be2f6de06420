//! The frames that the shaders know.

#[cfg(feature = "plane")]
use crate::geom::{Frame2, ShapeKind2};
use crate::geom::{Frame3, ShapeKind};

/// A frame that the shaders can test: [`Frame3`] or [`Frame2`](crate::Frame2).
pub trait ShaderFrame: bytemuck::Pod + Sync {
    /// True for frames in the plane, which have shaders of their own.
    const IN_PLANE: bool;

    /// Returns true for a tetrahedron or triangle, and `None` for a tag that no shape has.
    fn is_simplex(&self) -> Option<bool>;
}

impl ShaderFrame for Frame3 {
    const IN_PLANE: bool = false;
    fn is_simplex(&self) -> Option<bool> {
        self.kind().ok().map(ShapeKind::is_tetra)
    }
}

#[cfg(feature = "plane")]
impl ShaderFrame for Frame2 {
    const IN_PLANE: bool = true;
    fn is_simplex(&self) -> Option<bool> {
        self.kind().ok().map(ShapeKind2::is_triangle)
    }
}
