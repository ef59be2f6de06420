//! One polytope: a range of vertices and a transform.

use super::super::pose::Pose;
use glam::Affine3A;

/// A convex polytope: the convex hull of a range of vertices under an affine transform. 64 bytes,
/// with the same layout on CPU and GPU.
///
/// | bytes | content |
/// |---|---|
/// | 0 to 47 | three rows of the transform, four `f32` each |
/// | 48 to 51 | index of the first vertex, `u32` |
/// | 52 to 55 | number of vertices, `u32` |
/// | 56 to 63 | zero |
///
/// Row `r` of the transform maps a vertex to the coordinate `r[0] x + r[1] y + r[2] z + r[3]`. The
/// vertices stand in the array of a [`PolytopeSet`](super::set::PolytopeSet).
///
/// *The exact shape* is the hull of these images, where every stored `f32` counts as it is and
/// nothing is rounded. Verdicts are exact for that shape. Vertices may come in any order, may
/// repeat and may lie inside the hull. The hull may have any dimension from 0 to 3. A polytope
/// without vertices is empty and meets nothing. A polytope in the plane is one with `z = 0`.
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Zeroable, bytemuck::Pod)]
#[repr(C, align(16))]
pub struct Polytope {
    /// The rows of the transform.
    pub rows: [[f32; 4]; 3],
    /// The index of the first vertex.
    pub start: u32,
    /// The number of vertices.
    pub count: u32,
    /// Zero.
    pub pad: [u32; 2],
}

const IDENTITY: [[f32; 4]; 3] = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];

impl Polytope {
    /// Creates the hull of `count` vertices, the first of which has the index `start`. The
    /// transform is the identity.
    pub const fn of_range(start: u32, count: u32) -> Self {
        Self { rows: IDENTITY, start, count, pad: [0; 2] }
    }

    /// Returns the polytope of the same vertices under another transform. The numbers of the
    /// transform are stored unchanged.
    pub fn with_transform(self, transform: Affine3A) -> Self {
        // Without an array that is mapped: that costs calls.
        let (x, y, z) =
            (transform.matrix3.x_axis, transform.matrix3.y_axis, transform.matrix3.z_axis);
        let shift = transform.translation;
        let rows = [[x.x, y.x, z.x, shift.x], [x.y, y.y, z.y, shift.y], [x.z, y.z, z.z, shift.z]];
        Self { rows, ..self }
    }

    /// Returns the polytope of the same vertices in a pose. Rounds: every number of the pose is
    /// rounded once from `f64` to `f32`.
    pub fn with_pose(self, pose: &Pose) -> Self {
        Self { rows: pose.rows().map(|row| row.map(|x| x as f32)), ..self }
    }

    /// Returns the image of a vertex in `f64`.
    ///
    /// Products of two `f32` are exact in `f64`, so only the three sums of each coordinate round.
    #[inline(always)]
    pub fn place(&self, vertex: [f32; 3]) -> [f64; 3] {
        let [x, y, z] = vertex;
        self.place_point([f64::from(x), f64::from(y), f64::from(z)])
    }

    /// Returns the image of a point.
    #[inline(always)]
    pub(super) fn place_point(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        // No `map` of an array, which is not always inlined into the kernels.
        let along = |row: &[f32; 4]| {
            f64::from(row[0]) * x
                + f64::from(row[1]) * y
                + f64::from(row[2]) * z
                + f64::from(row[3])
        };
        let [of_x, of_y, of_z] = &self.rows;
        [along(of_x), along(of_y), along(of_z)]
    }

    /// Returns true if the transform is the identity.
    pub fn stays(&self) -> bool {
        self.rows == IDENTITY
    }
}
