//! The frame in the plane: a parallelogram or a triangle in 40 bytes.

use super::super::aabb::Aabb;
use super::super::span::{Stored, check_finite};
use super::aabb::Aabb2;
use super::flat::is_flat;
use super::shape_kind::ShapeKind2;
use crate::by_motion;
use crate::error::{FrameError, FramePart};
use crate::motion::Motion;
use core::fmt;
use glam::{DVec2, Vec2};

/// A parallelogram or a triangle in the plane: 40 bytes, five rows of two `f32`, with the same
/// layout on CPU and GPU.
///
/// | row | bytes | x | y |
/// |---|---|---|---|
/// | 0 | 0 to 7 | origin (vertex 0) x | y |
/// | 1 | 8 to 15 | edge 0 (or vertex 1) x | y |
/// | 2 | 16 to 23 | edge 1 (or vertex 2) x | y |
/// | 3 | 24 to 31 | velocity x | y |
/// | 4 | 32 to 39 | shape tag: [`ShapeKind2::tag`] | 0.0 |
///
/// The tag is 0.0 for a parallelogram, 1.0 for a triangle by its edges and 2.0 for a triangle by
/// its vertices. Only the last kind has vertices in rows 1 and 2.
///
/// Coordinates are in any unit of length that you choose, and velocities are in that unit per unit
/// of `t`. Verdicts are exact for the stored numbers. A constructor that rounds its arguments says
/// so.
///
/// The type is [`Pod`](bytemuck::Pod): frames can be cast from bytes that a file or a shader wrote.
/// Such bytes may not form a valid frame; [`validate`](Self::validate) checks one.
///
/// # Examples
///
/// ```
/// use motzkin::glam::Vec2;
/// use motzkin::{Frame2, ShapeKind2};
///
/// # fn main() -> Result<(), motzkin::FrameError> {
/// let triangle = Frame2::triangle(Vec2::ZERO, [Vec2::X, Vec2::Y])?.with_velocity(Vec2::X)?;
/// assert_eq!(triangle.kind(), Ok(ShapeKind2::Triangle));
/// assert_eq!(triangle.rows()[3..], [[1.0, 0.0], [1.0, 0.0]]);
/// assert_eq!(size_of::<Frame2>(), 40);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, bytemuck::Zeroable, bytemuck::Pod)]
#[repr(C, align(8))]
pub struct Frame2 {
    pub(crate) rows: [[f32; 2]; 5],
}

impl Frame2 {
    /// Returns the five rows. The table in the documentation of [`Frame2`] shows their layout.
    pub const fn rows(&self) -> &[[f32; 2]; 5] {
        &self.rows
    }

    /// Returns the shape.
    ///
    /// # Errors
    ///
    /// Returns [`FrameError::UnknownShapeInPlane`] if the tag is not that of a shape.
    pub fn kind(&self) -> Result<ShapeKind2, FrameError> {
        ShapeKind2::of_tag(self.rows[4][0])
    }

    /// Returns the origin: one corner of a parallelogram, vertex 0 of a triangle.
    pub fn origin(&self) -> Vec2 {
        self.row(0)
    }

    /// Returns a row: the origin for 0, an edge or a vertex for 1 and 2, the velocity for 3.
    ///
    /// # Panics
    ///
    /// Panics if `row` is greater than 4.
    pub fn row(&self, row: usize) -> Vec2 {
        self.rows[row].into()
    }

    /// Returns the velocity, in units of length per unit of `t`. It is zero for a frame at rest.
    pub fn velocity(&self) -> Vec2 {
        self.row(3)
    }

    /// Returns the corners in `f64`, in order round the frame: 4 of a parallelogram, 3 of a
    /// triangle.
    ///
    /// Only the additions round. The corners are meant for pictures, bounds and other libraries;
    /// verdicts do not use them. Allocates a vector.
    pub fn corners(&self) -> Vec<DVec2> {
        let span = self.kind().unwrap_or(ShapeKind2::Parallelogram).span();
        let [origin, e0, e1, ..] = self.rows.map(|row| row.map(f64::from));
        span.corners(origin, [e0, e1]).map(DVec2::from).collect()
    }

    /// Returns a rectangle that contains the frame, for broad phases.
    ///
    /// The rectangle is rounded outward to `f32`: each side lies at most a few ulps of the largest
    /// number on its axis beyond the smallest rectangle, which is infinity at the end of `f32`.
    pub fn aabb(&self) -> Aabb2 {
        self.box_over([0.0; 2])
    }

    /// Returns a rectangle that contains the frame at every `t` in `[0, 1]`, rounded outward as
    /// [`aabb`](Self::aabb) is.
    #[cfg(feature = "motion")]
    pub fn swept_aabb(&self) -> Aabb2 {
        self.box_over(self.velocity().to_array())
    }

    /// Returns a box for a broad phase: at `t = 0`, or over `t` in `[0, 1]` if `M` moves. It is
    /// rounded outward, then [clamped](Aabb::clamped) to the range of `f32`.
    pub fn bounds<M: Motion>(&self) -> Aabb2 {
        by_motion!(M::MOVES, self.swept_aabb(), self.aabb()).clamped()
    }

    fn box_over(&self, way: [f32; 2]) -> Aabb2 {
        let span = self.kind().unwrap_or(ShapeKind2::Triangle).span();
        let [origin, e0, e1, ..] = self.rows;
        Aabb2::from_ends(|axis| span.range_on_axis(origin[axis], [e0[axis], e1[axis]], way[axis]))
    }

    /// Checks that the frame is valid, velocity included.
    ///
    /// A valid frame has a known shape, finite numbers, and edges whose exact determinant is not
    /// zero. Every constructor guarantees this.
    ///
    /// # Errors
    ///
    /// Returns [`FrameError::UnknownShapeInPlane`], [`FrameError::NotFinite`] or
    /// [`FrameError::FlatInPlane`].
    pub fn validate(&self) -> Result<(), FrameError> {
        self.validate_resting()?;
        check_finite(FramePart::Velocity, self.rows[3])
    }

    /// Checks that the frame is valid at rest, and returns its shape. The velocity is not read, as
    /// it is not read by a verdict at rest.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`validate`](Self::validate), except that of a velocity.
    pub fn validate_resting(&self) -> Result<ShapeKind2, FrameError> {
        let kind = self.kind()?;
        for row in 0..3 {
            check_finite(kind.stored().part(row), self.rows[row])?;
        }
        let [origin, e0, e1, ..] = self.rows;
        let flat = is_flat(kind.stored(), origin, [e0, e1]);
        if flat { Err(FrameError::FlatInPlane) } else { Ok(kind) }
    }
}

impl fmt::Debug for Frame2 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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

impl fmt::Display for Frame2 {
    /// Writes the shape, its rows, and a velocity that is not zero.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stored = match self.kind() {
            Ok(kind) => write!(f, "{kind}").map(|()| kind.stored()),
            Err(error) => write!(f, "frame ({error})").map(|()| Stored::Edges),
        }?;
        let rows = stored.name();
        write!(f, " at {} with {rows} {}, {}", self.origin(), self.row(1), self.row(2))?;
        if self.velocity() != Vec2::ZERO {
            write!(f, ", velocity {}", self.velocity())?;
        }
        Ok(())
    }
}
