//! Stable names of shapes.

/// Names one shape of a scene for as long as that shape is there.
///
/// After the removal of the shape the handle is stale, and never names another shape. A handle
/// knows its scene: other scenes refuse it as stale.
///
/// Messages write a handle as its [`slot`](Self::slot), `v`, and its
/// [`generation`](Self::generation): `7v2` is the third shape that got slot 7. The scene is not
/// written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Handle {
    pub(super) slot: u32,
    pub(super) generation: u32,
    /// The number of the scene, which comes again after 2^32 scenes.
    pub(super) scene: u32,
}

impl Handle {
    /// Returns where the shape lies in the scene's buffers: the index that a [`Pair`](crate::Pair)
    /// holds.
    pub const fn slot(self) -> u32 {
        self.slot
    }

    /// Returns how many shapes had this slot before.
    pub const fn generation(self) -> u32 {
        self.generation
    }
}

impl core::fmt::Display for Handle {
    /// Writes slot, `v` and generation, such as `7v2`.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}v{}", self.slot, self.generation)
    }
}
