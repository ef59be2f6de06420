//! How pairs that meet are found: candidates, exact verdicts, then what is wanted beside them.

use super::bounded::Bounded;
use super::candidates::begin;
use super::error::{CollideError, ShapeFault};
use super::hits::{Hit, Hits};
use super::question::{Question, Sets};
use crate::geom::Pair;
use crate::service::answer::Details;
use crate::service::backend::{AnyEngine, Backend, Selected};
use crate::service::batch::{BatchError, BatchStats, Verdicts};
#[cfg(feature = "polytopes")]
use crate::service::details::Context;
use crate::service::details::Detailed;
use crate::service::run::{Asked, check_margin, check_wanted, details};
use crate::service::shape::Operands;
#[cfg(feature = "polytopes")]
use crate::service::shape::Pairs;
use crate::wanted::Wanted;
use motzkin_core::Motion;
#[cfg(feature = "polytopes")]
use rayon::prelude::*;
use std::borrow::Borrow;

/// Candidates that are held at a time: 64 MiB of them.
const MOST: usize = 1 << 23;

/// Candidates that are tested at a time.
const BATCH: usize = 1 << 20;

/// Separate pairs that one thread compares with the margin at a time.
#[cfg(feature = "polytopes")]
const GRAIN: usize = 16;

/// Lists the pairs whose boxes meet.
pub fn candidates<S: Bounded, M: Motion>(
    question: Question<'_, S>,
) -> Result<Vec<Pair>, CollideError> {
    check_margin(question.options.margin)?;
    let (limit, mut out) = (question.options.limit, Vec::new());
    let faults = question.service.cpu.install(|| {
        let (pieces, faults) = begin::<S, M>(&question, limit)?;
        pieces.all(&mut out)?;
        Ok::<_, CollideError>(faults)
    })?;
    match faults.is_empty() {
        true => Ok(out),
        false => Err(CollideError::InvalidFrames { faults, rest: Vec::new() }),
    }
}

/// Finds the pairs that meet.
pub async fn collide<S: Bounded + Detailed<M>, M: Motion>(
    question: Question<'_, S>,
) -> Result<Hits<S>, CollideError>
where
    AnyEngine: Backend<S, M>,
{
    let Question { service, sets, options } = question;
    check_margin(options.margin)?;
    check_wanted::<S, M>(options.query.wanted)?;
    let (joined, set, shift);
    match sets {
        Sets::One(one) => (set, shift) = (one, 0),
        Sets::Two(a, b) => {
            joined = S::joined(a, b)?;
            (set, shift) = (joined.borrow(), S::count(a) as u32);
        }
    }
    let (mut broad, faults) = service.cpu.install(|| begin::<S, M>(&question, MOST))?;
    let mut found = Found::<S> { hits: Hits::new(), count: 0, limit: options.limit };
    let mut pairs = Vec::new();
    while service.cpu.install(|| broad.next(&mut pairs))? {
        pairs.iter_mut().for_each(|pair| pair.b += shift);
        for batch in pairs.chunks(BATCH) {
            let operands = Operands::Indexed(set, batch);
            let asked = Asked { service, operands, options: options.query };
            found.add(batch, shift, test::<S, M>(asked, options.margin).await?);
        }
    }
    found.end(faults)
}

/// What a batch of candidates says.
struct Tested<S: Bounded> {
    verdicts: Verdicts,
    /// The pairs that meet or are closer than the margin.
    kept: Vec<u32>,
    details: Details<S>,
}

/// Tests a batch of candidates.
async fn test<S: Bounded + Detailed<M>, M: Motion>(
    asked: Asked<'_, S>,
    margin: f32,
) -> Result<Tested<S>, BatchError>
where
    AnyEngine: Backend<S, M>,
{
    let joined = S::checked(asked.operands)?;
    let raw = asked.codes::<M>(&joined).await?;
    let context = asked.context::<M>(&joined);
    let verdicts = asked.settled::<M>(&context, raw)?;
    let kept: Vec<u32> = match margin > 0.0 {
        #[cfg(feature = "polytopes")]
        true => asked.service.cpu.install(|| near::<S, M>(&context, &verdicts, margin)),
        _ => numbered(&verdicts).filter(|&(_, meets)| meets).map(|(pair, _)| pair).collect(),
    };
    let wanted = asked.options.wanted;
    let select = |&pair: &u32| {
        let verdict = verdicts[pair as usize];
        let wanted = wanted.of_pair(verdict.meets());
        (wanted != Wanted::NOTHING).then_some(Selected { pair, verdict, wanted })
    };
    let selected: Vec<Selected> = kept.iter().filter_map(select).collect();
    let details = match selected.is_empty() {
        true => Details::EMPTY,
        false => details::<S, M>(&asked, &joined, &context, &verdicts, &selected).await?,
    };
    Ok(Tested { verdicts, kept, details })
}

/// The pairs of a batch, and whether they meet.
fn numbered(verdicts: &Verdicts) -> impl Iterator<Item = (u32, bool)> {
    (0..).zip(verdicts.iter().map(|verdict| verdict.meets()))
}

/// Returns the pairs that meet or are closer than a margin, ascending.
#[cfg(feature = "polytopes")]
fn near<S: Bounded, M: Motion>(
    context: &Context<'_, S>,
    verdicts: &Verdicts,
    margin: f32,
) -> Vec<u32> {
    let all: Vec<(u32, bool)> = numbered(verdicts).collect();
    let is_near = |&&(pair, meets): &&(u32, bool)| {
        meets || S::is_closer::<M>(context.pairs.both(pair as usize), margin, context.is_reference)
    };
    all.par_iter().with_min_len(GRAIN).filter(is_near).map(|&(pair, _)| pair).collect()
}

/// The hits so far. Beyond the limit they are counted only.
struct Found<S: Bounded> {
    hits: Hits<S>,
    count: u64,
    limit: usize,
}

impl<S: Bounded> Found<S> {
    fn add(&mut self, batch: &[Pair], shift: u32, tested: Tested<S>) {
        let Tested { verdicts, kept, details } = tested;
        let Hits { hits, details: all, stats, gpu_failure } = &mut self.hits;
        stats.candidates += batch.len() as u64;
        add(&mut stats.tested, verdicts.stats());
        *gpu_failure = gpu_failure.take().or_else(|| verdicts.gpu_failure().cloned());
        self.count += kept.len() as u64;
        if self.count > self.limit as u64 {
            (*hits, *all) = (Vec::new(), Details::EMPTY);
            return;
        }
        let first = hits.len();
        hits.extend(kept.iter().map(|&pair| {
            let Pair { a, b } = batch[pair as usize];
            Hit { a, b: b - shift, verdict: verdicts[pair as usize] }
        }));
        // Both lists ascend.
        let mut place = 0;
        all.append(details, |detailed| {
            place += kept[place..].iter().take_while(|&&pair| pair != detailed).count();
            (first + place) as u32
        });
    }

    fn end(self, faults: Vec<ShapeFault>) -> Result<Hits<S>, CollideError> {
        let Self { hits, count, limit } = self;
        if count > limit as u64 {
            return Err(CollideError::TooManyPairs { found: count, limit });
        }
        match faults.is_empty() {
            true => Ok(hits),
            false => Err(CollideError::InvalidFrames { faults, rest: hits.hits }),
        }
    }
}

fn add(sum: &mut BatchStats, more: BatchStats) {
    let BatchStats { pairs, undecided, settled_f64, settled_narrow, settled_wide } = more;
    sum.pairs += pairs;
    sum.undecided += undecided;
    sum.settled_f64 += settled_f64;
    sum.settled_narrow += settled_narrow;
    sum.settled_wide += settled_wide;
}
