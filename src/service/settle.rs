//! From raw codes to exact verdicts.

use super::backend::RawCodes;
use super::batch::{BatchError, BatchFault, Verdicts};
use super::stats::BatchStats;
use crate::exact::{PairFault, Settled};
use crate::parallel::each;
use crate::timing::timed;
use crate::verdict::RawCode;

/// Pairs of frames that one thread settles at a time: some 20 microseconds of work at the least.
pub(super) const GRAIN: usize = 64;

/// Decides every undecided pair: `decide(place, pair)` for the pair's place among the undecided.
/// `place(pair, second)` is the index that a fault names, and whether it is one of a second slice.
pub(super) fn settle(
    raw: RawCodes,
    grain: usize,
    decide: impl Fn(usize, u32) -> Result<Settled, PairFault> + Sync,
    place: impl Fn(usize, bool) -> (u32, bool),
) -> Result<Verdicts, BatchError> {
    let RawCodes { mut codes, undecided, settled_gpu, settled_f64, mut times, gpu_failure, .. } =
        raw;
    let one = |place: usize| decide(place, undecided[place]);
    let settle_all = || match undecided.len() > grain {
        true => each(undecided.len(), grain, &one),
        false => (0..undecided.len()).map(one).collect(),
    };
    let settled: Vec<Result<Settled, PairFault>> =
        timed(&mut times, |times| &mut times.settling, settle_all);
    let mut stats = BatchStats {
        pairs: codes.len(),
        undecided: undecided.len() + settled_gpu + settled_f64,
        settled_gpu,
        settled_f64,
        ..BatchStats::default()
    };
    let mut faults = Vec::new();
    for (&pair, outcome) in undecided.iter().zip(settled) {
        match outcome {
            Ok(Settled { verdict, by }) => {
                codes[pair as usize] = verdict.into();
                stats.count(by);
            }
            Err(PairFault { second, error }) => {
                let pair = pair as usize;
                let (frame, second) = place(pair, second);
                faults.push(BatchFault { pair, frame, second, error });
            }
        }
    }
    if !faults.is_empty() {
        let rest = codes.into_iter().map(RawCode::verdict).collect();
        return Err(BatchError::InvalidFrames { faults, rest });
    }
    let verdicts = RawCode::settled(codes).ok_or(BatchError::Unsettled)?;
    Ok(Verdicts { verdicts, stats, times, gpu_failure })
}
