//! The results and the errors of deciding one pair.

use crate::error::FrameError;
use crate::verdict::Verdict;
use core::fmt;

/// The arithmetic that settled a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SettledBy {
    /// `f64`: its error band decided, or the numbers were so short that nothing was rounded.
    Double,
    /// Whole numbers of 128 bits.
    Narrow,
    /// Longer whole numbers: of 256 bits, or of any size.
    Wide,
}

impl fmt::Display for SettledBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Double => "f64",
            Self::Narrow => "128 bits",
            Self::Wide => "more than 128 bits",
        })
    }
}

/// An exact verdict and the arithmetic that it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The verdict, exact for the stored numbers.
    pub verdict: Verdict,
    /// The first arithmetic that could decide.
    pub by: SettledBy,
}

/// The error of a pair in which a frame is not valid. Only a frame that was cast from bytes can
/// cause it.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("frame {} of the pair: {error}", if *.second { "b" } else { "a" })]
pub struct PairFault {
    /// False for the first frame of the pair, true for the second.
    pub second: bool,
    /// What is wrong with the frame.
    #[source]
    pub error: FrameError,
}
