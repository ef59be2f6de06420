//! What the stages of the broad phase share among themselves: no part of the contract with callers.

use crate::gpu::shader::stage_layout::words;
use bytemuck::{Pod, Zeroable};

/// Settings that every stage of a broad phase reads. Uniform, 80 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Zeroable, Pod)]
#[repr(C)]
pub struct BroadParams {
    /// Offset 0: shapes that take part.
    pub count: u32,
    /// Offset 4: shapes asked for.
    pub offered: u32,
    /// Offset 8: pairs that the list holds.
    pub capacity: u32,
    /// Offset 12: what the buffer of shapes holds: [`FRAMES`](Self::FRAMES) and so on.
    pub source: u32,
    /// Offset 16: [`FILTERED`](Self::FILTERED), [`MOVING`](Self::MOVING),
    /// [`WORLDS`](Self::WORLDS), [`BETWEEN`](Self::BETWEEN).
    pub options: u32,
    /// Offset 20: half the margin.
    pub margin: f32,
    /// Offset 24: blocks of keys that the sort has.
    pub sort_blocks: u32,
    /// Offset 28: shapes of the first of two sets.
    pub split: u32,
    /// Offset 32: the first node of each level, then unused.
    pub starts: [[u32; 4]; 2],
    /// Offset 64: the place of the first pair that is listed, in 64 bits, low word first.
    pub window: [u32; 2],
    /// Offset 72: unused.
    pub pad: [u32; 2],
}

impl BroadParams {
    /// The shapes are frames in space.
    pub const FRAMES: u32 = 0;
    /// The shapes are frames in the plane.
    #[cfg(feature = "plane")]
    pub const PLANE_FRAMES: u32 = 1;
    /// The shapes are boxes in space.
    pub const BOXES: u32 = 2;
    /// The shapes are boxes in the plane.
    #[cfg(feature = "plane")]
    pub const PLANE_BOXES: u32 = 3;

    /// There are filters.
    pub const FILTERED: u32 = 1;
    /// Frames move.
    pub const MOVING: u32 = 2;
    /// There are worlds.
    pub const WORLDS: u32 = 4;
    /// Pairs are those between two sets.
    pub const BETWEEN: u32 = 8;
}

/// Workgroups of the stages of a broad phase whose number of shapes is on the GPU: 96 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Zeroable, Pod)]
#[repr(C)]
pub struct BroadDispatches {
    /// Offset 0: of the stages with a shape an invocation.
    pub shapes: [u32; 3],
    /// Offset 12: of the sort.
    pub sort: [u32; 3],
    /// Offset 24: of the refit of levels 1 to 6.
    pub levels: [[u32; 3]; TOP_LEVEL as usize],
}

/// Bytes of a box: its ends on three axes and its world, twice.
pub const BOX: u64 = 32;
/// Bytes of what is known of a workgroup's shapes.
pub const DOMAIN: u64 = 48;
/// Shapes of a workgroup, which is also a block of the scans.
pub const BROAD_GROUP: u32 = 256;
/// Memory of a workgroup that has most of it: what is known of each of its shapes.
pub const WORKGROUP_BYTES: u64 = BROAD_GROUP as u64 * DOMAIN;
/// Keys that one workgroup sorts.
pub const SORT_BLOCK: u32 = 2048;
/// Digits that the sort tells apart in a turn.
pub const DIGITS: u32 = 256;
/// Turns of the sort by classes of size and along the curve.
pub const CODE_TURNS: u32 = 6;
/// Turns of the sort by worlds.
pub const WORLD_TURNS: u32 = 4;
/// Children of a node, as a power of two.
pub const FAN_BITS: u32 = 3;
/// The level of the roots; leaves are level 0.
pub const TOP_LEVEL: u32 = 6;
/// Leaves below a root: what one dispatch searches.
pub const SLICE: u32 = 1 << (FAN_BITS * TOP_LEVEL);
/// The most shapes of a broad phase: a block of the scan counts their pairs in 32 bits.
pub const MAX_SHAPES: u32 = 1 << 24;

/// Nodes of a level over so many leaves.
pub const fn level_nodes(leaves: u32, level: u32) -> u32 {
    leaves.div_ceil(1 << (FAN_BITS * level))
}

/// The first node of each level over so many leaves, and behind them the number of all nodes.
pub fn level_starts(leaves: u32) -> [u32; TOP_LEVEL as usize + 2] {
    let mut starts = [0; TOP_LEVEL as usize + 2];
    for level in 0..=TOP_LEVEL {
        let at = level as usize;
        starts[at + 1] = starts[at] + level_nodes(leaves, level);
    }
    starts
}

/// Bytes of the nodes over so many leaves.
pub fn nodes_size(leaves: u32) -> u64 {
    BOX * u64::from(level_starts(leaves)[TOP_LEVEL as usize + 1].max(1))
}

/// Bytes of the table of the sort of so many shapes.
pub const fn table_size(shapes: u32) -> u64 {
    words(DIGITS * shapes.div_ceil(SORT_BLOCK))
}

/// Bytes of the blocks of both scans of so many shapes, with their total.
pub const fn scan_size(shapes: u32) -> u64 {
    // There are fewer blocks of the table than of the shapes.
    8 + 2 * words(shapes.div_ceil(BROAD_GROUP))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_lie_one_behind_the_other() {
        assert_eq!(level_starts(0), [0; 8]);
        assert_eq!(level_starts(1), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(level_starts(4097), [0, 4097, 4610, 4675, 4684, 4686, 4687, 4688]);
        assert_eq!(
            level_starts(MAX_SHAPES)[7],
            (1 << 24) + (1 << 21) + (1 << 18) + (1 << 15) + (1 << 12) + 512 + 64
        );
    }
}
