//! When a moving pair meets: the first and the last contact, exactly, then rounded outward once.

use super::axes::Dimension;
use super::fraction::Fraction;
use super::input::Input;
use super::motion::{Doubles, Exactly};
use super::settled::PairFault;
use super::swept::{Moving, SweptAxes};
use crate::geom::{ContactInterval, Frame3};
use crate::num::{Whole, f32_above_f64, f32_below};
use dashu_int::IBig;

/// Returns the contact interval of two moving frames that are known to meet. The result for
/// separate frames has no meaning.
///
/// # Errors
///
/// Returns [`PairFault`] for a frame that is not valid, its velocity included.
pub fn meeting_interval(a: &Frame3, b: &Frame3) -> Result<ContactInterval, PairFault> {
    Ok(interval_of(&Input::moving(a, b)?))
}

/// Returns the interval of a pair that meets, by the first arithmetic that can decide.
pub(super) fn interval_of<const D: usize>(input: &Input<D>) -> ContactInterval
where
    Dimension<D>: SweptAxes<D>,
{
    in_doubles(&Doubles::new(input)).unwrap_or_else(|| {
        let (first, last) = exact_ends(input);
        // Adding zero makes a negative zero positive.
        ContactInterval { first: f32_below(&first.value()), last: -f32_below(&-last.value()) + 0.0 }
    })
}

/// Returns the first and the last contact of a pair that meets, not rounded.
pub(super) fn exact_ends<const D: usize>(input: &Input<D>) -> (Fraction, Fraction)
where
    Dimension<D>: SweptAxes<D>,
{
    match Exactly::new(input) {
        Exactly::Narrow(pair) => cut_down(&pair),
        Exactly::Middle(pair) => cut_down(&pair),
        Exactly::Wide(pair) => cut_down(&pair),
    }
}

/// Cuts `[0, 1]` down by every axis of the resting pair.
fn cut_down<N: Whole, const D: usize>(pair: &Moving<N, D>) -> (Fraction, Fraction)
where
    Dimension<D>: SweptAxes<D>,
{
    let whole = |n: IBig| Fraction { numerator: n, denominator: IBig::ONE };
    let (mut first, mut last) = (whole(IBig::ZERO), whole(IBig::ONE));
    pair.visit_resting(|pass| {
        let (enters, leaves, speed) = pass.times();
        // An axis without slope, null ones among them, meets for ever if at all, and this pair
        // meets.
        if speed > N::zero() {
            let over = |n: N| {
                let (numerator, denominator) = (n.into_big(), speed.clone().into_big());
                Fraction { numerator, denominator }
            };
            if enters > N::zero() {
                let enters = over(enters);
                if enters.is_above(&first) {
                    first = enters;
                }
            }
            if leaves < speed {
                let leaves = over(leaves);
                if last.is_above(&leaves) {
                    last = leaves;
                }
            }
        }
        true
    });
    (first, last)
}

/// Bounds of an exact number.
#[derive(Clone, Copy)]
struct Bracket {
    low: f64,
    high: f64,
}

impl Bracket {
    /// Bounds a quotient. Numerator and denominator are within their errors, which count that
    /// adding them rounds; the division rounds once.
    fn quotient(numerator: f64, error: f64, speed: f64, speed_error: f64) -> Self {
        let (slow, fast) = (speed - speed_error, speed + speed_error);
        let (low, high) = (numerator - error, numerator + error);
        Self {
            low: (low / if low > 0.0 { fast } else { slow }).next_down(),
            high: (high / if high > 0.0 { slow } else { fast }).next_up(),
        }
    }

    /// Bounds the larger of two numbers.
    fn max(self, other: Self) -> Self {
        let larger = |x: f64, y: f64| if y > x { y } else { x };
        Self { low: larger(self.low, other.low), high: larger(self.high, other.high) }
    }

    /// Bounds the smaller of two numbers.
    fn min(self, other: Self) -> Self {
        let smaller = |x: f64, y: f64| if y < x { y } else { x };
        Self { low: smaller(self.low, other.low), high: smaller(self.high, other.high) }
    }
}

/// Returns the interval where `f64` with its error band decides how both ends round.
fn in_doubles<const D: usize>(pair: &Doubles<D>) -> Option<ContactInterval>
where
    Dimension<D>: SweptAxes<D>,
{
    let mut first = Bracket { low: 0.0, high: 0.0 };
    let mut last = Bracket { low: 1.0, high: 1.0 };
    let known = pair.pair.visit_resting(|pass| {
        if pair.separates_nothing(&pass) {
            return true;
        }
        let (error, slope_error) = pair.errors(&pass);
        let nearest_above = pass.low.max(pass.low + pass.slope);
        let nearest_below = pass.high.min(pass.high + pass.slope);
        // Most axes meet all the time and bound nothing, those almost at right angles to the motion
        // too.
        if nearest_above <= -error && nearest_below >= error {
            return true;
        }
        let (enters, leaves, speed) = pass.times();
        if speed <= slope_error {
            return false;
        }
        first = first.max(Bracket::quotient(enters, error, speed, slope_error));
        last = last.min(Bracket::quotient(leaves, error, speed, slope_error));
        true
    });
    let first = [first.low, first.high].map(|x| -f32_above_f64(-x));
    let last = [last.low, last.high].map(f32_above_f64);
    let same = known && first[0] == first[1] && last[0] == last[1];
    same.then(|| ContactInterval { first: first[0] + 0.0, last: last[0] + 0.0 })
}
