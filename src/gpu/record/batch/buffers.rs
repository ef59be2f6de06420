//! The caller's buffers, and the check of all that wgpu would complain about.

use crate::geom::{Frame3, Pair};
use crate::gpu::record::batch::options::BatchOptions;
use crate::gpu::record::error::BufferError;
use crate::gpu::record::names::BufferName;
use crate::gpu::record::slices::{Slot, check_all};
use crate::gpu::record::stride::Stride;
use crate::gpu::shader::layout::{
    Filter, HEADER, HitBounds, HitRecord, MAX_PAIRS, UndecidedRecord, any_hits_size, codes_size,
    hits_size,
};
use crate::wanted::Wanted;
use motzkin_core::by_motion;
use wgpu::{BufferSlice, BufferUsages};

/// The slices that a batch reads and writes. All need the usage `STORAGE`, and begin at multiples
/// of the device's `min_storage_buffer_offset_alignment`; [`layout`](crate::gpu::layout) says what
/// lies in them.
///
/// Inputs may share buffers among themselves, and so may outputs, in slices that lie apart; but no
/// buffer may hold an input and an output.
#[derive(Clone, Copy, Debug)]
pub struct BatchBuffers<'a> {
    /// Input: 64 bytes a frame (40 in the plane), as many frames as the slice holds; or structs
    /// with a frame each, as [`BatchOptions::stride`](super::BatchOptions) says.
    pub frames: BufferSlice<'a>,
    /// Input: 8 bytes a pair. The slice may have capacity for more pairs than are ever recorded.
    pub pairs: BufferSlice<'a>,
    /// Input: the number of pairs as a `u32`, for [`Pairs::Indirect`](super::Pairs::Indirect).
    pub count: Option<BufferSlice<'a>>,
    /// Input: 8 bytes a frame; every pair is tested without.
    pub filters: Option<BufferSlice<'a>>,
    /// Input: user ids, 4 bytes a frame, which the hits then name; they name frames by index
    /// without.
    pub ids: Option<BufferSlice<'a>>,
    /// Input: where groups of consecutive pairs begin, 4 bytes a group: the number of the first
    /// pair, ascending. A group ends where the next one begins, or with the last pair that is
    /// recorded. It may be empty. Pairs before the first group are in none. Wants `any_hits` too.
    pub group_starts: Option<BufferSlice<'a>>,
    /// Input: the number of groups as a `u32`, at most what `group_starts` holds; without it they
    /// are all that `group_starts` holds. The last group ends with the last pair.
    pub group_count: Option<BufferSlice<'a>>,
    /// Output: whether some pair of a group meets, two bits a group, [`any_hits_size`] of the
    /// groups that `group_starts` holds. One bit is set where some pair is certain to meet, the
    /// other where some pair is undecided, whatever [`BatchOptions::undecided`] says. Without
    /// either bit no pair of the group meets. With the other bit alone the group is open: its
    /// undecided pairs, which `undecided` lists, decide. [`BatchOptions::settle`] leaves hardly
    /// any. Bits of groups beyond `group_count` are 0. Where starts do not ascend, bits may be
    /// those of other groups.
    pub any_hits: Option<BufferSlice<'a>>,
    /// Output: two bits a pair, [`codes_size`] of the capacity for pairs. Words behind the recorded
    /// pairs are left as they are; bits behind them in the last word are zero.
    pub codes: Option<BufferSlice<'a>>,
    /// Output: [`hits_size`]; the slice's length is the capacity. Add the usage `INDIRECT` to draw
    /// from it, and say in [`BatchOptions::vertices_per_hit`] what to draw. See [`HitRecord`] for
    /// what a hit holds whose pair names no frame.
    pub hits: Option<BufferSlice<'a>>,
    /// Output: how and where the pairs of the hits meet, 64 bytes a hit, as
    /// [`BatchOptions::wanted`](super::BatchOptions) asks; of moving ones when, 16 bytes a hit, in
    /// the plane too. Wants `hits` too, of which as many as the slice holds are computed.
    pub bounds: Option<BufferSlice<'a>>,
    /// Output: [`undecided_size`](crate::gpu::layout::undecided_size) (in the plane
    /// [`plane_undecided_size`](crate::gpu::layout::plane_undecided_size)); the slice's length is
    /// the capacity.
    pub undecided: Option<BufferSlice<'a>>,
}

impl<'a> BatchBuffers<'a> {
    /// Takes frames and pairs and nothing else yet. Others are added with
    /// `BatchBuffers { hits, ..BatchBuffers::new(frames, pairs) }`.
    pub fn new(frames: BufferSlice<'a>, pairs: BufferSlice<'a>) -> Self {
        Self {
            frames,
            pairs,
            count: None,
            filters: None,
            ids: None,
            group_starts: None,
            group_count: None,
            any_hits: None,
            codes: None,
            hits: None,
            bounds: None,
            undecided: None,
        }
    }
}

/// Bytes of a frame in the plane and of a record of two. Without the plane no batch asks for them.
#[cfg(feature = "plane")]
const IN_PLANE: (usize, usize) =
    (size_of::<crate::geom::Frame2>(), size_of::<crate::gpu::layout::UndecidedRecord2>());
#[cfg(not(feature = "plane"))]
const IN_PLANE: (usize, usize) = (0, 0);

/// What the buffers of a batch hold, once they have been found to be right.
#[derive(Clone, Copy, Debug)]
pub(super) struct Checked {
    /// Frames in their buffer.
    pub frames: u32,
    /// Bytes of one.
    pub frame: u64,
    /// Pairs that their buffer holds.
    pub pairs: u32,
    /// Groups that have starts.
    pub groups: u32,
    /// The capacity of the list of hits.
    pub hits: u32,
    /// The capacity of the list of undecided pairs.
    pub undecided: u32,
    /// The number of pairs may be taken from a buffer.
    pub counted: bool,
}

impl Checked {
    pub fn new<'a>(
        buffers: &BatchBuffers<'a>,
        options: &BatchOptions,
        limits: &wgpu::Limits,
    ) -> Result<Self, BufferError> {
        let BatchBuffers { frames, pairs, count, filters, ids, .. } = *buffers;
        let BatchBuffers { group_starts, group_count, any_hits, .. } = *buffers;
        let BatchBuffers { codes, hits, bounds, undecided, .. } = *buffers;
        let bytes = |count: u64, size: usize| count * size as u64;
        let (pair, filter) = (size_of::<Pair>(), size_of::<Filter>());
        let kind = options.kind();
        let (frame, record) = match kind.in_plane {
            false => (size_of::<Frame3>(), size_of::<UndecidedRecord>()),
            true => IN_PLANE,
        };
        let frame_unit = Stride::unit(options.stride, BufferName::Frames, frame as u64)?;
        let frame_count = frames.size() / frame_unit;
        let pair_capacity = pair_capacity(pairs.size());
        let tested = *pair_capacity.as_ref().unwrap_or(&MAX_PAIRS);
        if bounds.is_some() && hits.is_none() {
            return Err(BufferError::BoundsWithoutHits);
        }
        check_groups(buffers)?;
        if [codes, any_hits, hits, undecided].iter().all(Option::is_none) {
            return Err(BufferError::NoOutput);
        }
        check_wanted(bounds.is_some(), options)?;
        let drawn = hits.is_some_and(|hits| hits.buffer().usage().contains(BufferUsages::INDIRECT));
        if drawn && options.vertices_per_hit == 0 {
            return Err(BufferError::NoVertices);
        }
        let bound = by_motion!(
            kind.moving,
            size_of::<crate::gpu::layout::HitInterval>(),
            size_of::<HitBounds>()
        );
        let groups = group_starts.map_or(0, |starts| starts.size() / 4);
        let groups = u32::try_from(groups).unwrap_or(u32::MAX);
        let slices = [
            (BufferName::Frames, Some(frames), frame_unit as usize, frame_unit),
            (BufferName::Pairs, Some(pairs), pair, pair as u64),
            (BufferName::Count, count, 4, 4),
            (BufferName::Filters, filters, 4, bytes(frame_count, filter)),
            (BufferName::Ids, ids, 4, bytes(frame_count, 4)),
            (BufferName::GroupStarts, group_starts, 4, 4),
            (BufferName::GroupCount, group_count, 4, 4),
            (BufferName::AnyHits, any_hits, 4, any_hits_size(groups)),
            (BufferName::Codes, codes, 4, codes_size(tested)),
            (BufferName::Hits, hits, 4, hits_size(1)),
            (BufferName::Bounds, bounds, bound, bound as u64),
            (BufferName::Undecided, undecided, 4, HEADER + record as u64),
        ];
        let slot =
            |(name, slice, unit, needed): (BufferName, Option<BufferSlice<'a>>, usize, u64)| {
                use BufferName::{AnyHits, Bounds, Codes, Hits, Undecided};
                let is_written = matches!(name, AnyHits | Codes | Hits | Bounds | Undecided);
                Some(Slot { name, slice: slice?, unit: unit as u64, needed, is_written })
            };
        check_all(&slices.into_iter().filter_map(slot).collect::<Vec<_>>(), limits)?;
        pair_capacity?;
        let entries = |list: Option<BufferSlice<'_>>, size: usize| {
            let entries = list.map_or(0, |list| (list.size() - HEADER) / size as u64);
            u32::try_from(entries).unwrap_or(u32::MAX)
        };
        Ok(Self {
            frames: u32::try_from(frame_count).unwrap_or(u32::MAX),
            frame: frame as u64,
            pairs: tested,
            groups,
            hits: entries(hits, size_of::<HitRecord>()),
            undecided: entries(undecided, record),
            counted: count.is_some(),
        })
    }
}

/// Groups and their bits come together.
fn check_groups(buffers: &BatchBuffers<'_>) -> Result<(), BufferError> {
    let BatchBuffers { group_starts, group_count, any_hits, .. } = *buffers;
    match (group_starts.is_some(), any_hits.is_some()) {
        (false, true) => Err(BufferError::AnyHitsWithoutStarts),
        (starts, false) if starts || group_count.is_some() => {
            Err(BufferError::GroupsWithoutAnyHits)
        }
        _ => Ok(()),
    }
}

/// What is wanted of the hits, and what a batch of this kind can compute.
fn check_wanted(bounds: bool, options: &BatchOptions) -> Result<(), BufferError> {
    let (wanted, moving) = (options.wanted, options.kind().moving);
    let possible = match moving {
        false => Wanted::DEPTH | Wanted::WITNESS | Wanted::BOX,
        true => Wanted::INTERVAL,
    };
    match (bounds, wanted != Wanted::NOTHING) {
        (true, false) => Err(BufferError::BoundsOfNothing),
        (false, true) => Err(BufferError::WantedWithoutBounds),
        _ if !possible.contains(wanted) => Err(BufferError::WantedOfOthers { wanted, moving }),
        _ => Ok(()),
    }
}

/// Pairs that a slice of so many bytes holds.
fn pair_capacity(bytes: u64) -> Result<u32, BufferError> {
    let capacity = bytes / size_of::<Pair>() as u64;
    match u32::try_from(capacity) {
        Ok(pairs) if pairs <= MAX_PAIRS => Ok(pairs),
        _ => Err(BufferError::TooManyPairs { capacity, most: MAX_PAIRS }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Few devices bind the half gibibyte that it takes.
    #[test]
    fn a_batch_takes_no_more_pairs_than_a_scan() {
        let bytes = |pairs: u64| 8 * pairs;
        let most = u64::from(MAX_PAIRS);
        assert_eq!(
            [0, 1, most].map(|pairs| pair_capacity(bytes(pairs))),
            [Ok(0), Ok(1), Ok(MAX_PAIRS)]
        );
        for capacity in [most + 1, u64::from(u32::MAX) + 2, u64::MAX / 8] {
            assert_eq!(
                pair_capacity(bytes(capacity)),
                Err(BufferError::TooManyPairs { capacity, most: MAX_PAIRS })
            );
        }
    }
}
