//! What a batch answers: raw codes, settled verdicts, or an error that names the culprit.

use super::any_hits::AnyHits;
use super::stats::BatchStats;
use crate::error::FrameError;
use crate::geom::Pair;
use crate::gpu_error::GpuError;
use crate::timing::StageTimes;
use crate::verdict::Verdict;
use crate::wanted::Wanted;
use std::fmt::Display;

/// The exact verdicts of a batch, in the order of its pairs: the same on every engine, thread
/// count and driver. Dereferences to a slice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdicts {
    pub(super) verdicts: Vec<Verdict>,
    pub(super) stats: BatchStats,
    pub(super) gpu_failure: Option<GpuError>,
    pub(super) times: Option<StageTimes>,
}

impl Verdicts {
    /// Returns how the batch was decided.
    pub fn stats(&self) -> BatchStats {
        self.stats
    }

    /// Returns why the CPU answered the whole batch in place of the GPU, if it did.
    pub fn gpu_failure(&self) -> Option<&GpuError> {
        self.gpu_failure.as_ref()
    }

    /// Returns how long the stages of the batch took: `None` unless
    /// [`ServiceBuilder::profile`](super::ServiceBuilder::profile) asks for it.
    pub fn times(&self) -> Option<StageTimes> {
        self.times
    }

    /// Returns the verdicts alone.
    pub fn into_vec(self) -> Vec<Verdict> {
        self.verdicts
    }

    /// Returns the number of pairs that overlap.
    pub fn overlapping(&self) -> usize {
        self.iter().filter(|verdict| verdict.overlaps()).count()
    }
}

impl std::ops::Deref for Verdicts {
    type Target = [Verdict];
    fn deref(&self) -> &[Verdict] {
        &self.verdicts
    }
}

impl<'a> IntoIterator for &'a Verdicts {
    type Item = &'a Verdict;
    type IntoIter = std::slice::Iter<'a, Verdict>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// A frame that a batch could not test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("pair {pair}: frame {frame}{}: {error}", if *.second { " of the second slice" } else { "" })]
#[non_exhaustive]
pub struct BatchFault {
    /// Number of the pair.
    pub pair: usize,
    /// Index of the frame.
    pub frame: u32,
    /// True for a frame of the second slice of
    /// [`query_between`](super::CollisionService::query_between).
    pub second: bool,
    /// What is wrong with it.
    #[source]
    pub error: FrameError,
}

/// Why a batch has no complete answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BatchError {
    /// A pair names a shape that does not exist. Found before anything is computed.
    #[error("pair {pair} names shape {index}, but there are only {shapes}")]
    PairOutOfRange {
        /// Number of the pair.
        pair: usize,
        /// The index that it holds.
        index: u32,
        /// How many shapes there are.
        shapes: usize,
    },
    /// Two slices that must be equally long are not.
    #[error("{left} items on one side, {right} on the other")]
    LengthMismatch {
        /// Length of the first.
        left: usize,
        /// Length of the second.
        right: usize,
    },
    /// More pairs or shapes than a 32-bit index can name, or polytopes with too many vertices. Has
    /// the number of pairs, of shapes or of vertices.
    #[error("{0} items in a batch; indices have 32 bits")]
    TooLarge(usize),
    /// A value is wanted that no pair of this kind can have. Nothing was computed.
    #[error("{wanted}: {of} have no such value")]
    Unanswerable {
        /// The values that cannot be had.
        wanted: Wanted,
        /// The kind of pairs.
        of: &'static str,
    },
    /// A margin is set for pairs that have none. Nothing was computed.
    #[error("a margin is set, but {of} have none")]
    NoMargin {
        /// The kind of pairs.
        of: &'static str,
    },
    /// A margin that is negative or not finite.
    #[error("the margin {0} is not a finite number of at least 0")]
    InvalidMargin(f32),
    /// Some frames, cast from foreign bytes, are flat, not finite or of no known shape. The other
    /// pairs were answered.
    #[error("{}", summary(faults, OF_PAIRS, ToString::to_string))]
    InvalidFrames {
        /// One entry for each pair without an answer, in order of the pairs; never empty.
        faults: Vec<BatchFault>,
        /// The verdicts of all pairs, `None` for those in `faults`.
        rest: Vec<Option<Verdict>>,
    },
    /// The starts of groups do not ascend from 0, or one is behind the last pair. Nothing was
    /// computed.
    #[error(
        "{}",
        starting_wrongly(*group, *start, *pairs)
    )]
    Groups {
        /// The first group that starts at a wrong place.
        group: usize,
        /// Where it starts: `None` if there are pairs and no groups.
        start: Option<u32>,
        /// How many pairs there are.
        pairs: usize,
    },
    /// Some groups have no pair that shares a point, but pairs with invalid frames. They were not
    /// tested within a margin. The other groups were answered.
    #[error("{}", summary(faults, OF_GROUPS, ToString::to_string))]
    InvalidGroups {
        /// The group of each fault, ascending.
        groups: Vec<u32>,
        /// One entry for each pair of these groups that has no verdict; never empty.
        faults: Vec<BatchFault>,
        /// The answers of the other groups. The bits of `groups` are 0.
        rest: Box<AnyHits>,
    },
    /// A pair is undecided and stands on no list of undecided pairs. No engine should do that; a
    /// partial answer is not given for a whole one.
    #[error("the engine left a pair undecided without saying so")]
    Unsettled,
    /// The GPU failed on the way.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}

/// What is wrong with one pair, and with several.
const OF_PAIRS: [&str; 2] = ["pair has an invalid frame", "pairs have an invalid frame"];

/// What is wrong with one pair, and with several, where groups have no answer.
const OF_GROUPS: [&str; 2] = [
    "pair of a group without a pair that meets has an invalid frame",
    "pairs of groups without a pair that meets have an invalid frame",
];

/// What an error says of its faults: how many there are, what they are if there is one or if there
/// are several, and the first. The faults are public, and may have been taken out of the error.
pub(super) fn summary<T>(
    faults: &[T],
    [is, are]: [impl Display; 2],
    told: impl Fn(&T) -> String,
) -> String {
    match faults {
        [] => format!("some {are}; the faults were taken out of this error"),
        [fault] => format!("1 {is}: {}", told(fault)),
        [first, ..] => format!("{} {are}, the first: {}", faults.len(), told(first)),
    }
}

/// The index of one side of a pair.
pub(super) fn side(pair: Pair, second: bool) -> u32 {
    if second { pair.b } else { pair.a }
}

/// Every index of every pair names a shape.
pub(super) fn check_indices(shapes: usize, pairs: &[Pair]) -> Result<(), BatchError> {
    // Few instructions an index; which one lies outside is looked for where some does.
    let end = u32::try_from(shapes).unwrap_or(u32::MAX);
    let is_outside = |index: u32| u32::from(index >= end);
    if pairs.iter().fold(0, |some, pair| some | is_outside(pair.a) | is_outside(pair.b)) == 0 {
        return Ok(());
    }
    let outside = |index: u32| index as usize >= shapes;
    for (number, pair) in pairs.iter().enumerate() {
        for index in [pair.a, pair.b] {
            if outside(index) {
                return Err(BatchError::PairOutOfRange { pair: number, index, shapes });
            }
        }
    }
    Ok(())
}

/// The number of items fits an index.
pub(super) fn check_size(items: usize) -> Result<(), BatchError> {
    if u32::try_from(items).is_ok() { Ok(()) } else { Err(BatchError::TooLarge(items)) }
}

/// What is wrong with the start of a group.
fn starting_wrongly(group: usize, start: Option<u32>, pairs: usize) -> String {
    match start {
        None => format!("no group holds the pairs, of which there are {pairs}"),
        Some(start) if group == 0 => {
            format!("group 0 of {pairs} pairs starts at {start}, not at 0")
        }
        Some(start) => format!(
            "group {group} of {pairs} pairs starts at {start}, which is before the group before it \
             or behind the last pair"
        ),
    }
}
