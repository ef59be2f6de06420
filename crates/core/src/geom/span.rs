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

    /// Returns the range of one coordinate, rounded outward. `origin` and `rows` are the
    /// coordinates of the rows on that axis.
    pub fn range_on_axis<const D: usize>(self, origin: f32, rows: [f32; D]) -> (f32, f32) {
        let origin = f64::from(origin);
        // Every sum is stepped outward, which covers its rounding.
        let (mut low, mut high) = (origin, origin);
        for edge in rows.map(f64::from) {
            let (below, above) = match self {
                Self::Vertices => (edge, edge),
                Self::Parallel => ((low + edge).next_down(), (high + edge).next_up()),
                Self::Simplex => ((origin + edge).next_down(), (origin + edge).next_up()),
            };
            (low, high) = (low.min(below), high.max(above));
        }
        ((low as f32).next_down(), (high as f32).next_up())
    }
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
