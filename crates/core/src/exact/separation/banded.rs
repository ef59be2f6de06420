//! Candidates in `f64`, each with its band; an answer only where no band can change it.

use super::super::input::{Input, Rows};
use super::super::solid::{Solid, Vector, cross, norm, sub};
use super::best::{NEARLY_NULL, Separation, TOLERANCE, found};
use crate::geom::{Build, Built, Figure, MOST_EDGES, ShapeKind, figure_of};
use crate::num::band;
use std::array::from_fn;

/// Returns the best axis where `f64` can find it within [`TOLERANCE`], which it cannot for touching
/// frames. No value here can overflow or be lost below the smallest `f64`: the largest polynomial
/// is of degree 4 in `f32`.
pub(super) fn separation(input: &Input) -> Option<Separation> {
    // Edges of at most 26 bits and their products are exact: then a normal is null only if it is
    // zero.
    let nulls_are_exact = || {
        let stored = input.frames.iter().all(|frame| frame.span.stores_every_edge());
        stored || input.scale().width <= 24
    };
    let [a, b] = input.frames.each_ref().map(Side::new);
    // Columns for two cuboids, for a cuboid and a tetrahedron, and for all others.
    match candidates(a.solid.figure, b.solid.figure) {
        ..=16 => best::<16>(&a, &b, nulls_are_exact),
        17..=28 => best::<28>(&a, &b, nulls_are_exact),
        _ => best::<MOST_CANDIDATES>(&a, &b, nulls_are_exact),
    }
}

/// Returns the number of candidates of a pair.
const fn candidates(a: &Figure<3>, b: &Figure<3>) -> usize {
    a.slabs.len() + b.slabs.len() + a.edges.len() * b.edges.len()
}

/// The largest number of candidates, made whole to vectors of four.
const MOST_CANDIDATES: usize = {
    let mut most = 0;
    let mut i = 0;
    while i < ShapeKind::ALL.len() {
        let figure = figure_of(ShapeKind::ALL[i]);
        let own = candidates(figure, figure);
        most = if own > most { own } else { most };
        i += 1;
    }
    most.next_multiple_of(4)
};

/// A solid and the norms that bound its errors.
struct Side {
    solid: Solid<f64>,
    /// Every edge direction with its norm. Edges may have been rounded before they were subtracted,
    /// so that all have the norm of the largest edge where some are differences.
    edges: [(Vector<f64>, f64); MOST_EDGES],
    /// A bound of the sum of all edges.
    extent: f64,
}

impl Side {
    fn new(rows: &Rows) -> Self {
        let solid = rows.solid(f64::from);
        let norms = solid.edges.each_ref().map(norm);
        let size = norms.iter().fold(0.0, |m: f64, &x| m.max(x));
        let is_parallel = solid.figure.is_parallel();
        let directions = solid.edge_directions();
        let edges = from_fn(|i| match directions.get(i) {
            Some(edge) if is_parallel => (*edge, norms[i]),
            Some(edge) => (*edge, size),
            None => ([0.0; 3], 0.0),
        });
        let extent = if is_parallel { norms.iter().sum() } else { 3.0 * size };
        Self { solid, edges, extent }
    }

    fn edges(&self) -> &[(Vector<f64>, f64)] {
        &self.edges[..self.solid.figure.edges.len()]
    }
}

/// Normals in columns, so that one instruction computes several.
struct Candidates<const N: usize> {
    normal: [[f64; N]; 3],
    /// The product of the norms of the two edges that make the normal.
    size: [f64; N],
    count: usize,
}

impl<const N: usize> Candidates<N> {
    fn of(a: &Side, b: &Side) -> Self {
        let mut out = Self { normal: [[0.0; N]; 3], size: [0.0; N], count: 0 };
        for side in [a, b] {
            for slab in side.solid.figure.slabs {
                if let [.., i, j] = *slab.along {
                    out.add(&side.edges[i], &side.edges[j]);
                }
            }
        }
        for p in a.edges() {
            for q in b.edges() {
                out.add(p, q);
            }
        }
        out
    }

    fn add(&mut self, (p, p_norm): &(Vector<f64>, f64), (q, q_norm): &(Vector<f64>, f64)) {
        let normal = cross(p, q);
        for (column, x) in self.normal.iter_mut().zip(normal) {
            column[self.count] = x;
        }
        self.size[self.count] = p_norm * q_norm;
        self.count += 1;
    }

    fn dot(&self, v: &Vector<f64>) -> [f64; N] {
        let [x, y, z] = &self.normal;
        from_fn(|i| x[i] * v[0] + y[i] * v[1] + z[i] * v[2])
    }

    /// The projections of a solid on each normal, measured from its origin.
    fn extents(&self, solid: &Solid<f64>) -> ([f64; N], [f64; N]) {
        let along = solid.edges.each_ref().map(|edge| self.dot(edge));
        (ends(solid.figure, &along, lower), ends(solid.figure, &along, higher))
    }
}

// Plain comparisons, one instruction each for several numbers: `f64::min` handles NaN too.

#[inline(always)]
fn lower(x: f64, y: f64) -> f64 {
    if x < y { x } else { y }
}

#[inline(always)]
fn higher(x: f64, y: f64) -> f64 {
    if x > y { x } else { y }
}

/// Returns one end of each projection.
#[inline(always)]
fn ends<const N: usize>(
    figure: &Figure<3>,
    along: &[[f64; N]; 3],
    pick: impl Fn(f64, f64) -> f64,
) -> [f64; N] {
    let [x, y, z] = along;
    match figure.built {
        Built::Prisms => from_fn(|i| pick(x[i], 0.0) + pick(y[i], 0.0) + pick(z[i], 0.0)),
        Built::Pyramids => from_fn(|i| pick(pick(x[i], y[i]), pick(z[i], 0.0))),
        Built::Each(built) => {
            built.iter().zip(along).fold([0.0; N], |end, (build, along)| match build {
                Build::Prism => from_fn(|i| end[i] + pick(along[i], 0.0)),
                Build::Pyramid => from_fn(|i| pick(end[i], along[i])),
            })
        }
    }
}

fn best<const N: usize>(
    a: &Side,
    b: &Side,
    nulls_are_exact: impl Fn() -> bool,
) -> Option<Separation> {
    let candidates = Candidates::<N>::of(a, b);
    let apart = sub(&b.solid.origin, &a.solid.origin);
    let offset = candidates.dot(&apart);
    let (a_low, a_high) = candidates.extents(&a.solid);
    let (b_low, b_high) = candidates.extents(&b.solid);
    // The inner sums first: a swapped pair rounds the same sums, here and in the band.
    let ahead: [f64; N] = from_fn(|i| offset[i] + (b_low[i] - a_high[i]));
    let behind: [f64; N] = from_fn(|i| (a_low[i] - b_high[i]) - offset[i]);
    let squares: [f64; N] =
        from_fn(|i| candidates.normal.iter().map(|column| column[i] * column[i]).sum());
    let lengths = squares.map(f64::sqrt);
    let band = band::AXIS_F64 * (norm(&apart) + (a.extent + b.extent));
    let gaps: [f64; N] = from_fn(|i| higher(ahead[i], behind[i]) / lengths[i]);
    let highest: [f64; N] = from_fn(|i| gaps[i] + band * candidates.size[i] / lengths[i]);
    let (mut best, mut limit) = (None, f64::NEG_INFINITY);
    for i in 0..candidates.count {
        if lengths[i] <= NEARLY_NULL * candidates.size[i] {
            // The band does not hold for a normal that may be null.
            if lengths[i] == 0.0 && nulls_are_exact() {
                continue;
            }
            return None;
        }
        limit = higher(limit, highest[i]);
        if best.is_none_or(|best: usize| gaps[i] > gaps[best]) {
            best = Some(i);
        }
    }
    let i = best?;
    if limit > gaps[i] + TOLERANCE * gaps[i].abs() {
        return None;
    }
    let normal = candidates.normal.each_ref().map(|column| column[i]);
    Some(found(normal, lengths[i], ahead[i] >= behind[i], gaps[i]))
}
