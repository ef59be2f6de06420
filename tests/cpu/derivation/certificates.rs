//! Elimination with redundancy removal: the certificates of a pair.

use dashu_ratio::RBig;
use motzkin_core::geom::Frame3;
use motzkin_lab::reference::fourier_motzkin as fm;
use std::array::from_fn;

/// A combination `sum weights[i] * row[i]` of the first rows that reads `0 <= bound`.
pub struct Certificate {
    pub weights: Vec<RBig>,
    pub bound: RBig,
}

impl Certificate {
    /// How many rows of B and of A it combines.
    pub fn support(&self, b_rows: usize) -> (usize, usize) {
        let count = |weights: &[RBig]| weights.iter().filter(|w| **w != RBig::ZERO).count();
        (count(&self.weights[..b_rows]), count(&self.weights[b_rows..]))
    }
}

const ROWS: usize = 12;

/// Eliminates the three unknowns of a pair by the reference's own elimination. Behind the
/// unknowns stands one more column a row, which is never eliminated: it keeps the row's weight.
pub fn certificates(a: &Frame3, b: &Frame3) -> Vec<Certificate> {
    let system = fm::system::<RBig>(a, b).unwrap();
    let mut rows: Vec<fm::Row<RBig, { 3 + ROWS }>> = system
        .iter()
        .enumerate()
        .map(|(i, row)| {
            let mark = |k| if k == 3 + i { RBig::ONE } else { RBig::ZERO };
            let coefficients =
                from_fn(|k| row.coefficients.get(k).cloned().unwrap_or_else(|| mark(k)));
            fm::Row { coefficients, bound: row.bound.clone(), history: row.history }
        })
        .collect();
    for variable in 0..3 {
        rows = fm::eliminate(&rows, variable);
    }
    // What survives: rows whose history contains no other's (Chernikov's rule in full).
    let needed = |i: usize| {
        rows.iter().enumerate().all(|(j, other)| {
            let contained = other.history & !rows[i].history == 0;
            !contained || (other.history == rows[i].history && j >= i)
        })
    };
    let survivors = (0..rows.len()).filter(|&i| needed(i)).map(|i| &rows[i]);
    survivors
        .map(|row| {
            let weights = row.coefficients[3..3 + system.len()].to_vec();
            let sum = |term: &dyn Fn(usize) -> RBig| {
                (0..system.len()).fold(RBig::ZERO, |sum, i| sum + &weights[i] * term(i))
            };
            for variable in 0..3 {
                assert_eq!(sum(&|i| system[i].coefficients[variable].clone()), RBig::ZERO);
            }
            assert_eq!(sum(&|i| system[i].bound.clone()), row.bound);
            assert!(weights.iter().all(|w| *w >= RBig::ZERO));
            let used = weights.iter().enumerate().filter(|(_, w)| **w != RBig::ZERO);
            assert_eq!(used.fold(0, |bits, (i, _)| bits | 1 << i), row.history);
            Certificate { weights, bound: row.bound.clone() }
        })
        .collect()
}
