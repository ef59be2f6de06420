//! Fourier-Motzkin elimination for two frames in 3D, after fmb-2019.
//!
//! The unknowns are the coordinates `x` of a point of B, in B's own axes. Each solid is a list of
//! rows `coefficients . x <= bound` (equations 13 to 16, in A's coordinates). Eliminating a
//! variable adds every row that bounds it from above to every row that bounds it from below (36);
//! what is left after three variables are rows `0 <= bound`, and their signs are the verdict.
//!
//! # What is corrected
//!
//! - **No EPSILON.** The listing takes coefficients below `1e-7` for zero, which is wrong from size
//!   ratios of `1e6` on, and gives up on determinants below it, which refuses a cube of 4 mm in
//!   metres. Here zero is zero, and only an exactly flat frame is refused.
//! - **No row is lost.** A coefficient equal to EPSILON is neither combined nor copied in the
//!   listing; the 2013 paper discards rows `0 <= bound` with a negative bound, the very proof of
//!   separation, and repairs that with a test of corners. Here every row is combined or kept, and a
//!   row goes only by the history rule, which is a theorem.
//! - **Contact has a value of its own.** The listing answers `false` on `0 <= 0` (open sets), its
//!   separating-axis test `true` (closed ones). See [`verdict`].
//! - **Every variable is eliminated.** The listing checks the bounds of some variables only when a
//!   box is asked for.
//! - **The tetrahedron's fourth row sums over A's axes** (15): the 2013 paper has it transposed.
//! - **No shortcuts before the elimination.** The 2013 paper's `TestTrivialCases` has its null test
//!   inverted, an index off by one and a condition that cannot hold; nothing of it is needed.
//! - **The order of the frames does not matter**: in rationals nothing is rounded.

use super::number::Field;
use super::solid::{Solid, Vector, sub};
use motzkin_core::error::FrameError;
use motzkin_core::geom::Frame3;
use motzkin_core::verdict::Verdict;
use std::array::from_fn;
use std::cmp::Ordering;

/// One inequality, `coefficients . x <= bound`.
#[derive(Clone, Debug)]
pub struct Row<N, const D: usize> {
    /// One coefficient a variable.
    pub coefficients: [N; D],
    /// The right side.
    pub bound: N,
    /// Bit `i` is set when row `i` of the first system went into this one.
    pub history: u32,
}

/// Returns the rows of two frames: those of B, then those of A. Each frame begins with `x_k >= 0`
/// for its three coordinates, then comes `x_k <= 1` (a cuboid) or one row, `sum x_k <= 1` (a
/// tetrahedron).
///
/// # Errors
///
/// Returns a [`FrameError`] if a frame is not valid.
pub fn system<N: Field>(a: &Frame3, b: &Frame3) -> Result<Vec<Row<N, 3>>, FrameError> {
    let (a, b) = (Solid::<N>::new(a)?, Solid::<N>::new(b)?);
    let own: [_; 3] = from_fn(|k| from_fn(|i| if i == k { N::one() } else { N::zero() }));
    let mut rows = rows_within(b.bounded_sums(), own, from_fn(|_| N::zero()));

    // B seen from A: its origin and edges through the inverse of A's edges.
    let origin = a.seen(&sub(&b.origin, &a.origin));
    let edges = b.edges.each_ref().map(|edge| a.seen(edge));
    let coordinates = from_fn(|k| from_fn(|i| edges[i][k].clone()));
    rows.extend(rows_within(a.bounded_sums(), coordinates, origin));
    for (i, row) in rows.iter_mut().enumerate() {
        row.history = 1 << i;
    }
    Ok(rows)
}

/// The rows that keep `y` within a solid's own coordinates, where `y_k = linear[k] . x +
/// offset[k]`: no coordinate is negative, and certain sums of them are at most 1.
pub(super) fn rows_within<N: Field, const D: usize, const SPACE: usize>(
    bounded_sums: &[&[usize]],
    linear: [[N; D]; SPACE],
    offset: Vector<N, SPACE>,
) -> Vec<Row<N, D>> {
    let row = |coefficients, bound| Row { coefficients, bound, history: 0 };
    let coordinates = || linear.iter().zip(&offset);
    let negative = |coefficients: &[N; D]| coefficients.clone().map(N::neg);
    let mut rows: Vec<_> = coordinates().map(|(y, at)| row(negative(y), at.clone())).collect();
    rows.extend(bounded_sums.iter().map(|terms| {
        let coefficients = from_fn(|i| sum_of(terms.iter().map(|&k| &linear[k][i])));
        row(coefficients, N::one() - sum_of(terms.iter().map(|&k| &offset[k])))
    }));
    rows
}

fn sum_of<'a, N: Field + 'a>(mut terms: impl Iterator<Item = &'a N>) -> N {
    let first = terms.next().cloned().unwrap_or_else(N::zero);
    terms.fold(first, |sum, term| sum + term.clone())
}

/// Eliminates one variable; those before it must have been eliminated already.
///
/// *History rule* (Chernikov, Kohler): after `n` eliminations a row that is not implied by
/// others needs at most `n + 1` of the first rows, because its weights on them span one ray of the
/// solutions of `n` equations; so a combination with a longer history is left out.
pub fn eliminate<N: Field, const D: usize>(rows: &[Row<N, D>], variable: usize) -> Vec<Row<N, D>> {
    let sign = |row: &&Row<N, D>| row.coefficients[variable].sign_of();
    let of_sign = |wanted| rows.iter().filter(move |row| sign(row) == wanted);
    let scaled = |row| scaled(row, variable);
    let above: Vec<_> = of_sign(Ordering::Greater).map(scaled).collect();
    let below: Vec<_> = of_sign(Ordering::Less).map(scaled).collect();
    let mut left: Vec<_> = of_sign(Ordering::Equal).cloned().collect();
    for upper in &above {
        for lower in &below {
            let history = upper.history | lower.history;
            if history.count_ones() as usize > variable + 2 {
                continue;
            }
            let mut coefficients =
                from_fn(|i| upper.coefficients[i].clone() + lower.coefficients[i].clone());
            coefficients[variable] = N::zero();
            left.push(Row {
                coefficients,
                bound: upper.bound.clone() + lower.bound.clone(),
                history,
            });
        }
    }
    left
}

/// The row divided by the magnitude of its coefficient of `variable`.
fn scaled<N: Field, const D: usize>(row: &Row<N, D>, variable: usize) -> Row<N, D> {
    let coefficient = row.coefficients[variable].clone();
    let size = if coefficient.sign_of() == Ordering::Less { -coefficient } else { coefficient };
    let over = |number: &N| number.clone() / size.clone();
    Row { coefficients: from_fn(|i| over(&row.coefficients[i])), bound: over(&row.bound), ..*row }
}

/// Computes the verdict of two frames: exact where `N` is.
///
/// A row `0 <= bound` with a negative bound is a contradiction: separate. With a bound of zero it
/// contradicts `0 < bound`, the same combination of the *strict* rows, those of the interiors:
/// touching. Without either the strict system has a solution: overlapping.
///
/// Parallel edges need no care here, unlike in a separating-axis test: a row arises only from
/// coefficients of opposite sign, neither of them zero, and so never from a null axis.
///
/// In `f64` this is for timing and reading. Rounding can turn any contact into either neighbour.
///
/// # Errors
///
/// Returns a [`FrameError`] if a frame is not valid.
pub fn verdict<N: Field>(a: &Frame3, b: &Frame3) -> Result<Verdict, FrameError> {
    let mut rows = system::<N>(a, b)?;
    for variable in 0..3 {
        rows = eliminate(&rows, variable);
    }
    Ok(sign_of_rows(&rows))
}

/// The verdict that rows `0 <= bound` give.
pub(super) fn sign_of_rows<N: Field, const D: usize>(rows: &[Row<N, D>]) -> Verdict {
    match rows.iter().map(|row| row.bound.sign_of()).min() {
        Some(Ordering::Less) => Verdict::Separate,
        Some(Ordering::Equal) => Verdict::Touching,
        _ => Verdict::Overlapping,
    }
}
