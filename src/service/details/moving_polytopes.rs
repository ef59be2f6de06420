//! Details of moving polytopes.

use super::moving_frames::exact;
use super::slack;
use super::traits::{Context, Detailed, if_wanted};
use crate::exact::{self as exactly, PairFault};
use crate::geom::Polytope;
use crate::service::answer::Detail;
use crate::service::backend::{Known, Selected};
use crate::service::shape::Pairs;
use crate::verdict::Verdict;
use crate::wanted::Wanted;
use motzkin_core::Moving;

impl Detailed<Moving> for Polytope {
    const ANSWERS: Wanted = Wanted::INTERVAL.union(Wanted::WITNESS);
    const KERNELS: Wanted = Wanted::NOTHING;
    const NAME: &'static str = "moving polytopes";
    const SETTLED: usize = 4;
    const GRAIN: usize = 1;

    fn detail(
        context: &Context<'_, Self>,
        selected: &Selected,
        verdict: Verdict,
        _known: Option<&Known<Self>>,
    ) -> Result<Detail<Self>, PairFault> {
        let (set, pair) = context.pairs.both(selected.pair as usize);
        let point = exactly::hull::moving_witness;
        Ok(Detail {
            interval: if_wanted(selected, Wanted::INTERVAL, || {
                Ok(exact((context.settler.interval)((set, pair))?))
            })?,
            witness: match selected.wanted.contains(Wanted::WITNESS) {
                true => point(set, pair).map(slack::of_hull_point),
                false => None,
            },
            ..Detail::new(selected.pair, verdict)
        })
    }
}
