//! What is made of the raw codes of candidates: verdicts, what is kept, and details.

use super::bounded::Bounded;
use crate::service::answer::Details;
use crate::service::backend::{AnyEngine, Backend, RawCodes, Selected};
use crate::service::batch::{BatchError, Verdicts};
use crate::service::details::{Context, Detailed};
use crate::service::run::{Asked, details};
#[cfg(feature = "polytopes")]
use crate::service::shape::Pairs;
use crate::verdict::Verdict;
use crate::wanted::Wanted;
use motzkin_core::Motion;
#[cfg(feature = "polytopes")]
use rayon::prelude::*;

/// Separate pairs that one thread compares with the margin at a time.
#[cfg(feature = "polytopes")]
const GRAIN: usize = 16;

/// What a batch of candidates says.
pub struct Tested<S: Bounded> {
    pub verdicts: Verdicts,
    /// The pairs that meet or are closer than the margin.
    pub kept: Vec<u32>,
    pub details: Details<S>,
}

/// Settles the codes of candidates, and returns which of them meet or are closer than the margin,
/// ascending.
pub fn judged<S: Bounded + Detailed<M>, M: Motion>(
    asked: &Asked<'_, S>,
    context: &Context<'_, S>,
    raw: RawCodes,
    margin: f32,
) -> Result<(Verdicts, Vec<u32>), BatchError> {
    let verdicts = asked.settled::<M>(context, raw)?;
    let kept = match margin > 0.0 {
        #[cfg(feature = "polytopes")]
        true => asked.service.cpu.install(|| near::<S, M>(context, &verdicts, margin)),
        _ => numbered(&verdicts).filter(|&(_, meets)| meets).map(|(pair, _)| pair).collect(),
    };
    Ok((verdicts, kept))
}

/// Returns what is wanted of the pairs that are kept.
pub async fn details_of<S: Bounded + Detailed<M>, M: Motion>(
    asked: &Asked<'_, S>,
    joined: &S::Joined,
    context: &Context<'_, S>,
    verdicts: &[Verdict],
    kept: &[u32],
) -> Result<Details<S>, BatchError>
where
    AnyEngine: Backend<S, M>,
{
    let wanted = asked.options.wanted;
    let select = |&pair: &u32| {
        let verdict = verdicts[pair as usize];
        let wanted = wanted.of_pair(verdict.meets());
        (wanted != Wanted::NOTHING).then_some(Selected { pair, verdict, wanted })
    };
    let selected: Vec<Selected> = kept.iter().filter_map(select).collect();
    match selected.is_empty() {
        true => Ok(Details::EMPTY),
        false => details::<S, M>(asked, joined, context, verdicts, &selected).await,
    }
}

/// The pairs of a batch, and whether they meet.
fn numbered(verdicts: &[Verdict]) -> impl Iterator<Item = (u32, bool)> {
    (0..).zip(verdicts.iter().map(|verdict| verdict.meets()))
}

/// Returns the pairs that meet or are closer than a margin, ascending.
#[cfg(feature = "polytopes")]
fn near<S: Bounded, M: Motion>(
    context: &Context<'_, S>,
    verdicts: &[Verdict],
    margin: f32,
) -> Vec<u32> {
    let all: Vec<(u32, bool)> = numbered(verdicts).collect();
    let is_near = |&&(pair, meets): &&(u32, bool)| {
        meets || S::is_closer::<M>(context.pairs.both(pair as usize), margin, context.is_reference)
    };
    all.par_iter().with_min_len(GRAIN).filter(is_near).map(|&(pair, _)| pair).collect()
}
