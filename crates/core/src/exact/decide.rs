//! Settling one pair.

use super::separating_axes::{Gap, verdict, visit_gaps};
use super::solid::{Solid, norm};
use crate::error::FrameError;
use crate::geom::{Frame3, ShapeKind};
use crate::num::{Integers, Ring, band};
use crate::verdict::Verdict;
use std::cmp::Ordering;

/// Which arithmetic settled a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SettledBy {
    /// `f64`: with its band, or where numbers are so short that nothing rounds.
    Double,
    /// Whole numbers of 128 bits.
    Narrow,
    /// Whole numbers of any size.
    Wide,
}

/// An exact verdict and the arithmetic that it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The verdict, exact for the stored numbers.
    pub verdict: Verdict,
    /// The first stage that could tell.
    pub by: SettledBy,
}

/// A frame that no verdict can be given for: it was cast from bytes that hold no valid frame.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("frame {} of the pair: {error}", if *.second { "b" } else { "a" })]
pub struct PairFault {
    /// False for the pair's first frame, true for its second.
    pub second: bool,
    /// What is wrong with it.
    #[source]
    pub error: FrameError,
}

/// The exact verdict of one pair. Costs up to a microsecond where `f64` can tell, which it can of
/// contacts on a lattice too, a few microseconds on other exact contacts, tens where exponents lie
/// very far apart.
pub fn decide(a: &Frame3, b: &Frame3) -> Result<Settled, PairFault> {
    let kinds = kinds(a, b)?;
    let doubles = [(a, kinds[0]), (b, kinds[1])].map(|(f, kind)| Solid::new(f, kind, f64::from));
    let found = in_doubles(&doubles);
    if let Some(verdict) = found.certain {
        return Ok(Settled { verdict, by: SettledBy::Double });
    }
    let scale = common_scale(a, b);
    Ok(if scale.width <= SHORT_WIDTH {
        Settled { verdict: found.unless_rounded(), by: SettledBy::Double }
    } else if scale.width <= NARROW_WIDTH {
        let [a, b] = [(a, kinds[0]), (b, kinds[1])]
            .map(|(f, kind)| Solid::new(f, kind, |x| scale.narrow(x)));
        Settled { verdict: verdict(&a, &b), by: SettledBy::Narrow }
    } else {
        let [a, b] =
            [(a, kinds[0]), (b, kinds[1])].map(|(f, kind)| Solid::new(f, kind, |x| scale.wide(x)));
        Settled { verdict: verdict(&a, &b), by: SettledBy::Wide }
    })
}

/// The shapes of two frames, which are checked; their velocities are not.
pub(super) fn kinds(a: &Frame3, b: &Frame3) -> Result<[ShapeKind; 2], PairFault> {
    let kind = |frame: &Frame3, second| {
        frame.validate_resting().map_err(|error| PairFault { second, error })
    };
    Ok([kind(a, false)?, kind(b, true)?])
}

/// The common scale of all numbers of two frames but velocities and tags.
pub(super) fn common_scale(a: &Frame3, b: &Frame3) -> Integers {
    Integers::common([a, b].into_iter().flat_map(|f| f.rows.iter().flat_map(|row| &row[..3])))
}

/// Coordinates of at most this many bits keep every certificate within an `i128`.
///
/// With `|coordinate| < 2^w`: edges and the difference of the origins are below `2^(w+1)`, and the
/// edges of a tetrahedron formed from edges below `2^(w+2)`; an axis component is a difference of
/// two products, below `2^(2w+5)`; its dot product with an edge or the difference sums three
/// products, below `2^(3w+9)`; a gap adds at most eight of those, below `2^(3w+12)`. `3 * 38 + 12 =
/// 126`.
pub(super) const NARROW_WIDTH: u32 = 38;

/// Coordinates of at most this many bits keep every certificate below `2^53`, counted as for
/// [`NARROW_WIDTH`]: as long as the numbers of a lattice are that short, nothing rounds in `f64`.
/// `3 * 13 + 12 = 51`.
pub(super) const SHORT_WIDTH: u32 = 13;

/// The verdict in `f64`.
fn in_doubles([a, b]: &[Solid<f64>; 2]) -> InDoubles {
    let size = |solid: &Solid<f64>| solid.edges.iter().map(norm).fold(0.0, f64::max);
    let (a_size, b_size) = (size(a), size(b));
    let apart = [0, 1, 2].map(|i| b.origin[i] - a.origin[i]);
    let unit = band::SETTLE_F64 * (norm(&apart) + 3.0 * (a_size + b_size));
    let mut found = InDoubles::new();
    visit_gaps(a, b, |Gap { axis, gap, degree, .. }| {
        let error = match degree {
            (2, 0) => unit * a_size * a_size,
            (0, 2) => unit * b_size * b_size,
            _ => unit * a_size * b_size,
        };
        found.take(gap, error, axis == [0.0; 3])
    });
    found
}

/// What the gaps of a pair tell in `f64`.
pub(super) struct InDoubles {
    /// The verdict where the bands allow one: separate or overlapping, never touching.
    pub certain: Option<Verdict>,
    /// The largest gap but those along null axes.
    highest: f64,
}

impl InDoubles {
    pub fn new() -> Self {
        Self { certain: Some(Verdict::Overlapping), highest: f64::NEG_INFINITY }
    }

    /// Takes a gap in, which is off by the error at most; false where no other one matters.
    pub fn take(&mut self, gap: f64, error: f64, null: bool) -> bool {
        if gap > error {
            self.certain = Some(Verdict::Separate);
            return false;
        }
        if gap >= -error {
            self.certain = None;
        }
        if !null && gap > self.highest {
            self.highest = gap;
        }
        true
    }

    /// The verdict where nothing was rounded.
    pub fn unless_rounded(&self) -> Verdict {
        match self.highest.sign_of() {
            Ordering::Greater => Verdict::Separate,
            Ordering::Equal => Verdict::Touching,
            Ordering::Less => Verdict::Overlapping,
        }
    }
}
