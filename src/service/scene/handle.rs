//! Stable names of frames.

/// Names one frame of a scene for as long as that frame is there; after its removal the handle is
/// stale and never names another frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Handle {
    pub(super) slot: u32,
    pub(super) generation: u32,
}

impl Handle {
    /// Where the frame lies in the scene's buffers: the index that a [`Pair`](crate::Pair) holds.
    pub const fn slot(self) -> u32 {
        self.slot
    }

    /// How many frames had this slot before.
    pub const fn generation(self) -> u32 {
        self.generation
    }
}

impl core::fmt::Display for Handle {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}v{}", self.slot, self.generation)
    }
}
