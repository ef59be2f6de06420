//! Candidates in whole numbers; only the last quotient rounds.

use super::super::axes::{Axes, Dimension, Gap, visit_gaps};
use super::super::input::Input;
use super::super::solid::{Solid, norm};
use super::best::{Separation, found};
use crate::num::Ring;
use crate::verdict::Verdict;
use dashu_int::IBig;

/// Returns the best axis of a pair in whole numbers, as short as they can be.
pub(in super::super) fn separation<V: From<[f64; D]>, const D: usize>(
    input: &Input<D>,
) -> Separation<V>
where
    Dimension<D>: Axes<D>,
{
    let scale = input.scale();
    if scale.width <= Dimension::<D>::NARROW_WIDTH {
        best(&input.solids(|x| scale.whole::<i128>(x)), scale.exponent, |x: &i128| *x as f64)
    } else {
        best(&input.solids(|x| scale.whole::<IBig>(x)), scale.exponent, |x: &IBig| {
            x.to_f64().value()
        })
    }
}

/// Returns the best axis of a pair given in units of `2^exponent`.
///
/// The gap of each candidate is exact before it is converted and divided by the length of its
/// normal. So it is right within ten roundings, and 0 only where the projections touch. A normal
/// has at most 559 bits and a gap 843, which `f64` can hold.
fn best<N: Ring, V: From<[f64; D]>, const D: usize>(
    solids: &[Solid<N, D>; 2],
    exponent: i32,
    to_f64: impl Fn(&N) -> f64,
) -> Separation<V>
where
    Dimension<D>: Axes<D>,
{
    let mut best =
        Separation { verdict: Verdict::Overlapping, axis: [0.0; D].into(), depth: f64::INFINITY };
    let mut best_gap = f64::NEG_INFINITY;
    visit_gaps(solids, |Gap { axis, gap, ahead, .. }| {
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
