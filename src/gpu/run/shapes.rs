//! What a batch is made of.

use crate::geom::Frame3;
#[cfg(feature = "polytopes")]
use crate::geom::PolytopeSet;
use crate::gpu::run::frame_list::FrameList;

/// The bodies that the pairs of a batch name, and whether they move.
#[derive(Clone, Copy, Debug)]
pub enum RunnerShapes<'a, F = Frame3> {
    /// Frames as they stand.
    Resting(FrameList<'a, F>),
    /// Frames that move by their velocities while `t` runs over `[0, 1]`: separate where they never
    /// meet, overlapping where their interiors do at some `t`.
    #[cfg(feature = "motion")]
    Moving(FrameList<'a, F>),
    /// Convex polytopes as they stand.
    #[cfg(feature = "polytopes")]
    Polytopes(&'a PolytopeSet),
    /// Convex polytopes that move by their velocities, as moving frames do.
    #[cfg(all(feature = "polytopes", feature = "motion"))]
    MovingPolytopes(&'a PolytopeSet),
}
