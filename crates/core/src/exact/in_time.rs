//! Time as a coordinate of common points.

use super::axes::Dimension;
use super::rows::{Coordinates, Row, Setting};
use super::solid::{Vector, dot};
use crate::num::Ring;

/// Frames that move: time is the last coordinate.
pub(super) struct InTime;

impl Setting<3, 4> for InTime {
    fn row<N: Ring>(row: Row<3, N>, velocity: &Vector<N>) -> Row<4, N> {
        // `n . (x - v t)` stays where `n . x` was.
        let drift = -dot(&row.normal, velocity);
        let [x, y, z] = row.normal;
        Row { normal: [x, y, z, drift], low: row.low, high: row.high }
    }
}

impl Coordinates<4> for Dimension<4> {
    /// By the minors of the first two vectors and of the last two.
    fn cofactors<N: Ring>([e0, e1, e2, e3]: &[Vector<N, 4>; 4]) -> [Vector<N, 4>; 4] {
        let (first, last) = (minors(e0, e1), minors(e2, e3));
        [
            product(e1, &last),
            product(e0, &last).map(|x| -x),
            product(e3, &first),
            product(e2, &first).map(|x| -x),
        ]
    }
}

/// The minors of two vectors in the columns 01, 02, 03, 12, 13 and 23.
type Minors<N> = [N; 6];

fn minors<N: Ring>(a: &Vector<N, 4>, b: &Vector<N, 4>) -> Minors<N> {
    let minor = |i: usize, j: usize| a[i].clone() * b[j].clone() - a[j].clone() * b[i].clone();
    [minor(0, 1), minor(0, 2), minor(0, 3), minor(1, 2), minor(1, 3), minor(2, 3)]
}

/// Returns the vector whose product with a fourth one is the determinant of that, of `e` and of the
/// two that the minors are of.
fn product<N: Ring>(e: &Vector<N, 4>, [m01, m02, m03, m12, m13, m23]: &Minors<N>) -> Vector<N, 4> {
    let sum = |[(i, p), (j, q), (k, r)]: [(usize, &N); 3]| {
        e[i].clone() * p.clone() - e[j].clone() * q.clone() + e[k].clone() * r.clone()
    };
    [
        sum([(1, m23), (2, m13), (3, m12)]),
        -sum([(0, m23), (2, m03), (3, m02)]),
        sum([(0, m13), (1, m03), (3, m01)]),
        -sum([(0, m12), (1, m02), (2, m01)]),
    ]
}
