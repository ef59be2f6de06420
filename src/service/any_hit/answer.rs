//! How any hit is answered: pairs in rounds, then what is undecided, then what is near.

use super::groups::Groups;
use super::reduced::{Reduced, reduced};
use super::rounds::{Rounds, Span};
use crate::exact::PairFault;
use crate::parallel::each;
use crate::service::any_hits::AnyHits;
use crate::service::backend::{AnyEngine, Backend, RawCodes, RawGroups};
use crate::service::batch::{BatchError, BatchFault};
use crate::service::details::{Context, Detailed};
use crate::service::run::{Asked, Options, check_margin};
use crate::service::shape::{Operands, Pairs, Shape};
use crate::service::stats::BatchStats;
use crate::timing::{Instant, timed};
use crate::verdict::RawCode;
use crate::wanted::Wanted;
use motzkin_core::Motion;

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
    let begun = Instant::now();
    let joined = S::checked(asked.operands)?;
    let context = asked.context::<M>(&joined);
    let groups = Groups::checked(starts, context.pairs.count())?;
    let mut search = Search { context, groups, hits: AnyHits::none(groups.len()) };
    let undecided = match reduced::<S, M>(&asked, &joined, starts).await? {
        Reduced::Groups(groups) => search.take::<M>(&asked, &joined, groups),
        Reduced::Declined => search.test::<M>(&asked, &joined).await?,
        Reduced::Failed(error) => {
            search.hits.gpu_failure = Some(error);
            let options = Options { on_cpu: true, ..asked.options };
            search.test::<M>(&Asked { options, ..asked }, &joined).await?
        }
    };
    let cpu = &asked.service.cpu;
    let mut faults =
        cpu.install_beyond(S::SETTLED, undecided.len(), || search.settle::<M>(&undecided));
    if margin > 0.0 {
        cpu.install(|| search.near::<M>(margin, &mut faults));
    }
    if let Some(times) = &mut search.hits.times {
        times.close(begun, Default::default());
    }
    if faults.is_empty() {
        return Ok(search.hits);
    }
    let groups = faults.iter().map(|&(group, _)| group).collect::<Vec<_>>();
    let faults = faults.into_iter().map(|(_, fault)| fault).collect();
    Err(BatchError::InvalidGroups { groups, faults, rest: Box::new(search.hits) })
}

/// A pair with its group before it.
type InGroup = (u32, u32);

struct Search<'a, S: Shape> {
    context: Context<'a, S>,
    groups: Groups<'a>,
    hits: AnyHits,
}

impl<S: Shape> Search<'_, S> {
    fn is_open(&self, group: u32) -> bool {
        self.hits.get(group as usize) == Some(false)
    }

    /// Tests pairs by the engine's kernels, and in vectors, until one of a group meets. Returns
    /// those of open groups that are still undecided, in ascending order.
    async fn test<M: Motion>(
        &mut self,
        asked: &Asked<'_, S>,
        joined: &S::Joined,
    ) -> Result<Vec<InGroup>, BatchError>
    where
        S: Detailed<M>,
        AnyEngine: Backend<S, M>,
    {
        // Pairs that are not indices into one set are tested all at once.
        let first = match asked.operands {
            Operands::Indexed(..) => asked.engine().first_round(),
            Operands::Between(..) => u32::MAX,
        };
        let mut undecided = Vec::new();
        let mut rounds = Rounds::new(self.groups, first, |_| true);
        loop {
            let spans = rounds.next();
            let Some(last) = spans.last() else { break };
            match asked.operands {
                Operands::Indexed(set, pairs) if last.places.end < pairs.len() => {
                    let mut some = Vec::with_capacity(last.places.end);
                    for Span { numbers, .. } in &spans {
                        some.extend_from_slice(
                            &pairs[numbers.start as usize..numbers.end as usize],
                        );
                    }
                    let part = Asked { operands: Operands::Indexed(set, &some), ..*asked };
                    let joined = S::checked(part.operands)?;
                    self.round::<M>(&part, &joined, &spans, &mut undecided).await?;
                }
                _ => self.round::<M>(asked, joined, &spans, &mut undecided).await?,
            }
            rounds.keep(|group| self.is_open(group));
        }
        undecided.retain(|&(group, _)| self.is_open(group));
        undecided.sort_unstable();
        Ok(undecided)
    }

    /// Takes the bits of groups that a device has reduced codes to. Returns the pairs of open
    /// groups that are still undecided, in ascending order.
    fn take<M: Motion>(
        &mut self,
        asked: &Asked<'_, S>,
        joined: &S::Joined,
        RawGroups { words, undecided, open, settled, times }: RawGroups,
    ) -> Vec<InGroup>
    where
        S: Detailed<M>,
        AnyEngine: Backend<S, M>,
    {
        let AnyHits { stats, .. } = &mut self.hits;
        stats.pairs += self.context.pairs.count();
        stats.undecided += open + settled;
        stats.settled_gpu += settled;
        self.hits.set_all(&words);
        let mut named: Vec<InGroup> =
            undecided.into_iter().map(|pair| (self.groups.of(pair), pair)).collect();
        named.retain(|&(group, _)| self.is_open(group));
        let undecided: Vec<u32> = named.iter().map(|&(_, pair)| pair).collect();
        // Those of the other pairs stay on the device.
        let codes = match undecided.last() {
            Some(&last) => vec![RawCode::UNDECIDED; last as usize + 1],
            None => Vec::new(),
        };
        let raw = RawCodes { codes, undecided, times, ..RawCodes::default() };
        let mut left = Vec::new();
        self.refine::<M>(asked, joined, raw, named, &mut left);
        left.retain(|&(group, _)| self.is_open(group));
        left
    }

    /// Tests the pairs of a round. Adds those that are undecided, of groups of which no pair is
    /// known to meet.
    async fn round<M: Motion>(
        &mut self,
        asked: &Asked<'_, S>,
        joined: &S::Joined,
        spans: &[Span],
        undecided: &mut Vec<InGroup>,
    ) -> Result<(), BatchError>
    where
        S: Detailed<M>,
        AnyEngine: Backend<S, M>,
    {
        let mut raw = asked.codes::<M>(joined, true).await?;
        self.note(&raw);
        for Span { group, places, .. } in spans {
            if some_meet(&raw.codes[places.clone()]) {
                self.hits.set(*group as usize);
            }
        }
        let mut span = in_order(spans);
        raw.undecided.retain(|&place| self.is_open(span(place).group));
        let mut span = in_order(spans);
        let name = |&place: &u32| {
            let Span { group, numbers, places } = span(place);
            (*group, numbers.start + (place - places.start as u32))
        };
        let named = raw.undecided.iter().map(name).collect();
        self.refine::<M>(asked, joined, raw, named, undecided);
        Ok(())
    }

    /// Tests undecided pairs in vectors, whose groups and numbers these are. Adds those that are
    /// still undecided.
    fn refine<M: Motion>(
        &mut self,
        asked: &Asked<'_, S>,
        joined: &S::Joined,
        mut raw: RawCodes,
        named: Vec<InGroup>,
        undecided: &mut Vec<InGroup>,
    ) where
        S: Detailed<M>,
        AnyEngine: Backend<S, M>,
    {
        let before = raw.undecided.clone();
        let context = asked.context::<M>(joined);
        let refine = || S::refine_codes(&context, &mut raw);
        asked.service.cpu.install_beyond(S::SETTLED, before.len(), refine);
        self.hits.stats.settled_f64 += raw.settled_f64;
        if let Some(times) = raw.times {
            self.hits.times.get_or_insert_default().add(times);
        }
        for (place, (group, pair)) in before.into_iter().zip(named) {
            match raw.codes[place as usize] {
                RawCode::UNDECIDED => undecided.push((group, pair)),
                RawCode::SEPARATE => {}
                _ => self.hits.set(group as usize),
            }
        }
    }

    fn note(&mut self, raw: &RawCodes) {
        let AnyHits { stats, gpu_failure, .. } = &mut self.hits;
        stats.pairs += raw.codes.len();
        stats.undecided += raw.undecided.len() + raw.settled_gpu;
        stats.settled_gpu += raw.settled_gpu;
        *gpu_failure = gpu_failure.take().or_else(|| raw.gpu_failure.clone());
    }

    /// Settles undecided pairs of open groups until one of a group meets. Returns the invalid
    /// frames of groups of which no pair meets.
    fn settle<M: Motion>(&mut self, pairs: &[InGroup]) -> Vec<(u32, BatchFault)>
    where
        S: Detailed<M>,
    {
        let groups: Vec<&[InGroup]> = pairs.chunk_by(|a, b| a.0 == b.0).collect();
        let settle = |group: usize| self.settle_group(groups[group]);
        let settle_all = || -> Vec<Settled> {
            match pairs.len() > S::SETTLED {
                true => each(groups.len(), 1, &settle),
                false => (0..groups.len()).map(settle).collect(),
            }
        };
        let mut times = self.hits.times;
        let settled = timed(&mut times, |times| &mut times.settling, settle_all);
        self.hits.times = times;
        let mut faults = Vec::new();
        for (pairs, settled) in groups.iter().zip(settled) {
            let group = pairs[0].0;
            self.hits.stats += settled.stats;
            if settled.meets {
                self.hits.set(group as usize);
            } else {
                faults.extend(settled.faults.into_iter().map(|fault| (group, fault)));
            }
        }
        faults
    }

    /// Settles pairs of a group, one by one, until one of them meets.
    fn settle_group(&self, pairs: &[InGroup]) -> Settled {
        let Context { pairs: shapes, settler, .. } = &self.context;
        let mut out = Settled::default();
        for pair in pairs.iter().map(|&(_, pair)| pair as usize) {
            match (settler.decide)(shapes.both(pair)) {
                Ok(settled) => {
                    out.stats.count(settled.by);
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
            let spans = rounds.next();
            if spans.is_empty() {
                return;
            }
            let pairs: Vec<u32> = spans.iter().flat_map(|span| span.numbers.clone()).collect();
            let verdicts = match S::within(&self.context, &pairs, margin) {
                Ok(verdicts) => verdicts,
                Err((pair, fault)) => {
                    faults.push((self.groups.of(pair), self.fault(pair as usize, fault)));
                    return;
                }
            };
            for Span { group, places, .. } in spans {
                if verdicts[places].iter().any(|verdict| verdict.meets()) {
                    self.hits.set(group as usize);
                }
            }
            rounds.keep(|group| self.is_open(group));
        }
    }

    fn fault(&self, pair: usize, PairFault { second, error }: PairFault) -> BatchFault {
        let (frame, second) = self.context.pairs.place(pair, second);
        BatchFault { pair, frame, second, error }
    }
}

/// Whether some pair certainly meets. Looks at all codes: a loop without a branch is a few
/// instructions.
fn some_meet(codes: &[RawCode]) -> bool {
    let meets = |code: &RawCode| *code == RawCode::TOUCHING || *code == RawCode::OVERLAPPING;
    codes.iter().fold(false, |some, code| some | meets(code))
}

/// Returns what finds the span of a place, for places that ascend.
fn in_order<'a>(spans: &'a [Span]) -> impl FnMut(u32) -> &'a Span {
    let mut rest = spans;
    move |place| {
        while rest[0].places.end <= place as usize {
            rest = &rest[1..];
        }
        &rest[0]
    }
}

/// What settling a group gave.
#[derive(Default)]
struct Settled {
    meets: bool,
    stats: BatchStats,
    faults: Vec<BatchFault>,
}
