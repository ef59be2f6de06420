//! What the stages of a search see.

use crate::tree::bvh::BvhNode;
use bytemuck::{Pod, Zeroable};

/// A volume in the world, its links, and a box: 96 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Zeroable, Pod)]
#[repr(C, align(16))]
pub struct SearchNode {
    /// Offset 0: the posed frame; children by their place in the buffer.
    pub frame: BvhNode,
    /// Offset 64: the lower corner of a box that holds the volume and all below it.
    pub low: [f32; 4],
    /// Offset 80: the upper corner.
    pub high: [f32; 4],
}

/// A level of the search, and what came before it: 24 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Zeroable, Pod)]
#[repr(C)]
pub struct SearchLevel {
    /// Offset 0: pairs of volumes to be tested.
    pub pairs: u32,
    /// Offset 4: pairs of deepest volumes found on the levels before.
    pub hits: u32,
    /// Offset 8: pairs tested on the levels before.
    pub tests: u32,
    /// Offset 12: 1 where some level had more pairs, or all had more hits, than fit.
    pub overflowed: u32,
    /// Offset 16: the most pairs of a level.
    pub pair_capacity: u32,
    /// Offset 20: the most hits.
    pub hit_capacity: u32,
}

/// Set in the first index of a pair that is undecided, or some of whose forebears are.
pub const DOUBT: u32 = 1 << 31;

/// The most children of a volume: an invocation compares all of one with all of another, and there
/// are GPU drivers that break off a loop after some ten thousand rounds.
pub const MOST_CHILDREN: u32 = 128;
