//! What lies where in the buffers that the shaders see: a contract, whose every number a test
//! compares with the shaders. [`wgsl::TYPES`](crate::gpu::wgsl::TYPES) has the same types in WGSL,
//! but for [`Placement`], which is in [`wgsl::PLACE`](crate::gpu::wgsl::PLACE), and those of the
//! plane, which are in [`wgsl::TEST_IN_PLANE`](crate::gpu::wgsl::TEST_IN_PLANE).
//!
//! | buffer of a [`Batch`](crate::gpu::Batch) | holds | bytes |
//! |---|---|---|
//! | frames | [`Frame3`] each, or [`Frame2`] each | 64 or 40 a frame |
//! | pairs | [`Pair`](crate::Pair) each | 8 a pair |
//! | count | the number of pairs, a `u32`; of a broad phase that of shapes | 4 |
//! | filters | [`Filter`] each | 8 a frame |
//! | worlds of a broad phase | a `u32` each | 4 a shape |
//! | header of a broad phase | a [`CandidateHeader`] | 32 |
//! | placements | [`Placement`] each | 64 a placement |
//! | ids | a `u32` each | 4 a frame |
//! | codes | [`RawCode`](crate::verdict::RawCode)s of two bits, pair `i` at bits `2 (i % 16)` of word `i / 16` | [`codes_size`] |
//! | group starts | the first pair of each group, a `u32` each, ascending | 4 a group |
//! | group count | the number of groups, a `u32` | 4 |
//! | any hits | two words for each 32 groups; group `g` is bit `g % 32` of word `2 (g / 32)`, set where some pair is certain to meet, and of the word behind it, set where some pair is undecided | [`any_hits_size`] |
//! | hits | a [`ListHeader`], then [`HitRecord`] each | [`hits_size`] |
//! | bounds | [`HitBounds`] each, of moving pairs [`HitInterval`] each, in the order of the hits | 64 or 16 a hit |
//! | undecided | a [`ListHeader`], then [`UndecidedRecord`] each, or [`UndecidedRecord2`] each | [`undecided_size`] or [`plane_undecided_size`] |
//!
//! Lists are in pair order; what lies behind their `listed` entries is left as it was. All numbers
//! are little-endian.

#[cfg(feature = "plane")]
use crate::geom::Frame2;
use crate::geom::Frame3;
use crate::gpu::shader::stage_layout::words;
use bytemuck::{Pod, Zeroable};

pub use crate::geom::Filter;
pub use crate::gpu::shader::stage_layout::{CODES_PER_WORD, GROUPS_PER_WORD, MAX_PAIRS};

/// What a list begins with: 32 bytes. The first 16 are the arguments of `draw_indirect`, the first
/// 20 those of `draw_indexed_indirect`: an instance for each entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Zeroable, Pod)]
#[repr(C)]
pub struct ListHeader {
    /// Offset 0: vertices (or indices) that a draw makes of each hit,
    /// [`BatchOptions::vertices_per_hit`](crate::gpu::BatchOptions::vertices_per_hit); 0 in a list
    /// of undecided pairs.
    pub vertices: u32,
    /// Offset 4: entries in the list: `found`, or the list's capacity where that is less.
    pub listed: u32,
    /// Offset 8: the first vertex, the first instance or base vertex, the first instance: zeros.
    pub zeros: [u32; 3],
    /// Offset 20: pairs that belong in the list. More than `listed` means that it overflowed; the
    /// codes still say which.
    pub found: u32,
    /// Offset 24: undecided pairs in the recording, whether they are listed or not.
    pub undecided: u32,
    /// Offset 28: pairs that the recording was asked for. More than the buffer of pairs holds,
    /// which only a count in a buffer can be, means that the pairs beyond the buffer were not
    /// tested.
    pub offered: u32,
}

/// An entry of the list of hits: 12 bytes.
///
/// A pair that names no frame is undecided, so it is among the hits of a batch that keeps undecided
/// pairs. Its hit holds what the pair says: without ids `a` and `b` are the indices of the pair,
/// one of which lies beyond the buffer of frames. With ids the missing frame has [`NO_ID`]. A
/// shader that reads a frame by the index in a hit compares the index with the number of frames
/// first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Zeroable, Pod)]
#[repr(C)]
pub struct HitRecord {
    /// Offset 0: the pair's index in the buffer of pairs.
    pub pair: u32,
    /// Offset 4: the first frame's user id, or its index where the batch has no ids. [`NO_ID`]
    /// where the batch has ids but no such frame.
    pub a: u32,
    /// Offset 8: the second frame's user id, index or [`NO_ID`].
    pub b: u32,
}

/// What the candidates of a [`BroadPhase`](crate::gpu::BroadPhase) begin with, in a buffer of its
/// own: 32 bytes. The first word is the count that [`Pairs::Indirect`](crate::gpu::Pairs::Indirect)
/// reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Zeroable, Pod)]
#[repr(C)]
pub struct CandidateHeader {
    /// Offset 0: pairs that belong in the list, also where they do not fit: their boxes meet, and
    /// filters, worlds and sets allow them. `u32::MAX` where they are that many or more.
    pub found: u32,
    /// Offset 4: pairs in the list: `found`, or the list's capacity where that is less.
    pub listed: u32,
    /// Offset 8: the exact number of pairs that belong in the list, in 64 bits, low word first.
    pub total: [u32; 2],
    /// Offset 16: shapes that took part, those without a box among them.
    pub shapes: u32,
    /// Offset 20: shapes that the recording was asked for. More than `shapes` means that the buffer
    /// of shapes holds fewer: those beyond it took no part.
    pub offered: u32,
    /// Offset 24: shapes without a box, which are in no pair: a number is NaN or infinite, a frame
    /// has a tag that no shape has, or a box ends before it begins.
    pub invalid: u32,
    /// Offset 28: the first of them; `u32::MAX` where there is none.
    pub first_invalid: u32,
}

impl CandidateHeader {
    /// Returns the exact number of pairs that belong in the list.
    pub const fn total(&self) -> u64 {
        (self.total[1] as u64) << 32 | self.total[0] as u64
    }
}

/// The id of a missing frame in a hit. See [`HitRecord`].
pub const NO_ID: u32 = u32::MAX;

/// An entry of the list of undecided pairs: 144 bytes, all that settling needs, so that the frames
/// may change meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Zeroable, Pod)]
#[repr(C)]
pub struct UndecidedRecord {
    /// Offset 0: the pair's index in the buffer of pairs.
    pub pair: u32,
    /// Offset 4: index of the first frame.
    pub a: u32,
    /// Offset 8: index of the second frame.
    pub b: u32,
    /// Offset 12: bit 0 is set where `a` names no frame, bit 1 where `b` does; that frame is then
    /// all zeros.
    pub missing: u32,
    /// Offset 16: the first frame, bit by bit.
    pub frame_a: Frame3,
    /// Offset 80: the second frame.
    pub frame_b: Frame3,
}

/// An entry of the list of undecided pairs in the plane: 96 bytes.
#[cfg(feature = "plane")]
#[derive(Clone, Copy, Debug, PartialEq, Zeroable, Pod)]
#[repr(C)]
pub struct UndecidedRecord2 {
    /// Offset 0: the pair's index in the buffer of pairs.
    pub pair: u32,
    /// Offset 4: index of the first frame.
    pub a: u32,
    /// Offset 8: index of the second frame.
    pub b: u32,
    /// Offset 12: bit 0 is set where `a` names no frame, bit 1 where `b` does; that frame is then
    /// all zeros.
    pub missing: u32,
    /// Offset 16: the first frame, bit by bit.
    pub frame_a: Frame2,
    /// Offset 56: the second frame.
    pub frame_b: Frame2,
}

/// Axis, depth, common point and box of one hit, as computed by the shaders: 64 bytes. `known` is a
/// bit set of the fields that are valid. Other fields are zero, and so is every `z` in the plane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Zeroable, Pod)]
#[repr(C)]
pub struct HitBounds {
    /// Offset 0: the axis of least translation, from the first frame to the second, of length 1
    /// within 16 roundings.
    pub axis: [f32; 3],
    /// Offset 12: moving the second frame by `depth * axis` leaves the pair separate or touching.
    /// Of a pair that was undecided, and is separate, it may be negative: the two are that far
    /// apart at the least.
    pub depth: f32,
    /// Offset 16: a common point, seen from the first frame's origin, which may lie where `f32` is
    /// coarse.
    pub point: [f32; 3],
    /// Offset 28: [`SEPARATION`](Self::SEPARATION), [`COMMON`](Self::COMMON).
    pub known: u32,
    /// Offset 32: the lower corner of a box that holds all common points.
    pub low: [f32; 3],
    /// Offset 44: the true penetration depth is at least `depth - depth_slack`. The slack is mostly
    /// far below a thousandth of the pair's size. Of boxes that are nearly aligned, products of
    /// edges that are nearly parallel have few digits, and the slack may be larger than the pair:
    /// then it says nothing.
    pub depth_slack: f32,
    /// Offset 48: the upper corner.
    pub high: [f32; 3],
    /// Offset 60: no face of the box lies further outside of the smallest one, but for some four
    /// ulps of the numbers that make it, the first frame's origin and the face as seen from there.
    /// Mostly `1e-4` to `1e-3` of the pair's size in space and about `1e-5` of it in the plane,
    /// which is what `f32` can prove.
    pub box_slack: f32,
}

impl HitBounds {
    /// The axis, the depth and its slack hold.
    pub const SEPARATION: u32 = 1;
    /// The common point, the box and its slack do.
    pub const COMMON: u32 = 2;
}

/// When the moving pair of a hit meets, for `t` in `[0, 1]`: 16 bytes. Bounds that hold for every
/// pair that meets; where nothing is known they are 0 and 1. Hits that were undecided, and
/// never meet, have bounds of nothing.
#[cfg(feature = "motion")]
#[derive(Clone, Copy, Debug, PartialEq, Zeroable, Pod)]
#[repr(C)]
pub struct HitInterval {
    /// Offset 0: the first contact lies between these.
    pub first: [f32; 2],
    /// Offset 8: the last one between these. The contact interval lies within `first[0]..=last[1]`.
    pub last: [f32; 2],
}

#[cfg(feature = "motion")]
impl HitInterval {
    /// Nothing is known: bounds of 0 and 1.
    pub const ANYTIME: Self = Self { first: [0.0, 1.0], last: [0.0, 1.0] };
}

/// Where an object is, and which shape it has: 64 bytes. A [`FramePlacer`](crate::gpu::FramePlacer)
/// makes a [`Frame3`] of it. The shape is scaled along its own axes, then turned, then moved.
#[derive(Clone, Copy, Debug, PartialEq, Zeroable, Pod)]
#[repr(C)]
pub struct Placement {
    /// Offset 0: a quaternion of any length, the scalar part last. Where one, two or four of its
    /// numbers are not 0, and have one magnitude, whatever that is, the rotation does not round.
    /// One whose numbers are all zero, or not all finite, is no rotation.
    pub rotation: [f32; 4],
    /// Offset 16: where the shape's origin of coordinates goes.
    pub translation: [f32; 3],
    /// Offset 28: the shape's index in the buffer of shapes.
    pub shape: u32,
    /// Offset 32: a factor for each of the shape's axes.
    pub scale: [f32; 3],
    /// Offset 44: unused.
    pub pad: u32,
    /// Offset 48: the velocity of the frame, instead of the shape's.
    pub velocity: [f32; 3],
    /// Offset 60: unused.
    pub pad_behind: u32,
}

/// Returns the bytes of the codes of this many pairs.
pub const fn codes_size(pairs: u32) -> u64 {
    words(pairs.div_ceil(CODES_PER_WORD))
}

/// Returns the bytes of the bits of this many groups: two words for each 32 groups, and for one at
/// the least.
pub const fn any_hits_size(groups: u32) -> u64 {
    2 * words(groups.div_ceil(GROUPS_PER_WORD))
}

/// Returns the bytes of a list with capacity for so many hits: for one at the least, whatever is
/// asked for.
pub const fn hits_size(capacity: u32) -> u64 {
    HEADER + (if capacity == 0 { 1 } else { capacity as u64 }) * size_of::<HitRecord>() as u64
}

/// Returns the bytes of a list with capacity for so many undecided pairs: for one at the least,
/// whatever is asked for.
pub const fn undecided_size(capacity: u32) -> u64 {
    HEADER + (if capacity == 0 { 1 } else { capacity as u64 }) * size_of::<UndecidedRecord>() as u64
}

/// Returns the bytes of a list with capacity for so many undecided pairs in the plane: for one at
/// the least, whatever is asked for.
#[cfg(feature = "plane")]
pub const fn plane_undecided_size(capacity: u32) -> u64 {
    HEADER
        + (if capacity == 0 { 1 } else { capacity as u64 }) * size_of::<UndecidedRecord2>() as u64
}

/// Bytes before the entries of a list.
pub(in crate::gpu) const HEADER: u64 = size_of::<ListHeader>() as u64;
