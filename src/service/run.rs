//! How a query is answered: codes by the engine, exact verdicts, then what is wanted beside them.

use super::answer::{Answer, Details};
use super::backend::{AnyEngine, Backend, Known, RawCodes, Selected, ask};
use super::batch::{BatchError, BatchFault, Verdicts};
#[cfg(feature = "polytopes")]
use super::clearance::{Clearance, Clearances};
use super::collision_service::CollisionService;
use super::details::{Context, Detailed, Precision, Rows};
use super::settle::settle;
use super::shape::{Operands, Pairs, Shape};
use crate::exact::PairFault;
use crate::timing::{Instant, StageTimes};
use crate::verdict::Verdict;
use crate::wanted::Wanted;
use motzkin_core::Motion;

/// A query without the type of its motion.
#[derive(Debug)]
pub struct Asked<'a, S: Shape> {
    /// Who is asked.
    pub service: &'a CollisionService,
    /// The pairs.
    pub operands: Operands<'a, S>,
    /// What is wanted, and how.
    pub options: Options,
}

impl<S: Shape> Clone for Asked<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Shape> Copy for Asked<'_, S> {}

/// The options of a query.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// What to compute beside the verdicts.
    pub wanted: Wanted,
    /// How closely.
    pub precision: Precision,
    /// The margin.
    pub margin: f32,
    /// The CPU's kernels test the pairs, whatever the engine.
    pub on_cpu: bool,
}

impl<'a, S: Shape> Asked<'a, S> {
    /// Returns the engine that is asked.
    pub(super) fn engine(&self) -> &'a AnyEngine {
        let Self { service, options, .. } = self;
        match options.on_cpu && !service.engine.is_reference() {
            true => &service.cpu,
            false => &*service.engine,
        }
    }

    /// Returns what settling and details are computed from.
    pub(super) fn context<'b, M: Motion>(&self, joined: &'b S::Joined) -> Context<'b, S>
    where
        'a: 'b,
        AnyEngine: Backend<S, M>,
    {
        let engine = self.engine();
        Context {
            pairs: S::pairs(self.operands, joined),
            settler: Backend::<S, M>::settler(engine),
            cpu: &self.service.cpu,
            is_reference: engine.is_reference(),
        }
    }

    /// Computes codes of operands that were checked; raw ones without `settle`.
    pub(super) async fn codes<'b, M: Motion>(
        &self,
        joined: &'b S::Joined,
        settle: bool,
    ) -> Result<RawCodes, BatchError>
    where
        'a: 'b,
        AnyEngine: Backend<S, M>,
    {
        let pairs = S::pairs(self.operands, joined);
        let question =
            |engine: &'b AnyEngine| <AnyEngine as Backend<S, M>>::codes(engine, pairs, settle);
        let (raw, gpu_failure) = ask(self.engine(), &self.service.cpu, question).await?;
        Ok(RawCodes { gpu_failure, ..raw })
    }

    /// Settles what is undecided.
    pub(super) fn settled<M: Motion>(
        &self,
        context: &Context<'_, S>,
        mut raw: RawCodes,
    ) -> Result<Verdicts, BatchError>
    where
        S: Detailed<M>,
    {
        let undecided = raw.undecided.len();
        let Context { pairs, settler, .. } = context;
        let work = || {
            S::refine_codes(context, &mut raw);
            settle(
                raw,
                S::SETTLED,
                |_, pair| (settler.decide)(pairs.both(pair as usize)),
                |pair, second| pairs.place(pair, second),
            )
        };
        self.service.cpu.install_beyond(S::SETTLED, undecided, work)
    }
}

/// Returns raw codes, not settled.
pub async fn raw<S: Detailed<M>, M: Motion>(asked: Asked<'_, S>) -> Result<RawCodes, BatchError>
where
    AnyEngine: Backend<S, M>,
{
    let Options { wanted, margin, .. } = asked.options;
    let of = "raw codes";
    if wanted != Wanted::NOTHING {
        return Err(BatchError::Unanswerable { wanted, of });
    }
    if margin != 0.0 {
        return Err(BatchError::NoMargin { of });
    }
    let begun = Instant::now();
    let joined = S::checked(asked.operands)?;
    let mut raw = asked.codes::<M>(&joined, false).await?;
    close(&mut raw.times, begun, None);
    Ok(raw)
}

/// Counts as the host's what a call did since `begun` beside its stages.
fn close(times: &mut Option<StageTimes>, begun: Instant, before: Option<StageTimes>) {
    if let Some(times) = times {
        times.close(begun, before.unwrap_or_default());
    }
}

/// Settles raw codes of these pairs.
pub fn settle_raw<S: Detailed<M>, M: Motion>(
    asked: Asked<'_, S>,
    raw: RawCodes,
) -> Result<Verdicts, BatchError>
where
    AnyEngine: Backend<S, M>,
{
    let (begun, before) = (Instant::now(), raw.times);
    let joined = S::checked(asked.operands)?;
    let mut settled = asked.settled::<M>(&asked.context::<M>(&joined), raw)?;
    close(&mut settled.times, begun, before);
    Ok(settled)
}

/// Answers a query.
pub async fn answer<S: Detailed<M>, M: Motion>(asked: Asked<'_, S>) -> Result<Answer<S>, BatchError>
where
    AnyEngine: Backend<S, M>,
{
    let Options { wanted, margin, .. } = asked.options;
    check_wanted::<S, M>(wanted)?;
    if margin != 0.0 && !S::HAS_MARGIN {
        return Err(BatchError::NoMargin { of: S::NAME });
    }
    check_margin(margin)?;
    let begun = Instant::now();
    let joined = S::checked(asked.operands)?;
    let raw = asked.codes::<M>(&joined, true).await?;
    let context = asked.context::<M>(&joined);
    let mut plain = asked.settled::<M>(&context, raw)?;
    close(&mut plain.times, begun, None);
    let plain_verdicts: &[Verdict] = &plain;
    let near = match margin > 0.0 {
        true => Some(within(&asked, &context, &plain, margin)?),
        false => None,
    };
    let details = match wanted == Wanted::NOTHING {
        true => Details::EMPTY,
        false => {
            let verdicts = near.as_deref().unwrap_or(plain_verdicts);
            let selected = select(plain_verdicts, near.as_deref(), wanted);
            details::<S, M>(&asked, &joined, &context, verdicts, &selected).await?
        }
    };
    let verdicts = match near {
        Some(verdicts) => Verdicts { verdicts, ..plain },
        None => plain,
    };
    Ok(Answer { verdicts, details })
}

/// Answers how pairs compare with a distance that is required.
#[cfg(feature = "polytopes")]
pub async fn clearance<S: Detailed<M>, M: Motion>(
    asked: Asked<'_, S>,
    required: f32,
) -> Result<Clearances<S>, BatchError>
where
    AnyEngine: Backend<S, M>,
{
    let Options { wanted, margin, .. } = asked.options;
    check_wanted::<S, M>(wanted)?;
    if margin != 0.0 {
        return Err(BatchError::NoMargin { of: "clearances" });
    }
    check_margin(required)?;
    let begun = Instant::now();
    let joined = S::checked(asked.operands)?;
    let raw = asked.codes::<M>(&joined, true).await?;
    let context = asked.context::<M>(&joined);
    let mut verdicts = asked.settled::<M>(&context, raw)?;
    close(&mut verdicts.times, begun, None);
    let closer = closer::<S, M>(&asked, &context, &verdicts, required)?;
    let clearance = |(pair, &verdict): (usize, &Verdict)| Clearance::of(verdict, closer[pair]);
    let clearances: Vec<Clearance> = verdicts.iter().enumerate().map(clearance).collect();
    let selected: Vec<Selected> = select(&verdicts, None, wanted)
        .into_iter()
        .filter(|selected| !clearances[selected.pair as usize].is_clear())
        .collect();
    let details = match selected.is_empty() {
        true => Details::EMPTY,
        false => details::<S, M>(&asked, &joined, &context, &verdicts, &selected).await?,
    };
    Ok(Clearances { clearances, verdicts, details })
}

/// Returns which of the pairs are separate and closer than a margin.
#[cfg(feature = "polytopes")]
pub fn closer<S: Detailed<M>, M: Motion>(
    asked: &Asked<'_, S>,
    context: &Context<'_, S>,
    verdicts: &[Verdict],
    margin: f32,
) -> Result<Vec<bool>, BatchError> {
    let mut closer = vec![false; verdicts.len()];
    if margin == 0.0 {
        return Ok(closer);
    }
    let separate = separate(verdicts);
    let found = asked.service.cpu.install(|| S::closer(context, &separate, margin));
    let found = found.map_err(|(pair, fault)| invalid(context, fault, pair, verdicts))?;
    for (pair, found) in separate.into_iter().zip(found) {
        closer[pair as usize] = found;
    }
    Ok(closer)
}

/// Every wanted value is one that such pairs can have.
pub fn check_wanted<S: Detailed<M>, M: Motion>(wanted: Wanted) -> Result<(), BatchError> {
    match wanted.without(S::ANSWERS) {
        Wanted::NOTHING => Ok(()),
        wanted => Err(BatchError::Unanswerable { wanted, of: S::NAME }),
    }
}

/// A margin is a finite number of at least 0.
pub fn check_margin(margin: f32) -> Result<(), BatchError> {
    let is_valid = margin.is_finite() && margin >= 0.0;
    if is_valid { Ok(()) } else { Err(BatchError::InvalidMargin(margin)) }
}

/// Returns the verdicts within a margin. A pair that meets overlaps.
fn within<S: Detailed<M>, M: Motion>(
    asked: &Asked<'_, S>,
    context: &Context<'_, S>,
    plain: &[Verdict],
    margin: f32,
) -> Result<Vec<Verdict>, BatchError> {
    let separate = separate(plain);
    let found = asked.service.cpu.install(|| S::within(context, &separate, margin));
    let found = found.map_err(|(pair, fault)| invalid(context, fault, pair, plain))?;
    let mut verdicts = vec![Verdict::Overlapping; plain.len()];
    for (pair, verdict) in separate.into_iter().zip(found) {
        verdicts[pair as usize] = verdict;
    }
    Ok(verdicts)
}

/// Returns which pairs are separate.
fn separate(verdicts: &[Verdict]) -> Vec<u32> {
    let all = (0..verdicts.len() as u32).zip(verdicts);
    all.filter(|(_, verdict)| !verdict.meets()).map(|(pair, _)| pair).collect()
}

/// Returns the pairs that have any wanted value; with a margin, those within it.
fn select(plain: &[Verdict], near: Option<&[Verdict]>, wanted: Wanted) -> Vec<Selected> {
    let is_near = |pair: u32| near.is_none_or(|near| near[pair as usize].meets());
    let one = |(pair, &verdict): (u32, &Verdict)| {
        let wanted = wanted.of_pair(verdict.meets());
        (wanted != Wanted::NOTHING && is_near(pair)).then_some(Selected { pair, verdict, wanted })
    };
    let all = || (0..plain.len() as u32).zip(plain).filter_map(one);
    let mut selected = Vec::with_capacity(all().count());
    selected.extend(all());
    selected
}

/// Computes the details of the selected pairs, as closely as the query asks.
pub async fn details<S: Detailed<M>, M: Motion>(
    asked: &Asked<'_, S>,
    joined: &S::Joined,
    context: &Context<'_, S>,
    verdicts: &[Verdict],
    selected: &[Selected],
) -> Result<Details<S>, BatchError>
where
    AnyEngine: Backend<S, M>,
{
    let known = match asked.options.precision {
        Precision::Bounded => refined::<S, M>(asked, joined, selected).await?,
        Precision::Exact => None,
    };
    detailed::<S, M>(asked, context, verdicts, selected, known.as_ref())
}

/// Returns what the engine knows of the selected pairs, and the CPU of what the engine leaves open.
async fn refined<S: Detailed<M>, M: Motion>(
    asked: &Asked<'_, S>,
    joined: &S::Joined,
    selected: &[Selected],
) -> Result<Option<Known<S>>, BatchError>
where
    AnyEngine: Backend<S, M>,
{
    let (engine, pairs) = (asked.engine(), S::pairs(asked.operands, joined));
    if !asked.options.wanted.intersects(S::KERNELS) {
        return Ok(Some(Known::OPEN));
    }
    let cpu: &AnyEngine = &asked.service.cpu;
    let question =
        |engine| <AnyEngine as Backend<S, M>>::refine(engine, pairs, selected, Known::OPEN);
    let mut known = ask(engine, cpu, question).await?.0;
    if let Some(finer) = engine.finer() {
        let question =
            |engine| <AnyEngine as Backend<S, M>>::refine(engine, pairs, selected, known.clone());
        known = ask(finer, cpu, question).await?.0;
    }
    Ok(Some(known))
}

/// Computes the details of the selected pairs.
fn detailed<S: Detailed<M>, M: Motion>(
    asked: &Asked<'_, S>,
    context: &Context<'_, S>,
    verdicts: &[Verdict],
    selected: &[Selected],
    known: Option<&Known<S>>,
) -> Result<Details<S>, BatchError> {
    // Values that kernels know cost an eighth of exact ones.
    let grain = if known.is_some() { 8 * S::GRAIN } else { S::GRAIN };
    let pair = |&Selected { pair, .. }: &Selected| (pair, verdicts[pair as usize]);
    let mut details = Details::new(selected.iter().map(pair));
    let rows = Rows { selected, grain };
    let fill = || S::fill(context, rows, known, &mut details);
    match asked.service.cpu.install(fill) {
        Ok(()) => Ok(details),
        Err((pair, fault)) => Err(invalid(context, fault, pair, verdicts)),
    }
}

/// A frame that turns out to be invalid after its verdict.
fn invalid<S: Shape>(
    context: &Context<'_, S>,
    fault: PairFault,
    pair: u32,
    verdicts: &[Verdict],
) -> BatchError {
    let PairFault { second, error } = fault;
    let pair = pair as usize;
    let (frame, second) = context.pairs.place(pair, second);
    let faults = vec![BatchFault { pair, frame, second, error }];
    BatchError::InvalidFrames { faults, rest: verdicts.iter().copied().map(Some).collect() }
}
