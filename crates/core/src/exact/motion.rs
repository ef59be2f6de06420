//! Settling one moving pair: the verdict over `t` in `[0, 1]`.

use super::decide::{InDoubles, NARROW_WIDTH, PairFault, SHORT_WIDTH, Settled, SettledBy};
use super::solid::{Vector, norm};
use super::swept::{Axes, Moving, Pass};
use crate::geom::{Frame3, ShapeKind};
use crate::num::{Integers, Ring, band};
use crate::verdict::Verdict;
use dashu_int::IBig;
use std::cmp::Ordering;

/// The exact verdict of one moving pair: overlapping where the interiors share a point at some `t`
/// in the closed interval `[0, 1]`, touching where only the closed frames do. With equal velocities
/// it is that of [`decide`](super::decide). Costs one to three microseconds where `f64` can tell,
/// which it can of contacts on a lattice too, up to ten on other exact contacts, tens where
/// exponents lie very far apart.
pub fn decide_moving(a: &Frame3, b: &Frame3) -> Result<Settled, PairFault> {
    let kinds = kinds(a, b)?;
    let short = || scale(a, b).width <= SHORT_WIDTH;
    Ok(settle(&Doubles::new(a, b, kinds), short, || Whole::new(a, b, kinds)))
}

/// The verdict of a pair by the first arithmetic that can tell. `short` says that its numbers are
/// so short that nothing rounds in `f64`.
pub(super) fn settle<const D: usize>(
    doubles: &Doubles<D>,
    short: impl FnOnce() -> bool,
    whole: impl FnOnce() -> Whole<D>,
) -> Settled
where
    Moving<f64, D>: Axes<f64, D>,
    Moving<i128, D>: Axes<i128, D>,
    Moving<IBig, D>: Axes<IBig, D>,
{
    let found = doubles.judge();
    if let Some(verdict) = found.certain {
        return Settled { verdict, by: SettledBy::Double };
    }
    if short() {
        return Settled { verdict: found.unless_rounded(), by: SettledBy::Double };
    }
    match whole() {
        Whole::Narrow(pair) => Settled { verdict: verdict(&*pair), by: SettledBy::Narrow },
        Whole::Wide(pair) => Settled { verdict: verdict(&*pair), by: SettledBy::Wide },
    }
}

/// The shapes of two frames that are valid, their velocities included.
pub(super) fn kinds(a: &Frame3, b: &Frame3) -> Result<[ShapeKind; 2], PairFault> {
    let kind = |frame: &Frame3, second| {
        frame.validate().and_then(|()| frame.kind()).map_err(|error| PairFault { second, error })
    };
    Ok([kind(a, false)?, kind(b, true)?])
}

/// The common scale of all coordinates and velocities: `x` and `v t` share a unit.
pub(super) fn scale(a: &Frame3, b: &Frame3) -> Integers {
    let rows = || [a, b].into_iter().flat_map(|frame| &frame.rows);
    let velocities = [a, b].into_iter().flat_map(|frame| frame.rows[1..].iter().map(|row| &row[3]));
    Integers::common(rows().flat_map(|row| &row[..3]).chain(velocities))
}

/// A pair in whole numbers, as short as they can be.
pub(super) enum Whole<const D: usize = 3> {
    Narrow(Box<Moving<i128, D>>),
    Wide(Box<Moving<IBig, D>>),
}

impl Whole {
    /// A relative velocity is a difference of two coordinates, as the difference of the origins is,
    /// so it is as short; it adds an eighth term to a gap, which [`NARROW_WIDTH`] has room for.
    pub fn new(a: &Frame3, b: &Frame3, kinds: [ShapeKind; 2]) -> Self {
        let scale = scale(a, b);
        match scale.width <= NARROW_WIDTH {
            true => Self::Narrow(Box::new(Moving::new(a, b, kinds, |x| scale.narrow(x)))),
            false => Self::Wide(Box::new(Moving::new(a, b, kinds, |x| scale.wide(x)))),
        }
    }
}

/// The verdict in exact arithmetic: the sign of the largest gap over the non-null axes.
fn verdict<N: Ring, const D: usize>(pair: &impl Axes<N, D>) -> Verdict {
    let mut verdict = Verdict::Overlapping;
    pair.visit(|pass| {
        if pass.is_null() {
            return true;
        }
        match pass.gap().sign_of() {
            Ordering::Greater => verdict = Verdict::Separate,
            Ordering::Equal => verdict = Verdict::Touching,
            Ordering::Less => {}
        }
        verdict != Verdict::Separate
    });
    verdict
}

/// A pair in `f64`, with what its bands are measured by.
pub(super) struct Doubles<const D: usize = 3> {
    pub pair: Moving<f64, D>,
    /// The largest max-norms of A's edges, of B's and of the velocity.
    sizes: [f64; 3],
    reach: f64,
    band: f64,
    /// An axis that is computed as zero is zero.
    nulls_are_exact: bool,
}

impl Doubles {
    pub fn new(a: &Frame3, b: &Frame3, kinds: [ShapeKind; 2]) -> Self {
        let nulls_are_exact = velocity_is_exact(a, b)
            && (kinds == [ShapeKind::Cuboid; 2] || scale(a, b).width <= EXACT_PRODUCTS);
        Self::of(Moving::new(a, b, kinds, f64::from), band::SWEPT_F64, nulls_are_exact)
    }
}

/// Numbers of so many bits have differences of differences whose products `f64` holds: a vector
/// product that is computed as zero then is zero.
const EXACT_PRODUCTS: u32 = 24;

/// True when the difference of the velocities is not rounded, and so short that its product with a
/// stored number is not rounded either.
fn velocity_is_exact(a: &Frame3, b: &Frame3) -> bool {
    let components =
        a.velocity().as_dvec3().to_array().into_iter().zip(b.velocity().as_dvec3().to_array());
    components.into_iter().all(|(a, b)| {
        let v = b - a;
        // The smaller of the two is what the larger one and the difference leave, unless that was
        // rounded.
        v + a == b && b - v == a && v.to_bits() & LONG == 0
    })
}

impl<const D: usize> Doubles<D> {
    /// A pair whose errors this band bounds.
    pub fn of(pair: Moving<f64, D>, band: f64, nulls_are_exact: bool) -> Self {
        let largest = |edges: &[Vector<f64, D>; D]| edges.iter().map(norm).fold(0.0, f64::max);
        let (a, b, v) = (largest(&pair.a.edges), largest(&pair.b.edges), norm(&pair.velocity));
        let reach = norm(&pair.between) + v + D as f64 * (a + b);
        Self { pair, sizes: [a, b, v], reach, band, nulls_are_exact }
    }

    /// True when the axis is certainly null. A velocity along an edge is common, and so are
    /// parallel edges.
    pub fn separates_nothing(&self, pass: &Pass<f64, D>) -> bool {
        self.nulls_are_exact && pass.is_null()
    }

    /// Bounds of the errors of a pass: of its ends and its gap, and of its slope.
    pub fn errors(&self, pass: &Pass<f64, D>) -> (f64, f64) {
        let power = |(size, degree): (&f64, i32)| match degree {
            0 => 1.0,
            1 => *size,
            _ => size * size,
        };
        let scale = self.band * self.sizes.iter().zip(pass.degree).map(power).product::<f64>();
        (scale * self.reach, scale * self.sizes[2])
    }

    /// The verdict in `f64`.
    fn judge(&self) -> InDoubles
    where
        Moving<f64, D>: Axes<f64, D>,
    {
        let mut found = InDoubles::new();
        self.pair.visit(|pass| {
            let null = pass.is_null();
            (null && self.nulls_are_exact) || found.take(pass.gap(), self.errors(&pass).0, null)
        });
        found
    }
}

/// The bits of an `f64` that are zero where at most 26 are significant.
const LONG: u64 = (1 << 27) - 1;
