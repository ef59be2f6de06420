//! What the stages share among themselves: no part of the contract with callers.

use crate::geom::Frame3;
use bytemuck::{Pod, Zeroable};

/// A frame on its way to its row: 80 bytes. The first of many has their number for a row.
#[derive(Clone, Copy, Debug, PartialEq, Zeroable, Pod)]
#[repr(C)]
pub struct FrameUpdate {
    /// Offset 0: the row.
    pub row: u32,
    /// Offset 4: unused.
    pub pad: [u32; 3],
    /// Offset 16: the frame.
    pub frame: Frame3,
}

/// Frames that one workgroup puts into place.
pub const UPDATES_PER_GROUP: u32 = 64;

/// Placements that one workgroup makes frames of.
pub const PLACEMENTS_PER_GROUP: u32 = 64;

/// How items lie that are put side by side. Uniform, 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Zeroable, Pod)]
#[repr(C)]
pub struct Gathering {
    /// Offset 0: words of a struct.
    pub stride: u32,
    /// Offset 4: words before the item in a struct.
    pub offset: u32,
    /// Offset 8: words of an item.
    pub item: u32,
    /// Offset 12: items.
    pub count: u32,
}

/// Words that one workgroup copies.
pub const WORDS_PER_COPY: u32 = 64;

/// Settings that every stage reads. Uniform, 32 bytes; a batch writes its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Zeroable, Pod)]
#[repr(C)]
pub struct Params {
    /// Offset 0: pairs in the batch, at most [`MAX_PAIRS`].
    pub pair_count: u32,
    /// Offset 4: pairs asked for.
    pub offered: u32,
    /// Offset 8: frames in the buffer. A pair that names another is left undecided.
    pub frame_count: u32,
    /// Offset 12: bit `c` is set when pairs with code `c` are listed.
    pub mask: u32,
    /// Offset 16: entries that their list holds.
    pub capacity: u32,
    /// Offset 20: entries that the list of undecided pairs holds.
    pub undecided_capacity: u32,
    /// Offset 24: vertices a hit.
    pub vertices: u32,
    /// Offset 28: [`FILTERED`](Self::FILTERED), [`NAMED`](Self::NAMED), [`CODED`](Self::CODED).
    pub options: u32,
}

impl Params {
    /// There are filters.
    pub const FILTERED: u32 = 1;
    /// There are user ids.
    pub const NAMED: u32 = 2;
    /// An index that is listed has the code of its pair in its two highest bits.
    pub const CODED: u32 = 4;
}

/// Workgroups of the stages whose number of pairs is on the GPU: 36 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Zeroable, Pod)]
#[repr(C)]
pub struct Dispatches {
    /// Offset 0: of the stages with a pair an invocation.
    pub pairs: [u32; 3],
    /// Offset 12: of the first level of the scan.
    pub scan: [u32; 3],
    /// Offset 24: of the stages with a span a workgroup.
    pub spans: [u32; 3],
}

/// Pairs that one workgroup tests.
pub const PAIRS_PER_GROUP: u32 = 64;
/// Pairs of a span: of those one workgroup gathers some, by kind or those that are undecided.
pub const PAIRS_PER_SPAN: u32 = 512;

/// Undecided pairs that one workgroup settles at a time, in numbers of coordinates of one word.
pub const SHORT_SLOTS: u32 = 64;

/// And of two words.
pub const LONG_SLOTS: u32 = 32;
/// Bytes of the number of settled pairs.
pub(in crate::gpu) const SETTLED_BYTES: u64 = size_of::<u32>() as u64;
/// Codes in a word.
pub const CODES_PER_WORD: u32 = 16;
/// Groups of pairs whose bits fill a word.
pub const GROUPS_PER_WORD: u32 = u32::BITS;
/// Counts that one workgroup scans.
pub const COUNTS_PER_BLOCK: u32 = 1024;
/// Invocations that scan them.
pub const SCAN_LANES: u32 = 256;
/// The most pairs in one recording: one workgroup scans the blocks.
pub const MAX_PAIRS: u32 = PAIRS_PER_GROUP * COUNTS_PER_BLOCK * COUNTS_PER_BLOCK;

/// Bytes of a listing's prefixes, scratch: two counts for each group of pairs.
pub(in crate::gpu) const fn prefixes_size(pairs: u32) -> u64 {
    2 * words(pairs.div_ceil(PAIRS_PER_GROUP))
}

/// Bytes of a listing's blocks, scratch: two totals, then two counts for each block.
pub(in crate::gpu) const fn blocks_size(pairs: u32) -> u64 {
    8 + 2 * words(pairs.div_ceil(PAIRS_PER_GROUP).div_ceil(COUNTS_PER_BLOCK))
}

/// Bytes of a runner's list with capacity for so many indices: a count, then the indices.
pub(in crate::gpu) const fn list_size(capacity: u32) -> u64 {
    4 + words(capacity)
}

/// No binding may be empty.
pub(in crate::gpu) const fn words(count: u32) -> u64 {
    if count == 0 { 4 } else { 4 * count as u64 }
}
