//! How any hit is answered: pairs in rounds, then what is undecided, then what is near.

use super::groups::Groups;
use super::rounds::Rounds;
use crate::exact::{PairFault, SettledBy};
use crate::gpu_error::GpuError;
use crate::service::any_hits::AnyHits;
use crate::service::backend::{AnyEngine, Backend, RawCodes};
use crate::service::batch::{BatchError, BatchFault};
use crate::service::details::{Context, Detailed};
use crate::service::run::{Asked, Options, check_margin};
use crate::service::shape::{Operands, Pairs, Shape};
use crate::service::stats::BatchStats;
use crate::verdict::RawCode;
use crate::wanted::Wanted;
use motzkin_core::Motion;
use rayon::prelude::*;

/// Pairs of a group that are tested within a margin before it is looked at what they gave.
const FIRST_NEAR: u32 = 16;

/// Answers which groups have a pair that meets.
pub async fn answer<S: Detailed<M>, M: Motion>(
    asked: Asked<'_, S>,
    starts: &[u32],
) -> Result<AnyHits, BatchError>
where
    AnyEngine: Backend<S, M>,
{
    let Options { wanted, margin, .. } = asked.options;
    if wanted != Wanted::NOTHING {
        return Err(BatchError::Unanswerable { wanted, of: "groups of pairs" });
    }
    if margin != 0.0 && !S::HAS_MARGIN {
        return Err(BatchError::NoMargin { of: S::NAME });
    }
    check_margin(margin)?;
    let joined = S::checked(asked.operands)?;
    let context = asked.context::<M>(&joined);
    let groups = Groups::checked(starts, context.pairs.count())?;
    let mut search = Search { context, groups, hits: AnyHits::none(groups.len()) };
    let open = search.test::<M>(&asked, &joined).await?;
    let cpu = &asked.service.cpu;
    let undecided = open.pairs.len();
    let mut faults = cpu.install_beyond(S::SETTLED, undecided, || search.settle::<M>(open));
    if margin > 0.0 {
        cpu.install(|| search.near::<M>(margin, &mut faults));
    }
    if faults.is_empty() {
        return Ok(search.hits);
    }
    let groups = faults.iter().map(|&(group, _)| group).collect::<Vec<_>>();
    let faults = faults.into_iter().map(|(_, fault)| fault).collect();
    Err(BatchError::InvalidGroups { groups, faults, rest: Box::new(search.hits) })
}

/// Pairs that are undecided, each with its group.
struct Open {
    pairs: Vec<(u32, u32)>,
    /// As [`RawCodes::coarse`] says.
    coarse: bool,
}

struct Search<'a, S: Shape> {
    context: Context<'a, S>,
    groups: Groups<'a>,
    hits: AnyHits,
}

impl<S: Shape> Search<'_, S> {
    fn is_open(&self, group: u32) -> bool {
        self.hits.get(group as usize) == Some(false)
    }

    /// Tests pairs by the engine's kernels until one of a group meets. Returns those of open groups
    /// that are undecided, in ascending order.
    async fn test<M: Motion>(
        &mut self,
        asked: &Asked<'_, S>,
        joined: &S::Joined,
    ) -> Result<Open, BatchError>
    where
        S: Detailed<M>,
        AnyEngine: Backend<S, M>,
    {
        // Pairs that are not indices into one set are tested all at once.
        let first = match asked.operands {
            Operands::Indexed(..) => asked.engine().first_round(),
            Operands::Between(..) => u32::MAX,
        };
        let mut open = Open { pairs: Vec::new(), coarse: false };
        let mut rounds = Rounds::new(self.groups, first, |_| true);
        loop {
            let round = rounds.pairs();
            if round.is_empty() {
                break;
            }
            let raw = match asked.operands {
                Operands::Indexed(set, pairs) if round.len() < pairs.len() => {
                    let some: Vec<_> = round.iter().map(|&pair| pairs[pair as usize]).collect();
                    let part = Asked { operands: Operands::Indexed(set, &some), ..*asked };
                    part.codes::<M>(&S::checked(part.operands)?).await?
                }
                _ => asked.codes::<M>(joined).await?,
            };
            self.note(&raw);
            open.coarse |= raw.coarse;
            rounds.close(|group, places| {
                let codes = &raw.codes[places.clone()];
                let meets =
                    codes.iter().any(|code| code.verdict().is_some_and(|verdict| verdict.meets()));
                if meets {
                    self.hits.set(group as usize);
                } else {
                    let undecided = round[places].iter().zip(codes);
                    let undecided = undecided.filter(|(_, code)| **code == RawCode::UNDECIDED);
                    open.pairs.extend(undecided.map(|(&pair, _)| (group, pair)));
                }
                meets
            });
        }
        open.pairs.retain(|&(group, _)| self.is_open(group));
        open.pairs.sort_unstable();
        Ok(open)
    }

    fn note(&mut self, raw: &RawCodes) {
        let AnyHits { stats, times, gpu_failure, .. } = &mut self.hits;
        stats.pairs += raw.codes.len();
        stats.undecided += raw.undecided.len();
        if let Some(more) = raw.times {
            times.get_or_insert_default().add(more);
        }
        *gpu_failure = gpu_failure.take().or_else(|| raw.gpu_failure.as_ref().map(GpuError::clone));
    }

    /// Settles undecided pairs until one of a group meets. Returns the invalid frames of groups of
    /// which no pair meets.
    fn settle<M: Motion>(&mut self, open: Open) -> Vec<(u32, BatchFault)>
    where
        S: Detailed<M>,
    {
        let Open { mut pairs, coarse } = open;
        if pairs.is_empty() {
            return Vec::new();
        }
        // Those of a batch of all pairs.
        let mut raw = RawCodes {
            codes: vec![RawCode::SEPARATE; self.context.pairs.count()],
            undecided: pairs.iter().map(|&(_, pair)| pair).collect(),
            coarse,
            times: self.hits.times,
            ..RawCodes::default()
        };
        for &pair in &raw.undecided {
            raw.codes[pair as usize] = RawCode::UNDECIDED;
        }
        S::refine_codes(&self.context, &mut raw);
        self.hits.times = raw.times;
        self.hits.stats.settled_f64 += pairs.len() - raw.undecided.len();
        for &(group, pair) in &pairs {
            if raw.codes[pair as usize].verdict().is_some_and(|verdict| verdict.meets()) {
                self.hits.set(group as usize);
            }
        }
        let is_undecided = |pair: u32| raw.codes[pair as usize] == RawCode::UNDECIDED;
        pairs.retain(|&(group, pair)| self.is_open(group) && is_undecided(pair));
        let groups: Vec<&[(u32, u32)]> = pairs.chunk_by(|a, b| a.0 == b.0).collect();
        let settle = |pairs: &&[(u32, u32)]| self.settle_group(pairs);
        let settled: Vec<Settled> = match pairs.len() > S::SETTLED {
            true => groups.par_iter().map(settle).collect(),
            false => groups.iter().map(settle).collect(),
        };
        let mut faults = Vec::new();
        for (pairs, settled) in groups.iter().zip(settled) {
            let group = pairs[0].0;
            self.hits.stats.settled_f64 += settled.stats.settled_f64;
            self.hits.stats.settled_narrow += settled.stats.settled_narrow;
            self.hits.stats.settled_wide += settled.stats.settled_wide;
            if settled.meets {
                self.hits.set(group as usize);
            } else {
                faults.extend(settled.faults.into_iter().map(|fault| (group, fault)));
            }
        }
        faults
    }

    /// Settles pairs of a group, one by one, until one of them meets.
    fn settle_group(&self, pairs: &[(u32, u32)]) -> Settled {
        let Context { pairs: shapes, settler, .. } = &self.context;
        let mut out = Settled::default();
        for pair in pairs.iter().map(|&(_, pair)| pair as usize) {
            match (settler.decide)(shapes.both(pair)) {
                Ok(settled) => {
                    match settled.by {
                        SettledBy::Double => out.stats.settled_f64 += 1,
                        SettledBy::Narrow => out.stats.settled_narrow += 1,
                        SettledBy::Wide => out.stats.settled_wide += 1,
                    }
                    out.meets = settled.verdict.meets();
                    if out.meets {
                        break;
                    }
                }
                Err(fault) => out.faults.push(self.fault(pair, fault)),
            }
        }
        out
    }

    /// Tests pairs of open groups within a margin until one of a group is near enough. The pairs of
    /// these groups are separate.
    fn near<M: Motion>(&mut self, margin: f32, faults: &mut Vec<(u32, BatchFault)>)
    where
        S: Detailed<M>,
    {
        let is_faulty = |group| faults.binary_search_by_key(&group, |&(group, _)| group).is_ok();
        let some = |group: usize| self.is_open(group as u32) && !is_faulty(group as u32);
        let mut rounds = Rounds::new(self.groups, FIRST_NEAR, some);
        loop {
            let round = rounds.pairs();
            if round.is_empty() {
                return;
            }
            let verdicts = match S::within(&self.context, &round, margin) {
                Ok(verdicts) => verdicts,
                Err((pair, fault)) => {
                    faults.push((self.groups.of(pair), self.fault(pair as usize, fault)));
                    return;
                }
            };
            rounds.close(|group, places| {
                let meets = verdicts[places].iter().any(|verdict| verdict.meets());
                if meets {
                    self.hits.set(group as usize);
                }
                meets
            });
        }
    }

    fn fault(&self, pair: usize, PairFault { second, error }: PairFault) -> BatchFault {
        BatchFault { pair, frame: self.context.pairs.index(pair, second), error }
    }
}

/// What settling a group gave.
#[derive(Default)]
struct Settled {
    meets: bool,
    stats: BatchStats,
    faults: Vec<BatchFault>,
}
