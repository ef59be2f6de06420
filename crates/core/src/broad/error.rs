//! What a broad phase refuses.

/// The error of a [`BoxTree`](super::BoxTree) that cannot be built, changed or searched.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BroadError {
    /// An end of a box is NaN or infinite, or the box ends before it begins.
    #[error("box {index}: from {low} to {high} on axis {axis} is no range of finite numbers")]
    Invalid {
        /// The index of the first such box.
        index: usize,
        /// The coordinate: 0 for x, 1 for y, 2 for z.
        axis: usize,
        /// The lower end.
        low: f32,
        /// The upper end.
        high: f32,
    },
    /// There are more than `2^32 - 9` boxes.
    #[error("{count} boxes are too many")]
    TooManyBoxes {
        /// The number of boxes.
        count: usize,
    },
    /// The starts of the worlds do not begin with 0, do not ascend, or lie beyond the boxes.
    #[error("world {world} cannot start at box {start} of {boxes}")]
    Worlds {
        /// The first world that is wrong.
        world: usize,
        /// Its start.
        start: u32,
        /// The number of boxes.
        boxes: usize,
    },
    /// Two trees that are searched against each other have different numbers of worlds.
    #[error("a tree of {worlds} worlds cannot be searched against one of {other}")]
    WorldCount {
        /// The number of worlds of the tree.
        worlds: usize,
        /// That of the other tree.
        other: usize,
    },
    /// A slice does not have one entry for each box of the tree.
    #[error("{found} {what} do not match {boxes} boxes")]
    Length {
        /// `"boxes"`, `"filters"`, or `"other filters"` for those of the second tree.
        what: &'static str,
        /// The length of the slice.
        found: usize,
        /// The number of boxes of the tree.
        boxes: usize,
    },
    /// There are more pairs than the limit. No pair is listed.
    #[error("{found} pairs exceed the limit of {limit}")]
    TooManyPairs {
        /// The exact number of pairs. A world of meshes does not count far beyond its limit.
        found: u64,
        /// The limit.
        limit: usize,
    },
}
