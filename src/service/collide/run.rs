//! How pairs that meet are found: candidates, exact verdicts, then what is wanted beside them.

use super::bounded::Bounded;
use super::candidates::begin;
use super::device::{self, OnDevice};
use super::error::CollideError;
use super::found::Found;
use super::hits::Hits;
use super::question::{Question, Sets};
use super::tested::{Tested, details_of, judged};
use crate::geom::Pair;
use crate::service::answer::Details;
use crate::service::backend::{AnyEngine, Backend};
use crate::service::batch::BatchError;
use crate::service::details::Detailed;
use crate::service::run::{Asked, check_margin, check_wanted};
use crate::service::shape::Operands;
use crate::timing::timed;
use motzkin_core::Motion;
use std::borrow::Borrow;

/// Candidates that are listed at a time: 64 MiB of them, and some twice as much to sort them in.
const MOST: usize = 1 << 23;

/// Candidates that are tested at a time.
const BATCH: usize = 1 << 20;

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
    let Question { service, sets, mut options } = question;
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
    let mut failure = None;
    match device::collide::<S, M>(&question, set, shift).await? {
        OnDevice::Found(found, faults) => return found.end(faults),
        OnDevice::Failed(error) => {
            failure = Some(service.engine.failed(error).map_err(BatchError::from)?);
            options.query.on_cpu = true;
        }
        OnDevice::Declined => {}
    }
    let mut found = Found::<S>::new(options.limit, service.cpu.times());
    found.hits.gpu_failure = failure;
    let tree = || service.cpu.install(|| begin::<S, M>(&question, MOST));
    let (mut broad, faults) = timed(&mut found.hits.stats.times, |times| &mut times.tree, tree)?;
    let mut pairs = Vec::new();
    loop {
        let next = || service.cpu.install(|| broad.next(&mut pairs));
        if !timed(&mut found.hits.stats.times, |times| &mut times.candidates, next)? {
            break;
        }
        pairs.iter_mut().for_each(|pair| pair.b += shift);
        for batch in pairs.chunks(BATCH) {
            let operands = Operands::Indexed(set, batch);
            let asked = Asked { service, operands, options: options.query };
            found.hits.stats.candidates += batch.len() as u64;
            let tested = test::<S, M>(asked, options.margin, &found).await?;
            found.add(batch, shift, tested);
        }
    }
    found.end(faults)
}

/// Tests a batch of candidates. Beyond the limit nothing but verdicts is computed.
async fn test<S: Bounded + Detailed<M>, M: Motion>(
    asked: Asked<'_, S>,
    margin: f32,
    found: &Found<S>,
) -> Result<Tested<S>, BatchError>
where
    AnyEngine: Backend<S, M>,
{
    let joined = S::checked(asked.operands)?;
    let raw = asked.codes::<M>(&joined, true).await?;
    let context = asked.context::<M>(&joined);
    let (verdicts, kept) = judged::<S, M>(&asked, &context, raw, margin)?;
    let details = match found.has_room(kept.len()) {
        true => details_of::<S, M>(&asked, &joined, &context, &verdicts, &kept).await?,
        false => Details::EMPTY,
    };
    Ok(Tested { verdicts, kept, details })
}
