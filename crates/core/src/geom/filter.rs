//! Which shapes are tested with which.

/// The groups of a shape and the groups that it is tested with: 8 bytes, with the same layout on
/// CPU and GPU.
///
/// A pair is tested only if the groups of each shape have a bit in common with the mask of the
/// other. Every other pair has the verdict *separate* and stands in no list of hits.
///
/// # Examples
///
/// ```
/// use motzkin::Filter;
///
/// let (wall, bullet) = (1, 2);
/// let walls = Filter { group: wall, mask: bullet };
/// let bullets = Filter { group: bullet, mask: wall | bullet };
/// assert!(walls.meets(bullets) && bullets.meets(bullets));
/// assert!(!walls.meets(walls));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, bytemuck::Zeroable, bytemuck::Pod)]
#[repr(C)]
pub struct Filter {
    /// Bytes 0 to 3: the groups that the shape belongs to, one bit each.
    pub group: u32,
    /// Bytes 4 to 7: the groups that the shape is tested with, one bit each.
    pub mask: u32,
}

impl Filter {
    /// The filter of a shape that is in every group and is tested with every group.
    pub const ALL: Self = Self { group: u32::MAX, mask: u32::MAX };
    /// The filter of a shape that is tested with nothing.
    pub const NONE: Self = Self { group: 0, mask: 0 };

    /// Returns true if two shapes with these filters are tested.
    pub const fn meets(self, other: Self) -> bool {
        self.group & other.mask != 0 && other.group & self.mask != 0
    }
}

impl Default for Filter {
    /// Returns [`ALL`](Self::ALL).
    fn default() -> Self {
        Self::ALL
    }
}
