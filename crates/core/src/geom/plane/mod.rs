//! The frame in the plane: a parallelogram or a triangle in 40 bytes.

mod build;

use super::frame::{check_finite, range_on_axis};
use super::{Aabb2, ShapeKind};
use crate::error::{FrameError, FramePart};
use glam::{DVec2, Vec2};

/// A parallelogram or a triangle in 2D: 40 bytes, five rows of two `f32`, the same bits on CPU and
/// GPU.
///
/// | row | x, y |
/// |---|---|
/// | 0 | origin (vertex 0) |
/// | 1 | edge 0 (or vertex 1) |
/// | 2 | edge 1 (or vertex 2) |
/// | 3 | velocity |
/// | 4 | shape tag, [`ShapeKind::tag`], and 0 |
///
/// The shape is named as in space ([`Frame3`](super::Frame3)): [`Cuboid`](ShapeKind::Cuboid) is
/// `origin + x e0 + y e1` with `x, y` in `[0, 1]`, any parallelogram; [`Tetra`](ShapeKind::Tetra)
/// is the same with `x, y >= 0` and `x + y <= 1`, a triangle;
/// [`TetraByVertices`](ShapeKind::TetraByVertices) a triangle whose rows hold its vertices, so that
/// verdicts do not depend on their order. Units are the caller's. Verdicts are exact for these
/// stored numbers; constructors that round say so.
///
/// The type is [`Pod`](bytemuck::Pod). Frames cast from bytes may be invalid;
/// [`validate`](Self::validate) tells.
#[derive(Clone, Copy, PartialEq, bytemuck::Zeroable, bytemuck::Pod)]
#[repr(C, align(8))]
pub struct Frame2 {
    pub(crate) rows: [[f32; 2]; 5],
}

impl Frame2 {
    /// The five rows, as laid out above.
    pub const fn rows(&self) -> &[[f32; 2]; 5] {
        &self.rows
    }

    /// The shape, or an error for a tag that means none.
    pub fn kind(&self) -> Result<ShapeKind, FrameError> {
        ShapeKind::of_tag(self.rows[4][0])
    }

    /// The origin, which for a triangle is vertex 0.
    pub fn origin(&self) -> Vec2 {
        self.row(0)
    }

    /// Rows 1 and 2: the edges, or vertices 1 and 2.
    pub fn row(&self, row: usize) -> Vec2 {
        self.rows[row].into()
    }

    /// The velocity, in units per `t`; zero for a resting frame.
    pub fn velocity(&self) -> Vec2 {
        self.row(3)
    }

    /// The corners in f64, in order round the frame: 4 of a parallelogram, 3 of a triangle. Exact
    /// but for the additions' rounding; meant for pictures, bounds and peers, not for verdicts.
    pub fn corners(&self) -> Vec<DVec2> {
        let [origin, e0, e1] = [0, 1, 2].map(|row| self.row(row).as_dvec2());
        match self.kind() {
            Ok(ShapeKind::TetraByVertices) => vec![origin, e0, e1],
            Ok(ShapeKind::Tetra) => vec![origin, origin + e0, origin + e1],
            _ => vec![origin, origin + e0, origin + e0 + e1, origin + e1],
        }
    }

    /// A box round the frame, in `f32` and rounded outward: each side a few ulps of the largest
    /// number on its axis beyond the smallest box. For broad phases; never too small.
    pub fn aabb(&self) -> Aabb2 {
        let kind = self.kind();
        let ends =
            [0, 1].map(|axis| range_on_axis(kind, [0, 1, 2].map(|row| self.rows[row][axis])));
        Aabb2 { min: ends.map(|end| end.0).into(), max: ends.map(|end| end.1).into() }
    }

    /// Checks what the constructors guarantee: a known shape, finite numbers, and an exact
    /// determinant that is not zero. Nothing else makes a frame invalid.
    pub fn validate(&self) -> Result<(), FrameError> {
        self.validate_resting()?;
        check_finite(FramePart::Velocity, self.rows[3])
    }

    /// [`validate`](Self::validate) without the velocity, which a verdict of resting frames leaves
    /// unread.
    pub fn validate_resting(&self) -> Result<ShapeKind, FrameError> {
        let kind = self.kind()?;
        for row in 0..3 {
            check_finite(FramePart::of_row(kind, row), self.rows[row])?;
        }
        if build::is_flat(self, kind) { Err(FrameError::FlatInPlane) } else { Ok(kind) }
    }
}

impl core::fmt::Debug for Frame2 {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut out = f.debug_struct("Frame2");
        match self.kind() {
            Ok(kind) => out.field("kind", &kind),
            Err(error) => out.field("kind", &error),
        };
        out.field("rows", &&self.rows[..3]);
        if self.velocity() != Vec2::ZERO {
            out.field("velocity", &self.velocity());
        }
        out.finish()
    }
}
