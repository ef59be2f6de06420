//! Groups of stages. A device that has too little for one of them may have enough for another.

use crate::gpu::shader::broad_layout::WORKGROUP_BYTES;
use crate::gpu::shader::broad_sources as broad;
use crate::gpu::shader::settle_sources::{IN_PLANE, IN_SPACE};
use crate::gpu::shader::source::Source;
use crate::gpu::shader::sources::*;
use crate::gpu::shader::stage_layout::{
    CODES_PER_WORD, LONG_SLOTS, PAIRS_PER_SPAN, SCAN_LANES, SHORT_SLOTS,
};

/// Stages of which a device has all or none.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The stages.
    pub sources: &'static [Source],
    /// A stage whose invocations share most memory, and how many bytes.
    pub shared: (&'static str, u64),
}

/// The stages that every device has: verdicts and what binds no more than they do.
pub const VERDICTS_AND_MORE: Group = Group {
    sources: &[
        PREPARE,
        VERDICTS,
        MOVING_VERDICTS,
        PLANE_VERDICTS,
        MOVING_PLANE_VERDICTS,
        MIXED_VERDICTS,
        MIXED_MOVING_VERDICTS,
        HULL_VERDICTS,
        HULL_MOVING_VERDICTS,
        IN_SPACE[0],
        IN_SPACE[1],
        IN_SPACE[2],
        IN_SPACE[3],
        IN_PLANE[0],
        IN_PLANE[1],
        IN_PLANE[2],
        SCAN,
        COMPACT,
        ANY_HIT,
        PREPARE_BOUNDS,
        BOUND_HITS,
        BOUND_PLANE_HITS,
        BOUND_INTERVALS,
        BOUND_PLANE_INTERVALS,
        SCATTER,
        GATHER_ITEMS,
        PLACE_FRAMES,
        ARITHMETIC,
    ],
    shared: (IN_SPACE[0].name, SETTLING_BYTES),
};

/// What a workgroup that settles shares: its open pairs and their codes; of each slot eight
/// vectors, the forms and the number of axes in blocks of 16 bytes, and what the axes say; and
/// three numbers.
const fn settling_bytes(slots: u32, vector: u64) -> u64 {
    let open = 4 * (PAIRS_PER_SPAN + PAIRS_PER_SPAN / CODES_PER_WORD) as u64;
    open + slots as u64 * (8 * vector + 16 + 4) + 3 * 16
}

/// A vector of numbers of one word takes 16 bytes, one of two words 32.
const SETTLING_BYTES: u64 = settling_bytes(SHORT_SLOTS, 16);
const _: () = assert!(settling_bytes(LONG_SLOTS, 32) <= SETTLING_BYTES);

/// A group of one stage, whose invocations share nothing.
const fn one(sources: &'static [Source; 1]) -> Group {
    Group { sources, shared: (sources[0].name, 0) }
}

/// The list of hits.
pub const HITS: Group = one(&[LIST_HITS]);

/// The list of undecided pairs with their frames.
pub const UNDECIDED: Group = one(&[LIST_UNDECIDED]);

/// The same of frames in the plane.
pub const PLANE_UNDECIDED: Group = one(&[LIST_PLANE_UNDECIDED]);

/// The broad phase, and the list of the candidates that meet.
pub const BROAD: Group = Group {
    sources: &[
        broad::PREPARE,
        broad::BOXES,
        broad::DOMAIN,
        broad::CODES,
        broad::HISTOGRAM,
        broad::SCAN,
        broad::SCATTER,
        broad::LEAVES,
        broad::REFIT,
        broad::COUNT,
        broad::HEADER,
        broad::LIST,
        broad::FEW,
        LIST_FOUND,
    ],
    shared: (broad::BOXES.name, WORKGROUP_BYTES),
};

/// The search of object trees.
pub const SEARCH: Group = Group {
    sources: &[SEARCH_TEST, SEARCH_SCAN, SEARCH_EMIT],
    shared: (SEARCH_SCAN.name, 8 * SCAN_LANES as u64),
};

/// All groups.
#[cfg(feature = "internals")]
pub const GROUPS: [Group; 6] = [VERDICTS_AND_MORE, HITS, UNDECIDED, PLANE_UNDECIDED, BROAD, SEARCH];

/// Every stage.
#[cfg(feature = "internals")]
pub const ALL: [Source; 48] = {
    let mut all = [PREPARE; 48];
    let (mut count, mut group) = (0, 0);
    while group < GROUPS.len() {
        let mut stage = 0;
        while stage < GROUPS[group].sources.len() {
            all[count] = GROUPS[group].sources[stage];
            (count, stage) = (count + 1, stage + 1);
        }
        group += 1;
    }
    assert!(count == all.len(), "the number of stages");
    all
};
