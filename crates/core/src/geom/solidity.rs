//! How far frames are from flat, so that few of them are posed only to see whether they are valid.

use super::frame::Frame3;
use super::pose::Pose;
use super::shape_kind::ShapeKind;
use super::span::Stored;
use crate::num::band;
use glam::DVec3;

/// The relative error of a rounding to `f32`, for sums in `f64`.
const UNIT: f64 = band::U32 as f64;

/// What it takes to know that all of some frames, at rest, stay valid in a pose.
///
/// # Why the posed frames are valid
///
/// Edges are the columns of a matrix `E`. Posed and rounded they are `M E + D`, with `M` the
/// rotation times the scale. A matrix that is not singular stays so where what is added to it has a
/// Frobenius norm below its least singular value. That value is at least `2 |det| / |E|^2`: the two
/// greatest singular values have a product of at most half of the sum of all squares.
///
/// *Edges that are stored* are compared with their lengths: let each column be divided by its own,
/// which does not change whether the matrix is singular. The squares then add up to 3, and each
/// column is off by `u` at most, for each of its numbers is rounded by `u` of itself; numbers too
/// small for `f32` add a hundredth of `u` to an edge that is longer than `band::SMALLEST`. All
/// three are off by less than `1.8 u`, and `2 |det| / 3` is more where the determinant exceeds
/// `2.7 u`. [`new`](Self::new) asks for `4 u`, which also pays for the `f64` in which all is
/// computed.
///
/// *Edges between stored vertices* are off by `2 u (R + T)` in each number, where no coordinate
/// that is turned exceeds `R`, nor one of the translation `T`. The norm of nine such numbers is at
/// most `6 u (R + T)`. [`holds`](Self::holds) asks for `8 u (R + T)`, and a little for numbers too
/// small for `f32`.
#[derive(Clone, Copy, Debug)]
pub struct Solidity {
    /// Bounds of the magnitudes of all numbers, by their axes.
    reach: DVec3,
    /// The length of the shortest edge that is stored; zero where such edges are all but flat.
    shortest: f64,
    /// A lower bound of the singular values of edges between stored vertices.
    thinnest: f64,
}

impl Solidity {
    /// That of no frame at all.
    pub const NOTHING: Self =
        Self { reach: DVec3::ZERO, shortest: f64::INFINITY, thinnest: f64::INFINITY };

    /// Looks at a valid frame.
    pub fn new(frame: &Frame3) -> Self {
        let kind = frame.kind().unwrap_or(ShapeKind::Cuboid);
        let all = [0, 1, 2, 3].map(|row| frame.row(row).as_dvec3());
        let reach = all.into_iter().fold(DVec3::ZERO, |reach, row| reach.max(row.abs()));
        let [origin, rows @ ..] = all;
        let [p, q, r] = match kind.stored() {
            Stored::Edges => rows,
            Stored::Vertices => rows.map(|row| row - origin),
        };
        let size = |edge: DVec3| edge.abs().max_element();
        let lost = band::FLAT_F64 * (size(p) * size(q) * size(r));
        // Neither overflows nor vanishes: the numbers are those of `f32`.
        let determinant = p.dot(q.cross(r)).abs() - lost;
        let whole = Self { reach, ..Self::NOTHING };
        match kind.stored() {
            Stored::Edges => {
                let [a, b, c] = [p, q, r].map(DVec3::length);
                let is_solid = determinant > 4.0 * UNIT * (a * b * c);
                Self { shortest: if is_solid { a.min(b).min(c) } else { 0.0 }, ..whole }
            }
            Stored::Vertices => {
                let squares = p.length_squared() + q.length_squared() + r.length_squared();
                Self { thinnest: 1.999 * determinant / squares, ..whole }
            }
        }
    }

    /// Returns that of these frames and of others.
    pub fn and(self, other: Self) -> Self {
        Self {
            reach: self.reach.max(other.reach),
            shortest: self.shortest.min(other.shortest),
            thinnest: self.thinnest.min(other.thinnest),
        }
    }

    /// Returns true if all of the frames are known to be valid in a pose, as [`Frame3::posed`]
    /// stores them. Otherwise some may not be.
    pub fn holds(&self, pose: &Pose) -> bool {
        let [turned, shift] = pose.magnitudes(self.reach);
        let size = turned + shift;
        let [shortest, thinnest] = [self.shortest, self.thinnest].map(|edge| edge * pose.scale());
        let is_solid = shortest > band::SMALLEST && thinnest > 8.0 * UNIT * size + band::SMALLEST;
        is_solid && size < f64::from(f32::MAX) / 2.0
    }
}
