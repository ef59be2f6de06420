//! The rows of a pair in `f64`, with what they can err by.

use super::super::axes::Dimension;
use super::super::input::Input;
use super::super::rows::{Coordinates, Row, Setting, rows_of};
use super::super::solid::{Solid, Vector, dot, sub};
use super::magnitude::Magnitude;
use crate::num::band;
use std::array::from_fn;

/// The two-sided rows of a pair, seen from the origin of the first frame.
pub(super) struct System<const D: usize> {
    pub rows: Vec<Slab<D>>,
    /// No coordinate of a common point is larger.
    pub reach: [f64; D],
    /// The first rows of the first solid, and that of time.
    pub first: Basis<D>,
}

/// `low <= normal . x <= high`, where all three may be off.
pub(super) struct Slab<const D: usize> {
    pub normal: [f64; D],
    pub low: f64,
    pub high: f64,
    /// `normal . x - low` and `high - normal . x` are computed within this of what they are in
    /// exact numbers, for every `x` within [`reach`](System::reach).
    pub error: f64,
}

/// As many rows as there are coordinates.
#[derive(Clone, Copy)]
pub(super) struct Basis<const D: usize> {
    /// The numbers of the rows.
    pub members: [usize; D],
    /// The columns of the inverse of the matrix of their normals: a point is the sum of what each
    /// row says of it, times its column. They may be off by anything.
    pub columns: [[f64; D]; D],
}

impl<const D: usize> System<D> {
    pub fn new<K, const SPACE: usize>(input: &Input<SPACE>) -> Self
    where
        K: Setting<SPACE, D>,
        Dimension<SPACE>: Coordinates<SPACE>,
    {
        let solids = input.solids(f64::from);
        let velocities = input.velocities(f64::from);
        let base = solids[0].origin;
        let values = rows_of::<K, f64, SPACE, D>(&solids, &velocities, &base);

        let sizes = solids.each_ref().map(|solid| Solid {
            figure: solid.figure,
            origin: magnitudes(&sub(&solid.origin, &base)),
            edges: solid.edges.each_ref().map(magnitudes),
        });
        let nowhere = from_fn(|_| Magnitude(0.0));
        let speeds = velocities.each_ref().map(magnitudes);
        let sizes = rows_of::<K, Magnitude, SPACE, D>(&sizes, &speeds, &nowhere);

        let reach = reach(&solids[0], &velocities[0]);
        let slab = |(row, size): (&Row<D, f64>, &Row<D, Magnitude>)| {
            let along = dot(&size.normal.map(|size| size.0), &reach);
            let end = size.low.0.max(size.high.0);
            let error = band::ROWS_F64 * (along + end);
            Slab { normal: row.normal, low: row.low, high: row.high, error }
        };
        let rows: Vec<Slab<D>> = values.iter().zip(&sizes).map(slab).collect();
        let first = first(&solids[0], &velocities[0], rows.len());
        Self { rows, reach, first }
    }
}

fn magnitudes<const SPACE: usize>(vector: &Vector<f64, SPACE>) -> Vector<Magnitude, SPACE> {
    vector.map(|x| Magnitude(x.abs()))
}

impl<const D: usize> Slab<D> {
    /// Returns the value of one end.
    pub fn end(&self, high: bool) -> f64 {
        if high { self.high } else { self.low }
    }

    /// Returns how far a point seems to lie below the lower end, and above the higher one.
    pub fn outside(&self, point: &[f64; D]) -> [f64; 2] {
        let along = dot(&self.normal, point);
        [self.low - along, along - self.high]
    }
}

/// Bounds the coordinates of the first solid, seen from its origin.
fn reach<const SPACE: usize, const D: usize>(
    solid: &Solid<f64, SPACE>,
    velocity: &Vector<f64, SPACE>,
) -> [f64; D] {
    from_fn(|i| {
        if i >= SPACE {
            return 1.0;
        }
        let edges: f64 = solid.edges.iter().map(|edge| edge[i].abs()).sum();
        let way = if D > SPACE { velocity[i].abs() } else { 0.0 };
        // An edge may have been rounded, and so are these sums.
        (edges + way) * (1.0 + 8.0 * f64::EPSILON)
    })
}

/// Returns the basis whose inverse is known: its rows are coordinates along the edges of the first
/// solid, times the determinant of the edges, and time.
fn first<const SPACE: usize, const D: usize>(
    solid: &Solid<f64, SPACE>,
    velocity: &Vector<f64, SPACE>,
    count: usize,
) -> Basis<D>
where
    Dimension<SPACE>: Coordinates<SPACE>,
{
    let determinant = dot(&Dimension::<SPACE>::cofactors(&solid.edges)[0], &solid.edges[0]);
    let members = from_fn(|j| if j < SPACE { j } else { count - 1 });
    let columns = from_fn(|j| {
        from_fn(|i| match (i < SPACE, j < SPACE) {
            (true, true) => solid.edges[j][i] / determinant,
            (true, false) => velocity[i],
            (false, in_space) => f64::from(u8::from(!in_space)),
        })
    });
    Basis { members, columns }
}
