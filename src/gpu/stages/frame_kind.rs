//! What kind of frames a stage tests.

/// Whether frames move, and whether they lie in the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gpu) struct FrameKind {
    pub moving: bool,
    pub in_plane: bool,
}
