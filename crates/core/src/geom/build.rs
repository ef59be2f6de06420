//! Checked constructors. Those that round say so, and round each number once from f64.

use super::frame::check_finite;
use super::{Frame3, ShapeKind};
use crate::error::{FrameError, FramePart};
use crate::num::{Integers, Ring, band};
use glam::{Affine3A, DVec3, Mat3, Quat, Vec3};
use std::array::from_fn;
use std::cmp::Ordering;

impl Frame3 {
    /// A parallelepiped from one corner and its three edge vectors, stored as they are.
    pub fn cuboid(origin: Vec3, edges: [Vec3; 3]) -> Result<Self, FrameError> {
        Self::checked(ShapeKind::Cuboid, origin, edges)
    }

    /// A tetrahedron from one vertex and the edge vectors to the others, stored as they are.
    pub fn tetra(origin: Vec3, edges: [Vec3; 3]) -> Result<Self, FrameError> {
        Self::checked(ShapeKind::Tetra, origin, edges)
    }

    /// A tetrahedron by its four vertices, stored as they are: forming edges would round, and
    /// the verdict would then depend on the order of the vertices.
    pub fn tetra_by_vertices(vertices: [Vec3; 4]) -> Result<Self, FrameError> {
        let [origin, rest @ ..] = vertices;
        Self::checked(ShapeKind::TetraByVertices, origin, rest)
    }

    /// The axis-aligned box with these corners. Rounds: each edge is `max - min` in f64, rounded
    /// once to `f32` (exact for numbers on a common lattice).
    pub fn aligned_box(min: Vec3, max: Vec3) -> Result<Self, FrameError> {
        let size = max.as_dvec3() - min.as_dvec3();
        let edges = [DVec3::X * size.x, DVec3::Y * size.y, DVec3::Z * size.z];
        Self::rounded(ShapeKind::Cuboid, min.as_dvec3(), edges)
    }

    /// The box with this centre and these half extents, turned by `rotation` about its centre.
    ///
    /// Rounds: the quaternion is normalised in f64, the edges and the corner are formed in f64 and
    /// every number is rounded once to `f32`. The verdict is exact for what is stored, which
    /// [`rows`](Self::rows) shows.
    pub fn rotated_box(centre: Vec3, half: Vec3, rotation: Quat) -> Result<Self, FrameError> {
        let columns = rotation_columns(rotation);
        let half = half.as_dvec3().to_array();
        let arms = [0, 1, 2].map(|i| columns[i] * half[i]);
        let corner = centre.as_dvec3() - arms[0] - arms[1] - arms[2];
        Self::rounded(ShapeKind::Cuboid, corner, arms.map(|arm| arm * 2.0))
    }

    /// The image of this frame under an affine transform. Rounds: products and sums are formed in
    /// f64, in the order of the columns, and every number is rounded once to `f32`. The velocity is
    /// turned by the linear part.
    pub fn transformed(&self, transform: Affine3A) -> Result<Self, FrameError> {
        let columns =
            Mat3::from(transform.matrix3).to_cols_array_2d().map(|c| Vec3::from(c).as_dvec3());
        self.mapped(columns, Vec3::from(transform.translation).as_dvec3())
    }

    /// This frame turned by `rotation` about the coordinates' origin, then moved by `translation`.
    ///
    /// Rounds: the quaternion is normalised and its matrix formed in f64; products and sums are
    /// formed in f64, in the order of the columns, the translation added last, and every number is
    /// rounded once to `f32`. The velocity is turned too. A quaternion of length zero or of no
    /// finite length is an error that names the first number which it spoils.
    pub fn posed(&self, rotation: Quat, translation: Vec3) -> Result<Self, FrameError> {
        self.mapped(rotation_columns(rotation), translation.as_dvec3())
    }

    fn mapped(&self, columns: [DVec3; 3], shift: DVec3) -> Result<Self, FrameError> {
        let kind = self.kind()?;
        let turn = |v: Vec3| {
            let [x, y, z] = v.as_dvec3().to_array();
            columns[0] * x + columns[1] * y + columns[2] * z
        };
        let place = |v: Vec3| turn(v) + shift;
        let edges = [1, 2, 3].map(|row| match kind {
            ShapeKind::TetraByVertices => place(self.row(row)),
            _ => turn(self.row(row)),
        });
        Self::rounded(kind, place(self.origin()), edges)?
            .with_velocity(turn(self.velocity()).as_vec3())
    }

    /// The same frame moving by `velocity` per unit of `t`. Calls for moving pairs read it, those
    /// for resting pairs do not.
    pub fn with_velocity(mut self, velocity: Vec3) -> Result<Self, FrameError> {
        check_finite(FramePart::Velocity, velocity.to_array())?;
        for (row, value) in self.rows[1..].iter_mut().zip(velocity.to_array()) {
            row[3] = value;
        }
        Ok(self)
    }

    fn checked(kind: ShapeKind, origin: Vec3, edges: [Vec3; 3]) -> Result<Self, FrameError> {
        let row = |v: Vec3, w: f32| [v.x, v.y, v.z, w];
        let [e0, e1, e2] = edges.map(|edge| row(edge, 0.0));
        let frame = Self { rows: [row(origin, kind.tag()), e0, e1, e2] };
        frame.validate()?;
        Ok(frame)
    }

    fn rounded(kind: ShapeKind, origin: DVec3, edges: [DVec3; 3]) -> Result<Self, FrameError> {
        // A finite f64 beyond the range of f32 becomes infinite here, and `checked` names it.
        Self::checked(kind, origin.as_vec3(), edges.map(|edge| edge.as_vec3()))
    }
}

/// The columns of the rotation matrix of `q`, normalised first, in f64 and in this order.
fn rotation_columns(q: Quat) -> [DVec3; 3] {
    let [x, y, z, w] = q.to_array().map(f64::from);
    let scale = 2.0 / (x * x + y * y + z * z + w * w);
    let entry = |a: f64, b: f64| a * b * scale;
    [
        DVec3::new(
            1.0 - entry(y, y) - entry(z, z),
            entry(x, y) + entry(w, z),
            entry(x, z) - entry(w, y),
        ),
        DVec3::new(
            entry(x, y) - entry(w, z),
            1.0 - entry(x, x) - entry(z, z),
            entry(y, z) + entry(w, x),
        ),
        DVec3::new(
            entry(x, z) + entry(w, y),
            entry(y, z) - entry(w, x),
            1.0 - entry(x, x) - entry(y, y),
        ),
    ]
}

/// True when the exact determinant of the (finite) frame's edges is zero. Most frames are told
/// apart from flat ones in f64; what its band cannot tell is computed in whole numbers.
pub(super) fn is_flat(frame: &Frame3, kind: ShapeKind) -> bool {
    let rows = frame.rows.map(|[x, y, z, _]| [x, y, z].map(f64::from));
    let e = edges_of(kind, rows);
    if det(&e).abs() > band::FLAT_F64 * size(&e) {
        return false;
    }
    let scale = Integers::common(frame.rows.iter().flat_map(|row| &row[..3]));
    let rows = frame.rows.map(|[x, y, z, _]| [x, y, z].map(|v| scale.wide(v)));
    det(&edges_of(kind, rows)).sign_of() == Ordering::Equal
}

/// The product of the edges' max-norms.
pub(super) fn size<const D: usize>(edges: &[[f64; D]; D]) -> f64 {
    edges.iter().map(|edge| edge.iter().fold(0.0_f64, |m, x| m.max(x.abs()))).product()
}

/// The edges of a frame by its rows: the differences of the vertices where it is stored by these.
pub(super) fn edges_of<N: Ring, const D: usize, const ROWS: usize>(
    kind: ShapeKind,
    rows: [[N; D]; ROWS],
) -> [[N; D]; D] {
    let by_vertices = kind == ShapeKind::TetraByVertices;
    from_fn(|i| {
        from_fn(|axis| {
            let x = rows[i + 1][axis].clone();
            if by_vertices { x - rows[0][axis].clone() } else { x }
        })
    })
}

fn det<N: Ring>(e: &[[N; 3]; 3]) -> N {
    let minor =
        |i: usize, j: usize| e[1][i].clone() * e[2][j].clone() - e[1][j].clone() * e[2][i].clone();
    e[0][0].clone() * minor(1, 2) + e[0][1].clone() * minor(2, 0) + e[0][2].clone() * minor(0, 1)
}
