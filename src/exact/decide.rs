//! Settling one pair.

use super::separating_axes::{Gap, verdict, visit_gaps};
use super::solid::{Solid, norm};
use crate::error::FrameError;
use crate::geom::{Frame3, ShapeKind};
use crate::num::{Integers, band};
use crate::verdict::Verdict;

/// Which arithmetic settled a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SettledBy {
    /// `f64` with its band.
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

/// The exact verdict of one pair. Costs about 0.2 microseconds where `f64` can tell, a few
/// microseconds on exact contacts, tens where exponents lie very far apart.
pub fn decide(a: &Frame3, b: &Frame3) -> Result<Settled, PairFault> {
    let kinds = kinds(a, b)?;
    if let Some(verdict) = decide_f64(a, b, kinds) {
        return Ok(Settled { verdict, by: SettledBy::Double });
    }
    let scale = common_scale(a, b);
    Ok(if scale.width <= NARROW_WIDTH {
        let [a, b] = [(a, kinds[0]), (b, kinds[1])].map(|(f, kind)| Solid::new(f, kind, |x| scale.narrow(x)));
        Settled { verdict: verdict(&a, &b), by: SettledBy::Narrow }
    } else {
        let [a, b] = [(a, kinds[0]), (b, kinds[1])].map(|(f, kind)| Solid::new(f, kind, |x| scale.wide(x)));
        Settled { verdict: verdict(&a, &b), by: SettledBy::Wide }
    })
}

/// The shapes of two frames, which are checked; their velocities are not.
pub(super) fn kinds(a: &Frame3, b: &Frame3) -> Result<[ShapeKind; 2], PairFault> {
    let kind = |frame: &Frame3, second| frame.validate_resting().map_err(|error| PairFault { second, error });
    Ok([kind(a, false)?, kind(b, true)?])
}

/// The common scale of all numbers of two frames but velocities and tags.
pub(super) fn common_scale(a: &Frame3, b: &Frame3) -> Integers {
    Integers::common([a, b].into_iter().flat_map(|f| f.rows.iter().flat_map(|row| &row[..3])))
}

/// Coordinates of at most this many bits keep every certificate within an `i128`.
///
/// With `|coordinate| < 2^w`: edges and the difference of the origins are below `2^(w+1)`, and the
/// edges of a tetrahedron formed from edges below `2^(w+2)`; an axis component is a difference of two
/// products, below `2^(2w+5)`; its dot product with an edge or the difference sums three products,
/// below `2^(3w+9)`; a gap adds at most eight of those, below `2^(3w+12)`. `3 * 38 + 12 = 126`.
pub(super) const NARROW_WIDTH: u32 = 38;

/// The verdict where `f64` with its band can tell: separate or overlapping, never touching.
fn decide_f64(a: &Frame3, b: &Frame3, kinds: [ShapeKind; 2]) -> Option<Verdict> {
    let a = Solid::new(a, kinds[0], f64::from);
    let b = Solid::new(b, kinds[1], f64::from);
    let size = |solid: &Solid<f64>| solid.edges.iter().map(norm).fold(0.0, f64::max);
    let (a_size, b_size) = (size(&a), size(&b));
    let apart = [0, 1, 2].map(|i| b.origin[i] - a.origin[i]);
    let reach = norm(&apart) + 3.0 * (a_size + b_size);
    let mut certain = Some(Verdict::Overlapping);
    visit_gaps(&a, &b, |Gap { gap, degree, .. }| {
        let error = band::SETTLE_F64 * reach * a_size.powi(degree.0) * b_size.powi(degree.1);
        if gap > error {
            certain = Some(Verdict::Separate);
        } else if gap >= -error {
            certain = None;
        }
        certain != Some(Verdict::Separate)
    });
    certain
}
