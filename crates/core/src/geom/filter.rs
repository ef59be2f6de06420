//! Which frames are tested with which.

/// A frame's groups and mask: 8 bytes, the same on CPU and GPU. A pair is judged where the group of
/// each frame has a bit in common with the mask of the other; otherwise its code is *separate* and
/// it stands in no list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, bytemuck::Zeroable, bytemuck::Pod)]
#[repr(C)]
pub struct Filter {
    /// Offset 0: the groups that the frame belongs to, a bit each.
    pub group: u32,
    /// Offset 4: the groups that it is tested with.
    pub mask: u32,
}

impl Filter {
    /// In every group, tested with every group.
    pub const ALL: Self = Self { group: u32::MAX, mask: u32::MAX };
    /// Tested with nothing.
    pub const NONE: Self = Self { group: 0, mask: 0 };

    /// True when a pair of frames with these filters is judged.
    pub const fn meets(self, other: Self) -> bool {
        self.group & other.mask != 0 && other.group & self.mask != 0
    }
}

impl Default for Filter {
    /// [`ALL`](Self::ALL).
    fn default() -> Self {
        Self::ALL
    }
}
