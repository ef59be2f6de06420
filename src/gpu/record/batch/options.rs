//! Options of a batch.

use crate::gpu::stages::verdicts::ShapeMix;
use crate::verdict::Undecided;
use crate::wanted::Wanted;

/// How a batch judges and lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BatchOptions {
    /// The shapes that the pairs have; pairs of others are left undecided.
    pub shapes: ShapeMix,
    /// The frames move by their velocities while `t` runs over `[0, 1]`, and overlap where their
    /// interiors do at some `t`. Velocities are not read without. The first such batch of the
    /// pipelines compiles four more.
    pub moving: bool,
    /// The frames are [`Frame2`](crate::Frame2)s, in the plane, and the records of undecided pairs
    /// are [`UndecidedRecord2`](crate::gpu::layout::UndecidedRecord2)s. The first such batch of the
    /// pipelines compiles five more.
    pub in_plane: bool,
    /// On which side the list of hits errs.
    pub undecided: Undecided,
    /// What to compute of the hits, and of them alone, into [`BatchBuffers::bounds`]:
    /// [`DEPTH`](Wanted::DEPTH), [`WITNESS`](Wanted::WITNESS) and [`BOX`](Wanted::BOX) at rest, as
    /// [`HitBounds`](crate::gpu::layout::HitBounds); [`INTERVAL`](Wanted::INTERVAL) in motion, in space
    /// or in the plane, as [`HitInterval`](crate::gpu::layout::HitInterval)s. Nothing without that
    /// buffer. The first batch of the pipelines that wants it compiles two more.
    pub wanted: Wanted,
    /// Vertices (or indices) that an indirect draw makes of each hit: 36 for a box of triangles.
    pub vertices_per_hit: u32,
}
