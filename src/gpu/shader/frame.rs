//! The frames that the shaders know.

use crate::geom::{Form, Frame3, ShapeKind};
#[cfg(feature = "plane")]
use crate::geom::{Frame2, ShapeKind2};

/// A frame that the shaders can test: [`Frame3`] or [`Frame2`](crate::Frame2).
pub trait ShaderFrame: bytemuck::Pod + Sync {
    /// True for frames in the plane, which have shaders of their own.
    const IN_PLANE: bool;

    /// Returns the form, or `None` for a tag that no shape has.
    fn form(&self) -> Option<Form>;
}

impl ShaderFrame for Frame3 {
    const IN_PLANE: bool = false;
    fn form(&self) -> Option<Form> {
        self.kind().ok().map(ShapeKind::form)
    }
}

#[cfg(feature = "plane")]
impl ShaderFrame for Frame2 {
    const IN_PLANE: bool = true;
    fn form(&self) -> Option<Form> {
        self.kind().ok().map(ShapeKind2::form)
    }
}
