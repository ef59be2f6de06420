//! Candidates in whole numbers; only the last quotient rounds.

use super::super::separating_axes::Gap;
use super::super::solid::norm;
use super::{Separation, found};
use crate::num::Ring;
use crate::verdict::Verdict;

/// The best axis of a pair given in units of `2^exponent`, whose candidates `visit_gaps` shows.
/// Each candidate's gap is exact before it is converted and divided by its normal's length, so it
/// is right within ten roundings, and 0 only where the projections touch. A normal has at most 559
/// bits and a gap 843, which `f64` can hold.
pub(in super::super) fn separation<N: Ring, V: From<[f64; D]>, const D: usize>(
    visit_gaps: impl FnOnce(&mut dyn FnMut(Gap<N, D>) -> bool),
    exponent: i32,
    to_f64: impl Fn(&N) -> f64,
) -> Separation<V> {
    let mut best =
        Separation { verdict: Verdict::Overlapping, axis: [0.0; D].into(), depth: f64::INFINITY };
    let mut best_gap = f64::NEG_INFINITY;
    visit_gaps(&mut |Gap { axis, gap, ahead, .. }| {
        let normal = axis.each_ref().map(&to_f64);
        // Squares of the normal could overflow; of one whose largest component is 1 they cannot.
        let size = norm(&normal);
        if size == 0.0 {
            return true;
        }
        let normal = normal.map(|x| x / size);
        let length = normal.iter().map(|x| x * x).sum::<f64>().sqrt();
        let gap = to_f64(&gap) / size / length;
        if gap > best_gap {
            best_gap = gap;
            best = found(normal, length, ahead, gap * 2.0_f64.powi(exponent));
        }
        true
    });
    best
}
