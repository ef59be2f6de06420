//! Whether the edges of a frame lie on one line.

use super::super::span::Stored;
use crate::num::{Integers, Ring, band};
use dashu_int::IBig;
use std::cmp::Ordering;

/// Returns true if the exact determinant of two edges in the plane is zero, as [`is_flat`] does in
/// space.
pub(super) fn is_flat(stored: Stored, origin: [f32; 2], rows: [[f32; 2]; 2]) -> bool {
    let edges = stored.edges(&origin.map(f64::from), rows.map(|row| row.map(f64::from)));
    if determinant(&edges).abs() > band::PLANE_FLAT_F64 * norms(&edges) {
        return false;
    }
    let scale = Integers::common(origin.iter().chain(rows.as_flattened()));
    let [origin, e0, e1] = [origin, rows[0], rows[1]].map(|v| v.map(|x| scale.whole::<IBig>(x)));
    determinant(&stored.edges(&origin, [e0, e1])).sign_of() == Ordering::Equal
}

/// Returns the product of the max-norms of the edges.
fn norms([p, q]: &[[f64; 2]; 2]) -> f64 {
    p[0].abs().max(p[1].abs()) * q[0].abs().max(q[1].abs())
}

fn determinant<N: Ring>(e: &[[N; 2]; 2]) -> N {
    e[0][0].clone() * e[1][1].clone() - e[0][1].clone() * e[1][0].clone()
}
