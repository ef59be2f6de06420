//! How the rows of a frame span its shape, in any dimension.

use crate::error::{FrameError, FramePart};
use crate::num::{Integers, Ring, band};
use std::array::from_fn;
use std::cmp::Ordering;

/// How the rows of a frame span its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Span {
    /// An origin and edges: the sums of the origin and any part of each edge.
    Parallel,
    /// An origin and edges: the convex hull of the origin and the end of each edge.
    Simplex,
    /// Vertices: their convex hull.
    Vertices,
}

impl Span {
    /// Returns the name of a row.
    pub fn part(self, row: usize) -> FramePart {
        match (self, row) {
            (Self::Vertices, _) => FramePart::Vertex(row),
            (_, 0) => FramePart::Origin,
            _ => FramePart::Edge(row - 1),
        }
    }

    /// Returns true for a triangle or tetrahedron.
    pub fn is_simplex(self) -> bool {
        self != Self::Parallel
    }

    /// Returns the edges from row 0. Where the rows hold vertices, the edges are their differences
    /// in the arithmetic of `N`.
    pub fn edges<N: Ring, const D: usize>(self, origin: &[N; D], rows: [[N; D]; D]) -> [[N; D]; D] {
        match self {
            Self::Vertices => {
                rows.map(|vertex| from_fn(|axis| vertex[axis].clone() - origin[axis].clone()))
            }
            _ => rows,
        }
    }

    /// Returns the range of one coordinate while the shape moves by `way`, rounded outward. `origin`
    /// and `rows` are the coordinates of the rows on that axis.
    pub fn range_on_axis<const D: usize>(self, origin: f32, rows: [f32; D], way: f32) -> [f32; 2] {
        let origin = f64::from(origin);
        let (mut low, mut high) = (origin, origin);
        let mut size = origin.abs();
        for edge in rows.map(f64::from) {
            let (below, above) = match self {
                Self::Vertices => (edge, edge),
                Self::Parallel => (low + edge, high + edge),
                Self::Simplex => (origin + edge, origin + edge),
            };
            (low, high) = (lesser(low, below), greater(high, above));
            size += edge.abs();
        }
        range_of_sums([low, high], size, way)
    }
}

/// Returns a range while it moves by `way`, rounded outward. Its ends are sums of four terms or
/// fewer, in `f64`; `size` is the sum of the magnitudes of the terms.
pub(super) fn range_of_sums([low, high]: [f64; 2], size: f64, way: f32) -> [f32; 2] {
    let way = f64::from(way);
    let slack = SUM_SLACK * (size + way.abs());
    let low = low + lesser(way, 0.0) - slack;
    let high = high + greater(way, 0.0) + slack;
    [(low as f32).next_down(), (high as f32).next_up()]
}

/// The error of a range in `f64`, relative to the magnitudes of its terms. Three sums of terms, two
/// for the way and the slack, and three for the size and the slack itself round, each by half an
/// [`EPSILON`](f64::EPSILON) of the size.
const SUM_SLACK: f64 = 8.0 * f64::EPSILON;

/// Returns the smaller number. `f64::min` handles NaN at twice the cost.
fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// Checks that a vector is finite. The error names `part` and the first wrong coordinate.
pub(super) fn check_finite<const D: usize>(
    part: FramePart,
    vector: [f32; D],
) -> Result<(), FrameError> {
    match vector.into_iter().enumerate().find(|(_, value)| !value.is_finite()) {
        Some((axis, value)) => Err(FrameError::NotFinite { part, axis, value: value.into() }),
        None => Ok(()),
    }
}

/// Returns true if the exact determinant of the edges is zero. All numbers are finite.
///
/// `f64` with its error band proves most frames solid; the rest take whole numbers of any size.
pub(super) fn is_flat(span: Span, origin: [f32; 3], rows: [[f32; 3]; 3]) -> bool {
    let edges = span.edges(&origin.map(f64::from), rows.map(|row| row.map(f64::from)));
    if determinant(&edges).abs() > band::FLAT_F64 * norms(&edges) {
        return false;
    }
    let scale = Integers::common(origin.iter().chain(rows.as_flattened()));
    let [origin, e0, e1, e2] =
        [origin, rows[0], rows[1], rows[2]].map(|v| v.map(|x| scale.wide(x)));
    determinant(&span.edges(&origin, [e0, e1, e2])).sign_of() == Ordering::Equal
}

/// Returns the product of the max-norms of the edges.
pub(super) fn norms<const D: usize>(edges: &[[f64; D]; D]) -> f64 {
    edges.iter().map(|edge| edge.iter().fold(0.0_f64, |m, x| m.max(x.abs()))).product()
}

fn determinant<N: Ring>(e: &[[N; 3]; 3]) -> N {
    let minor =
        |i: usize, j: usize| e[1][i].clone() * e[2][j].clone() - e[1][j].clone() * e[2][i].clone();
    e[0][0].clone() * minor(1, 2) + e[0][1].clone() * minor(2, 0) + e[0][2].clone() * minor(0, 1)
}
