//! The plane that some points lie in, as nearly as they do.

use glam::DVec3;

/// Turns of Jacobi's method after which nothing is left to turn: each squares the rest.
const TURNS: usize = 24;

/// Points are flat if their spread across the plane is at most this part of the least spread within
/// it. A spread is the root of a mean square.
const FLAT: f64 = 0.25;

/// Points are no line if their least spread within the plane is at least this part of the largest.
const WIDE: f64 = 1e-4;

/// Returns the unit normal of the plane that points with weights lie in, or `None` if they lie in
/// no plane, or in many: on a line.
pub fn flat_normal(points: &[(DVec3, f64)]) -> Option<DVec3> {
    let total: f64 = points.iter().map(|(_, weight)| weight).sum();
    let middle = points.iter().map(|(p, weight)| *p * *weight).sum::<DVec3>() / total;
    // The largest coordinate is 1, so that no square vanishes or overflows.
    let reach = points.iter().map(|(p, _)| (p - middle).abs().max_element()).fold(0.0, f64::max);
    let mut spread = [[0.0; 3]; 3];
    for (p, weight) in points {
        let d = ((p - middle) / reach).to_array();
        for (i, row) in spread.iter_mut().enumerate() {
            for (j, cell) in row.iter_mut().enumerate() {
                *cell += weight / total * d[i] * d[j];
            }
        }
    }
    let axes = principal(&mut spread);
    let mut order = [0, 1, 2];
    order.sort_by(|&i, &j| spread[i][i].total_cmp(&spread[j][j]));
    let [across, least, most] = order.map(|i| spread[i][i].max(0.0).sqrt());
    (across <= FLAT * least && least >= WIDE * most && most > 0.0)
        .then(|| DVec3::from_array(axes.map(|row| row[order[0]])))
}

/// Makes a symmetric matrix diagonal by Jacobi's method. Returns the unit vectors that it belongs
/// to, in columns.
fn principal(matrix: &mut [[f64; 3]; 3]) -> [[f64; 3]; 3] {
    let mut axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for turn in 0..TURNS {
        let (p, q) = [(0, 1), (0, 2), (1, 2)][turn % 3];
        if matrix[p][q] == 0.0 {
            continue;
        }
        let angle = 0.5 * (2.0 * matrix[p][q]).atan2(matrix[q][q] - matrix[p][p]);
        let (sin, cos) = angle.sin_cos();
        for row in matrix.iter_mut().chain(&mut axes) {
            (row[p], row[q]) = (cos * row[p] - sin * row[q], sin * row[p] + cos * row[q]);
        }
        let (above, below) = matrix.split_at_mut(q);
        for (x, y) in above[p].iter_mut().zip(&mut below[0]) {
            (*x, *y) = (cos * *x - sin * *y, sin * *x + cos * *y);
        }
    }
    axes
}
