//! Settling one moving pair: the verdict over `t` in `[0, 1]`.

use super::axes::{Axes, Dimension, Signs, is_null};
use super::in_doubles::InDoubles;
use super::input::Input;
use super::settled::{PairFault, Settled, SettledBy};
use super::solid::{Vector, norm};
use super::swept::{Moving, Pass, SweptAxes};
use crate::geom::Frame3;
use crate::num::{Ring, band};
use crate::verdict::Verdict;
use dashu_int::IBig;
use ethnum::I256;

/// Returns the exact verdict of one moving pair.
///
/// The verdict is *overlapping* if the interiors share a point at some `t` in the closed interval
/// `[0, 1]`, and *touching* if only the closed frames do. Frames of equal velocities have the
/// verdict of [`decide`](super::decide).
///
/// Costs one to three microseconds where `f64` can decide, contacts on a lattice included. Other
/// exact contacts cost up to ten microseconds, and pairs whose exponents lie very far apart some
/// tens.
///
/// # Errors
///
/// Returns [`PairFault`] for a frame that is not valid, its velocity included.
pub fn decide_moving(a: &Frame3, b: &Frame3) -> Result<Settled, PairFault> {
    Ok(settle_moving(&Input::moving(a, b)?))
}

/// Returns the verdict of a moving pair by the first arithmetic that can decide.
pub(super) fn settle_moving<const D: usize>(input: &Input<D>) -> Settled
where
    Dimension<D>: SweptAxes<D>,
{
    let found = Doubles::new(input).test();
    if let Some(verdict) = found.certain {
        return Settled { verdict, by: SettledBy::Double };
    }
    if input.scale().width <= Dimension::<D>::SHORT_WIDTH {
        return Settled { verdict: found.unless_rounded(), by: SettledBy::Double };
    }
    match Exactly::new(input) {
        Exactly::Narrow(pair) => Settled { verdict: verdict(&pair), by: SettledBy::Narrow },
        Exactly::Middle(pair) => Settled { verdict: verdict(&pair), by: SettledBy::Wide },
        Exactly::Wide(pair) => Settled { verdict: verdict(&pair), by: SettledBy::Wide },
    }
}

/// A pair in whole numbers, as short as they can be.
pub(super) enum Exactly<const D: usize = 3> {
    Narrow(Box<Moving<i128, D>>),
    Middle(Box<Moving<I256, D>>),
    Wide(Box<Moving<IBig, D>>),
}

impl<const D: usize> Exactly<D>
where
    Dimension<D>: SweptAxes<D>,
{
    pub fn new(input: &Input<D>) -> Self {
        let scale = input.scale();
        if scale.width <= Dimension::<D>::NARROW_WIDTH {
            Self::Narrow(Box::new(Moving::new(input, |x| scale.whole(x))))
        } else if scale.width <= Dimension::<D>::MIDDLE_WIDTH {
            Self::Middle(Box::new(Moving::new(input, |x| scale.whole(x))))
        } else {
            Self::Wide(Box::new(Moving::new(input, |x| scale.whole(x))))
        }
    }
}

fn verdict<N: Ring, const D: usize>(pair: &Moving<N, D>) -> Verdict
where
    Dimension<D>: SweptAxes<D>,
{
    let mut signs = Signs::new();
    pair.visit(|pass| signs.take(&pass.axis, &pass.gap()));
    signs.verdict()
}

/// A pair in `f64`, with the norms that its error bands are measured in.
pub(super) struct Doubles<const D: usize = 3> {
    pub pair: Moving<f64, D>,
    /// The largest max-norms of A's edges, of B's edges and of the velocity.
    sizes: [f64; 3],
    extent: f64,
    /// True if an axis that is computed as zero is zero.
    nulls_are_exact: bool,
}

impl<const D: usize> Doubles<D>
where
    Dimension<D>: SweptAxes<D>,
{
    pub fn new(input: &Input<D>) -> Self {
        let pair = Moving::new(input, f64::from);
        let largest = |edges: &[Vector<f64, D>; D]| edges.iter().map(norm).fold(0.0, f64::max);
        let (a, b, v) = (largest(&pair.a.edges), largest(&pair.b.edges), norm(&pair.velocity));
        let extent = v + band::reach::<D>(norm(&pair.between), a, b);
        let nulls_are_exact = Dimension::<D>::nulls_are_exact(input);
        Self { pair, sizes: [a, b, v], extent, nulls_are_exact }
    }

    /// Returns true if the axis is certainly null. A velocity along an edge is common, and so are
    /// parallel edges.
    pub fn separates_nothing(&self, pass: &Pass<f64, D>) -> bool {
        self.nulls_are_exact && is_null(&pass.axis)
    }

    /// Returns bounds of the errors of a pass: first of its ends and its gap, then of its slope.
    pub fn errors(&self, pass: &Pass<f64, D>) -> (f64, f64) {
        let power = |(size, degree): (&f64, i32)| match degree {
            0 => 1.0,
            1 => *size,
            _ => size * size,
        };
        let scale = Dimension::<D>::MOVING_BAND
            * self.sizes.iter().zip(pass.degree).map(power).product::<f64>();
        (scale * self.extent, scale * self.sizes[2])
    }

    fn test(&self) -> InDoubles {
        let mut found = InDoubles::new();
        self.pair.visit(|pass| {
            let null = is_null(&pass.axis);
            (null && self.nulls_are_exact) || found.take(pass.gap(), self.errors(&pass).0, null)
        });
        found
    }
}
