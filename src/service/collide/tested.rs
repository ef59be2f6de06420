//! What is made of the raw codes of candidates: verdicts, what is kept, and details.

use super::bounded::Bounded;
use crate::service::answer::Details;
use crate::service::backend::{AnyEngine, Backend, RawCodes, Selected};
use crate::service::batch::{BatchError, Verdicts};
use crate::service::details::{Context, Detailed};
#[cfg(feature = "polytopes")]
use crate::service::run::closer;
use crate::service::run::{Asked, details};
use crate::verdict::Verdict;
use crate::wanted::Wanted;
use motzkin_core::Motion;

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
        true => {
            let closer = closer::<S, M>(asked, context, &verdicts, margin)?;
            let is_kept = |&(pair, meets): &(u32, bool)| meets || closer[pair as usize];
            numbered(&verdicts).filter(is_kept).map(|(pair, _)| pair).collect()
        }
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
