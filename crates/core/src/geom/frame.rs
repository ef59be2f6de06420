//! The frame in space: a parallelepiped or a tetrahedron in 64 bytes.

use super::aabb::{Aabb, Aabb3};
use super::shape_kind::ShapeKind;
use super::span::{Stored, check_finite, is_flat};
use crate::by_motion;
use crate::error::{FrameError, FramePart};
use crate::motion::Motion;
use core::fmt;
use glam::{DVec3, Vec3};

/// A parallelepiped or a tetrahedron in space: 64 bytes, four rows of four `f32`, with the same
/// layout on CPU and GPU.
///
/// | row | bytes | x, y, z | w |
/// |---|---|---|---|
/// | 0 | 0 to 15 | origin (vertex 0) | shape tag: [`ShapeKind::tag`] |
/// | 1 | 16 to 31 | edge 0 (or vertex 1) | velocity x |
/// | 2 | 32 to 47 | edge 1 (or vertex 2) | velocity y |
/// | 3 | 48 to 63 | edge 2 (or vertex 3) | velocity z |
///
/// [`ShapeKind`] says which tag names which shape, and whether rows 1 to 3 hold edges or vertices.
/// In WGSL the type is a struct with an array of four `vec4<u32>`: the bits of the floats.
///
/// A *cuboid* is any parallelepiped: a box, but also a sheared or left-handed one. Coordinates are
/// in any unit of length that you choose, and velocities are in that unit per unit of `t`. Verdicts
/// are exact for the stored numbers. A constructor that rounds its arguments says so.
///
/// The type is [`Pod`](bytemuck::Pod): frames can be cast from bytes that a file or a shader wrote.
/// Such bytes may not form a valid frame. [`validate`](Self::validate) checks one frame. A search
/// for pairs returns an error for each frame that is not valid. A query does so for a frame that a
/// pair names, unless the answer is known without that pair.
///
/// # Examples
///
/// ```
/// use motzkin::glam::Vec3;
/// use motzkin::{Frame3, ShapeKind};
///
/// # fn main() -> Result<(), motzkin::FrameError> {
/// let cube = Frame3::cuboid(Vec3::ZERO, [Vec3::X, Vec3::Y, Vec3::Z])?;
/// assert_eq!(cube.kind(), Ok(ShapeKind::Cuboid));
/// assert_eq!(size_of::<Frame3>(), 64);
///
/// let falling = cube.with_velocity(Vec3::new(0.0, 0.0, -2.0))?;
/// assert_eq!(falling.rows()[3], [0.0, 0.0, 1.0, -2.0]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, bytemuck::Zeroable, bytemuck::Pod)]
#[repr(C, align(16))]
pub struct Frame3 {
    pub(crate) rows: [[f32; 4]; 4],
}

impl Frame3 {
    /// Returns the four rows. The table in the documentation of [`Frame3`] shows their layout.
    pub const fn rows(&self) -> &[[f32; 4]; 4] {
        &self.rows
    }

    /// Returns the shape.
    ///
    /// # Errors
    ///
    /// Returns [`FrameError::UnknownShape`] if the tag is not that of a shape.
    pub fn kind(&self) -> Result<ShapeKind, FrameError> {
        ShapeKind::of_tag(self.rows[0][3])
    }

    /// Returns the origin: one corner of a cuboid, vertex 0 of a tetrahedron.
    pub fn origin(&self) -> Vec3 {
        self.row(0)
    }

    /// Returns a row without its w lane: the origin for 0, an edge or a vertex for 1 to 3.
    ///
    /// # Panics
    ///
    /// Panics if `row` is greater than 3.
    pub fn row(&self, row: usize) -> Vec3 {
        let [x, y, z, _] = self.rows[row];
        Vec3::new(x, y, z)
    }

    /// Returns the velocity, in units of length per unit of `t`: the way of one step, if `t` runs
    /// from the beginning of a step to its end. It is zero for a frame at rest.
    pub fn velocity(&self) -> Vec3 {
        Vec3::new(self.rows[1][3], self.rows[2][3], self.rows[3][3])
    }

    /// Returns the corners in `f64`: 8 of a cuboid, 4 of a tetrahedron.
    ///
    /// Only the additions round. The corners are meant for pictures, bounds and other libraries;
    /// verdicts do not use them. Allocates a vector.
    pub fn corners(&self) -> Vec<DVec3> {
        let span = self.kind().unwrap_or(ShapeKind::Cuboid).span();
        let [origin, rows @ ..] = self.rows.map(|[x, y, z, _]| [x, y, z].map(f64::from));
        span.corners(origin, rows).map(DVec3::from).collect()
    }

    /// Returns a box that contains the frame, for broad phases.
    ///
    /// The box is rounded outward to `f32`: each face lies at most a few ulps of the largest number
    /// on its axis beyond the smallest box, which is infinity at the end of `f32`.
    pub fn aabb(&self) -> Aabb3 {
        self.box_over([0.0; 3])
    }

    /// Returns a box that contains the frame at every `t` in `[0, 1]`, rounded outward as
    /// [`aabb`](Self::aabb) is.
    #[cfg(feature = "motion")]
    pub fn swept_aabb(&self) -> Aabb3 {
        self.box_over(self.velocity().to_array())
    }

    /// Returns a box for a broad phase: at `t = 0`, or over `t` in `[0, 1]` if `M` moves. It is
    /// rounded outward, then [clamped](Aabb::clamped) to the range of `f32`.
    pub fn bounds<M: Motion>(&self) -> Aabb3 {
        by_motion!(M::MOVES, self.swept_aabb(), self.aabb()).clamped()
    }

    fn box_over(&self, way: [f32; 3]) -> Aabb3 {
        let span = self.kind().unwrap_or(ShapeKind::Tetra).span();
        Aabb3::from_ends(|axis| {
            let [origin, rows @ ..] = self.rows.map(|row| row[axis]);
            span.range_on_axis(origin, rows, way[axis])
        })
    }

    /// Checks that the frame is valid, velocity included.
    ///
    /// A valid frame has a known shape, finite numbers, and edges whose exact determinant is not
    /// zero. Every constructor guarantees this. Thin, tiny, left-handed and sheared frames are
    /// valid. Costs some ten nanoseconds, and microseconds for a frame that is almost flat.
    ///
    /// # Errors
    ///
    /// Returns [`FrameError::UnknownShape`], [`FrameError::NotFinite`] or [`FrameError::Flat`].
    pub fn validate(&self) -> Result<(), FrameError> {
        self.validate_resting()?;
        check_finite(FramePart::Velocity, self.velocity().to_array())
    }

    /// Checks that the frame is valid at rest, and returns its shape. The velocity is not read, as
    /// it is not read by a verdict at rest.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`validate`](Self::validate), except that of a velocity.
    pub fn validate_resting(&self) -> Result<ShapeKind, FrameError> {
        let kind = self.kind()?;
        let xyz = |row: usize| self.row(row).to_array();
        for row in 0..4 {
            check_finite(kind.stored().part(row), xyz(row))?;
        }
        let (origin, rows) = (xyz(0), [xyz(1), xyz(2), xyz(3)]);
        if is_flat(kind.stored(), origin, rows) { Err(FrameError::Flat) } else { Ok(kind) }
    }
}

impl fmt::Debug for Frame3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("Frame3");
        match self.kind() {
            Ok(kind) => out.field("kind", &kind),
            Err(error) => out.field("kind", &error),
        };
        out.field("rows", &[0, 1, 2, 3].map(|row| self.row(row).to_array()));
        if self.velocity() != Vec3::ZERO {
            out.field("velocity", &self.velocity());
        }
        out.finish()
    }
}

impl fmt::Display for Frame3 {
    /// Writes the shape, its rows, and a velocity that is not zero.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stored = match self.kind() {
            Ok(kind) => write!(f, "{kind}").map(|()| kind.stored()),
            Err(error) => write!(f, "frame ({error})").map(|()| Stored::Edges),
        }?;
        let rows = stored.name();
        let [e0, e1, e2] = [1, 2, 3].map(|row| self.row(row));
        write!(f, " at {} with {rows} {e0}, {e1}, {e2}", self.origin())?;
        if self.velocity() != Vec3::ZERO {
            write!(f, ", velocity {}", self.velocity())?;
        }
        Ok(())
    }
}
