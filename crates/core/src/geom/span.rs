//! How the rows of a frame span its shape, in any dimension.

use super::form::{Build, Built, Figure};
use crate::error::{FrameError, FramePart};
use crate::num::{Integers, Ring, band};
use dashu_int::IBig;
use glam::DVec3;
use std::array::from_fn;
use std::cmp::Ordering;

/// What the rows of a frame hold, beside the origin in row 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stored {
    /// The edges from the origin.
    Edges,
    /// The ends of these edges. Only a simplex is stored so.
    Vertices,
}

impl Stored {
    /// Returns the name of a row.
    pub(crate) fn part(self, row: usize) -> FramePart {
        match (self, row) {
            (Self::Vertices, _) => FramePart::Vertex(row),
            (Self::Edges, 0) => FramePart::Origin,
            (Self::Edges, _) => FramePart::Edge(row - 1),
        }
    }

    /// Returns the name of the rows behind the origin.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Edges => "edges",
            Self::Vertices => "vertices",
        }
    }

    /// Returns the edges from the origin, which are differences of vertices in the arithmetic of
    /// `N`.
    pub fn edges<N: Ring, const D: usize>(self, origin: &[N; D], rows: [[N; D]; D]) -> [[N; D]; D] {
        match self {
            Self::Edges => rows,
            Self::Vertices => {
                rows.map(|vertex| from_fn(|axis| vertex[axis].clone() - origin[axis].clone()))
            }
        }
    }
}

/// How the rows of a frame span its shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span<const D: usize> {
    /// What the edges span.
    pub figure: &'static Figure<D>,
    /// What the rows hold.
    pub stored: Stored,
}

impl<const D: usize> Span<D> {
    /// Returns true if every edge is parallel to a row, so that no edge is ever rounded.
    pub fn stores_every_edge(self) -> bool {
        self.stored == Stored::Edges && self.figure.is_parallel()
    }

    /// Returns the corners, from the origin and the other rows. Only sums round.
    pub fn corners(self, origin: [f64; D], rows: [[f64; D]; D]) -> impl Iterator<Item = [f64; D]> {
        self.figure.corners.iter().map(move |sum| match self.stored {
            Stored::Edges => {
                let terms = || sum.iter().zip(&rows);
                from_fn(|axis| {
                    terms()
                        .fold(origin[axis], |at, (&times, row)| at + f64::from(times) * row[axis])
                })
            }
            Stored::Vertices => {
                sum.iter().position(|&times| times == 1).map_or(origin, |row| rows[row])
            }
        })
    }

    /// Returns the least and the greatest value of a linear function over the shape, from its
    /// values at the origin and at the other rows.
    #[inline(always)]
    pub fn ends(self, origin: f64, rows: [f64; D]) -> [f64; 2] {
        match (self.stored, self.figure.built) {
            (Stored::Vertices, _) => hull_of(origin, rows),
            (Stored::Edges, Built::Prisms) => built_up(origin, rows, |_| Build::Prism),
            (Stored::Edges, Built::Pyramids) => hull_of(origin, rows.map(|row| origin + row)),
            (Stored::Edges, Built::Each(built)) => built_up(origin, rows, |row| built[row]),
        }
    }

    /// Returns the range of one coordinate while the shape moves by `way`, rounded outward.
    /// `origin` and `rows` are the coordinates of the rows on that axis.
    #[inline(always)]
    pub fn range_on_axis(self, origin: f32, rows: [f32; D], way: f32) -> [f32; 2] {
        let (origin, rows) = (f64::from(origin), rows.map(f64::from));
        let size = rows.iter().fold(origin.abs(), |size, row| size + row.abs());
        range_of_sums(self.ends(origin, rows), size, way)
    }
}

/// Returns the least and the greatest of some values.
#[inline(always)]
fn hull_of<const D: usize>(origin: f64, vertices: [f64; D]) -> [f64; 2] {
    let wider = |[low, high]: [f64; 2], x: f64| [lesser(low, x), greater(high, x)];
    vertices.into_iter().fold([origin, origin], wider)
}

/// Returns the ends of what edges build.
#[inline(always)]
fn built_up<const D: usize>(
    origin: f64,
    edges: [f64; D],
    build: impl Fn(usize) -> Build,
) -> [f64; 2] {
    let (mut low, mut high) = (origin, origin);
    for (i, edge) in edges.into_iter().enumerate() {
        let (below, above) = match build(i) {
            Build::Prism => (low + edge, high + edge),
            Build::Pyramid => (origin + edge, origin + edge),
        };
        (low, high) = (lesser(low, below), greater(high, above));
    }
    [low, high]
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

/// Returns the error of a frame whose numbers were rounded to `f32`, with the number as it was
/// before. `rows` are the origin, then the other rows.
#[cold]
pub(super) fn unrounded<const D: usize>(error: FrameError, rows: &[[f64; D]]) -> FrameError {
    let FrameError::NotFinite { part, axis, .. } = error else { return error };
    let row = match part {
        FramePart::Edge(edge) => edge + 1,
        FramePart::Vertex(vertex) => vertex,
        _ => 0,
    };
    FrameError::NotFinite { part, axis, value: rows[row][axis] }
}

/// Returns true if the exact determinant of the edges is zero. All numbers are finite.
///
/// `f64` with its error band proves most frames solid; the rest take whole numbers of any size.
pub(super) fn is_flat(stored: Stored, origin: [f32; 3], rows: [[f32; 3]; 3]) -> bool {
    let wide = |[x, y, z]: [f32; 3]| DVec3::new(x.into(), y.into(), z.into());
    let (from, [p, q, r]) = (wide(origin), rows);
    let (p, q, r) = match stored {
        Stored::Edges => (wide(p), wide(q), wide(r)),
        Stored::Vertices => (wide(p) - from, wide(q) - from, wide(r) - from),
    };
    let norms = p.abs().max_element() * q.abs().max_element() * r.abs().max_element();
    if p.dot(q.cross(r)).abs() > band::FLAT_F64 * norms {
        return false;
    }
    is_exactly_flat(stored, origin, rows)
}

#[cold]
fn is_exactly_flat(stored: Stored, origin: [f32; 3], rows: [[f32; 3]; 3]) -> bool {
    let scale = Integers::common(origin.iter().chain(rows.as_flattened()));
    let [origin, e0, e1, e2] =
        [origin, rows[0], rows[1], rows[2]].map(|v| v.map(|x| scale.whole::<IBig>(x)));
    determinant(&stored.edges(&origin, [e0, e1, e2])).sign_of() == Ordering::Equal
}

fn determinant<N: Ring>(e: &[[N; 3]; 3]) -> N {
    let minor =
        |i: usize, j: usize| e[1][i].clone() * e[2][j].clone() - e[1][j].clone() * e[2][i].clone();
    e[0][0].clone() * minor(1, 2) + e[0][1].clone() * minor(2, 0) + e[0][2].clone() * minor(0, 1)
}
