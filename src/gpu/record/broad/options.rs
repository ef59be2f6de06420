//! Options of a broad phase.

use crate::gpu::record::stride::Stride;

/// How a broad phase makes boxes. The default takes shapes at rest, without a margin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BroadPhaseOptions {
    /// The boxes of frames hold all of their motion while `t` runs over `[0, 1]`. Boxes do not
    /// move. Default: `false`, which ignores velocities.
    #[cfg(feature = "motion")]
    pub moving: bool,
    /// Pairs whose boxes are at most this far apart on every axis are listed too. Default: 0.
    pub margin: f32,
    /// Lists only pairs of one of the first shapes, so many of them, and one of the others: one set
    /// against another. Default: `None`, pairs of any two shapes.
    pub between: Option<u32>,
    /// Where the shapes lie that are members of larger structs: frames, or boxes. Default: `None`,
    /// side by side. A recording copies shapes with a stride: see [`Stride`].
    pub stride: Option<Stride>,
}

impl BroadPhaseOptions {
    /// Returns true if the frames move.
    pub(in crate::gpu) fn moves(&self) -> bool {
        #[cfg(feature = "motion")]
        return self.moving;
        #[cfg(not(feature = "motion"))]
        false
    }
}
