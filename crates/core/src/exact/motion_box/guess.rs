//! Guesses in `f64`: which rows bound the ends of the coordinates' ranges. A wrong guess costs time
//! only.

use super::super::rows::Row;
use dashu_int::IBig;
use dashu_int::ops::BitTest;
use glam::DMat4;

/// Numbers of rows, in order.
type Quadruple = [usize; 4];

/// What may be an end of a coordinate's range.
#[derive(Clone, Copy)]
pub(super) struct End {
    /// The rows whose combination bounds the coordinate most closely.
    pub bound: Quadruple,
    /// The rows that meet in the outermost corner. True for a row that is at its higher end there.
    pub corner: [(usize, bool); 4],
}

/// Returns every four of so many rows.
pub(super) fn quadruples(count: usize) -> impl Iterator<Item = Quadruple> {
    (0..count).flat_map(move |i| {
        (i + 1..count).flat_map(move |j| {
            (j + 1..count).flat_map(move |k| (k + 1..count).map(move |l| [i, j, k, l]))
        })
    })
}

/// Returns the lower and the higher end of each coordinate.
pub(super) fn ends(rows: &[Row<4>]) -> [[Option<End>; 2]; 3] {
    let rows: Vec<Rough> = rows.iter().map(Rough::of).collect();
    let mut bounds = [[None; 2]; 3];
    let mut corners = [[None; 2]; 3];
    for quadruple in quadruples(rows.len()) {
        let Some(inverse) = inverse(quadruple.map(|row| rows[row].normal)) else { continue };
        let ends = quadruple.map(|row| rows[row].ends);
        for (axis, of_axis) in bounds.iter_mut().enumerate() {
            for (side, best) in of_axis.iter_mut().enumerate() {
                let terms = inverse[axis].iter().zip(ends);
                let tightest: f64 = terms
                    .map(|(weight, ends)| outer(side, weight * ends[0], weight * ends[1]))
                    .sum();
                // The lower end's bounds are below it: the highest of them is the closest.
                keep(best, 1 - side, tightest, quadruple);
            }
        }
        for sides in 0..16_usize {
            let is_high = [0, 1, 2, 3].map(|place| sides >> place & 1);
            let at = [0, 1, 2, 3].map(|place| ends[place][is_high[place]]);
            let point = inverse.map(|weights| dot(&weights, &at));
            if rows.iter().all(|row| row.allows(&point)) {
                let corner = [0, 1, 2, 3].map(|place| (quadruple[place], is_high[place] == 1));
                for (axis, of_axis) in corners.iter_mut().enumerate() {
                    for (side, best) in of_axis.iter_mut().enumerate() {
                        keep(best, side, point[axis], corner);
                    }
                }
            }
        }
    }
    let pick = |axis: usize, side: usize| {
        let ((_, bound), (_, corner)) = bounds[axis][side].zip(corners[axis][side])?;
        Some(End { bound, corner })
    };
    [0, 1, 2].map(|axis| [0, 1].map(|side| pick(axis, side)))
}

/// Returns the smaller number on side 0, the larger number on side 1.
fn outer(side: usize, x: f64, y: f64) -> f64 {
    if side == 0 { x.min(y) } else { x.max(y) }
}

/// Keeps what lies further out on that side.
fn keep<T: Copy>(best: &mut Option<(f64, T)>, side: usize, x: f64, what: T) {
    if best.is_none_or(|(before, _)| x != before && outer(side, x, before) == x) {
        *best = Some((x, what));
    }
}

/// A row in `f64`, its largest component about one.
struct Rough {
    normal: [f64; 4],
    ends: [f64; 2],
    /// How far outside a point on the row may seem to be.
    tolerance: f64,
}

impl Rough {
    fn of(row: &Row<4>) -> Self {
        let shift = row.normal.iter().map(BitTest::bit_len).max().unwrap_or(0);
        // 64 bits are kept below the leading one.
        let rough = |x: &IBig| {
            let (down, up) = (shift.saturating_sub(64), 64_usize.saturating_sub(shift));
            ((x >> down) << up).to_f64().value() / 2.0_f64.powi(64)
        };
        let [low, high] = [rough(&row.low), rough(&row.high)];
        Self {
            normal: [0, 1, 2, 3].map(|i| rough(&row.normal[i])),
            ends: [low, high],
            tolerance: 1e-12 * low.abs().max(high.abs()).max(high - low),
        }
    }

    fn allows(&self, point: &[f64; 4]) -> bool {
        let along = dot(&self.normal, point);
        self.ends[0] - self.tolerance <= along && along <= self.ends[1] + self.tolerance
    }
}

fn dot(a: &[f64; 4], b: &[f64; 4]) -> f64 {
    (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3])
}

/// Returns the rows of the inverse of a matrix of rows. `None` if the inverse is not finite.
fn inverse(rows: [[f64; 4]; 4]) -> Option<[[f64; 4]; 4]> {
    // Rows go in as columns, and the columns that come out are rows.
    let inverse = DMat4::from_cols_array_2d(&rows).inverse().to_cols_array_2d();
    inverse.as_flattened().iter().all(|x| x.is_finite()).then_some(inverse)
}
