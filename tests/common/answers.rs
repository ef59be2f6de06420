//! What a service answers, as the comparers take it: one value for each pair.

use super::sweep::{BoundedSweep, Sweep};
use motzkin::service::{Answer, Detail, Measured, Separation};
use motzkin::{ContactInterval, Shape};
use motzkin_core::exact;

/// Returns one value of each pair, where the pair has it.
fn each_pair<S: Shape, T: Clone>(
    answer: &Answer<S>,
    value: impl Fn(&Detail<S>) -> Option<T>,
) -> Vec<Option<T>> {
    let mut values = vec![None; answer.verdicts().len()];
    for detail in answer.details() {
        values[detail.pair as usize] = value(&detail);
    }
    values
}

/// Returns the box of each pair.
pub fn boxes<S: Shape>(answer: &Answer<S>) -> Vec<Option<S::Bounds>> {
    each_pair(answer, |detail| value(detail.aabb))
}

/// Returns the common point of each pair.
pub fn witnesses<S: Shape>(answer: &Answer<S>) -> Vec<Option<S::Point>> {
    each_pair(answer, |detail| value(detail.witness))
}

/// Returns the verdict and the contact interval of each pair.
pub fn sweeps<S: Shape>(answer: &Answer<S>) -> Vec<Sweep> {
    let bounded = bounded_sweeps(answer).into_iter();
    bounded.map(|BoundedSweep { verdict, interval, .. }| Sweep { verdict, interval }).collect()
}

/// Returns the verdict and the contact interval of each pair, with the bound of the interval's
/// error.
pub fn bounded_sweeps<S: Shape>(answer: &Answer<S>) -> Vec<BoundedSweep> {
    let intervals = each_pair(answer, |detail| detail.interval);
    let of = |(&verdict, interval): (_, &Option<Measured<ContactInterval>>)| {
        let slack = interval.map_or(0.0, |interval| interval.slack);
        BoundedSweep { verdict, interval: value(*interval), slack }
    };
    answer.verdicts().iter().zip(&intervals).map(of).collect()
}

/// Returns an axis as the exact stage does, without the bound of its error.
pub fn exact_separation<V>(found: Separation<V>) -> exact::Separation<V> {
    let Separation { verdict, axis, depth, .. } = found;
    exact::Separation { verdict, axis, depth }
}

/// Returns a value without the bound of its error.
pub fn value<T>(measured: Option<Measured<T>>) -> Option<T> {
    measured.map(|measured| measured.value)
}
