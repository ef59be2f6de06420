//! Candidates in whole numbers; only the last quotient rounds.

use super::super::separating_axes::{Gap, visit_gaps};
use super::super::solid::{Solid, norm};
use super::{Separation, found};
use crate::num::Ring;
use crate::verdict::Verdict;
use glam::DVec3;

/// The best axis of two solids given in units of `2^exponent`. Each candidate's gap is exact before it
/// is converted and divided by its normal's length, so it is right within ten roundings, and 0 only where
/// the projections touch. A normal has at most 559 bits and a gap 843, which `f64` can hold.
pub(super) fn separation<N: Ring>(
    a: &Solid<N>,
    b: &Solid<N>,
    exponent: i32,
    to_f64: impl Fn(&N) -> f64,
) -> Separation {
    let mut best = Separation { verdict: Verdict::Overlapping, axis: DVec3::ZERO, depth: f64::INFINITY };
    let mut best_gap = f64::NEG_INFINITY;
    visit_gaps(a, b, |Gap { axis, gap, ahead, .. }| {
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
