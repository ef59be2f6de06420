//! The ends of the ranges of coordinates over all common points, each rounded outward once.
//!
//! Each end is that of a linear program over the two-sided rows of a pair. `f64` walks to the
//! corner that lies furthest ([`walk`]) and bounds the end from without and from within
//! ([`bracket`]). If both bounds round to the same `f32`, that is the end. Otherwise whole numbers
//! go on from the rows that `f64` found ([`whole`]): where the end is an `f32` itself, as on a
//! lattice, where the pair only touches, or where rounding hides which rows bound the end.

mod bracket;
mod exactly;
mod magnitude;
mod system;
mod walk;
mod whole;

use super::axes::Dimension;
use super::input::Input;
use super::rows::{Coordinates, Setting};
use bracket::Known;
use exactly::Exactly;
use std::array::from_fn;
use system::System;
use walk::Corner;

/// Returns the lower and the upper ends of the coordinates of all points that a pair has in common,
/// each rounded outward to `f32` once. The result for a pair that does not meet has no meaning.
pub(super) fn rounded_ends<K, const SPACE: usize, const D: usize>(
    input: &Input<SPACE>,
) -> [[f32; SPACE]; 2]
where
    K: Setting<SPACE, D>,
    Dimension<SPACE>: Coordinates<SPACE>,
    Dimension<D>: Coordinates<D>,
{
    let system = System::<D>::new::<K, SPACE>(input);
    let corners: [[Corner<D>; SPACE]; 2] =
        [false, true].map(|high| from_fn(|axis| system.furthest(&direction(axis, high))));
    let inner = system.inner(corners.as_flattened().iter());
    let mut exactly = None;
    let mut ends = [[0.0; SPACE]; 2];
    for axis in 0..SPACE {
        let origin = f64::from(input.frames[0].origin[axis]);
        let mut known = [false, true].map(|high| {
            let (direction, base) = (direction(axis, high), if high { origin } else { -origin });
            let corner = &corners[usize::from(high)][axis];
            Known::new(&system, corner, inner.as_ref(), &direction, base)
        });
        let out = known.each_ref().map(|known| known.rounded(known.reached));
        if let [Some(low), Some(high)] = out {
            (ends[0][axis], ends[1][axis]) = (-low, high);
            continue;
        }
        for [low, high] in input.frames.iter().filter_map(|frame| frame.range(axis)) {
            known[0].most = lesser(known[0].most, -low);
            known[1].most = lesser(known[1].most, high);
        }
        for high in [false, true] {
            let this = &known[usize::from(high)];
            let least = greater(this.reached, -known[usize::from(!high)].most);
            let out = this.rounded(least).unwrap_or_else(|| {
                let exactly = exactly.get_or_insert_with(|| Exactly::new::<K>(input));
                exactly.rounded_end(this, axis, high)
            });
            ends[usize::from(high)][axis] = if high { out } else { -out };
        }
    }
    // Adding zero makes a negative zero positive.
    ends.map(|ends| ends.map(|end| end + 0.0))
}

/// Returns the smaller one of a number and what may not be one.
fn lesser(unsure: f64, number: f64) -> f64 {
    if unsure < number { unsure } else { number }
}

/// Returns the larger one, as [`lesser`] does.
fn greater(unsure: f64, number: f64) -> f64 {
    if unsure > number { unsure } else { number }
}

/// Returns the direction in which a coordinate rises, or falls.
fn direction<const D: usize>(axis: usize, rises: bool) -> [f64; D] {
    from_fn(|i| match (i == axis, rises) {
        (false, _) => 0.0,
        (true, true) => 1.0,
        (true, false) => -1.0,
    })
}
