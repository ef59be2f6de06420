//! From raw codes to exact verdicts.

use super::batch::{BatchError, BatchFault, BatchStats, RawVerdicts, Verdicts};
use crate::exact::{PairFault, Settled, SettledBy};
use crate::geom::Frame3;
use crate::kernel::PairSource;
use crate::timing::timed;
use crate::verdict::RawCode;
use rayon::prelude::*;

/// Pairs that one thread settles at a time: some 20 microseconds of work at the least.
pub(super) const GRAIN: usize = 64;

/// How one pair is decided.
pub(super) type Decide<F = Frame3> = fn(&F, &F) -> Result<Settled, PairFault>;

/// Decides every undecided pair. `frame_of(pair, second)` is the index to name in a fault.
pub(super) fn settle<S: PairSource>(
    raw: RawVerdicts,
    source: &S,
    decide: Decide<S::Frame>,
    frame_of: impl Fn(usize, bool) -> u32,
) -> Result<Verdicts, BatchError> {
    settle_listed(raw, |_, pair| source.pair(pair as usize), decide, frame_of)
}

/// [`settle`] for frames by their place among the undecided: `frames_of(place, pair)`.
pub(super) fn settle_listed<'a, F: 'a>(
    raw: RawVerdicts,
    frames_of: impl Fn(usize, u32) -> (&'a F, &'a F) + Sync,
    decide: Decide<F>,
    frame_of: impl Fn(usize, bool) -> u32,
) -> Result<Verdicts, BatchError> {
    #[cfg(feature = "gpu")]
    let gpu_failure = raw.gpu_failure;
    let RawVerdicts { mut codes, undecided, mut times, .. } = raw;
    let decide_one = |(place, &pair): (usize, &u32)| {
        let (a, b) = frames_of(place, pair);
        decide(a, b)
    };
    let settle_all = || match undecided.len() > GRAIN {
        true => undecided.par_iter().enumerate().with_min_len(GRAIN).map(decide_one).collect(),
        false => undecided.iter().enumerate().map(decide_one).collect(),
    };
    let settled: Vec<Result<Settled, PairFault>> =
        timed(&mut times, |times| &mut times.settling, settle_all);
    let mut stats =
        BatchStats { pairs: codes.len(), undecided: undecided.len(), ..BatchStats::default() };
    let mut faults = Vec::new();
    for (&pair, outcome) in undecided.iter().zip(settled) {
        match outcome {
            Ok(Settled { verdict, by }) => {
                codes[pair as usize] = verdict.into();
                match by {
                    SettledBy::Double => stats.settled_f64 += 1,
                    SettledBy::Narrow => stats.settled_narrow += 1,
                    SettledBy::Wide => stats.settled_wide += 1,
                }
            }
            Err(PairFault { second, error }) => {
                let pair = pair as usize;
                faults.push(BatchFault { pair, frame: frame_of(pair, second), error });
            }
        }
    }
    if !faults.is_empty() {
        return Err(BatchError::InvalidFrames {
            faults,
            rest: codes.into_iter().map(RawCode::verdict).collect(),
        });
    }
    if RawCode::some_undecided(&codes) {
        return Err(BatchError::Unsettled);
    }
    Ok(Verdicts {
        verdicts: RawCode::settled(codes),
        stats,
        times,
        #[cfg(feature = "gpu")]
        gpu_failure,
    })
}
