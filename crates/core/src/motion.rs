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

/// Frames that move in straight lines while `t` runs over `[0, 1]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Moving;

impl Motion for Resting {
    const MOVES: bool = false;
}

impl Motion for Moving {
    const MOVES: bool = true;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Resting {}
    impl Sealed for super::Moving {}
}
