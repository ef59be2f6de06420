//! Settling what a caller's own encoder left undecided.

use super::collision_service::CollisionService;
use super::dimension::Frame;
use super::settle::Decide;
use crate::error::FrameError;
use crate::exact::PairFault;
use crate::geom::{Frame2, Frame3};
use crate::gpu::layout::{UndecidedRecord, UndecidedRecord2};
use crate::verdict::Verdict;
use rayon::prelude::*;

/// Records that one thread settles at a time.
const GRAIN: usize = 64;

/// An undecided pair with its frames: [`UndecidedRecord`] or [`UndecidedRecord2`]. Nothing else can
/// implement it.
pub trait Record: Open {}

impl Record for UndecidedRecord {}
impl Record for UndecidedRecord2 {}

/// What a record holds.
pub trait Open: Sync {
    type Frame: Frame;
    /// The pair's index and those of its frames, and which of them are missing.
    fn names(&self) -> [u32; 4];
    fn frames(&self) -> [&Self::Frame; 2];
}

impl Open for UndecidedRecord {
    type Frame = Frame3;
    fn names(&self) -> [u32; 4] {
        [self.pair, self.a, self.b, self.missing]
    }
    fn frames(&self) -> [&Frame3; 2] {
        [&self.frame_a, &self.frame_b]
    }
}

impl Open for UndecidedRecord2 {
    type Frame = Frame2;
    fn names(&self) -> [u32; 4] {
        [self.pair, self.a, self.b, self.missing]
    }
    fn frames(&self) -> [&Frame2; 2] {
        [&self.frame_a, &self.frame_b]
    }
}

/// What became of a [`Record`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SettledRecord {
    /// The pair's index in the buffer of pairs.
    pub pair: u32,
    /// Index of the first frame.
    pub a: u32,
    /// Index of the second frame.
    pub b: u32,
    /// The exact verdict of the frames in the record.
    pub verdict: Result<Verdict, RecordFault>,
}

/// Why a record has no verdict.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordFault {
    /// The pair names a frame that the buffer does not hold.
    #[error("frame {frame} does not exist")]
    Missing {
        /// The index that it holds.
        frame: u32,
    },
    /// The frame holds no valid shape.
    #[error("frame {frame}: {error}")]
    Invalid {
        /// Its index.
        frame: u32,
        /// What is wrong with it.
        #[source]
        error: FrameError,
    },
}

impl CollisionService {
    /// Settles the undecided pairs of a [`Batch`](crate::gpu::Batch), which the caller recorded,
    /// submitted and read back ([`read_list`](crate::gpu::read_list)): exact for the frames as they
    /// were when the commands ran, which the records carry. Answers come in the records' order. On
    /// all threads of the service, whatever its engine; about a microsecond each.
    pub fn settle_records<R: Record>(&self, records: &[R]) -> Vec<SettledRecord> {
        self.settle_by(records, self.decide())
    }

    /// The same for a batch whose [`BatchOptions::moving`](crate::gpu::BatchOptions::moving) is
    /// set; one to ten microseconds each.
    pub fn settle_moving_records<R: Record>(&self, records: &[R]) -> Vec<SettledRecord> {
        self.settle_by(records, self.decide_moving())
    }

    fn settle_by<R: Record>(&self, records: &[R], decide: Decide<R::Frame>) -> Vec<SettledRecord> {
        let settle = |record: &R| {
            let [pair, a, b, missing] = record.names();
            let [first, second] = record.frames();
            let verdict = match missing {
                0 => decide(first, second).map(|settled| settled.verdict).map_err(
                    |PairFault { second, error }| RecordFault::Invalid {
                        frame: if second { b } else { a },
                        error,
                    },
                ),
                _ => Err(RecordFault::Missing { frame: if missing & 1 != 0 { a } else { b } }),
            };
            SettledRecord { pair, a, b, verdict }
        };
        self.cpu().install(|| records.par_iter().with_min_len(GRAIN).map(settle).collect())
    }
}
