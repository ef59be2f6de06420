//! Settling one pair at rest.

use super::axes::{Axes, Dimension, Gap, Signs, is_null, visit_gaps};
use super::in_doubles::InDoubles;
use super::input::Input;
use super::settled::{PairFault, Settled, SettledBy};
use super::solid::{Solid, norm, sub};
use crate::geom::Frame3;
use crate::num::{Ring, band};
use crate::verdict::Verdict;
use dashu_int::IBig;
use ethnum::I256;

/// Returns the exact verdict of one pair at rest.
///
/// Costs up to a microsecond where `f64` can decide, contacts on a lattice included. Other exact
/// contacts cost a few microseconds, and pairs whose exponents lie very far apart some tens.
///
/// # Errors
///
/// Returns [`PairFault`] for a frame that is not valid at rest.
pub fn decide(a: &Frame3, b: &Frame3) -> Result<Settled, PairFault> {
    Ok(settle(&Input::resting(a, b)?))
}

/// Returns the verdict of a pair at rest by the first arithmetic that can decide.
pub(super) fn settle<const D: usize>(input: &Input<D>) -> Settled
where
    Dimension<D>: Axes<D>,
{
    let found = in_doubles(&input.solids(f64::from));
    if let Some(verdict) = found.certain {
        return Settled { verdict, by: SettledBy::Double };
    }
    let scale = input.scale();
    if scale.width <= Dimension::<D>::SHORT_WIDTH {
        Settled { verdict: found.unless_rounded(), by: SettledBy::Double }
    } else if scale.width <= Dimension::<D>::NARROW_WIDTH {
        let solids = input.solids(|x| scale.whole::<i128>(x));
        Settled { verdict: verdict(&solids), by: SettledBy::Narrow }
    } else if scale.width <= Dimension::<D>::MIDDLE_WIDTH {
        let solids = input.solids(|x| scale.whole::<I256>(x));
        Settled { verdict: verdict(&solids), by: SettledBy::Wide }
    } else {
        let solids = input.solids(|x| scale.whole::<IBig>(x));
        Settled { verdict: verdict(&solids), by: SettledBy::Wide }
    }
}

fn verdict<N: Ring, const D: usize>(solids: &[Solid<N, D>; 2]) -> Verdict
where
    Dimension<D>: Axes<D>,
{
    let mut signs = Signs::new();
    visit_gaps(solids, |Gap { axis, gap, .. }| signs.take(&axis, &gap));
    signs.verdict()
}

fn in_doubles<const D: usize>(solids: &[Solid<f64, D>; 2]) -> InDoubles
where
    Dimension<D>: Axes<D>,
{
    let [a, b] = solids;
    let size = |solid: &Solid<f64, D>| solid.edges.iter().map(norm).fold(0.0, f64::max);
    let (a_size, b_size) = (size(a), size(b));
    let apart = sub(&b.origin, &a.origin);
    let unit = Dimension::<D>::RESTING_BAND * band::reach::<D>(norm(&apart), a_size, b_size);
    let mut found = InDoubles::new();
    visit_gaps(solids, |Gap { axis, gap, degree, .. }| {
        let error = match degree {
            [2, 0] => unit * a_size * a_size,
            [0, 2] => unit * b_size * b_size,
            [1, 0] => unit * a_size,
            [0, 1] => unit * b_size,
            _ => unit * a_size * b_size,
        };
        found.take(gap, error, is_null(&axis))
    });
    found
}
