//! Checked constructors of frames in the plane. Those that round say so, and round each number once
//! from f64.

use super::super::build::{edges_of, size};
use super::super::frame::check_finite;
use super::{Frame2, ShapeKind};
use crate::error::{FrameError, FramePart};
use crate::num::{Integers, Ring, band};
use glam::{Affine2, DVec2, Vec2};
use std::cmp::Ordering;

impl Frame2 {
    /// A parallelogram from one corner and its two edge vectors, stored as they are.
    pub fn parallelogram(origin: Vec2, edges: [Vec2; 2]) -> Result<Self, FrameError> {
        Self::checked(ShapeKind::Cuboid, origin, edges)
    }

    /// A triangle from one vertex and the edge vectors to the others, stored as they are.
    pub fn triangle(origin: Vec2, edges: [Vec2; 2]) -> Result<Self, FrameError> {
        Self::checked(ShapeKind::Tetra, origin, edges)
    }

    /// A triangle by its three vertices, stored as they are: forming edges would round, and the
    /// verdict would then depend on the order of the vertices.
    pub fn triangle_by_vertices(vertices: [Vec2; 3]) -> Result<Self, FrameError> {
        let [origin, rest @ ..] = vertices;
        Self::checked(ShapeKind::TetraByVertices, origin, rest)
    }

    /// The axis-aligned rectangle with these corners. Rounds: each edge is `max - min` in f64,
    /// rounded once to `f32` (exact for numbers on a common lattice).
    pub fn aligned_box(min: Vec2, max: Vec2) -> Result<Self, FrameError> {
        let size = max.as_dvec2() - min.as_dvec2();
        Self::rounded(ShapeKind::Cuboid, min.as_dvec2(), [DVec2::X * size.x, DVec2::Y * size.y])
    }

    /// The rectangle with this centre and these half extents, turned by `rotation` about its
    /// centre: the cosine and sine of the angle, as [`Vec2::from_angle`] gives them.
    ///
    /// Rounds: the rotation is normalised in f64, the edges and the corner are formed in f64 and
    /// every number is rounded once to `f32`. The verdict is exact for what is stored, which
    /// [`rows`](Self::rows) shows.
    pub fn rotated_box(centre: Vec2, half: Vec2, rotation: Vec2) -> Result<Self, FrameError> {
        let [x, y] = rotation_columns(rotation);
        let half = half.as_dvec2();
        let arms = [x * half.x, y * half.y];
        let corner = centre.as_dvec2() - arms[0] - arms[1];
        Self::rounded(ShapeKind::Cuboid, corner, arms.map(|arm| arm * 2.0))
    }

    /// The image of this frame under an affine transform. Rounds: products and sums are formed in
    /// f64, in the order of the columns, and every number is rounded once to `f32`. The velocity is
    /// turned by the linear part.
    pub fn transformed(&self, transform: Affine2) -> Result<Self, FrameError> {
        let columns =
            transform.matrix2.to_cols_array_2d().map(|column| Vec2::from(column).as_dvec2());
        self.mapped(columns, transform.translation.as_dvec2())
    }

    /// This frame turned by `rotation` (cosine and sine, as [`Vec2::from_angle`] gives them) about
    /// the coordinates' origin, then moved by `translation`.
    ///
    /// Rounds: the rotation is normalised in f64; products and sums are formed in f64, in the order
    /// of the columns, the translation added last, and every number is rounded once to `f32`. The
    /// velocity is turned too. A rotation of length zero or of no finite length is an error that
    /// names the first number which it spoils.
    pub fn posed(&self, rotation: Vec2, translation: Vec2) -> Result<Self, FrameError> {
        self.mapped(rotation_columns(rotation), translation.as_dvec2())
    }

    fn mapped(&self, columns: [DVec2; 2], shift: DVec2) -> Result<Self, FrameError> {
        let kind = self.kind()?;
        let turn = |v: Vec2| {
            let [x, y] = v.as_dvec2().to_array();
            columns[0] * x + columns[1] * y
        };
        let place = |v: Vec2| turn(v) + shift;
        let edges = [1, 2].map(|row| match kind {
            ShapeKind::TetraByVertices => place(self.row(row)),
            _ => turn(self.row(row)),
        });
        Self::rounded(kind, place(self.origin()), edges)?
            .with_velocity(turn(self.velocity()).as_vec2())
    }

    /// The same frame moving by `velocity` per unit of `t`. Calls for moving pairs read it, those
    /// for resting pairs do not.
    pub fn with_velocity(mut self, velocity: Vec2) -> Result<Self, FrameError> {
        check_finite(FramePart::Velocity, velocity.to_array())?;
        self.rows[3] = velocity.to_array();
        Ok(self)
    }

    fn checked(kind: ShapeKind, origin: Vec2, [e0, e1]: [Vec2; 2]) -> Result<Self, FrameError> {
        let rows = [origin.to_array(), e0.to_array(), e1.to_array(), [0.0; 2], [kind.tag(), 0.0]];
        let frame = Self { rows };
        frame.validate()?;
        Ok(frame)
    }

    fn rounded(kind: ShapeKind, origin: DVec2, edges: [DVec2; 2]) -> Result<Self, FrameError> {
        // A finite f64 beyond the range of f32 becomes infinite here, and `checked` names it.
        Self::checked(kind, origin.as_vec2(), edges.map(|edge| edge.as_vec2()))
    }
}

/// The columns of the rotation matrix of a cosine and a sine, normalised first, in f64 and in this
/// order.
fn rotation_columns(rotation: Vec2) -> [DVec2; 2] {
    let [x, y] = rotation.to_array().map(f64::from);
    let length = (x * x + y * y).sqrt();
    let (cosine, sine) = (x / length, y / length);
    [DVec2::new(cosine, sine), DVec2::new(-sine, cosine)]
}

/// True when the exact determinant of the (finite) frame's edges is zero. Most frames are told
/// apart from flat ones in f64; what its band cannot tell is computed in whole numbers.
pub(super) fn is_flat(frame: &Frame2, kind: ShapeKind) -> bool {
    let [origin, e0, e1, ..] = frame.rows;
    let rows = [origin, e0, e1];
    let e = edges_of(kind, rows.map(|row| row.map(f64::from)));
    if det(&e).abs() > band::PLANE_FLAT_F64 * size(&e) {
        return false;
    }
    let scale = Integers::common(rows.iter().flatten());
    det(&edges_of(kind, rows.map(|row| row.map(|x| scale.wide(x))))).sign_of() == Ordering::Equal
}

fn det<N: Ring>(e: &[[N; 2]; 2]) -> N {
    e[0][0].clone() * e[1][1].clone() - e[0][1].clone() * e[1][0].clone()
}
