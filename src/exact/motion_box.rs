//! The smallest axis-aligned box of everything that a moving pair ever has in common.
//!
//! The common points `(x, t)` fill a polytope in four dimensions: the two-sided rows of both frames, each
//! moving with its velocity, and `0 <= t <= 1`. As for resting frames ([`super::intersection_box`]), eliminating
//! all but one coordinate leaves combinations of the rows, here of four: 35 quadruples for two cuboids,
//! 70 for a cuboid and a tetrahedron, 126 for two tetrahedra.

use super::decide::PairFault;
use super::fraction::{Range, narrow};
use super::intersection_box::rounded_outward;
use super::motion::decide_moving;
use super::rows::{CommonPoints, Row, bounds};
use super::solid::{cross, dot};
use crate::geom::{Aabb3, Frame3};
use dashu_int::IBig;

/// The smallest box that holds every point that two moving frames share at any `t` in `[0, 1]`, where it
/// is in the world at that `t`; each face rounded outward to `f32` once. `None` for frames that never
/// meet. Costs one to three milliseconds: it is computed in whole numbers, on hits only.
pub fn moving_box(a: &Frame3, b: &Frame3) -> Result<Option<Aabb3>, PairFault> {
    match decide_moving(a, b)?.verdict.meets() {
        true => meeting_moving_box(a, b).map(Some),
        false => Ok(None),
    }
}

/// [`moving_box`] of two frames that are known to meet. Of separate ones it is no box.
pub(crate) fn meeting_moving_box(a: &Frame3, b: &Frame3) -> Result<Aabb3, PairFault> {
    let mut common = CommonPoints::moving(a, b)?;
    common.rows.push(Row { normal: [0, 0, 0, 1].map(IBig::from), low: IBig::ZERO, high: IBig::ONE });
    let [min, max] = rounded_outward(&common, ranges(&common.rows));
    Ok(Aabb3 { min: min.into(), max: max.into() })
}

/// The range of each coordinate over all points and times that satisfy every row.
fn ranges(rows: &[Row<4>]) -> [Range; 3] {
    let mut ranges = [None, None, None];
    let count = rows.len();
    for i in 0..count {
        for j in i + 1..count {
            for k in j + 1..count {
                for l in k + 1..count {
                    cut(&mut ranges, [&rows[i], &rows[j], &rows[k], &rows[l]]);
                }
            }
        }
    }
    ranges
}

/// Cuts the ranges down to what four rows allow: `determinant * x` is the sum of each row's cofactor in
/// the column of `x` times `normal . (x, t)`.
fn cut(ranges: &mut [Range; 3], rows: [&Row<4>; 4]) {
    let weights = |axis: usize| [0, 1, 2, 3].map(|row| cofactor(rows, row, axis));
    let of_x = weights(0);
    let terms = rows.iter().zip(&of_x).map(|(row, weight)| &row.normal[0] * weight);
    let determinant: IBig = terms.sum();
    if determinant == IBig::ZERO {
        return;
    }
    for (axis, range) in ranges.iter_mut().enumerate() {
        let weights = weights(axis);
        narrow(range, bounds(rows.into_iter().zip(&weights), &determinant));
    }
}

/// The determinant of the other rows without this column, with the sign of its place.
fn cofactor(rows: [&Row<4>; 4], row: usize, column: usize) -> IBig {
    let others = |i: usize| [1, 2, 3].map(|step| (i + step) % 4);
    let columns = others(column);
    let [p, q, r] = others(row).map(|i| columns.map(|k| rows[i].normal[k].clone()));
    // Cyclic orders of three are even permutations of the natural one.
    let minor = dot(&p, &cross(&q, &r));
    if (row + column).is_multiple_of(2) { minor } else { -minor }
}
