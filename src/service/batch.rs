//! What a batch answers: raw codes, settled verdicts, or an error that names the culprit.

use super::dimension::Frame;
use super::settle::{Decide, settle};
use crate::error::FrameError;
use crate::geom::Pair;
use crate::kernel::Indexed;
use crate::timing::StageTimes;
use crate::verdict::{RawCode, Verdict};

/// How a batch was decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BatchStats {
    /// Pairs in the batch.
    pub pairs: usize,
    /// Pairs that the `f32` kernels left undecided.
    pub undecided: usize,
    /// Of these, settled in `f64`,
    pub settled_f64: usize,
    /// in whole numbers of 128 bits,
    pub settled_narrow: usize,
    /// and in whole numbers of any size.
    pub settled_wide: usize,
}

/// The exact verdicts of a batch, in the order of its pairs: the same on every engine, thread
/// count and driver. Dereferences to a slice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdicts {
    pub(super) verdicts: Vec<Verdict>,
    pub(super) stats: BatchStats,
    #[cfg(feature = "gpu")]
    pub(super) gpu_failure: Option<crate::gpu::GpuError>,
    pub(super) times: Option<StageTimes>,
}

impl Verdicts {
    /// How the batch was decided.
    pub fn stats(&self) -> BatchStats {
        self.stats
    }

    /// Why the CPU answered the whole batch in place of the GPU, if it did.
    #[cfg(feature = "gpu")]
    pub fn gpu_failure(&self) -> Option<&crate::gpu::GpuError> {
        self.gpu_failure.as_ref()
    }

    /// How long its stages took: `None` unless
    /// [`ServiceBuilder::profile`](super::ServiceBuilder::profile) asks for it.
    pub fn times(&self) -> Option<StageTimes> {
        self.times
    }

    /// The verdicts alone.
    pub fn into_vec(self) -> Vec<Verdict> {
        self.verdicts
    }

    /// How many pairs overlap.
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

/// What the `f32` kernels say of a batch before it is settled.
#[derive(Clone, Debug, Default)]
pub struct RawVerdicts {
    pub(super) codes: Vec<RawCode>,
    pub(super) undecided: Vec<u32>,
    /// The codes are those of moving frames.
    pub(super) moving: bool,
    pub(super) list_overflowed: bool,
    #[cfg(feature = "gpu")]
    pub(super) gpu_failure: Option<crate::gpu::GpuError>,
    pub(super) times: Option<StageTimes>,
}

impl RawVerdicts {
    /// One code a pair, in the order of the pairs.
    pub fn codes(&self) -> &[RawCode] {
        &self.codes
    }

    /// The undecided pairs, ascending.
    pub fn undecided(&self) -> &[u32] {
        &self.undecided
    }

    /// True when the GPU's list of undecided pairs had no room for all of them. Nothing was lost:
    /// they were listed from the codes, which costs the CPU a pass over them.
    pub fn list_overflowed(&self) -> bool {
        self.list_overflowed
    }

    /// Why the CPU answered the whole batch in place of the GPU, if it did.
    #[cfg(feature = "gpu")]
    pub fn gpu_failure(&self) -> Option<&crate::gpu::GpuError> {
        self.gpu_failure.as_ref()
    }

    /// How long the stages so far took: `None` unless
    /// [`ServiceBuilder::profile`](super::ServiceBuilder::profile) asks for it.
    pub fn times(&self) -> Option<StageTimes> {
        self.times
    }

    /// Settles the undecided pairs exactly, on all threads of the current rayon pool. Takes the
    /// frames and pairs that the codes were computed from.
    pub fn settle<F: Frame>(self, frames: &[F], pairs: &[Pair]) -> Result<Verdicts, BatchError> {
        if pairs.len() != self.codes.len() {
            return Err(BatchError::LengthMismatch { left: pairs.len(), right: self.codes.len() });
        }
        check_indices(frames, pairs)?;
        let decide = if self.moving { F::decide_moving } else { F::decide };
        self.settle_by(frames, pairs, decide)
    }

    /// [`settle`](Self::settle) with any way to decide, for indices that have been checked.
    pub(super) fn settle_by<F: Frame>(
        self,
        frames: &[F],
        pairs: &[Pair],
        decide: Decide<F>,
    ) -> Result<Verdicts, BatchError> {
        settle(self, &Indexed { frames, pairs }, decide, |pair, second| {
            if second { pairs[pair].b } else { pairs[pair].a }
        })
    }

    /// Nothing decided yet.
    pub(super) fn undecided_all(pairs: usize, moving: bool, times: Option<StageTimes>) -> Self {
        let undecided = (0..pairs as u32).collect();
        Self { codes: vec![RawCode::UNDECIDED; pairs], undecided, moving, times, ..Self::default() }
    }
}

/// A frame that a batch could not judge.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("pair {pair}: frame {frame}: {error}")]
pub struct BatchFault {
    /// Number of the pair.
    pub pair: usize,
    /// Index of the frame: into the frames, or into the first or second slice of
    /// [`verdicts_between`](super::CollisionService::verdicts_between).
    pub frame: u32,
    /// What is wrong with it.
    #[source]
    pub error: FrameError,
}

/// Why a batch has no complete answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BatchError {
    /// A pair names a frame that does not exist. Found before anything is computed.
    #[error("pair {pair} names frame {index}, but there are only {frames} frames")]
    PairOutOfRange {
        /// Number of the pair.
        pair: usize,
        /// The index that it holds.
        index: u32,
        /// How many frames there are.
        frames: usize,
    },
    /// Two slices that must be equally long are not.
    #[error("{left} items on one side, {right} on the other")]
    LengthMismatch {
        /// Length of the first.
        left: usize,
        /// Length of the second.
        right: usize,
    },
    /// More pairs or frames than a 32-bit index can name.
    #[error("{0} items in a batch; indices have 32 bits")]
    TooLarge(usize),
    /// A margin that is negative or not finite.
    #[error("the margin {0} is not a finite number of at least 0")]
    InvalidMargin(f32),
    /// Some frames, cast from foreign bytes, are flat, not finite or of no known shape. The other
    /// pairs were answered.
    #[error("{} pairs have an invalid frame, the first: {}", faults.len(), faults[0])]
    InvalidFrames {
        /// One entry for each pair without an answer, in order of the pairs; never empty.
        faults: Vec<BatchFault>,
        /// The verdicts of all pairs, `None` for those in `faults`.
        rest: Vec<Option<Verdict>>,
    },
    /// A pair is undecided and stands on no list of undecided pairs. No engine should do that; a
    /// partial answer is not given for a whole one.
    #[error("the engine left a pair undecided without saying so")]
    Unsettled,
    /// The GPU failed on the way.
    #[cfg(feature = "gpu")]
    #[error(transparent)]
    Gpu(#[from] crate::gpu::GpuError),
}

/// Every index of every pair names a frame.
pub(super) fn check_indices<F>(frames: &[F], pairs: &[Pair]) -> Result<(), BatchError> {
    // Few instructions an index; which one lies outside is looked for where some does.
    let end = u32::try_from(frames.len()).unwrap_or(u32::MAX);
    let is_outside = |index: u32| u32::from(index >= end);
    if pairs.iter().fold(0, |some, pair| some | is_outside(pair.a) | is_outside(pair.b)) == 0 {
        return Ok(());
    }
    let outside = |index: u32| index as usize >= frames.len();
    for (number, pair) in pairs.iter().enumerate() {
        for index in [pair.a, pair.b] {
            if outside(index) {
                return Err(BatchError::PairOutOfRange {
                    pair: number,
                    index,
                    frames: frames.len(),
                });
            }
        }
    }
    Ok(())
}

/// The number of items fits an index.
pub(super) fn check_size(items: usize) -> Result<(), BatchError> {
    if u32::try_from(items).is_ok() { Ok(()) } else { Err(BatchError::TooLarge(items)) }
}
