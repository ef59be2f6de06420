//! Whether frames rest or move, as a type.

use std::fmt::Debug;

/// Says whether a query reads velocities: [`Resting`] or [`Moving`]. Nothing else implements it.
pub trait Motion: sealed::Sealed + Copy + Debug + Default + Send + Sync + 'static {
    /// True for [`Moving`].
    const MOVES: bool;
}

/// Frames as they stand at `t = 0`. Velocities are not read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Resting;

#[cfg(feature = "motion")]
/// Frames that move in straight lines while `t` runs over `[0, 1]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Moving;

impl Motion for Resting {
    const MOVES: bool = false;
}

#[cfg(feature = "motion")]
impl Motion for Moving {
    const MOVES: bool = true;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Resting {}
    #[cfg(feature = "motion")]
    impl Sealed for super::Moving {}
}

/// `by_motion!(moves, moving, resting)` is what `moving` says where shapes move, and what `resting`
/// says where they rest. In a crate without the feature `motion` nothing moves, and `moving` is not
/// compiled.
#[doc(hidden)]
#[macro_export]
macro_rules! by_motion {
    ($moves:expr, $moving:expr, $resting:expr $(,)?) => {{
        #[cfg(feature = "motion")]
        {
            if $moves { $moving } else { $resting }
        }
        #[cfg(not(feature = "motion"))]
        {
            debug_assert!(!$moves);
            $resting
        }
    }};
}
