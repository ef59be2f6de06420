//! Details of moving frames.

use super::slack;
use super::traits::{Context, Detailed, if_wanted};
use crate::exact::PairFault;
use crate::geom::ContactInterval;
use crate::kernel::ContactEnds;
use crate::service::answer::{Detail, Measured};
use crate::service::backend::{Known, Selected};
use crate::service::shape::{FrameShape, Pairs};
use crate::verdict::Verdict;
use crate::wanted::Wanted;
use motzkin_core::Moving;

impl<F: FrameShape> Detailed<Moving> for F {
    const ANSWERS: Wanted = Wanted::INTERVAL.union(Wanted::WITNESS).union(Wanted::BOX);
    const KERNELS: Wanted = Wanted::INTERVAL;
    const NAME: &'static str = "moving frames";
    const SETTLED: usize = 64;
    const GRAIN: usize = 32;

    fn detail(
        context: &Context<'_, Self>,
        selected: &Selected,
        verdict: Verdict,
        known: Option<&Known<Self>>,
    ) -> Result<Detail<Self>, PairFault> {
        let (a, b) = context.pairs.both(selected.pair as usize);
        Ok(Detail {
            interval: if_wanted(selected, Wanted::INTERVAL, || {
                match known.and_then(|known| known.ends) {
                    Some(ends) => Ok(bounded(ends)),
                    None => Ok(exact((context.settler.interval)((a, b))?)),
                }
            })?,
            witness: if_wanted(selected, Wanted::WITNESS, || {
                Ok(slack::of_point::<F>(F::meeting_point::<Moving>(a, b)?))
            })?,
            aabb: if_wanted(selected, Wanted::BOX, || {
                Ok(slack::of_exact_box::<F>(F::meeting_box::<Moving>(a, b)?))
            })?,
            ..Detail::new(selected.pair, verdict)
        })
    }
}

/// An interval that kernels or shaders bound from within and from without.
fn bounded(ContactEnds { first, last }: ContactEnds) -> Measured<ContactInterval> {
    // A difference of two numbers between 0 and 1 rounds by less than this.
    let slack = (first[1] - first[0]).max(last[1] - last[0]) + f32::EPSILON;
    Measured { value: ContactInterval { first: first[0], last: last[1] }, slack: slack.into() }
}

/// An exact interval, each end rounded outward once.
pub fn exact(interval: ContactInterval) -> Measured<ContactInterval> {
    Measured { value: interval, slack: f32::EPSILON.into() }
}
