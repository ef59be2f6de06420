//! The frames that the shaders know.

use crate::error::FrameError;
use crate::geom::{Frame2, Frame3, ShapeKind};

/// A frame that the shaders can test: [`Frame3`] or [`Frame2`].
pub trait ShaderFrame: bytemuck::Pod + Sync {
    /// True for frames in the plane, which have shaders of their own.
    const IN_PLANE: bool;

    /// The shape, or an error for a tag that means none.
    fn shape(&self) -> Result<ShapeKind, FrameError>;
}

impl ShaderFrame for Frame3 {
    const IN_PLANE: bool = false;
    fn shape(&self) -> Result<ShapeKind, FrameError> {
        self.kind()
    }
}

impl ShaderFrame for Frame2 {
    const IN_PLANE: bool = true;
    fn shape(&self) -> Result<ShapeKind, FrameError> {
        self.kind()
    }
}
