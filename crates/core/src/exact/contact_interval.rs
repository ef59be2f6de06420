//! When a moving pair meets: the first and the last contact, exactly, then rounded outward once.

use super::decide::PairFault;
use super::fraction::Fraction;
use super::motion::{Doubles, Whole, decide_moving, kinds};
use super::swept::{Axes, Moving};
use crate::geom::{ContactInterval, Frame3, Passage};
use crate::num::{Ring, f32_below};
use dashu_int::IBig;

/// The verdict of a moving pair over `t` in `[0, 1]`, and when it meets. Costs about
/// a microsecond more than [`decide_moving`] where `f64` can tell how the ends round, up to ten
/// microseconds where it cannot, as for ends that are `f32` themselves.
pub fn passage(a: &Frame3, b: &Frame3) -> Result<Passage, PairFault> {
    let verdict = decide_moving(a, b)?.verdict;
    let interval = if verdict.meets() { Some(meeting_interval(a, b)?) } else { None };
    Ok(Passage { verdict, interval })
}

/// The interval of two frames that are known to meet. Of separate ones it is none.
pub fn meeting_interval(a: &Frame3, b: &Frame3) -> Result<ContactInterval, PairFault> {
    let kinds = kinds(a, b)?;
    Ok(interval_of(&Doubles::new(a, b, kinds), || Whole::new(a, b, kinds)))
}

/// The interval of a pair that meets, by the first arithmetic that can tell.
pub(super) fn interval_of<const D: usize>(
    doubles: &Doubles<D>,
    whole: impl FnOnce() -> Whole<D>,
) -> ContactInterval
where
    Moving<f64, D>: Axes<f64, D>,
    Moving<i128, D>: Axes<i128, D>,
    Moving<IBig, D>: Axes<IBig, D>,
{
    in_doubles(doubles).unwrap_or_else(|| {
        let (first, last) = exact_ends(&whole());
        // Adding zero makes a negative zero positive.
        ContactInterval { first: f32_below(&first.value()), last: -f32_below(&-last.value()) + 0.0 }
    })
}

/// The first contact of two frames that are known to meet, not rounded.
pub(super) fn first_contact(a: &Frame3, b: &Frame3) -> Result<Fraction, PairFault> {
    Ok(exact_ends(&Whole::new(a, b, kinds(a, b)?)).0)
}

/// The first and the last contact of a pair that meets.
pub(super) fn exact_ends<const D: usize>(pair: &Whole<D>) -> (Fraction, Fraction)
where
    Moving<i128, D>: Axes<i128, D>,
    Moving<IBig, D>: Axes<IBig, D>,
{
    match pair {
        Whole::Narrow(pair) => cut_down(&**pair),
        Whole::Wide(pair) => cut_down(&**pair),
    }
}

/// Cuts `[0, 1]` down by every axis of the resting pair.
fn cut_down<N: Ring + Into<IBig>, const D: usize>(pair: &impl Axes<N, D>) -> (Fraction, Fraction) {
    let whole = |n: IBig| Fraction { numerator: n, denominator: IBig::ONE };
    let (mut first, mut last) = (whole(IBig::ZERO), whole(IBig::ONE));
    pair.visit_resting(|pass| {
        let (enters, leaves, speed) = pass.times();
        // An axis without slope, null ones among them, meets for ever if at all, and this pair
        // meets.
        if speed > N::zero() {
            let over = |n: N| Fraction { numerator: n.into(), denominator: speed.clone().into() };
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
    /// Of a quotient: numerator and denominator within their errors, which count that adding them
    /// rounds, and one rounding of the division.
    fn quotient(numerator: f64, error: f64, speed: f64, speed_error: f64) -> Self {
        let (slow, fast) = (speed - speed_error, speed + speed_error);
        let (low, high) = (numerator - error, numerator + error);
        Self {
            low: (low / if low > 0.0 { fast } else { slow }).next_down(),
            high: (high / if high > 0.0 { slow } else { fast }).next_up(),
        }
    }

    /// Of the larger of two numbers.
    fn max(self, other: Self) -> Self {
        let larger = |x: f64, y: f64| if y > x { y } else { x };
        Self { low: larger(self.low, other.low), high: larger(self.high, other.high) }
    }

    /// Of the smaller of two numbers.
    fn min(self, other: Self) -> Self {
        let smaller = |x: f64, y: f64| if y < x { y } else { x };
        Self { low: smaller(self.low, other.low), high: smaller(self.high, other.high) }
    }
}

/// The same where `f64` with its band can tell how both ends round.
fn in_doubles<const D: usize>(pair: &Doubles<D>) -> Option<ContactInterval>
where
    Moving<f64, D>: Axes<f64, D>,
{
    let mut first = Bracket { low: 0.0, high: 0.0 };
    let mut last = Bracket { low: 1.0, high: 1.0 };
    let told = pair.pair.visit_resting(|pass| {
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
    let below = |x: f64| {
        let nearest = x as f32;
        if f64::from(nearest) > x { nearest.next_down() } else { nearest }
    };
    let [first, last] = [[first.low, first.high].map(below), [-last.high, -last.low].map(below)];
    let same = told && first[0] == first[1] && last[0] == last[1];
    same.then(|| ContactInterval { first: first[0], last: -last[0] + 0.0 })
}
