//! Options of a batch.

use crate::gpu::record::stride::Stride;
use crate::gpu::stages::frame_kind::FrameKind;
use crate::gpu::stages::verdicts::ShapeMix;
use crate::verdict::Undecided;
use crate::wanted::Wanted;

/// How a batch tests pairs and lists them. The default tests resting frames in space of any shape,
/// keeps undecided pairs among the hits, computes nothing of the hits, and draws nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BatchOptions {
    /// The shapes that the pairs have. The test leaves pairs of others undecided;
    /// [`settle`](Self::settle) settles them all the same. Default: [`ShapeMix::Any`], which leaves
    /// none undecided for its shapes.
    pub shapes: ShapeMix,
    /// The frames move by their velocities while `t` runs over `[0, 1]`, and overlap where their
    /// interiors do at some `t`. Default: `false`, which ignores velocities. The first such batch
    /// of the pipelines compiles four more.
    #[cfg(feature = "motion")]
    pub moving: bool,
    /// The frames are [`Frame2`](crate::Frame2)s, in the plane, and the records of undecided pairs
    /// are [`UndecidedRecord2`](crate::gpu::layout::UndecidedRecord2)s. Default: `false`, for
    /// [`Frame3`](crate::Frame3)s in space. The first such batch of the pipelines compiles four
    /// more, and the first one with a list of undecided pairs another one.
    #[cfg(feature = "plane")]
    pub in_plane: bool,
    /// Where the frames lie that are members of larger structs, as a renderer's instances are.
    /// Default: `None`, side by side. A recording copies frames with a stride: see [`Stride`]. The
    /// first such batch of the pipelines compiles one more.
    pub stride: Option<Stride>,
    /// Settle on the device, in whole numbers, the pairs that float arithmetic leaves undecided.
    /// The codes and lists are then exact: touching pairs have a code and are hits. Undecided are
    /// left only pairs that name no frame or an invalid one, and pairs whose coordinates, seen from
    /// the first frame's origin, take more than 61 bits over a common power of two, or more than 62
    /// as they are stored. Default: `false`. The first such batch of the pipelines compiles four
    /// more (in the plane three).
    pub settle: bool,
    /// On which side the list of hits errs. Default: [`Undecided::Keep`], so that no hit is missed.
    pub undecided: Undecided,
    /// What to compute of the hits, and of them alone, into
    /// [`BatchBuffers::bounds`](crate::gpu::BatchBuffers::bounds): [`DEPTH`](Wanted::DEPTH),
    /// [`WITNESS`](Wanted::WITNESS) and [`BOX`](Wanted::BOX) at rest, as
    /// [`HitBounds`](crate::gpu::layout::HitBounds); [`INTERVAL`](Wanted::INTERVAL) in motion, in
    /// space or in the plane, as [`HitInterval`](crate::gpu::layout::HitInterval)s. Default:
    /// [`Wanted::NOTHING`], which a batch without that buffer needs. The first batch of the
    /// pipelines that wants it compiles two more.
    pub wanted: Wanted,
    /// Vertices (or indices) that an indirect draw makes of each hit: 36 for a box of triangles.
    /// Default: 0, which a buffer of hits for indirect draws does not allow.
    pub vertices_per_hit: u32,
}

impl BatchOptions {
    /// Returns which frames the batch tests.
    pub(in crate::gpu) fn kind(&self) -> FrameKind {
        FrameKind {
            #[cfg(feature = "motion")]
            moving: self.moving,
            #[cfg(not(feature = "motion"))]
            moving: false,
            #[cfg(feature = "plane")]
            in_plane: self.in_plane,
            #[cfg(not(feature = "plane"))]
            in_plane: false,
        }
    }
}
