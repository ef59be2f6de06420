//! Details of moving polytopes.

use super::closer::one_by_one;
use super::moving_frames::exact;
use super::slack;
use super::traits::{Context, Detailed, Rows};
use crate::exact::{self as exactly, PairFault};
use crate::geom::Polytope;
use crate::service::answer::Details;
use crate::service::backend::{Known, Selected};
use crate::service::shape::Pairs;
use crate::wanted::Wanted;
use motzkin_core::Moving;
use motzkin_core::distance::polytopes_are_closer;

impl Detailed<Moving> for Polytope {
    const ANSWERS: Wanted = Wanted::INTERVAL.union(Wanted::WITNESS);
    const KERNELS: Wanted = Wanted::NOTHING;
    const NAME: &'static str = "moving polytopes";
    const SETTLED: usize = 4;
    const GRAIN: usize = 1;

    fn fill(
        context: &Context<'_, Self>,
        rows: Rows<'_>,
        _known: Option<&Known<Self>>,
        details: &mut Details<Self>,
    ) -> Result<(), (u32, PairFault)> {
        let both = |selected: &Selected| context.pairs.both(selected.pair as usize);
        details.intervals = rows.column(Wanted::INTERVAL, |_, selected| {
            Ok(Some(exact((context.settler.interval)(both(selected))?)))
        })?;
        details.witnesses = rows.column(Wanted::WITNESS, |_, selected| {
            let (set, pair) = both(selected);
            Ok(exactly::hull::moving_witness(set, pair).map(slack::of_hull_point))
        })?;
        Ok(())
    }
    fn closer(
        context: &Context<'_, Self>,
        separate: &[u32],
        margin: f32,
    ) -> Result<Vec<bool>, (u32, PairFault)> {
        one_by_one(context, separate, |(set, pair)| {
            Ok(polytopes_are_closer::<Moving>(set, pair, margin, context.is_reference))
        })
    }
}
