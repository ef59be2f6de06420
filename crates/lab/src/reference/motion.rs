//! Fourier-Motzkin elimination for two moving frames in 3D, after fmb-2019.
//!
//! The unknowns are the coordinates `x` of a point of B, in B's own axes, and the time `t`. At `t`
//! the point is at `O_B + V_B t + C_B x`, and from A's origin, which is at `O_A + V_A t`, it is
//! seen at
//!
//! ```text
//! y = C_A^-1 (O_B - O_A  +  (V_B - V_A) t  +  C_B x)
//! ```
//!
//! so the rows are those of two resting frames with one more column: zero in B's rows and `C_A^-1
//! (V_B - V_A)` in A's, with the sign that the row gives `y`. Two rows more say `t >= 0` and `t <=
//! 1`. Eliminating `x` leaves rows in `t` alone, `c t <= bound`: the contact interval. Eliminating
//! `t` too leaves rows `0 <= bound`, and their signs are the verdict.
//!
//! *How the open system is read.* The interiors meet at some `t` of the closed `[0, 1]` where the
//! rows of the frames hold strictly and the two of `t` as they stand. A row `0 <= 0` contradicts
//! this when a strict row went into it, and one did: the rows of `t` alone combine to `0 <= 1`. So,
//! as for resting frames, a least bound of zero means touching.
//!
//! # What is corrected
//!
//! - **The speed is used.** The listing for moving 3D frames never reads it: it tests `t = 0`,
//!   leaves its bounds of the time uninitialised, and its box ignores motion.
//! - **No column is dropped.** The listing for moving 2D frames lacks the column of `t`, the row
//!   `t <= 1`, and some coefficients' values.
//! - **Every row of A has its `V t`**, which equations 27, 28, 31 and 32 lack in part, and the
//!   difference of the origins has the sign it has in equations 13 to 16: 29 to 32 have `-O` where
//!   `+O` is right.
//! - **The verdict is no by-product of the interval.** A pair that slides along a face touches for
//!   long, and one that overlaps may do so for a moment only: the sign of the last rows decides,
//!   not `t0 < t1`.

use super::fourier_motzkin::{Row, eliminate, rows_within, sign_of_rows};
use super::number::Field;
use super::solid::{Solid, sub};
use motzkin_core::error::FrameError;
use motzkin_core::geom::Frame3;
use motzkin_core::verdict::Verdict;
use std::array::from_fn;
use std::cmp::Ordering;

/// Returns the rows of two moving frames in `x_0, x_1, x_2, t`: those of B, those of A, in the
/// order of [`system`](super::fourier_motzkin::system), then `t >= 0` and `t <= 1`.
///
/// # Errors
///
/// Returns a [`FrameError`] if a frame is not valid.
pub fn system<N: Field>(a: &Frame3, b: &Frame3) -> Result<Vec<Row<N, 4>>, FrameError> {
    a.validate()?;
    b.validate()?;
    let velocity = |frame: &Frame3| frame.velocity().to_array().map(N::from_f32);
    let drift = sub(&velocity(b), &velocity(a));
    let (a, b) = (Solid::<N>::new(a)?, Solid::<N>::new(b)?);
    let own: [_; 3] = from_fn(|k| from_fn(|i| if i == k { N::one() } else { N::zero() }));
    let mut rows = rows_within(b.bounded_sums(), own, from_fn(|_| N::zero()));

    let [e0, e1, e2] = &b.edges;
    let columns = [e0, e1, e2, &drift].map(|column| a.seen(column));
    let coordinates = from_fn(|k| from_fn(|i| columns[i][k].clone()));
    rows.extend(rows_within(a.bounded_sums(), coordinates, a.seen(&sub(&b.origin, &a.origin))));

    rows.extend(time_within());
    for (i, row) in rows.iter_mut().enumerate() {
        row.history = 1 << i;
    }
    Ok(rows)
}

/// The rows `t >= 0` and `t <= 1`, where `t` is the last variable.
pub(super) fn time_within<N: Field, const D: usize>() -> [Row<N, D>; 2] {
    let time = |coefficient: N, bound: N| Row {
        coefficients: from_fn(|i| if i + 1 == D { coefficient.clone() } else { N::zero() }),
        bound,
        history: 0,
    };
    [time(-N::one(), N::zero()), time(N::one(), N::one())]
}

/// Computes the verdict over `t` in `[0, 1]`, and the first and the last contact of frames that
/// meet: exact where `N` is. Takes some milliseconds a pair in rationals.
///
/// # Errors
///
/// Returns a [`FrameError`] if a frame is not valid.
pub fn sweep<N: Field>(a: &Frame3, b: &Frame3) -> Result<(Verdict, Option<[N; 2]>), FrameError> {
    Ok(solve(system(a, b)?))
}

/// Computes what [`sweep`] does of a system of rows whose last variable is the time.
pub fn solve<N: Field, const D: usize>(mut rows: Vec<Row<N, D>>) -> (Verdict, Option<[N; 2]>) {
    for variable in 0..D - 1 {
        rows = eliminate(&rows, variable);
    }
    let verdict = sign_of_rows(&eliminate(&rows, D - 1));
    (verdict, if verdict.meets() { interval(&rows) } else { None })
}

/// What rows in `t` alone leave of it.
fn interval<N: Field, const D: usize>(rows: &[Row<N, D>]) -> Option<[N; 2]> {
    let bounds = |side: Ordering| {
        let of_side = rows.iter().filter(move |row| row.coefficients[D - 1].sign_of() == side);
        of_side.map(|row| row.bound.clone() / row.coefficients[D - 1].clone())
    };
    let first = bounds(Ordering::Less).reduce(|x, y| if y > x { y } else { x })?;
    let last = bounds(Ordering::Greater).reduce(|x, y| if y < x { y } else { x })?;
    Some([first, last])
}
