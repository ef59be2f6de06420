//! Which frames are tested against which.

/// A frame's group and mask: 8 bytes, the same on CPU and GPU. Two frames are tested where each one's
/// groups meet the other's mask; a pair that is not tested counts as separate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, bytemuck::Zeroable, bytemuck::Pod)]
#[repr(C)]
pub struct Filter {
    /// Offset 0: the groups that the frame belongs to, one a bit.
    pub group: u32,
    /// Offset 4: the groups that it is tested against.
    pub mask: u32,
}

impl Filter {
    /// In every group, tested against every group: what a frame has unless told otherwise.
    pub const ALL: Self = Self { group: u32::MAX, mask: u32::MAX };
    /// In no group: separate from everything.
    pub const NONE: Self = Self { group: 0, mask: 0 };

    /// True where each frame's groups meet the other's mask.
    pub const fn meets(self, other: Self) -> bool {
        self.group & other.mask != 0 && other.group & self.mask != 0
    }
}

impl Default for Filter {
    fn default() -> Self {
        Self::ALL
    }
}
