//! Raw codes of polytopes by any engine, and what settles them.

use super::moving::passage_by_reference;
use crate::exact::{self, Settled, SettledBy};
use crate::geom::{Pair, PolytopeSet};
use crate::kernel::hull;
use crate::reference::simplex;
use crate::service::batch::{BatchError, BatchStats, Verdicts};
use crate::service::collision_service::{Backend, CollisionService};
use crate::timing::{StageTimes, timed};
use crate::verdict::RawCode;
use dashu_ratio::RBig;
use rayon::prelude::*;

/// Pairs that one thread settles at a time: some 20 microseconds of work at the least.
const GRAIN: usize = 4;

/// What kernels say of a batch of polytopes.
pub(super) struct RawPolytopes {
    codes: Vec<RawCode>,
    times: Option<StageTimes>,
    /// The polytopes move.
    moving: bool,
    /// A GPU's, whose certificates the CPU's kernel surpasses.
    coarse: bool,
    #[cfg(feature = "gpu")]
    gpu_failure: Option<crate::gpu::GpuError>,
}

impl CollisionService {
    /// Raw codes of pairs whose indices are good, by the service's engine.
    pub(super) async fn polytope_codes(
        &self,
        set: &PolytopeSet,
        pairs: &[Pair],
    ) -> Result<RawPolytopes, BatchError> {
        match self.backend() {
            #[cfg(feature = "gpu")]
            Backend::Gpu(gpu) => match gpu.polytope_codes(set, pairs).await {
                Ok(raw) => {
                    let (codes, times) = (raw.codes, raw.times);
                    Ok(RawPolytopes {
                        codes,
                        times,
                        moving: false,
                        coarse: true,
                        gpu_failure: None,
                    })
                }
                Err(error) if gpu.cpu_takes_over() => {
                    let codes = self.cpu().install(|| self.codes_here(set, pairs, false));
                    Ok(RawPolytopes { gpu_failure: Some(error), ..codes })
                }
                Err(error) => Err(error.into()),
            },
            Backend::Cpu | Backend::Reference => {
                Ok(self.cpu().install(|| self.codes_here(set, pairs, false)))
            }
        }
    }

    /// The same on the threads at hand.
    fn codes_here(&self, set: &PolytopeSet, pairs: &[Pair], moving: bool) -> RawPolytopes {
        let mut times = self.times();
        let codes = match self.is_reference() {
            true => vec![RawCode::UNDECIDED; pairs.len()],
            false => {
                let level = self.cpu().level;
                let judge = || match moving {
                    true => hull::moving_hull_codes(set, pairs, level),
                    false => hull::hull_codes(set, pairs, level),
                };
                timed(&mut times, |times| &mut times.kernel, judge)
            }
        };
        RawPolytopes {
            codes,
            times,
            moving,
            coarse: false,
            #[cfg(feature = "gpu")]
            gpu_failure: None,
        }
    }

    /// Verdicts of pairs whose indices are good, on the threads at hand.
    pub(super) fn judged_here(&self, set: &PolytopeSet, pairs: &[Pair]) -> Verdicts {
        self.settle_polytopes(self.codes_here(set, pairs, false), set, pairs)
    }

    /// The same of polytopes that move.
    pub(super) fn judged_in_motion(&self, set: &PolytopeSet, pairs: &[Pair]) -> Verdicts {
        self.settle_polytopes(self.codes_here(set, pairs, true), set, pairs)
    }

    /// Decides what is undecided.
    pub(super) fn settle_polytopes(
        &self,
        raw: RawPolytopes,
        set: &PolytopeSet,
        pairs: &[Pair],
    ) -> Verdicts {
        let RawPolytopes { mut codes, mut times, moving, coarse, .. } = raw;
        let mut undecided: Vec<u32> = RawCode::undecided_in(&codes).collect();
        let mut stats =
            BatchStats { pairs: pairs.len(), undecided: undecided.len(), ..BatchStats::default() };
        let settle = || {
            if coarse && !undecided.is_empty() {
                let open: Vec<Pair> = undecided.iter().map(|&pair| pairs[pair as usize]).collect();
                let finer = hull::hull_codes(set, &open, self.cpu().level);
                for (&pair, code) in undecided.iter().zip(&finer) {
                    codes[pair as usize] = *code;
                }
                undecided.retain(|&pair| codes[pair as usize] == RawCode::UNDECIDED);
                stats.settled_f64 = stats.undecided - undecided.len();
            }
            let decide = |&pair: &u32| match moving {
                true => self.decide_moving_polytopes(set, pairs[pair as usize]),
                false => self.decide_polytopes(set, pairs[pair as usize]),
            };
            undecided.par_iter().with_min_len(GRAIN).map(decide).collect()
        };
        let settled: Vec<Settled> = timed(&mut times, |times| &mut times.settling, settle);
        for (&pair, Settled { verdict, by }) in undecided.iter().zip(settled) {
            codes[pair as usize] = verdict.into();
            match by {
                SettledBy::Double => stats.settled_f64 += 1,
                SettledBy::Narrow => stats.settled_narrow += 1,
                SettledBy::Wide => stats.settled_wide += 1,
            }
        }
        // Every code is that of a verdict by now.
        let verdicts = codes.into_iter().filter_map(RawCode::verdict).collect();
        Verdicts {
            verdicts,
            stats,
            times,
            #[cfg(feature = "gpu")]
            gpu_failure: raw.gpu_failure,
        }
    }

    /// True when every pair meets. Settles only while that can be so.
    pub(super) fn all_meet(&self, set: &PolytopeSet, pairs: &[Pair]) -> bool {
        if self.is_reference() {
            return pairs.iter().all(|pair| self.decide_polytopes(set, *pair).verdict.meets());
        }
        let codes = hull::hull_codes(set, pairs, self.cpu().level);
        !codes.contains(&RawCode::SEPARATE)
            && RawCode::undecided_in(&codes)
                .all(|pair| self.decide_polytopes(set, pairs[pair as usize]).verdict.meets())
    }

    fn decide_polytopes(&self, set: &PolytopeSet, pair: Pair) -> Settled {
        if !self.is_reference() {
            return exact::hull::decide(set, pair);
        }
        let [a, b] = [pair.a, pair.b].map(|index| simplex::points::<RBig>(set, index as usize));
        Settled { verdict: simplex::verdict(&a, &b), by: SettledBy::Wide }
    }

    fn decide_moving_polytopes(&self, set: &PolytopeSet, pair: Pair) -> Settled {
        match self.is_reference() {
            true => Settled { verdict: passage_by_reference(set, pair).0, by: SettledBy::Wide },
            false => exact::hull::decide_moving(set, pair),
        }
    }
}
