//! Settling one moving pair: the verdict over `t` in `[0, 1]`.

use super::decide::{NARROW_WIDTH, PairFault, Settled, SettledBy};
use super::solid::{Vector, norm};
use super::swept::{Moving, Pass};
use crate::geom::{Frame3, ShapeKind};
use crate::num::{Integers, Ring, band};
use crate::verdict::Verdict;
use dashu_int::IBig;
use std::cmp::Ordering;

/// The exact verdict of one moving pair: overlapping where the interiors share a point at some `t` in
/// the closed interval `[0, 1]`, touching where only the closed frames do. With equal velocities it is
/// that of [`decide`](super::decide). Costs one to three microseconds where `f64` can tell, up to ten on exact
/// contacts, tens where exponents lie very far apart.
pub fn decide_moving(a: &Frame3, b: &Frame3) -> Result<Settled, PairFault> {
    let kinds = kinds(a, b)?;
    if let Some(verdict) = Doubles::new(a, b, kinds).verdict() {
        return Ok(Settled { verdict, by: SettledBy::Double });
    }
    Ok(match Whole::new(a, b, kinds) {
        Whole::Narrow(pair) => Settled { verdict: verdict(&pair), by: SettledBy::Narrow },
        Whole::Wide(pair) => Settled { verdict: verdict(&pair), by: SettledBy::Wide },
    })
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
pub(super) enum Whole {
    Narrow(Box<Moving<i128>>),
    Wide(Box<Moving<IBig>>),
}

impl Whole {
    /// A relative velocity is a difference of two coordinates, as the difference of the origins is, so it
    /// is as short; it adds an eighth term to a gap, which [`NARROW_WIDTH`] has room for.
    pub fn new(a: &Frame3, b: &Frame3, kinds: [ShapeKind; 2]) -> Self {
        let scale = scale(a, b);
        match scale.width <= NARROW_WIDTH {
            true => Self::Narrow(Box::new(Moving::new(a, b, kinds, |x| scale.narrow(x)))),
            false => Self::Wide(Box::new(Moving::new(a, b, kinds, |x| scale.wide(x)))),
        }
    }
}

/// The verdict in exact arithmetic: the sign of the largest gap over the non-null axes.
fn verdict<N: Ring>(pair: &Moving<N>) -> Verdict {
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
pub(super) struct Doubles {
    pub pair: Moving<f64>,
    /// The largest max-norms of A's edges, of B's and of the velocity.
    sizes: [f64; 3],
    reach: f64,
}

impl Doubles {
    pub fn new(a: &Frame3, b: &Frame3, kinds: [ShapeKind; 2]) -> Self {
        let pair = Moving::new(a, b, kinds, f64::from);
        let largest = |edges: &[Vector<f64>; 3]| edges.iter().map(norm).fold(0.0, f64::max);
        let (a, b, v) = (largest(&pair.a.edges), largest(&pair.b.edges), norm(&pair.velocity));
        let reach = norm(&pair.between) + v + 3.0 * (a + b);
        Self { pair, sizes: [a, b, v], reach }
    }

    /// Bounds of the errors of a pass: of its ends and its gap, and of its slope.
    pub fn errors(&self, pass: &Pass<f64>) -> (f64, f64) {
        let power = |(size, degree): (&f64, i32)| match degree {
            0 => 1.0,
            1 => *size,
            _ => size * size,
        };
        let scale = band::SWEPT_F64 * self.sizes.iter().zip(pass.degree).map(power).product::<f64>();
        (scale * self.reach, scale * self.sizes[2])
    }

    /// The verdict where `f64` with its band can tell: separate or overlapping, never touching.
    fn verdict(&self) -> Option<Verdict> {
        let mut certain = Some(Verdict::Overlapping);
        self.pair.visit(|pass| {
            if self.separates_nothing(&pass) {
                return true;
            }
            let (error, _) = self.errors(&pass);
            let gap = pass.gap();
            if gap > error {
                certain = Some(Verdict::Separate);
            } else if gap >= -error {
                certain = None;
            }
            certain != Some(Verdict::Separate)
        });
        certain
    }

    /// True when the axis is certainly null. A velocity along an edge is common, and so are parallel edges.
    pub fn separates_nothing(&self, pass: &Pass<f64>) -> bool {
        pass.is_null() && self.products_are_exact()
    }

    /// True when no product of two components of edges or of the velocity is rounded, so that a vector
    /// product that is computed as zero is zero. Stored edges are that short, and most differences.
    fn products_are_exact(&self) -> bool {
        let Moving { a, b, velocity, .. } = &self.pair;
        let edges = a.edge_directions().chain(b.edge_directions());
        let long = |v: &Vector<f64>| v.iter().any(|x| x.to_bits() & LONG != 0);
        !edges.chain([*velocity]).any(|v| long(&v))
    }
}

/// The bits of an `f64` that are zero where at most 26 are significant.
const LONG: u64 = (1 << 27) - 1;
