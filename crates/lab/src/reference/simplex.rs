//! Convex polytopes by the simplex method, after the 2016 article *On Convex Polytopes, Collision
//! Detection, and the Simplex Method*.
//!
//! A point of a hull is a convex combination of its points, so hulls of `a_i` and `b_j` meet when
//! weights `x, y >= 0` solve
//!
//! ```text
//! sum x_i a_i - sum y_j b_j = 0     sum x_i = 1     sum y_j = 1
//! ```
//!
//! Phase one of the simplex method finds such weights or the least sum of what is left over. One
//! column more, the sum of all others, stands for a weight that every point gets in addition to its
//! own; making that as large as possible shows whether all weights can be positive, which is what a
//! common point of the relative interiors needs. Both aims form one cost, the first infinitely
//! heavier, so one run gives the verdict.
//!
//! # What is corrected
//!
//! - **No epsilon.** The article takes minima below `1e-4` for zero, whatever the unit of length,
//!   and pivots on costs below `-1e-4` only. Here numbers are exact.
//! - **No cap.** It stops after as many steps as the tableau has entries and answers from what it
//!   has by then, silently. Bland's rule needs no cap: it cannot cycle where nothing is rounded.
//! - **Points are points.** Two single points are compared by `p - q < epsilon`, without the
//!   magnitude, so that a point with all coordinates smaller "collides" with every other. Here they
//!   go the way of all hulls.
//! - **The empty set** meets nothing and is a subset of everything, as the article's text has it.
//! - **The minimum as a distance.** The article's tableau lets the sums fall short of zero on one
//!   side only (`A x <= b`), so its minimum can exceed the distance: of the points `(0.1, 0, 0)`
//!   and the origin it is 1. See [`one_norm_bound`] for what is true.

use super::number::Field;
use dashu_ratio::RBig;
use motzkin_core::geom::{Pair, PolytopeSet};
use motzkin_core::verdict::Verdict;
use std::cmp::Ordering;

/// A point in numbers of any kind.
pub type Point<N> = [N; 3];

/// Rows of the system: three coordinates and two sums of weights.
const ROWS: usize = 5;

/// Computes the verdict of two hulls: *overlapping* where their relative interiors meet. Exact
/// where `N` is; in `f64` it is for timing and reading. The cost grows with the product of the
/// steps, some ten, and the number of points.
pub fn verdict<N: Field>(a: &[Point<N>], b: &[Point<N>]) -> Verdict {
    if a.is_empty() || b.is_empty() {
        return Verdict::Separate;
    }
    let mut columns = columns(a, b);
    columns.push(every(&columns));
    let mut tableau = Tableau::new(&columns, &right(), 0);
    // The weight of every point is to be as large as possible.
    tableau.second[columns.len() - 1] = -N::one();
    tableau.solve();
    tableau.verdict()
}

/// All columns added up.
fn every<N: Field, const R: usize>(columns: &[[N; R]]) -> [N; R] {
    std::array::from_fn(|row| {
        columns.iter().fold(N::zero(), |sum, column| sum + column[row].clone())
    })
}

/// Rows of the system of a pair that moves: one more for the time.
const MOVING_ROWS: usize = ROWS + 1;

/// Computes the verdict of two hulls of which the first moves by `sweep`, as seen from the second,
/// while `t` runs over `[0, 1]`. Computes also the first and the last contact of hulls that meet.
///
/// The time is one more variable: `sum x_i a_i + t sweep - sum y_j b_j = 0`, and `t` with what it
/// leaves of 1 adds up to 1. It takes no part in the weight that every point gets, so that inner
/// points may meet at the ends too.
pub fn sweep<N: Field>(
    a: &[Point<N>],
    sweep: &Point<N>,
    b: &[Point<N>],
) -> (Verdict, Option<[N; 2]>) {
    if a.is_empty() || b.is_empty() {
        return (Verdict::Separate, None);
    }
    let longer = |[x, y, z, of_a, of_b]: [N; ROWS]| [x, y, z, of_a, of_b, N::zero()];
    let mut columns: Vec<[N; MOVING_ROWS]> = columns(a, b).into_iter().map(longer).collect();
    columns.push(every(&columns));
    let ([x, y, z], none) = (sweep.clone(), N::zero);
    columns.push([x, y, z, none(), none(), N::one()]);
    columns.push([none(), none(), none(), none(), none(), N::one()]);
    let right = [none(), none(), none(), N::one(), N::one(), N::one()];
    let aimed = |column: usize, cost: N| {
        let mut tableau = Tableau::new(&columns, &right, 0);
        tableau.second[column] = cost;
        tableau.solve();
        tableau
    };
    let (weight, time) = (columns.len() - 3, columns.len() - 2);
    let verdict = aimed(weight, -N::one()).verdict();
    let least = |cost: N| -aimed(time, cost).second_cost();
    (verdict, verdict.meets().then(|| [least(N::one()), -least(-N::one())]))
}

/// Returns true if the hull of `points` holds the point.
pub fn contains<N: Field>(points: &[Point<N>], point: &Point<N>) -> bool {
    verdict(points, std::slice::from_ref(point)).meets()
}

/// Returns true if the hull of `a` is a subset of that of `b`: if every point of it is. The empty
/// set is a subset of all.
pub fn is_subset<N: Field>(a: &[Point<N>], b: &[Point<N>]) -> bool {
    a.iter().all(|point| contains(b, point))
}

/// Computes the least 1-norm of what is left over, `|b - A x|` over all `x >= 0` whose two sums are
/// at most 1 and whose coordinates may miss on either side; `None` for an empty hull.
///
/// It is zero exactly when the hulls meet, and never above the distance in the 1-norm: the pair of
/// nearest points is among the `x`, with sums of one and their difference left over. Nor is it
/// above 2, that of `x = 0`: lengths and pure numbers are added up, so it depends on the unit of
/// length and on where the origin is, and says nothing about distances beyond 2. The Euclidean
/// distance is at least this over the square root of 3.
pub fn one_norm_bound<N: Field>(a: &[Point<N>], b: &[Point<N>]) -> Option<N> {
    if a.is_empty() || b.is_empty() {
        return None;
    }
    let mut tableau = Tableau::new(&columns(a, b), &right(), 3);
    tableau.solve();
    Some(tableau.missing())
}

/// Returns the [`one_norm_bound`] of each pair, computed in rationals and rounded down to `f64`
/// once.
///
/// Costs some hundred microseconds for each pair, and more with the number of vertices.
///
/// # Panics
///
/// Panics where a pair names a polytope that does not exist, as indexing a slice does.
pub fn one_norm_bounds(set: &PolytopeSet, pairs: &[Pair]) -> Vec<Option<f64>> {
    let one = |pair: &Pair| {
        let [a, b] = [pair.a, pair.b].map(|index| points::<RBig>(set, index));
        one_norm_bound(&a, &b).map(|bound| rounded_down(&bound))
    };
    pairs.iter().map(one).collect()
}

/// The greatest `f64` that is not above.
fn rounded_down(exact: &RBig) -> f64 {
    let nearest = exact.to_f64().value();
    let is_above = RBig::try_from(nearest).is_ok_and(|rounded| rounded > *exact);
    if is_above { nearest.next_down() } else { nearest }
}

/// Returns the placed vertices of a polytope, exact where `N` is.
///
/// # Panics
///
/// Panics where there is no such polytope, as indexing a slice does.
pub fn points<N: Field>(set: &PolytopeSet, polytope: u32) -> Vec<Point<N>> {
    let rows = set.polytopes()[polytope as usize].rows.map(|row| row.map(N::from_f32));
    let place = |vertex: &[f32; 3]| {
        let v = vertex.map(N::from_f32);
        rows.each_ref()
            .map(|row| (0..3).fold(row[3].clone(), |sum, i| sum + row[i].clone() * v[i].clone()))
    };
    set.vertices_of(polytope).iter().map(place).collect()
}

/// No difference, and weights of 1.
fn right<N: Field>() -> [N; ROWS] {
    [N::zero(), N::zero(), N::zero(), N::one(), N::one()]
}

/// `(a_i, 1, 0)` and `(-b_j, 0, 1)`.
fn columns<N: Field>(a: &[Point<N>], b: &[Point<N>]) -> Vec<[N; ROWS]> {
    let of_a = a.iter().map(|[x, y, z]| [x.clone(), y.clone(), z.clone(), N::one(), N::zero()]);
    let of_b = b.iter().map(|point| {
        let [x, y, z] = point.clone().map(N::neg);
        [x, y, z, N::zero(), N::one()]
    });
    of_a.chain(of_b).collect()
}

/// A textbook tableau: constraints with their right sides last, and two rows of reduced costs, the
/// second of which counts only where the first is zero.
pub struct Tableau<N> {
    /// The constraints.
    pub rows: Vec<Vec<N>>,
    /// Reduced costs of what is missing; last, less the cost itself.
    pub first: Vec<N>,
    /// Those of the second aim.
    pub second: Vec<N>,
    /// The column that is basic in each row.
    pub basis: Vec<usize>,
    width: usize,
}

impl<N: Field> Tableau<N> {
    /// Begins with what is missing of each right side as the basis. The first `surplus` rows may be
    /// missed on either side.
    fn new<const R: usize>(columns: &[[N; R]], right: &[N; R], surplus: usize) -> Self {
        let unit = |at: bool, value: N| if at { value } else { N::zero() };
        let rows: Vec<Vec<N>> = (0..R)
            .map(|row| {
                let given = columns.iter().map(|column| column[row].clone());
                let over = (0..surplus).map(|i| unit(i == row, -N::one()));
                let missing = (0..R).map(|i| unit(i == row, N::one()));
                given.chain(over).chain(missing).chain([right[row].clone()]).collect()
            })
            .collect();
        let (given, width) = (columns.len(), rows[0].len());
        let artificial = given + surplus..width - 1;
        let first = (0..width)
            .map(|i| {
                let own = if (given..width - 1).contains(&i) { N::one() } else { N::zero() };
                rows.iter().fold(own, |cost, row| cost - row[i].clone())
            })
            .collect();
        Self { rows, first, second: vec![N::zero(); width], basis: artificial.collect(), width }
    }

    /// Creates a tableau of one's own: of constraints that are feasible as they stand with `basis`,
    /// and of their costs.
    pub fn of(rows: Vec<Vec<N>>, costs: Vec<N>, basis: Vec<usize>) -> Self {
        let width = costs.len();
        Self { rows, first: costs, second: vec![N::zero(); width], basis, width }
    }

    /// What is missing at the least.
    fn missing(&self) -> N {
        -self.first[self.width - 1].clone()
    }

    /// The least second cost, negative.
    fn second_cost(&self) -> N {
        self.second[self.width - 1].clone()
    }

    /// The verdict where the second aim is the weight of every point.
    fn verdict(&self) -> Verdict {
        match (self.missing().sign_of(), self.second_cost().sign_of()) {
            (Ordering::Greater, _) => Verdict::Separate,
            (_, Ordering::Greater) => Verdict::Overlapping,
            _ => Verdict::Touching,
        }
    }

    /// Pivots until no cost is negative, and answers in how many steps.
    pub fn solve(&mut self) -> usize {
        let mut steps = 0;
        while let Some((row, column)) = self.bland() {
            self.pivot(row, column);
            steps += 1;
        }
        steps
    }

    /// Returns the row and the column of the next pivot by Bland's rule: the first column of
    /// negative cost enters; of the rows that bound it most tightly, the one whose basic column is
    /// first leaves. `None` at the optimum, or where nothing bounds the column.
    pub fn bland(&self) -> Option<(usize, usize)> {
        let falls = |&i: &usize| match self.first[i].sign_of() {
            Ordering::Equal => self.second[i].sign_of() == Ordering::Less,
            sign => sign == Ordering::Less,
        };
        let column = (0..self.width - 1).find(falls)?;
        let mut best: Option<(N, usize)> = None;
        for (i, row) in self.rows.iter().enumerate() {
            if row[column].sign_of() != Ordering::Greater {
                continue;
            }
            let ratio = row[self.width - 1].clone() / row[column].clone();
            let better = best.as_ref().is_none_or(|(least, at)| {
                ratio < *least || (ratio == *least && self.basis[i] < self.basis[*at])
            });
            if better {
                best = Some((ratio, i));
            }
        }
        best.map(|(_, row)| (row, column))
    }

    /// Makes `column` basic in `row`.
    pub fn pivot(&mut self, row: usize, column: usize) {
        let by = self.rows[row][column].clone();
        let pivot: Vec<N> = self.rows[row].iter().map(|x| x.clone() / by.clone()).collect();
        let clear = |other: &mut Vec<N>| {
            let factor = other[column].clone();
            if factor.sign_of() != Ordering::Equal {
                for (x, p) in other.iter_mut().zip(&pivot) {
                    *x = x.clone() - factor.clone() * p.clone();
                }
            }
        };
        self.rows
            .iter_mut()
            .enumerate()
            .filter(|(i, _)| *i != row)
            .for_each(|(_, other)| clear(other));
        clear(&mut self.first);
        clear(&mut self.second);
        self.rows[row] = pivot;
        self.basis[row] = column;
    }
}
