//! The frame in space: a parallelepiped or a tetrahedron in 64 bytes.

use crate::error::{FrameError, FramePart};
use glam::Vec3;

/// The shape that a frame's tag names. In the plane a parallelogram stands for the parallelepiped
/// and a triangle for the tetrahedron.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShapeKind {
    /// A parallelepiped: `origin + x e0 + y e1 + z e2` with `x, y, z` in `[0, 1]`
    /// (fmb-2019, equation 1).
    Cuboid,
    /// A tetrahedron: the same with `x, y, z >= 0` and `x + y + z <= 1` (fmb-2019, equation 3).
    Tetra,
    /// A tetrahedron stored by its four vertices, so that its verdicts do not depend on their
    /// order: no edge has been rounded.
    TetraByVertices,
}

impl ShapeKind {
    /// The tag in the w lane of a frame's first row. Small whole numbers, stored as floats,
    /// because integer bit patterns would be denormals that a GPU may flush.
    pub const fn tag(self) -> f32 {
        match self {
            Self::Cuboid => 0.0,
            Self::Tetra => 1.0,
            Self::TetraByVertices => 2.0,
        }
    }

    /// The shape of a tag, or an error for one that means none.
    pub(super) fn of_tag(tag: f32) -> Result<Self, FrameError> {
        [Self::Cuboid, Self::Tetra, Self::TetraByVertices]
            .into_iter()
            .find(|kind| kind.tag() == tag)
            .ok_or(FrameError::UnknownShape(tag))
    }

    /// True for both ways to store a tetrahedron.
    pub const fn is_tetra(self) -> bool {
        !matches!(self, Self::Cuboid)
    }
}

/// A cuboid or a tetrahedron in 3D: 64 bytes, four rows of four `f32`, the same bits on CPU and
/// GPU.
///
/// | row | x, y, z | w |
/// |---|---|---|
/// | 0 | origin (vertex 0) | shape tag, [`ShapeKind::tag`] |
/// | 1 | edge 0 (or vertex 1) | velocity x |
/// | 2 | edge 1 (or vertex 2) | velocity y |
/// | 3 | edge 2 (or vertex 3) | velocity z |
///
/// Rows hold vertices where the tag is [`ShapeKind::TetraByVertices`]. Units are the caller's. A
/// *cuboid* is any parallelepiped: sheared and left-handed ones too. Verdicts are exact for these
/// stored numbers; constructors that round say so.
///
/// The type is [`Pod`](bytemuck::Pod), so frames can be cast from bytes that a file or a GPU
/// program wrote. Such bytes may hold no valid frame; [`validate`](Self::validate) tells, and a
/// batch that meets one answers a typed error for it.
#[derive(Clone, Copy, PartialEq, bytemuck::Zeroable, bytemuck::Pod)]
#[repr(C, align(16))]
pub struct Frame3 {
    pub(crate) rows: [[f32; 4]; 4],
}

impl Frame3 {
    /// The four rows, as laid out above.
    pub const fn rows(&self) -> &[[f32; 4]; 4] {
        &self.rows
    }

    /// The shape, or an error for a tag that means none.
    pub fn kind(&self) -> Result<ShapeKind, FrameError> {
        ShapeKind::of_tag(self.rows[0][3])
    }

    /// The origin, which for a tetrahedron is vertex 0.
    pub fn origin(&self) -> Vec3 {
        self.row(0)
    }

    /// Rows 1 to 3 without their w lanes: the edges, or vertices 1 to 3.
    pub fn row(&self, row: usize) -> Vec3 {
        let [x, y, z, _] = self.rows[row];
        Vec3::new(x, y, z)
    }

    /// The velocity, in units per `t`; zero for a resting frame.
    pub fn velocity(&self) -> Vec3 {
        Vec3::new(self.rows[1][3], self.rows[2][3], self.rows[3][3])
    }

    /// The corners in f64: 8 for a cuboid, 4 for a tetrahedron. Exact but for the additions'
    /// rounding; meant for pictures, bounds and peers, not for verdicts.
    pub fn corners(&self) -> Vec<glam::DVec3> {
        let origin = self.origin().as_dvec3();
        let [e0, e1, e2] = [1, 2, 3].map(|row| self.row(row).as_dvec3());
        match self.kind() {
            Ok(ShapeKind::TetraByVertices) => vec![origin, e0, e1, e2],
            Ok(ShapeKind::Tetra) => vec![origin, origin + e0, origin + e1, origin + e2],
            _ => (0..8)
                .map(|bits| {
                    let pick = |bit: u32| f64::from(bits >> bit & 1);
                    origin + e0 * pick(0) + e1 * pick(1) + e2 * pick(2)
                })
                .collect(),
        }
    }

    /// A box round the frame, in `f32` and rounded outward: each face a few ulps of the largest
    /// number on its axis beyond the smallest box. For broad phases; never too small.
    pub fn aabb(&self) -> super::Aabb3 {
        let kind = self.kind();
        let ends = [0, 1, 2].map(|axis| range_on_axis(kind, self.rows.map(|row| row[axis])));
        super::Aabb3 { min: ends.map(|end| end.0).into(), max: ends.map(|end| end.1).into() }
    }

    /// Checks what the constructors guarantee: a known shape, finite numbers, and an exact
    /// determinant that is not zero. Nothing else makes a frame invalid: slivers, microns,
    /// left-handed and sheared frames are fine.
    pub fn validate(&self) -> Result<(), FrameError> {
        self.validate_resting()?;
        check_finite(FramePart::Velocity, self.velocity().to_array())
    }

    /// [`validate`](Self::validate) without the velocity, which a verdict of resting frames leaves
    /// unread.
    pub fn validate_resting(&self) -> Result<ShapeKind, FrameError> {
        let kind = self.kind()?;
        for row in 0..4 {
            check_finite(FramePart::of_row(kind, row), self.row(row).to_array())?;
        }
        if super::build::is_flat(self, kind) { Err(FrameError::Flat) } else { Ok(kind) }
    }
}

/// The range of a coordinate over a frame, from its origin and edges or from its vertices; rounded
/// outward.
pub(super) fn range_on_axis<const ROWS: usize>(
    kind: Result<ShapeKind, FrameError>,
    rows: [f32; ROWS],
) -> (f32, f32) {
    let origin = f64::from(rows[0]);
    // Every sum is stepped outward, which covers its rounding.
    let (mut low, mut high) = (origin, origin);
    for edge in rows.into_iter().skip(1).map(f64::from) {
        let (below, above) = match kind {
            Ok(ShapeKind::TetraByVertices) => (edge, edge),
            Ok(ShapeKind::Cuboid) => ((low + edge).next_down(), (high + edge).next_up()),
            _ => ((origin + edge).next_down(), (origin + edge).next_up()),
        };
        (low, high) = (low.min(below), high.max(above));
    }
    ((low as f32).next_down(), (high as f32).next_up())
}

pub(super) fn check_finite<const D: usize>(
    part: FramePart,
    vector: [f32; D],
) -> Result<(), FrameError> {
    match vector.into_iter().enumerate().find(|(_, value)| !value.is_finite()) {
        Some((axis, value)) => Err(FrameError::NotFinite { part, axis, value: value.into() }),
        None => Ok(()),
    }
}

impl core::fmt::Debug for Frame3 {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
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
