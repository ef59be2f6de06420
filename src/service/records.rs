//! Settling what a caller's own encoder left undecided.

use super::backend::{AnyEngine, Backend, Settler};
use super::collision_service::CollisionService;
use super::shape::FrameShape;
use crate::error::FrameError;
use crate::exact::PairFault;
#[cfg(feature = "plane")]
use crate::geom::Frame2;
use crate::geom::Frame3;
use crate::gpu::layout::UndecidedRecord;
#[cfg(feature = "plane")]
use crate::gpu::layout::UndecidedRecord2;
use crate::parallel::each;
use crate::verdict::{RawCode, Verdict};
#[cfg(feature = "motion")]
use motzkin_core::Moving;
use motzkin_core::{Motion, Resting, Source, by_motion};

/// Records that one thread settles at a time.
const GRAIN: usize = 64;

/// An undecided pair with its frames: [`UndecidedRecord`] or [`UndecidedRecord2`]. Nothing else can
/// implement it.
pub trait Record: Open {}

impl Record for UndecidedRecord {}
#[cfg(feature = "plane")]
impl Record for UndecidedRecord2 {}

/// What a record holds.
pub trait Open: Sync {
    type Frame: FrameShape;
    /// The pair's index and those of its frames, and which of them are missing.
    fn names(&self) -> [u32; 4];
    fn frames(&self) -> [&Self::Frame; 2];
    /// Settles many.
    fn settle(service: &CollisionService, records: &[Self], moves: bool) -> Vec<SettledRecord>
    where
        Self: Sized;
}

impl Open for UndecidedRecord {
    type Frame = Frame3;
    fn names(&self) -> [u32; 4] {
        [self.pair, self.a, self.b, self.missing]
    }
    fn frames(&self) -> [&Frame3; 2] {
        [&self.frame_a, &self.frame_b]
    }
    fn settle(service: &CollisionService, records: &[Self], moves: bool) -> Vec<SettledRecord> {
        by_motion!(
            moves,
            settled::<Self, Moving>(service, records),
            settled::<Self, Resting>(service, records)
        )
    }
}

#[cfg(feature = "plane")]
impl Open for UndecidedRecord2 {
    type Frame = Frame2;
    fn names(&self) -> [u32; 4] {
        [self.pair, self.a, self.b, self.missing]
    }
    fn frames(&self) -> [&Frame2; 2] {
        [&self.frame_a, &self.frame_b]
    }
    fn settle(service: &CollisionService, records: &[Self], moves: bool) -> Vec<SettledRecord> {
        by_motion!(
            moves,
            settled::<Self, Moving>(service, records),
            settled::<Self, Resting>(service, records)
        )
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
    /// Settles the undecided pairs of a [`Batch`](crate::gpu::Batch) that the caller recorded,
    /// submitted and read back ([`read_list`](crate::gpu::read_list)).
    ///
    /// `motion` is that of the batch: [`Moving`] where
    /// [`BatchOptions::moving`](crate::gpu::BatchOptions::moving) is set, else [`Resting`]. The
    /// verdicts are exact for the frames as they were when the commands ran: the records carry
    /// them. Answers come in the order of the records.
    ///
    /// Computed on all threads of the service: on the reference engine in about a millisecond for
    /// each record, and otherwise by the CPU, in about a microsecond for each record at rest and
    /// one to ten microseconds for each moving one.
    pub fn settle<R: Record, M: Motion>(&self, records: &[R], _motion: M) -> Vec<SettledRecord> {
        R::settle(self, records, M::MOVES)
    }
}

/// Settles records of one kind of frame.
fn settled<R: Open, M: Motion>(service: &CollisionService, records: &[R]) -> Vec<SettledRecord>
where
    AnyEngine: Backend<R::Frame, M>,
{
    let settler: Settler<R::Frame> = Backend::<R::Frame, M>::settler(&*service.engine);
    let settle = |record: &R, code: RawCode| {
        let [pair, a, b, missing] = record.names();
        let [first, second] = record.frames();
        let invalid = |PairFault { second, error }| {
            let frame = if second { b } else { a };
            RecordFault::Invalid { frame, error }
        };
        let verdict = match (missing, code.verdict()) {
            (0, Some(verdict)) => Ok(verdict),
            (0, None) => {
                let settled = (settler.decide)((first, second));
                settled.map(|settled| settled.verdict).map_err(invalid)
            }
            _ => Err(RecordFault::Missing { frame: if missing & 1 != 0 { a } else { b } }),
        };
        SettledRecord { pair, a, b, verdict }
    };
    service.cpu.install(|| {
        let codes = match settler.in_vectors {
            Some(in_vectors) => {
                let pairs: Vec<_> = records.iter().map(|record| record.frames().into()).collect();
                let numbers: Vec<u32> = (0..).zip(records).map(|(number, _)| number).collect();
                in_vectors(Source::Scattered(&pairs), &numbers, service.cpu.level)
            }
            None => vec![RawCode::UNDECIDED; records.len()],
        };
        each(records.len(), GRAIN, &|place| settle(&records[place], codes[place]))
    })
}
